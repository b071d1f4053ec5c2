/** What a change of mark-ups changes: rules that come, go, add another amount or are applied in another order. Pure. */

/** A rule as people give it; the same words in contracts. */
export interface ComparedRule {
  readonly name: string;
  readonly scope: {
    readonly carriers?: readonly string[] | undefined;
    readonly services?: readonly string[] | undefined;
    readonly zones?: readonly string[] | undefined;
    readonly minGrams?: number | undefined;
    readonly maxGrams?: number | undefined;
  };
  readonly percentBp: number;
  /** Off the list price; absent or null: none. */
  readonly offListBp?: number | null | undefined;
  readonly fixedMinor: number;
  readonly floorMinor: number | null;
  readonly capMinor: number | null;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export interface RuleDifference<R extends ComparedRule = ComparedRule> {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: R | null;
  readonly after: R | null;
  /** What a label of `LABEL_COMPARED` that both are for is charged more, minor units. */
  readonly byMinor: number;
}

/** Minor units: by what a rule adds to it differences are put in order. It is its own list price. */
export const LABEL_COMPARED = 2000;

const scopeOf = ({ scope, firstDay, lastDay }: ComparedRule): string =>
  JSON.stringify([scope.carriers, scope.services, scope.zones, scope.minGrams, scope.maxGrams, firstDay, lastDay]);
const contentOf = (rule: ComparedRule): string =>
  JSON.stringify([
    scopeOf(rule),
    rule.name,
    rule.percentBp,
    rule.offListBp ?? null,
    rule.fixedMinor,
    rule.floorMinor,
    rule.capMinor,
  ]);

function adds(rule: ComparedRule | null): number {
  if (!rule) return 0;
  let added = Math.round((LABEL_COMPARED * (rule.percentBp - (rule.offListBp ?? 0))) / 10_000) + rule.fixedMinor;
  if (rule.floorMinor !== null) added = Math.max(added, rule.floorMinor);
  if (rule.capMinor !== null) added = Math.min(added, rule.capMinor);
  return added;
}

/** Pairs what is left of both sides by a key, each once, in order. */
function pairBy<R extends ComparedRule>(before: R[], after: R[], keyOf: (rule: R) => string): [R, R][] {
  const pairs: [R, R][] = [];
  // What is paired leaves the list while it is walked.
  const wanted = [...after];
  for (const rule of wanted) {
    const index = before.findIndex((one) => keyOf(one) === keyOf(rule));
    const [found] = index === -1 ? [] : before.splice(index, 1);
    if (!found) continue;
    after.splice(after.indexOf(rule), 1);
    pairs.push([found, rule]);
  }
  return pairs;
}

/** Rules of the longest run that kept its order; the others were moved. */
function inOrder(places: readonly number[]): ReadonlySet<number> {
  const best: number[][] = [];
  for (const [index, place] of places.entries()) {
    let longest: number[] = [];
    for (let earlier = 0; earlier < index; earlier += 1) {
      const run = best[earlier] ?? [];
      if ((places[earlier] ?? 0) < place && run.length > longest.length) longest = run;
    }
    best.push([...longest, place]);
  }
  return new Set(best.reduce((a, b) => (b.length > a.length ? b : a), []));
}

/** The biggest changes first; empty when both lists price everything alike. */
export function markupDifference<R extends ComparedRule>(
  before: readonly R[],
  after: readonly R[],
): readonly RuleDifference<R>[] {
  const left = [...before];
  const right = [...after];
  const same = pairBy(left, right, contentOf);
  const changed = [...pairBy(left, right, scopeOf), ...pairBy(left, right, (rule) => rule.name || contentOf(rule))];
  const sorted = same.toSorted(([, a], [, b]) => after.indexOf(a) - after.indexOf(b));
  const stayed = inOrder(sorted.map(([rule]) => before.indexOf(rule)));
  const rows = [
    ...changed.map(([was, is]) => ({ kind: 'changed' as const, before: was, after: is })),
    ...right.map((rule) => ({ kind: 'added' as const, before: null, after: rule })),
    ...left.map((rule) => ({ kind: 'removed' as const, before: rule, after: null })),
    ...sorted
      .filter(([rule]) => !stayed.has(before.indexOf(rule)))
      .map(([was, is]) => ({ kind: 'moved' as const, before: was, after: is })),
  ];
  return rows
    .map((row) => ({ ...row, byMinor: adds(row.after) - adds(row.before) }))
    .toSorted((a, b) => Math.abs(b.byMinor) - Math.abs(a.byMinor));
}
