/** A workbook that shows what an import understands: two products, and how cells are read. */
import { writeSheets } from '@scanship/documents/tables/sheet-writer';
import type { ProductImportField } from '@scanship/contracts/products/product-import';
import { FILE_COLUMNS, type FileLanguage } from './columns.ts';

type Example = Readonly<Partial<Record<ProductImportField, string>>>;

const EXAMPLES: Readonly<Record<FileLanguage, readonly Example[]>> = {
  en: [
    {
      sku: 'MUG-BLUE',
      title: 'Ceramic mug, blue',
      weight: '350',
      length: '110',
      width: '90',
      height: '100',
      hsCode: '691200',
      originCountry: 'CA',
      customsText: 'Ceramic drinking mug',
      value: '12.50',
      currency: 'CAD',
      barcode: '0012345678905',
      binLocation: 'A-03-2',
    },
    { sku: 'SCARF-WOOL', title: 'Wool scarf', weight: '180', hsCode: '621420', originCountry: 'CA' },
  ],
  fr: [
    {
      sku: 'TASSE-BLEUE',
      title: 'Tasse en céramique, bleue',
      weight: '350',
      length: '110',
      width: '90',
      height: '100',
      hsCode: '691200',
      originCountry: 'CA',
      customsText: 'Tasse en céramique',
      value: '12,50',
      currency: 'CAD',
      barcode: '0012345678905',
      binLocation: 'A-03-2',
    },
    { sku: 'FOULARD-LAINE', title: 'Foulard de laine', weight: '180', hsCode: '621420', originCountry: 'CA' },
  ],
};

const RULES: Readonly<Record<FileLanguage, readonly string[]>> = {
  en: [
    'An empty cell changes nothing.',
    'A cell with only - (a hyphen) clears the value; stores do not fill it again until you revert it.',
    "To write a hyphen itself, put a quotation mark in front: '-",
    'A row is found by its product ID, else by its SKU. A new SKU makes a new product.',
    'Weights may name their unit (1.2 kg, 8 oz); without one they are in the unit you choose when importing.',
    'Length, width and height belong together: give all three.',
    'An HS code has 6 to 12 digits. A country is a two-letter code or a name.',
    'Nothing is changed before you have seen every change and every problem.',
  ],
  fr: [
    'Une cellule vide ne change rien.',
    'Une cellule qui ne contient que - (un trait d’union) efface la valeur; les magasins ne la remplissent plus tant que vous ne la rétablissez pas.',
    "Pour écrire un trait d’union, mettez une apostrophe devant : '-",
    'Une ligne est trouvée par l’ID du produit, sinon par l’UGS. Une nouvelle UGS crée un produit.',
    'Un poids peut porter son unité (1,2 kg, 8 oz); sans unité, il est dans celle que vous choisissez à l’importation.',
    'La longueur, la largeur et la hauteur vont ensemble : donnez les trois.',
    'Un code SH compte de 6 à 12 chiffres. Un pays est un code de deux lettres ou un nom.',
    'Rien n’est changé avant que vous ayez vu chaque changement et chaque problème.',
  ],
};

/** The product ID is left out: nobody has one to type. */
export function templateWorkbook(language: FileLanguage): Promise<Uint8Array> {
  const columns = FILE_COLUMNS.filter(({ field }) => field !== 'productId');
  return writeSheets([
    {
      name: language === 'fr' ? 'Produits' : 'Products',
      rows: [
        columns.map((column) => column[language]),
        ...EXAMPLES[language].map((example) => columns.map(({ field }) => example[field] ?? '')),
      ],
    },
    { name: language === 'fr' ? 'Lecture' : 'How it is read', rows: RULES[language].map((rule) => [rule]) },
  ]);
}
