/** Columns of a file of products: what they are called, what stands in them. */
import type { ProductImportField } from '@scanship/contracts/products/product-import';
import { toDecimal } from '@scanship/domain/money/money';
import type { FactColumns } from '../fields.ts';

export type FileLanguage = 'en' | 'fr';

interface FileColumn {
  readonly field: ProductImportField;
  readonly en: string;
  readonly fr: string;
  readonly width: number;
}

/** The order of an export; an import reads any. */
export const FILE_COLUMNS: readonly FileColumn[] = [
  { field: 'productId', en: 'Product ID', fr: 'ID du produit', width: 38 },
  { field: 'sku', en: 'SKU', fr: 'UGS', width: 22 },
  { field: 'title', en: 'Title', fr: 'Titre', width: 40 },
  { field: 'weight', en: 'Weight (g)', fr: 'Poids (g)', width: 12 },
  { field: 'length', en: 'Length (mm)', fr: 'Longueur (mm)', width: 14 },
  { field: 'width', en: 'Width (mm)', fr: 'Largeur (mm)', width: 14 },
  { field: 'height', en: 'Height (mm)', fr: 'Hauteur (mm)', width: 14 },
  { field: 'hsCode', en: 'HS code', fr: 'Code SH', width: 14 },
  { field: 'originCountry', en: 'Country of origin', fr: "Pays d'origine", width: 18 },
  { field: 'customsText', en: 'Customs description', fr: 'Description douanière', width: 32 },
  { field: 'dangerousGoods', en: 'Dangerous goods', fr: 'Marchandises dangereuses', width: 28 },
  { field: 'value', en: 'Declared value', fr: 'Valeur déclarée', width: 16 },
  { field: 'currency', en: 'Currency', fr: 'Devise', width: 10 },
  { field: 'barcode', en: 'Barcode', fr: 'Code-barres', width: 18 },
  { field: 'binLocation', en: 'Bin location', fr: 'Emplacement', width: 14 },
  { field: 'picture', en: 'Picture address', fr: "Adresse de l'image", width: 40 },
];

/** Other names a column may have, as `headerKey` writes them; the surest first. */
const OTHER_NAMES: Readonly<Record<ProductImportField, string>> = {
  productId: 'scanship id|id produit',
  sku: 'variant sku|item sku|product sku|custom label|product code|item number|seller sku|code article|code produit',
  title: 'name|product name|item name|product title|item title|description|nom|nom du produit|designation',
  weight: 'weight|unit weight|item weight|variant grams|grams|weight grams|variant weight|poids|poids unitaire',
  length: 'length|longueur',
  width: 'width|largeur',
  height: 'height|hauteur',
  hsCode:
    'harmonized code|hs tariff number|hts code|tariff code|variant hs code|customs tariff number|hs|code douanier|code tarifaire',
  originCountry: 'origin|origin country|country of manufacture|made in|origine|pays de fabrication|fabrique au',
  customsText: 'customs text|customs name|description for customs|texte douanier',
  dangerousGoods: 'hazmat|dangerous|lithium|battery|matiere dangereuse|pile',
  value: 'value|unit value|customs value|price|variant price|unit price|valeur|prix|prix unitaire',
  currency: 'currency code|devise|monnaie',
  barcode: 'upc|ean|gtin|variant barcode|upc ean|code barres|cup',
  binLocation: 'bin|location|warehouse location|shelf|emplacement|casier',
  picture: 'image|image url|picture url|image src|variant image|photo|image principale',
};
export const otherNames = (field: ProductImportField): readonly string[] => OTHER_NAMES[field].split('|');

/**
 * What stands in a cell. Weights in grams and lengths in millimetres as whole numbers, values as decimals with a point; a
 * text that is just the word for clearing carries a quote in front, so that it comes back as itself.
 */
export function cellOf(field: ProductImportField, row: FactColumns & { readonly id: string; readonly sku: string }) {
  switch (field) {
    case 'productId':
      return row.id;
    case 'sku':
      return row.sku;
    case 'title':
      return kept(row.title);
    case 'weight':
      return row.weight_g;
    case 'length':
      return row.l_mm;
    case 'width':
      return row.w_mm;
    case 'height':
      return row.h_mm;
    case 'hsCode':
      return row.hs_code;
    case 'originCountry':
      return row.origin_country;
    case 'customsText':
      return kept(row.customs_text);
    case 'dangerousGoods':
      return row.dangerous_goods;
    case 'value':
      return row.value_minor === null || row.currency === null
        ? null
        : toDecimal({ minor: row.value_minor, currency: row.currency });
    case 'currency':
      return row.currency;
    case 'barcode':
      return kept(row.barcode);
    case 'binLocation':
      return kept(row.bin_location);
    case 'picture':
      return row.picture?.startsWith('https://') ? row.picture : null;
  }
}

const kept = (text: string | null): string | null => (text === '-' ? "'-" : text);
