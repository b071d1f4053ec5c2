/**
 * Bank statements as tables. No two banks write the same columns, so a person says once for an account and a layout which column
 * is what; the guess below fills that in for the banks met so far (RBC, TD, BMO, Scotiabank, CIBC, Desjardins, National Bank, Wise, savings
 * banks in Germany, PostFinance and UBS in Switzerland).
 */
import { billText, type DateOrder, parseBillAmount, parseBillDate } from '../carrier-bills/bill-cells.ts';
import { headerKey } from '../carrier-bills/header-row.ts';
import { type Money, money, negate } from '../money/money.ts';
import {
  type BankBalance,
  type BankDraft,
  type BankFault,
  type BankReading,
  realReference,
  withKeys,
} from './bank-line.ts';

export const BANK_FIELDS = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'name',
  'text',
  'moreText',
  'reference',
  'account',
  'bankRef',
  'balance',
  'currency',
  'status',
  'ownAccount',
] as const;
export type BankField = (typeof BANK_FIELDS)[number];

export interface BankMapping {
  /** Index of the column from 0. */
  readonly columns: Readonly<Partial<Record<BankField, number>>>;
  readonly dates: DateOrder;
  /** The first row is a line already: the file names no columns (TD, CIBC, Desjardins). */
  readonly headless: boolean;
}

export interface BankTable {
  readonly rows: readonly (readonly string[])[];
  /** Row in the file as a spreadsheet counts. */
  readonly rowNumbers: readonly number[];
}

/** What columns are called in English, French and German; matched against names without case, accents and marks. */
const GUESSES: Readonly<Record<BankField, RegExp>> = {
  bookedOn:
    /^(date|day|jour|(transaction|booking|posting|posted|post|completed|operation|effective) date|date (posted|de transaction|d operation|de l operation|operation|comptable|de comptabilisation)|buchungstag|buchungsdatum|abschlussdatum|datum)$/,
  valueOn: /^(value date|valuta|valutadatum|wertstellung|date (de )?valeur)$/,
  amount:
    /^((transaction|net )?amount|(amount )?(cad|usd|eur|chf)|montant( de l operation)?|betrag|umsatz|credit debit amount|transaction amount)$/,
  credit:
    /^(credits?|credit amount|deposits?|deposit amount|money in|paid in|depots?|gutschrift.*|haben|eingang|credit( in)? (cad|usd|chf|eur))$/,
  debit:
    /^(debits?|debit amount|withdrawals?|withdrawal amount|money out|paid out|retraits?|lastschrift in .*|belastung.*|soll|ausgang|debit( in)? (cad|usd|chf|eur))$/,
  direction: /^(direction|transaction type|type of transaction|credit debit|debit credit|cr dr|dr cr|soll haben|s h)$/,
  name: /^(name|payer name|payer|payee|counterparty( name)?|customer|nom( du tiers)?|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|auftraggeber|zahlungspflichtiger|description 2)$/,
  text: /^(description( 1)?|details?|transaction details|libelle|verwendungszweck|avisierungstext|buchungstext|beschreibung1?|memo|narrative|transaction)$/,
  moreText:
    /^(verwendungszweck|memo|payment reference|sub description|message|communication|buchungstext|zusatzliche informationen|beschreibung2|note)$/,
  reference:
    /^((customer |end to end )?reference( number)?|numero de reference|kundenreferenz.*|referenz|cheque number|check number|no de cheque)$/,
  account: /^(kontonummer iban|payer account( number)?|counterparty account|iban gegenpartei)$/,
  bankRef: /^(transferwise id|transaction id|id|transaktions nr|bank reference|fit ?id|reference bancaire)$/,
  balance: /^((running |account |closing )?balance|solde|saldo.*|balance( in)? (cad|usd|chf|eur))$/,
  status: /^(status|state|statut|etat|info|zustand)$/,
  currency: /^(currency|devise|wahrung|waehrung|transaction currency)$/,
  ownAccount:
    /^(account (number|no)|own account|(iban )?auftragskonto|first bank card|card number|numero de compte|no de compte|compte|konto)$/,
};

/** Without its currency sign: RBC calls its amounts "CAD$". */
const nameOf = (header: string): string => headerKey(header.replace(/\$/g, '')).replace(/#/g, '').trim();

/** @param currency of the account: a file may have a column for each */
function guess(names: readonly string[], currency: string): Partial<Record<BankField, number>> {
  const taken = new Set<number>();
  const columns: Partial<Record<BankField, number>> = {};
  const own = currency.toLowerCase();
  for (const field of BANK_FIELDS) {
    const fits = names.flatMap((name, column) => (!taken.has(column) && GUESSES[field].test(name) ? [column] : []));
    const index = fits.find((column) => names[column]?.split(' ').includes(own)) ?? fits[0];
    if (index === undefined) continue;
    columns[field] = index;
    taken.add(index);
  }
  if (columns.amount !== undefined) {
    // "Credit" and "Debit" beside an amount are something else: a type, or an amount in another currency.
    if ((columns.credit === undefined) !== (columns.debit === undefined)) {
      delete columns.credit;
      delete columns.debit;
    } else if (columns.credit !== undefined) delete columns.amount;
  }
  return columns;
}

const SIDE = /(CR|DR)\.?$/i;

/** "1,234.50 CR" came in, "1,234.50 DR" went out: of a bank's statement, other than of a carrier's bill. */
function bankAmount(
  cell: string,
  currency: string,
): { readonly amount: Money; readonly side?: 'in' | 'out' } | undefined {
  const text = cell.trim();
  const side = SIDE.exec(text);
  const amount = parseBillAmount(side ? text.slice(0, side.index) : text, currency);
  if (!amount || !side) return amount && { amount };
  // "-5.00 CR" says two things.
  if (amount.minor < 0) return undefined;
  return side[1]?.toUpperCase() === 'CR' ? { amount, side: 'in' } : { amount: negate(amount), side: 'out' };
}

const ORDERS: readonly DateOrder[] = ['ymd', 'mdy', 'dmy'];
const isAmount = (text: string): boolean => /\d/.test(text) && bankAmount(text, 'CAD') !== undefined;
const hasCents = (text: string): boolean => /[.,]\d{2}( ?(CR|DR))?$/i.test(text.trim());
/** As dates are written, not as account numbers are. */
const isDay = (text: string): boolean =>
  /^\s*(\d{8}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})/.test(text) &&
  ORDERS.some((order) => parseBillDate(text, order) !== undefined);
const isLine = (row: readonly string[]): boolean =>
  row.some(isDay) && row.some((cell) => !isDay(cell) && hasCents(cell) && isAmount(cell));

/** Titles and spans stand above the header row of many files. */
const ROWS_WITH_TITLES = 15;

/** Index of the row that names the columns; -1 where the first rows are lines already. */
export function bankHeaderRow(rows: readonly (readonly string[])[]): number {
  // A line may have words that are names of columns too: a line has a day.
  const known = rows
    .slice(0, ROWS_WITH_TITLES)
    .map((row) => (row.some(isDay) ? 0 : Object.keys(guess(row.map(nameOf), '')).length));
  const most = Math.max(0, ...known);
  if (most >= 2) return known.indexOf(most);
  return rows.slice(0, ROWS_WITH_TITLES).some(isLine) ? -1 : 0;
}

/** Rows below the header, those of a second block that names its columns again left out. */
function dataRows(
  table: BankTable,
  headless = false,
): readonly { readonly cells: readonly string[]; readonly row: number }[] {
  const header = headless ? -1 : bankHeaderRow(table.rows);
  const title = header < 0 ? '' : JSON.stringify(table.rows[header]);
  return table.rows.flatMap((cells, index) =>
    index <= header || JSON.stringify(cells) === title ? [] : [{ cells, row: table.rowNumbers[index] ?? index + 1 }],
  );
}

const lineRows = (table: BankTable) =>
  dataRows(table)
    .filter(({ cells }) => isLine(cells))
    .slice(0, 200);

/** In which order days are written: the one all of them can be read in; where several can, as the bank's country has it. */
function orderOf(days: readonly string[], names: readonly string[]): DateOrder {
  const right = ordersOf(days);
  return isDayFirst(days, names) && right.includes('dmy') ? 'dmy' : (right[0] ?? 'ymd');
}
const ordersOf = (days: readonly string[]): readonly DateOrder[] =>
  ORDERS.filter((order) => days.every((day) => parseBillDate(day, order) !== undefined));
/** Dots stand between days, months and years; Wise has the day first. */
const isDayFirst = (days: readonly string[], names: readonly string[]): boolean =>
  days.some((day) => day.includes('.')) || names.includes('transferwise id');

const daysOf = (rows: readonly { readonly cells: readonly string[] }[], column: number | undefined): string[] =>
  column === undefined ? [] : rows.map(({ cells }) => billText(cells[column])).filter(isDay);

/**
 * Orders in which every day of the table can be read, one of those that read them alike; none where days are written in several.
 * More than one: a person has to say.
 */
export function bankDateOrders({ columns, headless }: BankMapping, table: BankTable): readonly DateOrder[] {
  const rows = dataRows(table, headless);
  const days = [...new Set([...daysOf(rows, columns.bookedOn), ...daysOf(rows, columns.valueOn)])];
  const header = headless ? -1 : bankHeaderRow(table.rows);
  const right = ordersOf(days);
  if (isDayFirst(days, (table.rows[header] ?? []).map(nameOf)) && right.includes('dmy')) return ['dmy'];
  return right.filter(
    (order, index) =>
      !right
        .slice(0, index)
        .some((other) => days.every((day) => parseBillDate(day, order) === parseBillDate(day, other))),
  );
}

/** Whether every day of the table can be read so. */
export const fitsDates = ({ columns, dates, headless }: BankMapping, table: BankTable): boolean => {
  const rows = dataRows(table, headless);
  return [...daysOf(rows, columns.bookedOn), ...daysOf(rows, columns.valueOn)].every(
    (day) => parseBillDate(day, dates) !== undefined,
  );
};

/** Columns of a file that names none, told by what they hold. */
function guessByCells(rows: readonly (readonly string[])[]): Partial<Record<BankField, number>> {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => rows.map((row) => (row[index] ?? '').trim()));
  const filled = (cells: readonly string[]): readonly string[] => cells.filter((cell) => cell !== '');
  const days = columns.findIndex((cells) => filled(cells).length === cells.length && cells.every(isDay));
  const amounts = columns.flatMap((cells, index) =>
    filled(cells).length > 0 && filled(cells).every((cell) => isAmount(cell) && hasCents(cell)) ? [index] : [],
  );
  const letters = (cells: readonly string[]): number => cells.join('').replace(/[^\p{L}]/gu, '').length;
  const text = columns
    .map((cells, index) => ({ index, letters: new Set(cells).size > 1 || rows.length === 1 ? letters(cells) : 0 }))
    .toSorted((a, b) => b.letters - a.letters)[0];
  const always = (index: number): boolean => filled(columns[index] ?? []).length === rows.length;
  const [first, second, third] = amounts;
  const found: Partial<Record<BankField, number>> = {
    ...(days < 0 ? {} : { bookedOn: days }),
    ...(text && text.letters > 0 ? { text: text.index } : {}),
  };
  if (first === undefined) return found;
  if (second === undefined) return { ...found, amount: first };
  if (always(first)) return { ...found, amount: first, ...(always(second) ? { balance: second } : {}) };
  return { ...found, debit: first, credit: second, ...(third === undefined ? {} : { balance: third }) };
}

/** What the names of the columns suggest, or what they hold. */
export function suggestBankMapping(table: BankTable, currency: string): BankMapping {
  const header = bankHeaderRow(table.rows);
  const lines = lineRows(table).map(({ cells }) => cells);
  const names = header < 0 ? [] : (table.rows[header] ?? []).map(nameOf);
  const columns = header < 0 ? guessByCells(lines) : guess(names, currency);
  const days = lines.map((cells) => billText(cells[columns.bookedOn ?? -1])).filter((day) => day !== '');
  return { columns, dates: orderOf(days, names), headless: header < 0 };
}

/** Names of the columns as a person chooses among them: numbered where the file has none. */
export function bankHeaders(table: BankTable): readonly string[] {
  const header = bankHeaderRow(table.rows);
  const width = Math.max(0, ...table.rows.slice(0, 50).map((row) => row.length));
  return Array.from({ length: width }, (_, index) => (header < 0 ? '' : billText(table.rows[header]?.[index])));
}

/** Rows behind the header, to show what a column holds. */
export const bankSample = (table: BankTable): readonly (readonly string[])[] =>
  dataRows(table).map(({ cells }) => cells);

/** Whether a mapping says enough to read with. */
export const isWholeMapping = ({ columns }: BankMapping): boolean =>
  columns.bookedOn !== undefined && (columns.amount !== undefined || columns.credit !== undefined);

/** Noted and not booked: it comes again when it is, often with another day and text. Or it never was. Whole values, not words in a note. */
const NOT_BOOKED =
  /^((umsatz|transaction|payment|operation|paiement) )?(pending|(is )?not (yet )?posted|authori[sz]ed|cancell?ed|declined|denied|reverted|rejected|failed|en attente|non comptabilisee?s?|autorisee?s?|annulee?s?|refusee?s?|rejetee?s?|echouee?s?|vorgemerkt( und nicht gebucht)?|storniert|abgelehnt|fehlgeschlagen|zuruckgewiesen)$/;

const OUT = /^(d|dr|db|dbit|debit|debits|s|soll|out|withdrawal|retrait|lastschrift|belastung|-)\b/;
const IN = /^(c|cr|crdt|credit|credits|h|haben|in|deposit|depot|gutschrift|\+)\b/;

const absolute = (amount: Money): Money => (amount.minor < 0 ? negate(amount) : amount);

/** The amount of a row with its sign: one column, two, or one beside a word; undefined where it is none. */
function amountOf(cell: (field: BankField) => string, { columns }: BankMapping, currency: string): Money | undefined {
  if (columns.amount === undefined) {
    const [credit, debit] = [cell('credit'), cell('debit')];
    // Banks that fill both write 0.00 in the other.
    const [cameIn, wentOut] = [bankAmount(credit, currency), bankAmount(debit, currency)];
    if ((credit !== '' && !cameIn) || (debit !== '' && !wentOut) || wentOut?.side === 'in') return undefined;
    const [came, went] = [cameIn?.amount, wentOut?.amount];
    if (came && came.minor !== 0 && (went?.minor ?? 0) === 0) return came;
    if (went && (came?.minor ?? 0) === 0) return went.minor === 0 ? went : negate(absolute(went));
    return came?.minor === 0 ? came : undefined;
  }
  const found = bankAmount(cell('amount'), currency);
  const side = headerKey(cell('direction'));
  if (!found || found.side !== undefined || found.amount.minor <= 0) return found?.amount;
  const { amount } = found;
  return OUT.test(side) && !IN.test(side) ? negate(amount) : amount;
}

/**
 * Balances before and after, where the file has one at each line and they lead from line to line. The last day may not be over, so
 * the balance after is that of the day before it.
 */
function balancesOf(
  found: Account['balances'],
): { readonly opening: BankBalance; readonly closing: BankBalance | undefined } | undefined {
  const lead = (rows: typeof found): boolean =>
    rows.every(
      ({ balance, minor }, index) =>
        balance !== undefined && (index === 0 || balance - minor === rows[index - 1]?.balance),
    );
  const rows = [found, found.toReversed()].find(lead);
  const [first, last] = [rows?.[0], rows?.at(-1)];
  if (first?.balance === undefined || !last) return undefined;
  const whole = rows?.findLast(({ day }) => day < last.day);
  return {
    opening: { day: first.day, minor: first.balance - first.minor },
    closing: whole?.balance === undefined ? undefined : { day: whole.day, minor: whole.balance },
  };
}

interface Account {
  readonly drafts: BankDraft[];
  readonly balances: { readonly day: string; readonly minor: number; readonly balance: number | undefined }[];
}

/**
 * A reading for each account that lines are of, and one where there is none.
 * @param currency of the account; rows of another are left out, since Wise and RBC write several into one file
 */
export function readBankTable(mapping: BankMapping, table: BankTable, currency: string): readonly BankReading[] {
  const accounts = new Map<string, Account>();
  const faults: BankFault[] = [];
  let pending = 0;
  for (const { cells, row } of dataRows(table, mapping.headless)) {
    const cell = (field: BankField): string => {
      const column = mapping.columns[field];
      return column === undefined ? '' : billText(cells[column]).replace(/\s+/g, ' ');
    };
    const asked = cell('bookedOn');
    const sums = [cell('amount'), cell('credit'), cell('debit')];
    // Titles, sums and disclaimers around the table.
    if (asked === '' && sums.every((each) => each === '')) continue;
    if (sums.every((each) => each === '')) {
      if (!isDay(asked)) continue;
      pending += 1;
      continue;
    }
    const own = cell('currency').toUpperCase();
    if ((/^[A-Z]{3}$/.test(own) && own !== currency) || NOT_BOOKED.test(headerKey(cell('status')))) {
      pending += 1;
      continue;
    }
    const bookedOn = parseBillDate(asked, mapping.dates);
    if (bookedOn === undefined) {
      faults.push({ row, message: asked === '' ? 'The day is missing.' : `"${asked.slice(0, 60)}" is not a date.` });
      continue;
    }
    const amount = amountOf(cell, mapping, currency);
    if (!amount) {
      faults.push({
        row,
        message: `"${sums.find((each) => each !== '')?.slice(0, 60) ?? ''}" is not an amount in ${currency}.`,
      });
      continue;
    }
    const balance =
      mapping.columns.balance === undefined ? undefined : bankAmount(cell('balance'), currency)?.amount.minor;
    const number = cell('ownAccount').slice(0, 60);
    const account: Account = accounts.get(number) ?? { drafts: [], balances: [] };
    accounts.set(number, account);
    account.balances.push({ day: bookedOn, minor: amount.minor, balance });
    if (amount.minor === 0) continue;
    account.drafts.push({
      row,
      bookedOn,
      valueOn: parseBillDate(cell('valueOn'), mapping.dates) ?? null,
      amount: money(amount.minor, currency),
      name: cell('name').slice(0, 200),
      account: cell('account').slice(0, 60),
      text: [...new Set([cell('text'), cell('moreText')].filter((each) => each !== ''))].join(' ').slice(0, 500),
      reference: realReference(cell('reference')).slice(0, 200),
      bankRef: realReference(cell('bankRef')).slice(0, 100),
      partOf: '',
    });
  }
  const found: readonly (readonly [string, Account])[] =
    accounts.size > 0 ? [...accounts] : [['', { drafts: [], balances: [] }]];
  return found.map(([number, { drafts, balances }], index): BankReading => {
    const span = balancesOf(balances);
    return {
      account: number,
      currency,
      opening: span?.opening,
      closing: span?.closing,
      lines: withKeys(drafts),
      // What could not be read is of none of them.
      faults: index === 0 ? faults : [],
      pending: index === 0 ? pending : 0,
    };
  });
}
