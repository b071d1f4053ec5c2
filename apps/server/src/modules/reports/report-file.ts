/** A table of a report as a spreadsheet or CSV, in English and French: one line a row, each figure beside that of the other days. */
import { REPORT_COLUMNS, type Report, type ReportColumn, type ReportTableId } from '@scanship/contracts/money/reports';
import { streamCsv, streamWorkbook } from '@scanship/documents/tables/table-stream';
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { Span } from './report-days.ts';

type Language = 'en' | 'fr';
type Words = Readonly<Record<Language, string>>;

const TABLES: Readonly<
  Record<ReportTableId, { readonly title: Words; readonly first: Words; readonly nameless: Words }>
> = {
  total: {
    title: { en: 'Total', fr: 'Total' },
    first: { en: 'What', fr: 'Quoi' },
    nameless: { en: 'All', fr: 'Tout' },
  },
  new: customers({ en: 'New customers', fr: 'Nouveaux clients' }),
  falling: customers({ en: 'Customers that ship less', fr: 'Clients qui expédient moins' }),
  lost: customers({ en: 'Customers that stopped', fr: 'Clients qui ont cessé' }),
  carriers: carriers({ en: 'Carriers', fr: 'Transporteurs' }),
  services: services({ en: 'Services', fr: 'Services' }),
  lanes: {
    title: { en: 'Lanes', fr: 'Trajets' },
    first: { en: 'From → to', fr: 'De → à' },
    nameless: { en: 'Unknown', fr: 'Inconnu' },
  },
  zones: {
    title: { en: 'Zones', fr: 'Zones' },
    first: { en: 'Carrier and zone', fr: 'Transporteur et zone' },
    nameless: { en: 'No zone told', fr: 'Aucune zone indiquée' },
  },
  customers: customers({ en: 'Customers', fr: 'Clients' }),
  agents: {
    title: { en: 'Sales agents', fr: 'Représentants' },
    first: { en: 'Sales agent', fr: 'Représentant' },
    nameless: { en: 'Without a sales agent', fr: 'Sans représentant' },
  },
  unpaid: customers({ en: 'Unpaid', fr: 'Impayés' }),
  adjustments: {
    title: { en: 'Adjustments', fr: 'Rajustements' },
    first: { en: 'What', fr: 'Quoi' },
    nameless: { en: 'Adjustments', fr: 'Rajustements' },
  },
  late: carriers({ en: 'Late', fr: 'Retards' }),
  'below-cost': {
    title: { en: 'Below cost', fr: 'Sous le coût' },
    first: { en: 'Customer and service', fr: 'Client et service' },
    nameless: { en: '', fr: '' },
  },
  stores: {
    title: { en: 'Stores', fr: 'Magasins' },
    first: { en: 'Store', fr: 'Magasin' },
    nameless: { en: 'Without a store', fr: 'Sans magasin' },
  },
  returns: products({ en: 'Returns', fr: 'Retours' }, { en: 'Product', fr: 'Produit' }),
  'return-reasons': products(
    { en: 'Reasons for returns', fr: 'Motifs de retour' },
    { en: 'Product and reason', fr: 'Produit et motif' },
  ),
  savings: services({ en: 'Cheapest offers', fr: 'Offres les moins chères' }),
};

function customers(title: Words) {
  return { title, first: { en: 'Customer', fr: 'Client' }, nameless: { en: 'Without a customer', fr: 'Sans client' } };
}
function carriers(title: Words) {
  return { title, first: { en: 'Carrier', fr: 'Transporteur' }, nameless: { en: '', fr: '' } };
}
function products(title: Words, first: Words) {
  return { title, first, nameless: { en: '', fr: '' } };
}
function services(title: Words) {
  return { title, first: { en: 'Service', fr: 'Service' }, nameless: { en: '', fr: '' } };
}

const COLUMNS: Readonly<Record<ReportColumn, Words>> = {
  labels: { en: 'Labels', fr: 'Étiquettes' },
  sold: { en: 'Labels sold', fr: 'Étiquettes vendues' },
  orders: { en: 'Orders', fr: 'Commandes' },
  voided: { en: 'Voided', fr: 'Annulées' },
  revenue: { en: 'Revenue', fr: 'Revenus' },
  cost: { en: 'Cost', fr: 'Coût' },
  margin: { en: 'Margin', fr: 'Marge' },
  spend: { en: 'Spend', fr: 'Dépenses' },
  perOrder: { en: 'Per order', fr: 'Par commande' },
  compared: { en: 'Spend where offers are known', fr: 'Dépenses dont les offres sont connues' },
  cheapest: { en: 'Cheapest offers', fr: 'Offres les moins chères' },
  saving: { en: 'Could have been saved', fr: 'Aurait pu être économisé' },
  owed: { en: 'Owed', fr: 'Dû' },
  overdue: { en: 'Overdue', fr: 'En souffrance' },
  adjustments: { en: 'Adjustments', fr: 'Rajustements' },
  below: { en: 'Labels below cost', fr: 'Étiquettes sous le coût' },
  loss: { en: 'Loss', fr: 'Perte' },
  delivered: { en: 'Delivered', fr: 'Livrés' },
  promised: { en: 'With a promised day', fr: 'Avec un jour promis' },
  late: { en: 'Late', fr: 'En retard' },
  returned: { en: 'Units returned', fr: 'Unités retournées' },
  received: { en: 'Arrived', fr: 'Reçues' },
  faulty: { en: 'Damaged or not what was sent', fr: 'Endommagées ou erronées' },
};

/** What a table is called, the head of its names, and its row that has none. */
export const tableWords = (id: ReportTableId, language: Language) => {
  const { title, first, nameless } = TABLES[id];
  return { title: title[language], first: first[language], nameless: nameless[language] };
};

export const wordOf = (column: ReportColumn, language: Language): string => COLUMNS[column][language];

const days = ({ from, to }: Span, language: Language): string => `${from} ${language === 'fr' ? 'au' : 'to'} ${to}`;

export interface ReportFile {
  readonly contentType: string;
  readonly fileName: string;
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** The table must be one of the report's. */
export function reportFile(report: Report, id: ReportTableId, locale: string, asCsv: boolean): ReportFile | undefined {
  const table = report.tables.find((each) => each.id === id);
  if (!table) return undefined;
  const language: Language = locale.startsWith('fr') ? 'fr' : 'en';
  const words = tableWords(id, language);
  const spans = table.rows.some(({ before }) => before === null) ? (['now'] as const) : (['now', 'before'] as const);
  const headers: TableColumn[] = [
    { header: words.first, width: 34 },
    ...table.columns.flatMap((column) =>
      spans.map((span) => ({
        header:
          spans.length === 1
            ? wordOf(column, language)
            : `${wordOf(column, language)} ${days(span === 'now' ? report.range : report.before, language)}`,
        width: 18,
      })),
    ),
    { header: language === 'fr' ? 'Devise' : 'Currency', width: 9 },
  ];
  const cell = (column: ReportColumn, value: number | null | undefined): TableValue => {
    if (value === null || value === undefined) return null;
    return REPORT_COLUMNS[column] === 'money' ? Number(toDecimal(money(value, report.currency))) : value;
  };
  const rows = table.rows.map((row) => [
    row.name ?? words.nameless,
    ...table.columns.flatMap((column, at) => spans.map((span) => cell(column, row[span]?.[at]))),
    report.currency,
  ]);
  const fileName = `${words.title} ${report.range.from} ${report.range.to}`;
  return asCsv
    ? {
        contentType: 'text/csv; charset=utf-8',
        fileName: `${fileName}.csv`,
        chunks: streamCsv(
          headers.map(({ header }) => header),
          rows,
        ),
      }
    : {
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: `${fileName}.xlsx`,
        chunks: streamWorkbook(words.title, headers, rows),
      };
}
