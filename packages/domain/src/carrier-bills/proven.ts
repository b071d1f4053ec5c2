/**
 * What of a label's differences is proven, so that it may move money:
 * - what the carrier has not billed is no credit: only lines that say so are, and never more than what the label was worth;
 * - what the carrier asks for beyond the price is charged only as far as it billed more in all;
 * - what was decided before is reversed only as far as it was decided.
 * The rest stays for a person to decide, under `unknown` (words that tell nothing) or `not_billed`.
 */
import { divideRounded } from '../money/money.ts';
import type { AuditLine, SettledDifference } from './bill-audit-facts.ts';
import { CREDIT_KINDS, type DifferenceKind } from './bill-kinds.ts';

/** A difference while it is worked out. */
export interface Draft {
  readonly kind: DifferenceKind;
  /** Taxes included. */
  minor: number;
  taxMinor: number;
  readonly lines: AuditLine[];
}

export const scaled = (minor: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number(divideRounded(BigInt(minor) * BigInt(part), BigInt(whole)));

/** What the carrier's own credit lines give back, with the fuel and taxes it gives back beside them; not negative. */
export function creditOfLines(lines: readonly AuditLine[]): number {
  const back = (...kinds: readonly AuditLine['kind'][]): number =>
    lines.reduce((sum, line) => (line.minor < 0 && kinds.includes(line.kind) ? sum - line.minor : sum), 0);
  const credit = back('void_credit', 'service_credit');
  return credit === 0 ? 0 : credit + back('tax', 'fuel');
}

/** What explains a missing part best comes first: words that tell nothing, then a price that is higher without a cause. */
const OFFSET_ORDER: readonly DifferenceKind[] = ['unknown', 'price', 'tax', 'fuel'];
const rank = (kind: DifferenceKind): number => {
  if (kind === 'duplicate') return OFFSET_ORDER.length + 1;
  const at = OFFSET_ORDER.indexOf(kind);
  return at < 0 ? OFFSET_ORDER.length : at;
};

/**
 * The sum of the drafts less what was decided is kept; only where it stands changes.
 * @param facts.worthMinor what the label was bought for; nothing for a cancelled one
 * @param facts.creditMinor what the carrier's credit lines give back
 */
export function proven(
  found: readonly Draft[],
  facts: {
    readonly worthMinor: number;
    readonly creditMinor: number;
    readonly settled: readonly SettledDifference[];
  },
): readonly Draft[] {
  const drafts = new Map<DifferenceKind, Draft>();
  const of = (kind: DifferenceKind): Draft => {
    const draft = drafts.get(kind) ?? { kind, minor: 0, taxMinor: 0, lines: [] };
    drafts.set(kind, draft);
    return draft;
  };
  /** Of what is left the same share is tax. */
  const take = (draft: Draft, minor: number): { readonly minor: number; readonly taxMinor: number } => {
    const taxMinor = scaled(minor, draft.taxMinor, draft.minor);
    draft.minor -= minor;
    draft.taxMinor -= taxMinor;
    return { minor, taxMinor };
  };
  const give = (draft: Draft, part: { readonly minor: number; readonly taxMinor: number }): void => {
    draft.minor += part.minor;
    draft.taxMinor += part.taxMinor;
  };
  for (const draft of found) {
    const credit = CREDIT_KINDS.has(draft.kind);
    const kind =
      credit && draft.minor > 0
        ? 'unknown'
        : !credit && draft.kind !== 'unknown' && draft.minor < 0
          ? 'not_billed'
          : draft.kind;
    give(of(kind), draft);
    of(kind).lines.push(...draft.lines);
  }

  const charged = facts.settled.reduce((sum, each) => sum + Math.max(0, each.minor), 0);
  let allowed = Math.min(facts.creditMinor, Math.max(0, facts.worthMinor + charged));
  for (const draft of [...drafts.values()].filter(({ kind, minor }) => CREDIT_KINDS.has(kind) && minor < 0)) {
    const excess = -draft.minor - allowed;
    allowed = Math.max(0, -excess);
    if (excess > 0) give(of('not_billed'), take(draft, -excess));
  }

  for (const { kind, minor } of facts.settled) take(of(kind), minor);

  const more = [...drafts.values()]
    .filter(({ minor }) => minor > 0)
    .toSorted((a, b) => rank(a.kind) - rank(b.kind) || b.minor - a.minor);
  const less = [...drafts.values()].filter(({ kind, minor }) => minor < 0 && !CREDIT_KINDS.has(kind));
  for (const missing of less)
    for (const charge of more) {
      const part = Math.min(charge.minor, -missing.minor);
      if (part <= 0) continue;
      take(charge, part);
      take(missing, -part);
      // The words of what explains it are shown with it.
      if (missing.kind === 'unknown') charge.lines.push(...missing.lines);
    }
  return [...drafts.values()];
}
