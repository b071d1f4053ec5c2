/**
 * Orders out of the rows of a file: pure, and the same for the preview and for the real thing. Rows of one order number
 * are the lines of one order; nothing is guessed silently, and every problem names its row and column.
 */
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  type RowProblem,
} from '@scanship/contracts/orders/order-import';
import type { Address } from '@scanship/domain/addresses/address';
import { checkAddress } from '@scanship/domain/addresses/address-check';
import { fold, orderNumberKey } from '@scanship/domain/orders/order-search';
import { cellText, isRounded, readCurrency } from '../../../platform/table-cells/cells.ts';
import { findCountry } from '../../../platform/table-cells/countries-by-name.ts';
import { readDate } from '../../../platform/table-cells/dates.ts';
import { type FileRow, problemAt, read, type Report } from './file-row.ts';
import { parseLine, type ParsedLine } from './parse-line.ts';

export interface ImportTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Row of each data row as a spreadsheet counts. */
  readonly rowNumbers: readonly number[];
}

export interface ParseSettings {
  readonly mapping: ImportMapping;
  readonly timeZone: string;
  /** For orders without a date, and to notice dates in the future. */
  readonly now: Date;
}

export interface ParsedOrder {
  readonly number: string;
  readonly key: string;
  /** Spreadsheet rows it came from. */
  readonly rows: readonly number[];
  readonly placedAt: Date;
  readonly currency: string;
  readonly requestedService: string | null;
  readonly customerNote: string | null;
  readonly tags: readonly string[];
  readonly shipTo: Address;
  readonly lines: readonly ParsedLine[];
  readonly problems: readonly RowProblem[];
  /** It has no error and can be created. */
  readonly ready: boolean;
}

export interface RowGroup {
  readonly key: string;
  readonly rows: readonly FileRow[];
}

export interface Grouped {
  readonly groups: readonly RowGroup[];
  /** Rows that belong to no order. */
  readonly problems: readonly RowProblem[];
}

/** Longest texts that an order holds; contracts/common.ts has the same for the address. */
const MAX_LENGTH: Readonly<Partial<Record<ImportField, number>>> = {
  orderNumber: 60,
  requestedService: 100,
  customerNote: 5_000,
  name: 100,
  companyName: 100,
  address1: 200,
  address2: 200,
  city: 100,
  provinceCode: 60,
  zipcode: 20,
  phone: 40,
  email: 254,
};
const MAX_LINES = 500;
const MAX_TAGS = 20;
const MAX_TAG = 60;

/** Rows by order number, in the order in which the numbers first appear. Works in time linear in the rows. */
export function groupRows(table: ImportTable, mapping: ImportMapping): Grouped {
  const fields = IMPORT_FIELDS.flatMap((field) => {
    const index = mapping.columns[field];
    return index === undefined ? [] : [{ field, index }];
  });
  const groups = new Map<string, FileRow[]>();
  const problems: RowProblem[] = [];
  const readAs = replacer(mapping);
  table.rows.forEach((raw, at) => {
    const cells: Partial<Record<ImportField, string>> = {};
    const number = table.rowNumbers[at] ?? at + 2;
    for (const { field, index } of fields) cells[field] = readAs(field, cellOf(field, raw[index]), number);
    const row = { number, cells };
    const key = orderNumberKey(cells.orderNumber ?? '');
    if (key === '') {
      const message = cells.orderNumber
        ? `"${cells.orderNumber}" is not an order number.`
        : 'The order number is missing.';
      problems.push(problemAt(row, 'orderNumber', 'error', message, table.headers, mapping));
      return;
    }
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  });
  return { groups: [...groups].map(([key, rows]) => ({ key, rows })), problems };
}

/** What a person said a cell means; of its row alone before everywhere. */
function replacer({ readAs = [] }: ImportMapping): (field: ImportField, text: string, row: number) => string {
  if (readAs.length === 0) return (_field, text) => text;
  const rows = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const { field, from, to, row } of readAs) {
    if (row === undefined) texts.set(`${field} ${from}`, to);
    else rows.set(`${field} ${row}`, to);
  }
  return (field, text, row) => rows.get(`${field} ${row}`) ?? texts.get(`${field} ${text}`) ?? text;
}

/** Exports put an apostrophe before what a spreadsheet would take for a number. */
const cellOf = (field: ImportField, raw: string | undefined): string =>
  field === 'zipcode' || field === 'phone' ? cellText(raw).replace(/^'/, '') : cellText(raw);

/** Reads one order. Errors block it, warnings are for the person to look at. */
export function parseOrder(group: RowGroup, headers: readonly string[], settings: ParseSettings): ParsedOrder {
  const { mapping } = settings;
  const problems: RowProblem[] = [];
  const report: Report = (row, field, severity, message) =>
    problems.push(problemAt(row, field, severity, message, headers, mapping));
  const [first] = group.rows;
  if (!first) throw new Error('A group has at least one row.');
  for (const row of group.rows) checkLengths(row, report);
  const number = (first.cells.orderNumber ?? '').replace(/^[#\s]+/, '');
  if (isRounded(number))
    report(
      first,
      'orderNumber',
      'error',
      `The spreadsheet wrote the order number as ${number}; its digits are lost. Format the column as text.`,
    );

  const common = commonValues(group.rows, report);
  const currency =
    read(readCurrency(common.currency.text, mapping.defaults.currency), common.currency.row, 'currency', report) ??
    mapping.defaults.currency;
  const shipTo = readShipTo(common, mapping, report, first);
  const lines = group.rows.flatMap((row) => parseLine(row, { currency, number, mapping, report }));
  if (lines.length === 0 && !problems.some((each) => each.severity === 'error'))
    report(first, 'quantity', 'error', 'No line of this order has a quantity.');
  if (lines.length > MAX_LINES)
    report(first, null, 'error', `This order has ${lines.length} lines; ${MAX_LINES} is the most.`);
  const total = lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.unitMinor), 0n);
  if (total > BigInt(Number.MAX_SAFE_INTEGER))
    report(first, 'unitPrice', 'error', 'The value of this order is too large.');

  const placed = common.placedAt;
  const placedAt =
    placed.text === ''
      ? settings.now
      : (read(
          readDate(placed.text, mapping.defaults.dateOrder, settings.timeZone, settings.now),
          placed.row,
          'placedAt',
          report,
        ) ?? settings.now);
  problems.sort((a, b) => a.row - b.row);
  return {
    number,
    key: group.key,
    rows: group.rows.map((row) => row.number),
    placedAt,
    currency,
    requestedService: common.requestedService.text || null,
    customerNote: common.customerNote.text || null,
    tags: readTags(common.tags, report),
    shipTo,
    lines,
    problems,
    ready: !problems.some((each) => each.severity === 'error'),
  };
}

function checkLengths(row: FileRow, report: Report): void {
  for (const [field, max] of Object.entries(MAX_LENGTH) as [ImportField, number][]) {
    const length = row.cells[field]?.length ?? 0;
    if (length > max) report(row, field, 'error', `This has ${length} characters; ${max} is the most.`);
  }
}

/** Fields that belong to the order, not to a line. A difference in a strict one means two orders under one number. */
const COMMON = {
  placedAt: 'first',
  requestedService: 'first',
  customerNote: 'first',
  tags: 'first',
  currency: 'strict',
  name: 'strict',
  lastName: 'strict',
  companyName: 'first',
  address1: 'strict',
  address2: 'strict',
  city: 'strict',
  provinceCode: 'strict',
  zipcode: 'strict',
  countryCode: 'strict',
  phone: 'first',
  email: 'first',
} as const satisfies Partial<Record<ImportField, 'strict' | 'first'>>;
type CommonField = keyof typeof COMMON;
type Common = Readonly<Record<CommonField, { readonly text: string; readonly row: FileRow }>>;

/** The first value of each field that is not blank; later rows may repeat it or leave it blank. */
function commonValues(rows: readonly FileRow[], report: Report): Common {
  const entries = Object.entries(COMMON).map(([name, rule]) => {
    const field = name as CommonField;
    const [start] = rows;
    if (!start) throw new Error('A group has at least one row.');
    const row = rows.find((each) => (each.cells[field] ?? '') !== '') ?? start;
    const text = row.cells[field] ?? '';
    const other = rows.find((each) => {
      const cell = each.cells[field] ?? '';
      return cell !== '' && fold(cell) !== fold(text);
    });
    if (other)
      report(
        other,
        field,
        rule === 'strict' ? 'error' : 'warning',
        rule === 'strict'
          ? `Row ${row.number} gives "${text}" for the same order, this row "${other.cells[field]}". One order has one address and currency.`
          : `Row ${row.number} gives "${text}" for the same order; that is used.`,
      );
    return [field, { text, row }] as const;
  });
  return Object.fromEntries(entries) as Common;
}

function readTags(cell: { readonly text: string; readonly row: FileRow }, report: Report): string[] {
  const tags = [
    ...new Set(
      cell.text
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ];
  if (tags.length > MAX_TAGS)
    report(cell.row, 'tags', 'error', `An order can have ${MAX_TAGS} tags, not ${tags.length}.`);
  const long = tags.find((tag) => tag.length > MAX_TAG);
  if (long !== undefined)
    report(cell.row, 'tags', 'error', `The tag "${long.slice(0, 30)}…" has more than ${MAX_TAG} characters.`);
  return tags;
}

/** Problems of an address that stop an import: without these there is no address to correct later. */
const NEEDED = ['name', 'address1', 'city', 'countryCode'] as const;
const LATER = 'The order is created and no label can be bought until this is corrected.';

function readShipTo(common: Common, mapping: ImportMapping, report: Report, first: FileRow): Address {
  const countryText = common.countryCode.text;
  const found = countryText === '' ? (mapping.defaults.countryCode ?? '') : findCountry(countryText);
  if (countryText !== '' && found === undefined)
    report(
      common.countryCode.row,
      'countryCode',
      'error',
      `"${countryText}" is not a country; use its name or a code such as CA or US.`,
    );
  const countryCode = found ?? '';
  const phone = common.phone.text;
  if (isRounded(phone))
    report(
      common.phone.row,
      'phone',
      'warning',
      `The spreadsheet wrote the phone number as ${phone}; its digits are lost, so it is left out.`,
    );
  const given: Address = {
    name: [common.name.text, common.lastName.text].filter((part) => part !== '').join(' '),
    companyName: common.companyName.text || undefined,
    address1: common.address1.text,
    address2: common.address2.text || undefined,
    city: common.city.text,
    provinceCode: common.provinceCode.text,
    zipcode: completedZip(countryCode, common.zipcode, report),
    countryCode,
    phone: isRounded(phone) ? undefined : phone || undefined,
    email: common.email.text || undefined,
  };
  for (const problem of checkAddress(given).problems) {
    const field = problem.field;
    if (field === 'countryCode' && countryText !== '' && found === undefined) continue;
    const row = field in common ? common[field].row : first;
    const needed = problem.severity === 'error' && NEEDED.some((each) => each === field);
    const message = problem.severity === 'error' && !needed ? `${problem.message} ${LATER}` : problem.message;
    report(row, field, needed ? 'error' : 'warning', message);
  }
  return given;
}

/** Spreadsheets drop the zeros in front of a ZIP code. */
function completedZip(
  countryCode: string,
  cell: { readonly text: string; readonly row: FileRow },
  report: Report,
): string {
  const lost = /^(\d{3,4})(-\d{4})?$/.exec(cell.text);
  if (countryCode !== 'US' || !lost) return cell.text;
  const whole = `${(lost[1] ?? '').padStart(5, '0')}${lost[2] ?? ''}`;
  report(cell.row, 'zipcode', 'warning', `The ZIP code ${cell.text} was completed to ${whole}.`);
  return whole;
}
