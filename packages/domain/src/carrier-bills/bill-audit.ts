/**
 * What a carrier billed for one shipment against what was bought: every difference with its kind, the lines that make it
 * and a sentence. Pure; amounts are minor units of one currency, positive where the carrier asks for more.
 */
import { allocate, money } from '../money/money.ts';
import type { PriceLine } from '../shipping/shipment.ts';
import type { Dimensions } from '../values/measure.ts';
import type { AuditInput, AuditLine, Difference } from './bill-audit-facts.ts';
import type { DifferenceKind } from './bill-kinds.ts';
import type { ChargeKind } from './bill-line.ts';
import { creditOfLines, type Draft, proven, scaled } from './proven.ts';

export type { AuditInput, AuditLine, Difference, SettledDifference } from './bill-audit-facts.ts';

type Bucket = 'base' | 'fuel' | 'residential' | 'address' | 'size' | 'extra' | 'tax';

const BUCKET_OF_CHARGE: Readonly<Record<ChargeKind, Bucket>> = {
  freight: 'base',
  weight_correction: 'base',
  discount: 'base',
  fuel: 'fuel',
  residential: 'residential',
  address_correction: 'address',
  dimension_correction: 'size',
  surcharge: 'extra',
  late_fee: 'extra',
  duty: 'extra',
  other: 'extra',
  void_credit: 'base',
  service_credit: 'base',
  tax: 'tax',
};

function bucketOfExpected(line: PriceLine): Bucket {
  if (line.kind === 'tax') return 'tax';
  if (line.kind === 'fuel') return 'fuel';
  const text = `${line.code} ${line.label}`.toLowerCase();
  if (line.kind === 'base' || line.kind === 'discount' || line.kind === 'adjustment') return 'base';
  if (/resid/.test(text)) return 'residential';
  if (/oversize|girth|overweight|additional.?handling|large.?package/.test(text)) return 'size';
  return 'extra';
}

const total = (lines: readonly { readonly minor: number }[]): number =>
  lines.reduce((sum, line) => sum + line.minor, 0);

const volume = (size: Dimensions): number => size.lengthMm * size.widthMm * size.heightMm;

/** Grams a carrier may round up without having weighed anything else: half a kilogram, or a pound. */
const ROUNDING_GRAMS = 500;

/** Weight, size, or neither: what the carrier's own figures say about a higher freight charge. */
function causeOfFreight(input: AuditInput, lines: readonly AuditLine[]): 'weight' | 'dimensions' | undefined {
  const weighed = lines.filter((line) => line.billedGrams !== undefined);
  const byParcel = new Map<string, number>();
  for (const line of weighed)
    byParcel.set(line.trackingKey, Math.max(byParcel.get(line.trackingKey) ?? 0, line.billedGrams ?? 0));
  const billed = [...byParcel.values()].reduce((sum, grams) => sum + grams, 0);
  const heavier = billed > input.declaredGrams + ROUNDING_GRAMS * Math.max(1, byParcel.size);
  if (!heavier) return undefined;
  const larger = lines.some(
    (line) => line.measured && (!input.declared || volume(line.measured) > volume(input.declared) * 1.05),
  );
  const heaviest = weighed.toSorted((a, b) => (b.billedGrams ?? 0) - (a.billedGrams ?? 0))[0];
  if (heaviest?.weightBasis === 'dimensional') return 'dimensions';
  return larger && heaviest?.weightBasis === undefined ? 'dimensions' : 'weight';
}

/**
 * Charges that came twice: the same charge of the same parcel with the same amount, as far as what was billed for its
 * kind exceeds what was expected. A charge that is rightly there twice (two signatures) is within what was expected.
 */
function takeDuplicates(input: AuditInput, lines: AuditLine[], over: (bucket: Bucket) => number): AuditLine[] {
  const groups = new Map<string, AuditLine[]>();
  for (const line of lines) {
    if (line.minor <= 0 || line.kind === 'late_fee') continue;
    const key = [line.trackingKey, line.code, line.label, line.minor].join('|');
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const taken: AuditLine[] = [];
  const excess = new Map<Bucket, number>();
  for (const group of groups.values())
    for (const line of group.slice(1)) {
      const bucket = BUCKET_OF_CHARGE[line.kind];
      const left = excess.get(bucket) ?? over(bucket);
      if (left < line.minor - input.toleranceMinor) continue;
      excess.set(bucket, left - line.minor);
      taken.push(line);
    }
  for (const line of taken) lines.splice(lines.indexOf(line), 1);
  return taken;
}

/**
 * A label is always billed its freight, whatever the carrier calls it ("Economy"): where no line says so, the largest charge
 * of each parcel whose words tell nothing is its freight.
 */
function withFreight(lines: readonly AuditLine[]): readonly AuditLine[] {
  if (lines.some((line) => line.kind === 'freight')) return lines;
  const largest = new Map<string, AuditLine>();
  for (const line of lines)
    if (line.kind === 'other' && line.minor > (largest.get(line.trackingKey)?.minor ?? 0))
      largest.set(line.trackingKey, line);
  const freight = new Set(largest.values());
  return lines.map((line) => (freight.has(line) ? { ...line, kind: 'freight' } : line));
}

/**
 * Differences of one shipment, the largest first. Their sum is what was billed less what was expected and decided; what of it
 * is no proof of anything stands under `unknown` and `not_billed` (`proven.ts`).
 */
export function auditShipment(input: AuditInput): readonly Difference[] {
  const { toleranceMinor: tolerance } = input;
  const expected = new Map<Bucket, number>();
  for (const line of input.expected)
    expected.set(bucketOfExpected(line), (expected.get(bucketOfExpected(line)) ?? 0) + line.amount.minor);
  const expectedOf = (bucket: Bucket): number => (input.voided ? 0 : (expected.get(bucket) ?? 0));
  const expectedTotal = input.voided ? 0 : input.expected.reduce((sum, line) => sum + line.amount.minor, 0);
  const settledTotal = total(input.settled ?? []);
  if (Math.abs(total(input.lines) - expectedTotal - settledTotal) <= tolerance) return [];

  const lines = [...(input.voided ? input.lines : withFreight(input.lines))];
  const inBucket = (bucket: Bucket): AuditLine[] => lines.filter((line) => BUCKET_OF_CHARGE[line.kind] === bucket);
  const drafts: Draft[] = [];
  const add = (kind: DifferenceKind, minor: number, of: readonly AuditLine[], taxMinor = 0): void => {
    const known = drafts.find((draft) => draft.kind === kind);
    if (known) {
      known.minor += minor;
      known.taxMinor += taxMinor;
      known.lines.push(...of);
    } else drafts.push({ kind, minor, taxMinor, lines: [...of] });
  };

  // A carrier that itemises otherwise than it quoted: only sums can be compared there.
  const itemised = input.expected.some((line) => bucketOfExpected(line) !== 'base' && line.kind !== 'tax');
  const beforeTax = (of: readonly AuditLine[]): number => total(of.filter((line) => line.kind !== 'tax'));
  const expectedBeforeTax = expectedTotal - expectedOf('tax');

  const over = (bucket: Bucket): number =>
    itemised || bucket === 'tax' ? total(inBucket(bucket)) - expectedOf(bucket) : beforeTax(lines) - expectedBeforeTax;
  const doubles = takeDuplicates(input, lines, over);
  if (doubles.length > 0)
    add('duplicate', total(doubles), doubles, total(doubles.filter((line) => line.kind === 'tax')));

  if (input.voided) {
    const rest = total(lines);
    // Credited beyond what was billed: its charge stands on an invoice that is not here. The buyer had its money at the void.
    if (Math.abs(rest) > tolerance)
      add(rest > 0 ? 'void_not_credited' : 'not_billed', rest, lines, total(inBucket('tax')));
    return finish(drafts, input);
  }

  // Charges whose own words say what they are.
  let open = beforeTax(lines) - expectedBeforeTax;
  const special = (kind: DifferenceKind, of: readonly AuditLine[], less: number, always: boolean): void => {
    const minor = total(of) - less;
    if (Math.abs(minor) <= tolerance) return;
    if (minor < 0 && less > 0) {
      add('not_billed', minor, of);
      open -= minor;
      return;
    }
    if (of.length === 0) return;
    // In a file that itemises otherwise, an ordinary surcharge may have been part of the price.
    if (!always && !itemised && minor > open + tolerance) return;
    add(kind, minor, of);
    open -= minor;
  };
  const ofKind = (...kinds: ChargeKind[]): AuditLine[] => lines.filter((line) => kinds.includes(line.kind));
  special('late_fee', ofKind('late_fee'), 0, true);
  special('service_credit', ofKind('service_credit'), 0, true);
  special('credit', ofKind('void_credit'), 0, true);
  special('address_correction', ofKind('address_correction'), 0, true);
  const corrections = ofKind('weight_correction');
  special(causeOfFreight(input, corrections) === 'dimensions' ? 'dimensions' : 'weight', corrections, 0, true);
  special('dimensions', ofKind('dimension_correction'), expectedOf('size'), false);
  special('residential', ofKind('residential'), expectedOf('residential'), false);

  if (itemised) {
    const freight = ofKind('freight', 'discount');
    const more = total(freight) - expectedOf('base');
    if (Math.abs(more) > tolerance)
      add(more < 0 ? 'not_billed' : (causeOfFreight(input, lines) ?? 'price'), more, freight);
    const extras = ofKind('surcharge', 'duty');
    const others = ofKind('other');
    const missing = expectedOf('extra') - total(extras);
    if (Math.abs(missing) > tolerance) add(missing > 0 ? 'not_billed' : 'surcharge', -missing, extras);
    if (others.length > 0) add('unknown', total(others), others);
    const fuel = inBucket('fuel');
    spread(drafts, total(fuel) - expectedOf('fuel'), fuel, 'fuel', {
      part: expectedOf('fuel'),
      whole: expectedOf('base'),
      tolerance,
      add,
    });
  } else if (Math.abs(open) > tolerance) {
    const freight = ofKind('freight', 'discount', 'fuel', 'surcharge', 'other', 'duty');
    const words = freight.some((line) => line.kind !== 'other');
    add(open < 0 ? 'not_billed' : (causeOfFreight(input, lines) ?? (words ? 'price' : 'unknown')), open, freight);
  }
  const tax = inBucket('tax');
  spread(drafts, total(tax) - expectedOf('tax'), tax, 'tax', {
    part: expectedOf('tax'),
    whole: expectedBeforeTax,
    tolerance,
    add,
    tax: true,
  });
  return finish(drafts, input);
}

/** What bears no fuel or tax of its own. */
const UNTAXED: ReadonlySet<DifferenceKind> = new Set(['duplicate', 'late_fee', 'not_billed']);

/**
 * Fuel and taxes follow what they are charged on: the share that the expected rate gives on each difference joins it,
 * the rest is a difference of its own.
 */
function spread(
  drafts: readonly Draft[],
  more: number,
  lines: readonly AuditLine[],
  own: 'fuel' | 'tax',
  how: {
    readonly part: number;
    readonly whole: number;
    readonly tolerance: number;
    readonly add: (kind: DifferenceKind, minor: number, of: readonly AuditLine[], tax?: number) => void;
    readonly tax?: true;
  },
): void {
  const bearers = drafts.filter((draft) => !UNTAXED.has(draft.kind) && Math.sign(draft.minor) === Math.sign(more));
  const on = total(bearers);
  const due = how.whole === 0 ? 0 : scaled(on, how.part, how.whole);
  // Where no rate was expected, up to a third of a difference is believed to be its fuel or tax.
  const believed = how.part === 0 && Math.abs(more) * 3 <= Math.abs(on) ? more : due;
  const slack = Math.max(how.tolerance, bearers.length, Math.ceil(Math.abs(due) / 20));
  const joined =
    on === 0 ? 0 : Math.abs(more - believed) <= slack ? more : Math.abs(more) < Math.abs(believed) ? more : believed;
  if (joined !== 0) {
    const shares = allocate(
      money(joined, 'XXX'),
      bearers.map((draft) => Math.abs(draft.minor)),
    );
    for (const [index, draft] of bearers.entries()) {
      const share = shares[index]?.minor ?? 0;
      draft.minor += share;
      if (how.tax) draft.taxMinor += share;
      draft.lines.push(...lines);
    }
  }
  const rest = more - joined;
  if (Math.abs(rest) > how.tolerance) how.add(own, rest, lines, how.tax ? rest : 0);
}

function finish(drafts: readonly Draft[], input: AuditInput): readonly Difference[] {
  const worthMinor = input.voided ? 0 : input.expected.reduce((sum, line) => sum + line.amount.minor, 0);
  const settled = input.settled ?? [];
  return proven(drafts, { worthMinor, creditMinor: creditOfLines(input.lines), settled })
    .map(({ lines, ...draft }): Difference => ({ ...draft, lineIds: [...new Set(lines.map(({ id }) => id))] }))
    .filter((difference) => Math.abs(difference.minor) > input.toleranceMinor)
    .toSorted((a, b) => Math.abs(b.minor) - Math.abs(a.minor));
}
