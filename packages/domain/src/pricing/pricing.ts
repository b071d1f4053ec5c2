/**
 * What each level between the owner of a carrier account and the customer pays and charges. The carrier's price is the
 * first level's cost; a level's price is its cost plus its own mark-ups, and is the next level's cost.
 *
 * What a level may see is only its own book: lines and total of what it pays, and of what it charges. The lines a level
 * charges are the lines it pays, scaled, so that no line tells the mark-up, and every level below is computed from
 * those lines alone.
 */
import { divideRounded, money, partsPerMillion, percentage, sum, zero } from '../money/money.ts';
import type { Money } from '../money/money.ts';
import type { PriceLine } from '../shipping/shipment.ts';

/** Which purchases a rule is for; every condition given has to hold, an absent one always does. */
export interface MarkupScope {
  readonly carriers?: readonly string[] | undefined;
  /** Service codes; of one carrier when `carriers` names one. */
  readonly services?: readonly string[] | undefined;
  readonly zones?: readonly string[] | undefined;
  /** Billable weight from, included. */
  readonly minGrams?: number | undefined;
  /** Billable weight up to, included. */
  readonly maxGrams?: number | undefined;
}

export interface MarkupRule {
  readonly id: string;
  /** Rules of a level are applied in ascending order, each on the price the ones before have made. */
  readonly position: number;
  readonly scope: MarkupScope;
  /** Of the price before taxes so far; may be negative (a discount). */
  readonly percentBp: number;
  /** Minor units added to it. */
  readonly fixedMinor: number;
  /**
   * Hundredths of a percent off the carrier's list price: the price becomes what is left, with the fixed amount, whatever it was
   * before; floor and cap still bound what that adds. Such a rule is for purchases with a list price only.
   */
  readonly offListBp?: number | undefined;
  /** Least and greatest amount this rule adds, minor units. The cap wins where both cannot hold. */
  readonly floorMinor?: number | undefined;
  readonly capMinor?: number | undefined;
  /** First and last day, YYYY-MM-DD, both included. */
  readonly validFrom?: string | undefined;
  readonly validTo?: string | undefined;
}

export interface PricedPurchase {
  readonly carrier: string;
  readonly service: string;
  /** All zones the destination is in (`destinationZones`); a rule needs one of its own among them. */
  readonly zones?: readonly string[] | undefined;
  readonly billableGrams?: number | undefined;
  /** The carrier's list price before taxes, minor units of the price's currency; absent: it names none. */
  readonly listMinor?: number | undefined;
  /** Day that decides which rules are valid, YYYY-MM-DD. */
  readonly day: string;
}

export interface PriceLevel {
  /** The tenant whose book this is. */
  readonly tenant: string;
  readonly rules: readonly MarkupRule[];
}

export interface Book {
  readonly tenant: string;
  /** What this level pays to the one above it (the carrier, for the first). */
  readonly costLines: readonly PriceLine[];
  readonly cost: Money;
  /** What it charges the one below. Lines sum to the price. */
  readonly priceLines: readonly PriceLine[];
  readonly price: Money;
  /** Rules that were applied, in order. */
  readonly ruleIds: readonly string[];
}

const within = (list: readonly string[] | undefined, value: string | undefined): boolean =>
  list === undefined || (value !== undefined && list.includes(value));

/** True when a rule is for this purchase. A weight, zone or list price that a rule needs fails where the purchase has none. */
export function ruleApplies(rule: MarkupRule, purchase: PricedPurchase): boolean {
  const { scope } = rule;
  const grams = purchase.billableGrams;
  return (
    within(scope.carriers, purchase.carrier) &&
    within(scope.services, purchase.service) &&
    (scope.zones === undefined || scope.zones.some((zone) => purchase.zones?.includes(zone) === true)) &&
    (rule.offListBp === undefined || purchase.listMinor !== undefined) &&
    (scope.minGrams === undefined || (grams !== undefined && grams >= scope.minGrams)) &&
    (scope.maxGrams === undefined || (grams !== undefined && grams <= scope.maxGrams)) &&
    (rule.validFrom === undefined || purchase.day >= rule.validFrom) &&
    (rule.validTo === undefined || purchase.day <= rule.validTo)
  );
}

/** Price before taxes after one rule; never below nothing. */
function afterRule(price: Money, rule: MarkupRule, listMinor: number | undefined): Money {
  let added =
    rule.offListBp === undefined || listMinor === undefined
      ? percentage(price, rule.percentBp).minor
      : listMinor - percentage(money(listMinor, price.currency), rule.offListBp).minor - price.minor;
  added += rule.fixedMinor;
  if (rule.floorMinor !== undefined) added = Math.max(added, rule.floorMinor);
  if (rule.capMinor !== undefined) added = Math.min(added, rule.capMinor);
  return money(Math.max(0, price.minor + added), price.currency);
}

/**
 * Lines scaled so that those before taxes sum to `target`: the running sum is scaled and rounded, a line is the difference
 * of two running sums, so nothing is lost. Taxes with a known rate are charged anew on `target`, others grow in proportion.
 */
function scaled(lines: readonly PriceLine[], target: Money): PriceLine[] {
  const { currency } = target;
  const before = sum(
    lines.filter((line) => line.kind !== 'tax').map((line) => line.amount),
    currency,
  );
  if (before.minor === target.minor) return [...lines];
  const scale = (minor: number): number =>
    before.minor === 0 ? 0 : Number(divideRounded(BigInt(minor) * BigInt(target.minor), BigInt(before.minor)));
  let running = 0;
  let given = 0;
  const result = lines.map((line): PriceLine => {
    if (line.kind === 'tax')
      return {
        ...line,
        amount:
          line.ratePpm === undefined
            ? money(scale(line.amount.minor), currency)
            : partsPerMillion(target, line.ratePpm),
      };
    running += line.amount.minor;
    const upTo = scale(running);
    const amount = money(upTo - given, currency);
    given = upTo;
    return { ...line, amount };
  });
  // Something was free and is not free to resell: there is no line to scale.
  if (before.minor === 0) result.unshift({ kind: 'base', code: 'freight', label: 'Shipping', amount: target });
  return result;
}

/**
 * The books of all levels, from the owner of the account down. Cost lines must all be in one currency.
 * @param costLines what the carrier charges the first level; never handed to a level below it
 */
export function priceChain(
  costLines: readonly PriceLine[],
  currency: string,
  purchase: PricedPurchase,
  levels: readonly PriceLevel[],
): Book[] {
  const books: Book[] = [];
  let lines = costLines;
  for (const level of levels) {
    const rules = level.rules.filter((rule) => ruleApplies(rule, purchase)).toSorted((a, b) => a.position - b.position);
    const beforeTax = sum(
      lines.filter((line) => line.kind !== 'tax').map((line) => line.amount),
      currency,
    );
    const priceLines =
      rules.length === 0
        ? [...lines]
        : scaled(
            lines,
            rules.reduce((price, rule) => afterRule(price, rule, purchase.listMinor), beforeTax),
          );
    const total = (list: readonly PriceLine[]): Money =>
      list.reduce((t, line) => money(t.minor + line.amount.minor, currency), zero(currency));
    books.push({
      tenant: level.tenant,
      costLines: lines,
      cost: total(lines),
      priceLines,
      price: total(priceLines),
      ruleIds: rules.map((rule) => rule.id),
    });
    lines = priceLines;
  }
  return books;
}

/**
 * A list price before taxes, from one that is told as the total is: with the taxes that are in it.
 * @returns undefined where it is in another currency, or nothing is charged to compare it with
 */
export function listBeforeTaxes(
  list: Money | undefined,
  total: Money,
  lines: readonly PriceLine[],
): number | undefined {
  if (list?.currency !== total.currency || total.minor <= 0 || list.minor <= 0) return undefined;
  const before = lines.reduce((left, line) => (line.kind === 'tax' ? left - line.amount.minor : left), total.minor);
  return Number(divideRounded(BigInt(list.minor) * BigInt(before), BigInt(total.minor)));
}

/** What the customer at the end of the chain sees and pays: sell side only, nothing of any cost. */
export function sellPrice(books: readonly Book[]): { readonly lines: readonly PriceLine[]; readonly price: Money } {
  const last = books.at(-1);
  if (last === undefined) throw new RangeError('a price needs at least one level');
  return { lines: last.priceLines, price: last.price };
}
