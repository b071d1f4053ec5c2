/** What the threads that read files do with bank statements. */
import type { BankLine, BankReading } from '@scanship/domain/bank/bank-line';
import {
  bankDateOrders,
  bankHeaders,
  type BankMapping,
  bankSample,
  type BankTable,
  fitsDates,
  readBankTable,
  suggestBankMapping,
} from '@scanship/domain/bank/bank-table';
import type { DateOrder } from '@scanship/domain/carrier-bills/bill-cells';
import { ok } from '@scanship/domain/values/result';
import { packList, type PackedList } from '../../platform/file-reading/packed-list.ts';
import { sampleOf } from '../../platform/file-reading/sample.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { headerRowKey } from '../../platform/table-cells/headers.ts';
import { MOST_LINES, openBankFile } from './open-bank-file.ts';

const LISTED_FAULTS = 100;
const LINES_PER_PIECE = 500;

export interface BankInput {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Of the account. */
  readonly currency: string;
  /** The last day that a bank can have booked on. */
  readonly latest: string;
}

/** Columns of a table, as a person says what they are. */
export interface OpenedBankTable {
  readonly headers: readonly string[];
  readonly headerKey: string;
  readonly sample: readonly (readonly string[])[];
  readonly suggestion: BankMapping;
  /** Days may be read in several orders, and nothing tells in which. */
  readonly askDates: boolean;
}

/** What of a statement is not its lines. */
export type BankHead = Omit<BankReading, 'lines' | 'faults'>;

/** The days of the table are not written as the mapping says; nothing of it is read by halves. */
export interface OtherDates {
  /** In which they all can be read. */
  readonly orders: readonly DateOrder[];
}

export interface ReadDocument {
  /** What kind of file it is: those of one kind write a line alike. */
  readonly source: string;
  /** By day. */
  readonly lines: PackedList<BankLine>;
}

export interface ReadBank {
  readonly heads: readonly BankHead[];
  /** Of each file in it (a ZIP holds several): they overlap as files do that are uploaded one after the other. */
  readonly documents: readonly ReadDocument[];
  /** Of them all. */
  readonly count: number;
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly currencies: readonly string[];
  readonly faults: BankReading['faults'];
  readonly faultCount: number;
}

const keyOf = (table: BankTable, headless: boolean): string =>
  headerRowKey(headless ? [`headless-${bankHeaders(table).length}`] : bankHeaders(table));

function opened(table: BankTable, currency: string): OpenedBankTable {
  const suggestion = suggestBankMapping(table, currency);
  return {
    headers: bankHeaders(table),
    headerKey: keyOf(table, suggestion.headless),
    sample: sampleOf(bankSample(table)),
    suggestion,
    askDates: bankDateOrders(suggestion, table).length > 1,
  };
}

/** The table's columns, or null for statements that say themselves what is what. Problems: `file_unreadable`. */
export async function openBank({
  bytes,
  fileName,
  currency,
}: Omit<BankInput, 'latest'>): Promise<Outcome<OpenedBankTable | null>> {
  const file = await openBankFile(bytes, fileName);
  if (!file.ok) return file;
  return ok(file.value.kind === 'table' ? opened(file.value.table, currency) : null);
}

/** No bank books ahead: such a day is a mistake in the file, or in how its dates are read. */
function withoutFuture(reading: BankReading, latest: string): BankReading {
  const ahead = reading.lines.filter(({ bookedOn }) => bookedOn > latest);
  if (ahead.length === 0) return reading;
  return {
    ...reading,
    lines: reading.lines.filter(({ bookedOn }) => bookedOn <= latest),
    faults: [
      ...reading.faults,
      ...ahead.map(({ row, bookedOn }) => ({ row, message: `${bookedOn} lies in the future.` })),
    ],
  };
}

const byDay = (lines: readonly BankLine[]): readonly BankLine[] =>
  lines.toSorted((a, b) => (a.bookedOn === b.bookedOn ? 0 : a.bookedOn < b.bookedOn ? -1 : 1));

/** Every line. Problems: `file_unreadable`. */
export async function readBank(
  input: BankInput & { readonly mapping?: BankMapping | undefined },
): Promise<Outcome<ReadBank | OtherDates>> {
  const { bytes, fileName, currency, mapping, latest } = input;
  const file = await openBankFile(bytes, fileName);
  if (!file.ok) return file;
  const table = file.value.kind === 'table' ? file.value.table : undefined;
  if (table && !mapping)
    return problem('file_unreadable', { message: `Say first what the columns of "${fileName}" are.` });
  if (table && mapping && !fitsDates(mapping, table)) {
    const orders = bankDateOrders(mapping, table);
    return orders.length > 0
      ? ok({ orders })
      : problem('file_unreadable', {
          message: `The dates of "${fileName}" are written in several orders, so nothing of it was kept.`,
          advice: 'Download it again at the bank, with all dates written alike.',
        });
  }
  const told =
    table && mapping
      ? [readBankTable(mapping, table, currency)]
      : file.value.kind === 'statements'
        ? file.value.documents
        : [];
  const documents = told.map((list) => list.map((each) => withoutFuture(each, latest)));
  const readings = documents.flat();
  const faults = readings.flatMap((each) => each.faults);
  const lines = readings.flatMap((each) => each.lines);
  if (lines.length > MOST_LINES)
    return problem('file_too_large', {
      message: `"${fileName}" has ${lines.length} lines; at most ${MOST_LINES} can be read at once.`,
      advice: 'Download shorter spans at the bank and upload them one after the other.',
    });
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  return ok({
    heads: readings.map(({ lines: _lines, faults: _faults, ...head }) => head),
    documents: documents.map((each) => ({
      source: table ? `table:${keyOf(table, mapping?.headless ?? false)}` : `camt:${each[0]?.message ?? 'Stmt'}`,
      lines: packList(byDay(each.flatMap((reading) => reading.lines)), LINES_PER_PIECE),
    })),
    count: lines.length,
    fromDay: days[0] ?? null,
    toDay: days.at(-1) ?? null,
    currencies: [
      ...new Set([...lines.map(({ amount }) => amount.currency), ...readings.map((each) => each.currency)]),
    ].filter((each) => each !== ''),
    faults: faults.slice(0, LISTED_FAULTS),
    faultCount: faults.length,
  });
}
