/**
 * What a line of a bank statement may be: payments that were entered already, statements that are paid by it, a payout of the card
 * provider. Nothing is decided here. A proposal is `sure` when it could hardly be anything else; also then a person confirms it.
 */
import { fold } from '../orders/order-search.ts';

/** A statement (invoice) of the last months, paid or not. */
export interface OwedInvoice {
  readonly number: string;
  readonly buyerId: string;
  readonly openMinor: number;
  readonly currency: string;
}

/** A payment by transfer, cheque or cash that stands in the books and has no line yet; of a refund the amount is negative. */
export interface EnteredMoney {
  readonly kind: 'payment' | 'refund';
  readonly id: string;
  readonly buyerId: string;
  readonly minor: number;
  readonly currency: string;
  readonly day: string;
  readonly reference: string;
}

export interface PayoutMoney {
  readonly id: string;
  /** What arrives; negative: what is taken from the bank. */
  readonly minor: number;
  readonly currency: string;
  readonly day: string;
  /** Made with test keys: no bank ever has it. */
  readonly test: boolean;
}

export interface KnownBuyer {
  readonly id: string;
  readonly name: string;
}

/** Whose payment a line was, as somebody confirmed it before. */
export interface KnownPayer {
  readonly party: string;
  readonly account: string;
  readonly buyerId: string;
}

export interface MatchFacts {
  readonly invoices: readonly OwedInvoice[];
  readonly entered: readonly EnteredMoney[];
  readonly payouts: readonly PayoutMoney[];
  readonly buyers: readonly KnownBuyer[];
  readonly payers: readonly KnownPayer[];
}

export interface MatchLine {
  readonly day: string;
  readonly minor: number;
  readonly currency: string;
  readonly name: string;
  readonly account: string;
  readonly text: string;
  readonly reference: string;
}

export type MatchPart =
  | { readonly kind: 'payment' | 'refund' | 'payout'; readonly id: string; readonly minor: number }
  /** A payment to be entered. */
  | { readonly kind: 'new'; readonly buyerId: string; readonly minor: number };

export const MATCH_REASONS = ['entered', 'payout', 'number', 'name-and-amount', 'name', 'amount'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export interface Proposal {
  readonly parts: readonly MatchPart[];
  readonly why: MatchReason;
  /** Statements it would pay, by number. */
  readonly numbers: readonly string[];
  /** Beside what is open of them. */
  readonly fits: 'exact' | 'less' | 'more';
  readonly sure: boolean;
}

const DAY_MS = 86_400_000;
const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS;

/** How far the day somebody entered may be from the bank's. */
const ENTERED_DAYS = 10;
const PAYOUT_DAYS = 5;

const LEGAL_FORMS = new Set(
  'inc incorporated ltd limited ltee limitee llc llp lp corp corporation co company cie enr senc gmbh ag sa sarl kg ug bv plc the le la les'.split(
    ' ',
  ),
);
const namesOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
/** Words that tell one company from another; a name of legal forms only keeps them. */
const tellingWords = (name: string): readonly string[] => {
  const all = namesOf(name);
  const telling = all.filter((word) => !LEGAL_FORMS.has(word));
  return telling.length > 0 ? telling : all;
};

/** Banks cut names; the last word may be its beginning only, where it has four letters and more. */
function isNamed(words: readonly string[], said: ReadonlySet<string>): boolean {
  if (words.length === 0 || words.join('').length < 3) return false;
  return words.every(
    (word, index) =>
      said.has(word) ||
      (index > 0 &&
        index === words.length - 1 &&
        word.length > 4 &&
        [...said].some((each) => each.length >= 4 && word.startsWith(each))),
  );
}

/** Letters and digits of a text, for a first look. */
const squeeze = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]+/g, '');

/** Shorter numbers are found in everything. */
const LEAST_NUMBER = 5;

/** Whether a text names a statement by its number, however it is broken up; not a longer number that begins or ends with it. */
export function namesNumber(text: string, squeezed: string, number: string): boolean {
  const wanted = squeeze(number);
  if (wanted.length < LEAST_NUMBER || !/\d{3}/.test(wanted) || !squeezed.includes(wanted)) return false;
  const pattern = [...wanted].join('[^A-Z0-9]{0,2}');
  return new RegExp(`(?:^|[^A-Z0-9]|RF\\d\\d)${/^\d/.test(wanted) ? '0*' : ''}${pattern}(?![0-9])`).test(
    text.toUpperCase(),
  );
}

/** Statements whose sum is the amount, oldest first; looked for among so many that it is always quick. */
const MOST_SUMMED = 14;
export function sumOf(invoices: readonly OwedInvoice[], minor: number): readonly OwedInvoice[] | undefined {
  const open = invoices.filter(({ openMinor }) => openMinor > 0 && openMinor <= minor).slice(0, MOST_SUMMED);
  const find = (from: number, left: number): readonly OwedInvoice[] | undefined => {
    if (left === 0) return [];
    for (let index = from; index < open.length; index += 1) {
      const each = open[index];
      if (!each || each.openMinor > left) continue;
      const rest = find(index + 1, left - each.openMinor);
      if (rest) return [each, ...rest];
    }
    return undefined;
  };
  const found = find(0, minor);
  return found && found.length > 0 ? found : undefined;
}

const totalOf = (invoices: readonly OwedInvoice[]): number =>
  invoices.reduce((all, { openMinor }) => all + openMinor, 0);
const fitOf = (minor: number, open: number): Proposal['fits'] =>
  minor === open ? 'exact' : minor < open ? 'less' : 'more';

interface Look {
  readonly line: MatchLine;
  readonly said: ReadonlySet<string>;
  readonly isNamed: (buyerId: string) => boolean;
}

/** Payments and refunds that somebody entered, alone or several of one day that come to the amount. */
function entered(facts: MatchFacts, { line, isNamed: named }: Look, numbered: readonly string[]): readonly Proposal[] {
  const near = facts.entered.filter(
    (each) =>
      each.currency === line.currency &&
      Math.sign(each.minor) === Math.sign(line.minor) &&
      daysBetween(each.day, line.day) <= ENTERED_DAYS,
  );
  const text = `${line.name} ${line.text} ${line.reference}`;
  const squeezed = squeeze(text);
  const alone = near.filter(({ minor }) => minor === line.minor);
  const told = (each: EnteredMoney): boolean =>
    named(each.buyerId) || numbered.includes(each.buyerId) || namesNumber(text, squeezed, each.reference);
  const proposal = (list: readonly EnteredMoney[], sure: boolean): Proposal => ({
    parts: list.map(({ kind, id, minor }) => ({ kind, id, minor })),
    why: 'entered',
    numbers: [],
    fits: 'exact',
    sure,
  });
  const best = alone.filter(told);
  if (best.length > 0) return best.map((each) => proposal([each], best.length === 1));
  if (alone.length > 0) return alone.slice(0, 3).map((each) => proposal([each], false));
  const byDay = new Map<string, EnteredMoney[]>();
  for (const each of near) byDay.set(each.day, [...(byDay.get(each.day) ?? []), each]);
  return [...byDay.values()]
    .filter((list) => list.length > 1 && list.reduce((all, { minor }) => all + minor, 0) === line.minor)
    .slice(0, 2)
    .map((list) => proposal(list, false));
}

function payouts(facts: MatchFacts, { line, said }: Look): readonly Proposal[] {
  const fits = facts.payouts.filter(
    ({ currency, minor, day }) =>
      currency === line.currency && minor === line.minor && daysBetween(day, line.day) <= PAYOUT_DAYS,
  );
  const [only] = fits;
  const sure = fits.length === 1 && only?.test === false && said.has('stripe');
  return fits.slice(0, 3).map(({ id, minor }) => ({
    parts: [{ kind: 'payout', id, minor }],
    why: 'payout',
    numbers: [],
    fits: 'exact',
    sure,
  }));
}

/** By the numbers in the text: what one or several buyers owe of them. */
function byNumber(facts: MatchFacts, { line, isNamed: named }: Look): Proposal | undefined {
  const text = `${line.text} ${line.reference} ${line.name}`;
  const squeezed = squeeze(text);
  const found = facts.invoices.filter(
    ({ number, currency }) => currency === line.currency && namesNumber(text, squeezed, number),
  );
  const buyers = [...new Set(found.map(({ buyerId }) => buyerId))];
  const [buyerId] = buyers;
  if (buyerId === undefined) return undefined;
  const numbers = found.map(({ number }) => number);
  const open = totalOf(found);
  if (buyers.length > 1) {
    // Somebody pays for several: only where each amount is known.
    if (open !== line.minor || found.some(({ openMinor }) => openMinor <= 0)) return undefined;
    const parts = buyers.map((each) => ({
      kind: 'new' as const,
      buyerId: each,
      minor: totalOf(found.filter((invoice) => invoice.buyerId === each)),
    }));
    return { parts, why: 'number', numbers, fits: 'exact', sure: true };
  }
  const fits = fitOf(line.minor, open);
  // A part with the right number and name is that customer's money, whatever it was meant to be.
  const sure = fits === 'exact' || (fits === 'less' && named(buyerId));
  return { parts: [{ kind: 'new', buyerId, minor: line.minor }], why: 'number', numbers, fits, sure };
}

/** By who paid: with an amount that is owed, or without. */
function byName(facts: MatchFacts, { line, isNamed: named }: Look): readonly Proposal[] {
  const buyers = facts.buyers.filter(({ id }) => named(id));
  return buyers.slice(0, 3).map(({ id }) => {
    const own = facts.invoices.filter(({ buyerId, currency }) => buyerId === id && currency === line.currency);
    const paid = sumOf(own, line.minor);
    const parts = [{ kind: 'new' as const, buyerId: id, minor: line.minor }];
    if (paid)
      return {
        parts,
        why: 'name-and-amount',
        numbers: paid.map(({ number }) => number),
        fits: 'exact',
        sure: buyers.length === 1,
      };
    return { parts, why: 'name', numbers: [], fits: fitOf(line.minor, totalOf(own)), sure: false };
  });
}

/** By an amount that one statement alone has open. */
function byAmount(facts: MatchFacts, { line }: Look): readonly Proposal[] {
  const found = facts.invoices.filter(
    ({ openMinor, currency }) => openMinor === line.minor && currency === line.currency,
  );
  return found.length > 3
    ? []
    : found.map(({ buyerId, number }) => ({
        parts: [{ kind: 'new', buyerId, minor: line.minor }],
        why: 'amount',
        numbers: [number],
        fits: 'exact',
        sure: false,
      }));
}

/** What is worked out once for many lines. */
export function createProposer(facts: MatchFacts): (line: MatchLine) => readonly Proposal[] {
  const words = new Map(facts.buyers.map(({ id, name }) => [id, tellingWords(name)] as const));
  const byAccount = new Map<string, string[]>();
  const byParty = new Map<string, string[]>();
  const note = (map: Map<string, string[]>, key: string, buyerId: string): void => {
    if (key !== '') map.set(key, [...(map.get(key) ?? []), buyerId]);
  };
  for (const { account, party, buyerId } of facts.payers) {
    note(byAccount, account, buyerId);
    note(byParty, namesOf(party).join(' '), buyerId);
  }
  return (line) => {
    const said = new Set(namesOf(`${line.name} ${line.text}`));
    const party = namesOf(line.name).join(' ');
    const payers = new Set([...(byAccount.get(line.account) ?? []), ...(byParty.get(party) ?? [])]);
    const known = new Map<string, boolean>();
    const look: Look = {
      line,
      said,
      isNamed(buyerId) {
        const looked = known.get(buyerId);
        if (looked !== undefined) return looked;
        const found = payers.has(buyerId) || isNamed(words.get(buyerId) ?? [], said);
        known.set(buyerId, found);
        return found;
      },
    };
    const number = line.minor > 0 ? byNumber(facts, look) : undefined;
    // What stands in the books already comes before anything that would be entered.
    const here = [...entered(facts, look, buyersOf(number)), ...payouts(facts, look)];
    if (line.minor < 0 || here.some(({ sure }) => sure)) return sureFirst(here);
    const names = number ? [number] : byName(facts, look);
    const fresh = names.length > 0 ? names : byAmount(facts, look);
    const taken = new Set(here.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'new' ? [] : [part.id]))));
    const waiting = new Set(
      facts.entered.filter(({ id, minor }) => taken.has(id) && minor === line.minor).map(({ buyerId }) => buyerId),
    );
    return sureFirst([...here, ...fresh.filter((each) => !buyersOf(each).some((buyerId) => waiting.has(buyerId)))]);
  };
}

const buyersOf = (proposal: Proposal | undefined): readonly string[] =>
  (proposal?.parts ?? []).flatMap((part) => (part.kind === 'new' ? [part.buyerId] : []));

/** Two that are both sure are none. */
const sureFirst = (proposals: readonly Proposal[]): readonly Proposal[] =>
  proposals.filter(({ sure }) => sure).length > 1
    ? proposals.map((each) => ({ ...each, sure: false }))
    : proposals.toSorted((a, b) => Number(b.sure) - Number(a.sure));
