/** What is odd about a list of mark-up rules: rules that add up, that can never hold, or that change nothing. Pure. */
import { zonesMeet } from './destination-zones.ts';
import type { MarkupRule, MarkupScope } from './pricing.ts';

export type CheckedRule = Pick<
  MarkupRule,
  'scope' | 'percentBp' | 'offListBp' | 'fixedMinor' | 'floorMinor' | 'capMinor' | 'validFrom' | 'validTo'
>;

export type RemarkCode =
  /** Both are applied to some shipments, the later one on the price the earlier one made. */
  | 'adds-up'
  /** The same of a later rule off the list price: what the earlier one made is gone. */
  | 'replaces'
  | 'weights-crossed'
  | 'days-crossed'
  | 'over'
  | 'nothing-chosen'
  | 'no-such-carrier'
  | 'no-such-service'
  | 'changes-nothing'
  /** The cap wins, so the floor never counts. */
  | 'floor-above-cap';

export interface RuleRemark {
  readonly kind: 'overlap' | 'never' | 'useless';
  /** Index of the rule, from 0. */
  readonly rule: number;
  /** The earlier rule of an overlap. */
  readonly with: number | null;
  readonly code: RemarkCode;
}

export interface KnownCarriers {
  /** Service codes by carrier; undefined: its services are not known. Carriers that are not in here cannot be used. */
  readonly services: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

/** More pairs than anybody reads. */
const MOST_OVERLAPS = 50;

/**
 * @param today YYYY-MM-DD; a rule whose last day is before it never holds again
 * @param known absent: carriers and services are not looked at
 */
export function checkMarkupRules(
  rules: readonly CheckedRule[],
  today: string,
  known?: KnownCarriers,
): readonly RuleRemark[] {
  const remarks: RuleRemark[] = [];
  const dead = new Set<number>();
  rules.forEach((rule, index) => {
    const never = neverHolds(rule, today, known);
    if (never) {
      dead.add(index);
      remarks.push({ kind: 'never', rule: index, with: null, code: never });
    } else {
      const useless = worksNot(rule);
      if (useless) remarks.push({ kind: 'useless', rule: index, with: null, code: useless });
    }
  });
  let overlaps = 0;
  for (const [later, rule] of rules.entries())
    for (const [earlier, other] of rules.slice(0, later).entries()) {
      if (dead.has(later) || dead.has(earlier) || overlaps >= MOST_OVERLAPS) continue;
      if (!mayMeet(other, rule)) continue;
      overlaps += 1;
      remarks.push({
        kind: 'overlap',
        rule: later,
        with: earlier,
        code: rule.offListBp === undefined ? 'adds-up' : 'replaces',
      });
    }
  return remarks;
}

function neverHolds(rule: CheckedRule, today: string, known: KnownCarriers | undefined): RemarkCode | undefined {
  const { scope } = rule;
  if ([scope.carriers, scope.services, scope.zones].some((list) => list?.length === 0)) return 'nothing-chosen';
  if (scope.minGrams !== undefined && scope.maxGrams !== undefined && scope.minGrams > scope.maxGrams)
    return 'weights-crossed';
  if (rule.validFrom !== undefined && rule.validTo !== undefined && rule.validFrom > rule.validTo)
    return 'days-crossed';
  if (rule.validTo !== undefined && rule.validTo < today) return 'over';
  return known && notToBeHad(scope, known);
}

function notToBeHad(scope: MarkupScope, { services }: KnownCarriers): RemarkCode | undefined {
  const carriers = scope.carriers ?? [...services.keys()];
  const usable = carriers.filter((carrier) => services.has(carrier));
  if (scope.carriers && usable.length === 0) return 'no-such-carrier';
  const has = (carrier: string, service: string): boolean => services.get(carrier)?.has(service) ?? true;
  if (scope.services && !scope.services.some((service) => usable.some((carrier) => has(carrier, service))))
    return 'no-such-service';
  return undefined;
}

function worksNot(rule: CheckedRule): RemarkCode | undefined {
  const { floorMinor, capMinor } = rule;
  if (floorMinor !== undefined && capMinor !== undefined && floorMinor > capMinor) return 'floor-above-cap';
  const pushes = (floorMinor !== undefined && floorMinor > 0) || (capMinor !== undefined && capMinor < 0);
  if (rule.offListBp !== undefined) return undefined;
  return rule.percentBp === 0 && rule.fixedMinor === 0 && !pushes ? 'changes-nothing' : undefined;
}

const share = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined): boolean =>
  one === undefined || other === undefined || one.some((each) => other.includes(each));

/** Whether there can be a purchase that both are for. */
function mayMeet(one: CheckedRule, other: CheckedRule): boolean {
  const a = one.scope;
  const b = other.scope;
  const zones =
    a.zones === undefined || b.zones === undefined || a.zones.some((x) => b.zones?.some((y) => zonesMeet(x, y)));
  const least = Math.max(a.minGrams ?? 0, b.minGrams ?? 0);
  const most = Math.min(a.maxGrams ?? Number.MAX_SAFE_INTEGER, b.maxGrams ?? Number.MAX_SAFE_INTEGER);
  const from = [one.validFrom ?? '', other.validFrom ?? ''].reduce((x, y) => (x > y ? x : y));
  const until = [one.validTo ?? '9999', other.validTo ?? '9999'].reduce((x, y) => (x < y ? x : y));
  return share(a.carriers, b.carriers) && share(a.services, b.services) && zones && least <= most && from <= until;
}
