/** Invoices and statements as files, written while their lines are read. */
import type { StatementLineDto } from '@scanship/contracts/money/statements';
import {
  type PrintedStatement,
  type PrintedLine,
  sectionWord,
  statementPdf,
} from '@scanship/documents/paperwork/statement-pdf';
import { streamWorkbook } from '@scanship/documents/tables/table-stream';
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { exponentOf, type Money, money } from '@scanship/domain/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { DownloadAnswer, FileAnswer } from '../../platform/http/handler.ts';
import { translate } from '../../platform/language/translate.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { documentBranding } from '../documents/index.ts';
import type { Company } from './seller.ts';
import { readSettings } from './settings.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type PaperLine = StatementLineDto;

/** A page of lines as the calls answer it; called until `next` is null. */
export type ReadPage = (
  after: string | null,
) => Promise<{ readonly lines: readonly StatementLineDto[]; readonly next: string | null }>;

/** All lines, a page at a time. */
async function* allLines(read: ReadPage, signal: AbortSignal): AsyncGenerator<StatementLineDto> {
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    const page = await read(after);
    yield* page.lines;
    after = page.next;
  } while (after !== null);
}

export interface Paper {
  readonly seller: Company;
  readonly buyer: Company;
  readonly buyerName: string;
  readonly number: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly issuedDay: string;
  readonly dueDay: string | null;
  readonly totals: {
    readonly opening: Money;
    readonly charges: Money;
    readonly settled: Money;
    readonly closing: Money;
    readonly groups: PrintedStatement['groups'];
    readonly taxes: readonly { readonly label: string; readonly ratePpm: number | null; readonly amount: Money }[];
  };
}

export interface PaperDeps {
  readonly db: Database;
  readonly renderer: TypstRenderer;
}

const AUTHORITIES: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  'GST-HST': { en: 'GST/HST', fr: 'TPS/TVH' },
  QST: { en: 'QST', fr: 'TVQ' },
  'PST-BC': { en: 'PST (BC)', fr: 'TVP (C.-B.)' },
  'PST-SK': { en: 'PST (SK)', fr: 'TVP (Sask.)' },
  'PST-MB': { en: 'RST (MB)', fr: 'TVD (Man.)' },
};

const modelOf = async ({ db }: PaperDeps, paper: Paper): Promise<PrintedStatement> => {
  const { seller, buyer, totals } = paper;
  const language = buyer.language;
  const branding = await documentBranding(db, { tenantId: seller.id, realmId: seller.realmId });
  const { settings, registrations } = await db.tenant(
    { tenantId: seller.id },
    async (tx) => ({
      settings: await readSettings(tx, seller.id),
      registrations: await tx
        .selectFrom('tax_registrations')
        .select(['authority', 'number'])
        .where('tenant_id', '=', seller.id)
        .orderBy('authority')
        .execute(),
    }),
    { readOnly: true },
  );
  return {
    language,
    paper: 'letter',
    branding: branding.issuerName === 'ScanShip' ? { ...branding, issuerName: seller.name } : branding,
    number: paper.number,
    seller: [settings.legalName || seller.name, ...settings.address.split('\n').filter((text) => text.trim() !== '')],
    registrations: registrations.map(
      ({ authority, number }) => `${AUTHORITIES[authority]?.[language] ?? authority} ${number}`,
    ),
    buyer: [paper.buyerName],
    fromDay: paper.fromDay,
    toDay: paper.toDay,
    issuedDay: paper.issuedDay,
    dueDay: paper.dueDay,
    currency: totals.closing.currency,
    ...totals,
    taxes: totals.taxes.map((tax) => ({ ...tax, label: inWordsOf(language, tax.label) })),
    note: settings.paymentNote,
  };
};

/** A label of a tax or a price line as the buyer of the paper reads it. */
const inWordsOf = (language: 'en' | 'fr', label: string): string =>
  language === 'fr' ? translate('fr-CA', label) : label;

const toPrinted = (line: StatementLineDto, timeZone: string): PrintedLine => ({
  day: dayIn(new Date(line.at), timeZone),
  section: line.section,
  what: line.note ?? [line.carrier, line.service].filter((text) => text).join(', '),
  about: [line.trackingNumbers.join(', '), line.orderNumbers.join(', '), line.reference]
    .filter((text) => text)
    .join(' · '),
  tax: money(line.tax.minor, line.tax.currency),
  amount: money(line.amount.minor, line.amount.currency),
});

const HEADERS = {
  en: [
    'Date',
    'Kind',
    'Order',
    'Tracking',
    'Carrier',
    'Service',
    'Reference',
    'Note',
    'Price lines',
    'Before tax',
    'Tax',
    'Amount',
    'Currency',
  ],
  fr: [
    'Date',
    'Genre',
    'Commande',
    'Suivi',
    'Transporteur',
    'Service',
    'Référence',
    'Note',
    'Détail du prix',
    'Avant taxes',
    'Taxes',
    'Montant',
    'Devise',
  ],
} as const;
const WIDTHS = [12, 18, 16, 24, 20, 24, 20, 30, 44, 12, 12, 12, 9];

const columnsOf = (language: 'en' | 'fr', currency: string): TableColumn[] => {
  const digits = exponentOf(currency);
  const format = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
  return HEADERS[language].map((header, index) => ({
    header,
    width: WIDTHS[index],
    ...(index >= 9 && index <= 11 ? { format } : {}),
  }));
};

/** A number a spreadsheet adds up; exact, since it has as many decimals as the currency. */
const cell = (amount: { readonly minor: number; readonly currency: string }): number =>
  amount.minor / 10 ** exponentOf(amount.currency);

async function* rowsOf(
  lines: AsyncIterable<StatementLineDto>,
  language: 'en' | 'fr',
  timeZone: string,
): AsyncGenerator<readonly TableValue[]> {
  for await (const line of lines)
    yield [
      dayIn(new Date(line.at), timeZone),
      sectionWord(line.section, language),
      line.orderNumbers.join(', '),
      line.trackingNumbers.join(', '),
      line.carrier,
      line.service,
      line.reference,
      line.note,
      line.lines
        .map(
          (each) => `${inWordsOf(language, each.label)} ${cell(each.amount).toFixed(exponentOf(each.amount.currency))}`,
        )
        .join('; '),
      cell({ minor: line.amount.minor - line.tax.minor, currency: line.amount.currency }),
      cell(line.tax),
      cell(line.amount),
      line.amount.currency,
    ];
}

const nameOf = ({ number, fromDay, toDay }: Paper): string => number || `statement-${fromDay}-${toDay}`;

/** The workbook of an invoice or statement, a row a line. */
export function paperWorkbook(paper: Paper, read: ReadPage, signal: AbortSignal): DownloadAnswer {
  const { buyer, seller } = paper;
  return {
    kind: 'download',
    chunks: streamWorkbook(
      paper.number || `${paper.fromDay} ${paper.toDay}`,
      columnsOf(buyer.language, paper.totals.closing.currency),
      rowsOf(allLines(read, signal), buyer.language, seller.timeZone),
    ),
    contentType: XLSX,
    fileName: `${nameOf(paper)}.xlsx`,
  };
}

/** The PDF of an invoice or statement, as settings and branding stand now. */
export async function paperFile(
  deps: PaperDeps,
  paper: Paper,
  read: ReadPage,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const printed = (async function* () {
    for await (const line of allLines(read, signal)) yield toPrinted(line, paper.seller.timeZone);
  })();
  return pdfAnswer(paper, await statementPdf(await modelOf(deps, paper), printed, deps.renderer));
}

export const pdfAnswer = (paper: Paper, bytes: Uint8Array): FileAnswer => ({
  kind: 'file',
  bytes,
  contentType: 'application/pdf',
  fileName: `${nameOf(paper)}.pdf`,
});
