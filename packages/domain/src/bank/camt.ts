/**
 * Bank statements and notices as ISO 20022 has them: camt.053 (a day or more with balances), camt.052 (within the day) and
 * camt.054 (single bookings), versions 02 to 08 and later. What differs between the versions is where a name, an amount of a
 * detail and the status stand; both places are looked at, so that no version has to be named
 * (iso20022.org, message definitions "Bank-to-Customer Cash Management"; SIX "Implementation Guidelines camt").
 */
import { parseBillDate } from '../carrier-bills/bill-cells.ts';
import { add, money, type Money, parseMoney, zero } from '../money/money.ts';
import {
  type BankBalance,
  type BankDraft,
  type BankFault,
  type BankReading,
  entryKey,
  realReference,
  splitEntryKey,
  withKeys,
} from './bank-line.ts';

type Node = Readonly<Record<string, unknown>>;

const nodeOf = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const many = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : value === undefined || value === '' ? [] : [value];

/** The first element at the end of these names. */
function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = nodeOf(many(found)[0])[name];
  return many(found)[0];
}

const MOST_TEXT = 500;
const MOST_NUMBER = 100;
const textOf = (value: unknown): string => {
  const found = many(value)[0];
  const text = typeof found === 'string' ? found : nodeOf(found)['#text'];
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT) : '';
};
const textAt = (value: unknown, ...names: readonly string[]): string => textOf(at(value, ...names));
const firstOf = (...texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';

const dayAt = (value: unknown, ...names: readonly string[]): string | null => {
  const found = firstOf(textAt(value, ...names, 'Dt'), textAt(value, ...names, 'DtTm')).slice(0, 10);
  return (/^\d{4}-\d{2}-\d{2}$/.test(found) && parseBillDate(found, 'ymd')) || null;
};

/** An amount with the sign of its side; undefined where it is none. */
function amountAt(value: unknown, side: string, ...names: readonly string[]): Money | undefined {
  const found = at(value, ...names);
  const named = nodeOf(found)['@Ccy'];
  const currency = typeof named === 'string' ? named.toUpperCase() : '';
  const text = textOf(found);
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  const amount = parseMoney(text, currency);
  return amount && side === 'DBIT' ? money(amount.minor === 0 ? 0 : -amount.minor, currency) : amount;
}

const STATEMENTS: readonly (readonly [message: string, statement: NonNullable<BankReading['message']>])[] = [
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
];

/** Version 02 has the name beside the address; from 03 on it may stand a level deeper. */
const nameAt = (parties: unknown, who: string): string =>
  firstOf(textAt(parties, who, 'Nm'), textAt(parties, who, 'Pty', 'Nm'));
const accountOf = (account: unknown): string =>
  firstOf(textAt(account, 'Id', 'IBAN'), textAt(account, 'Id', 'Othr', 'Id'), textAt(account, 'Id', 'PrtryAcct', 'Id'));

interface Details {
  readonly name: string;
  readonly account: string;
  readonly text: string;
  readonly reference: string;
  readonly bankRef: string;
  readonly amount: Money | undefined;
}

const NO_DETAILS: Details = { name: '', account: '', text: '', reference: '', bankRef: '', amount: undefined };

function detailsOf(details: unknown, entrySide: string): Details {
  const side = firstOf(textAt(details, 'CdtDbtInd'), entrySide);
  const parties = at(details, 'RltdPties');
  const [who, ultimate] = side === 'DBIT' ? (['Cdtr', 'UltmtCdtr'] as const) : (['Dbtr', 'UltmtDbtr'] as const);
  const info = at(details, 'RmtInf');
  const structured = many(nodeOf(info)['Strd']);
  const texts = [
    ...many(nodeOf(info)['Ustrd']).map(textOf),
    ...structured.flatMap((each) => [
      ...many(nodeOf(each)['RfrdDocInf']).map((doc) => textAt(doc, 'Nb')),
      ...many(nodeOf(each)['AddtlRmtInf']).map(textOf),
    ]),
    textAt(details, 'AddtlTxInf'),
  ];
  const reference = structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')).filter((text) => text !== '');
  return {
    name: firstOf(nameAt(parties, who), nameAt(parties, ultimate)),
    account: accountOf(at(parties, `${who}Acct`)),
    text: [...new Set(texts.filter((text) => text !== ''))].join(' ').slice(0, MOST_TEXT),
    reference: firstOf(reference.join(' '), realReference(textAt(details, 'Refs', 'EndToEndId'))).slice(0, MOST_TEXT),
    bankRef: realReference(textAt(details, 'Refs', 'AcctSvcrRef')),
    amount:
      amountAt(details, side, 'Amt') ??
      amountAt(details, side, 'AmtDtls', 'TxAmt', 'Amt') ??
      amountAt(details, side, 'AmtDtls', 'InstdAmt', 'Amt'),
  };
}

/** Bookings of several payments are their parts, where these have amounts of their own that come to the whole. */
function partsOf(
  whole: Money,
  details: readonly Details[],
): readonly (Details & { readonly amount: Money })[] | undefined {
  const parts = details.flatMap((each) =>
    each.amount?.currency === whole.currency ? [{ ...each, amount: each.amount }] : [],
  );
  if (parts.length < 2 || parts.length < details.length || parts.some(({ amount }) => amount.minor === 0))
    return undefined;
  const total = parts.reduce((all, { amount }) => add(all, amount), zero(whole.currency));
  return total.minor === whole.minor ? parts : undefined;
}

type Entry = { readonly drafts: readonly BankDraft[] } | { readonly fault: string } | 'pending';

function entryOf(entry: unknown, row: number): Entry {
  const status = firstOf(textAt(entry, 'Sts', 'Cd'), textAt(entry, 'Sts', 'Prtry'), textAt(entry, 'Sts'));
  if (status !== '' && status !== 'BOOK') return 'pending';
  const side = textAt(entry, 'CdtDbtInd');
  const whole = amountAt(entry, side, 'Amt');
  if (!whole || (side !== 'CRDT' && side !== 'DBIT'))
    return { fault: `The amount "${textAt(entry, 'Amt').slice(0, 40)}" of entry ${row} cannot be read.` };
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (bookedOn === null) return { fault: `Entry ${row} has no day.` };
  if (whole.minor === 0) return { drafts: [] };
  const details = many(nodeOf(entry)['NtryDtls'])
    .flatMap((each) => many(nodeOf(each)['TxDtls']))
    .map((each) => detailsOf(each, side));
  const bankRef = realReference(textAt(entry, 'AcctSvcrRef'));
  const extra = textAt(entry, 'AddtlNtryInf');
  const common = { row, bookedOn, valueOn: dayAt(entry, 'ValDt') };
  const parts = partsOf(whole, details);
  if (parts)
    return {
      drafts: parts.map((part) => ({
        ...common,
        ...part,
        text: firstOf(part.text, extra),
        bankRef: firstOf(part.bankRef, bankRef),
        partOf:
          entryKey(bankRef, bookedOn, whole.minor) ||
          splitEntryKey(
            parts.map(({ name, text, reference }) => `${name}${text}${reference}`),
            bookedOn,
            whole.minor,
          ),
      })),
    };
  const [first = NO_DETAILS] = details;
  const joined = (of: (each: Details) => string): string =>
    [...new Set(details.map(of).filter((text) => text !== ''))].join(' ').slice(0, MOST_TEXT);
  return {
    drafts: [
      {
        ...common,
        amount: whole,
        name: joined(({ name }) => name),
        account: first.account,
        text: firstOf(
          joined(({ text }) => text),
          extra,
        ),
        reference: joined(({ reference }) => reference),
        bankRef: firstOf(bankRef, first.bankRef),
        partOf: '',
      },
    ],
  };
}

/** The first of this kind in the currency of the account. */
function balanceOf(statement: unknown, code: string, currency: string): BankBalance | undefined {
  for (const each of many(nodeOf(statement)['Bal'])) {
    if (textAt(each, 'Tp', 'CdOrPrtry', 'Cd') !== code) continue;
    const amount = amountAt(each, textAt(each, 'CdtDbtInd'), 'Amt');
    const day = dayAt(each, 'Dt');
    if (amount?.currency === currency && day !== null) return { minor: amount.minor, day };
  }
  return undefined;
}

const DAY_MS = 86_400_000;
/** OPBD is the balance before its day; PRCD that with which an earlier day closed. */
function openingOf(statement: unknown, currency: string): BankBalance | undefined {
  const closed = balanceOf(statement, 'PRCD', currency);
  return (
    balanceOf(statement, 'OPBD', currency) ??
    (closed && { ...closed, day: new Date(Date.parse(closed.day) + DAY_MS).toISOString().slice(0, 10) })
  );
}

/**
 * Statements of a document, one for each account and span.
 * @param tree of an XML parser: attributes `@name`, text beside them `#text`, without prefixes
 * @returns undefined when it is not one of these messages
 */
export function readCamt(tree: Node): readonly BankReading[] | undefined {
  const document = nodeOf(Object.values(tree)[0]);
  const message = STATEMENTS.find(([name]) => name in document);
  if (!message) return undefined;
  const counted = new Map<string, Map<string, number>>();
  const ids = new Set<string>();
  return many(nodeOf(document[message[0]])[message[1]]).map((statement): BankReading => {
    const entries = many(nodeOf(statement)['Ntry']).map((entry, index) => entryOf(entry, index + 1));
    const drafts = entries.flatMap((entry) => (entry !== 'pending' && 'drafts' in entry ? entry.drafts : []));
    const faults = entries.flatMap((entry, index): BankFault[] =>
      entry !== 'pending' && 'fault' in entry ? [{ row: index + 1, message: entry.fault }] : [],
    );
    const account = accountOf(at(statement, 'Acct')).replace(/\s/g, '');
    // Twins are counted through a message. What repeats another repeats its lines: a report of the same day, a statement sent again.
    const pages = firstOf(textAt(statement, 'StmtPgntn', 'PgNb'), textAt(statement, 'NtfctnPgntn', 'PgNb'));
    const id = [account, textAt(statement, 'Id'), textAt(statement, 'ElctrncSeqNb'), pages].join(' ');
    const seen =
      message[1] === 'Rpt' || ids.has(id)
        ? new Map<string, number>()
        : (counted.get(account) ?? new Map<string, number>());
    ids.add(id);
    const number = [textAt(statement, 'Id'), textAt(statement, 'ElctrncSeqNb'), pages].join(' ').trim();
    const notice = message[1] === 'Ntfctn' ? number.slice(0, MOST_NUMBER) : '';
    counted.set(account, seen);
    const currency = firstOf(
      textAt(statement, 'Acct', 'Ccy').toUpperCase(),
      drafts[0]?.amount.currency ?? '',
      ...many(nodeOf(statement)['Bal']).map((each) => amountAt(each, '', 'Amt')?.currency ?? ''),
    );
    return {
      account,
      currency,
      opening: openingOf(statement, currency),
      closing: balanceOf(statement, 'CLBD', currency),
      message: message[1],
      lines: withKeys(
        drafts.map((draft) => ({ ...draft, notice })),
        seen,
      ),
      faults,
      pending: entries.filter((entry) => entry === 'pending').length,
    };
  });
}
