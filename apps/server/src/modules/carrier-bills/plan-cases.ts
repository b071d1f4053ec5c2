/**
 * What accepting or bearing differences would book, level by level, before anything is: the preview shows it, the acceptance
 * works it out again and is refused where it comes out otherwise.
 */
import { createHash } from 'node:crypto';
import {
  type CarrierDifference,
  passDown,
  passRuleOf,
  type SoldLevel,
} from '@scanship/domain/carrier-bills/bill-chain';
import { type DifferenceKind, isTakenBack, TO_DECIDE } from '@scanship/domain/carrier-bills/bill-kinds';
import { sharesOf } from '@scanship/domain/carrier-bills/taken-back';
import type { Sale } from '@scanship/domain/money/ledger';
import type { BillEvidence } from '@scanship/contracts/carriers/carrier-bills';
import type { Tx } from '../../platform/database/database.ts';
import { LABELS } from './case-labels.ts';
import { type LevelCase, type SoldLevels, soldLevels } from './sold-levels.ts';

export interface OpenDifference {
  readonly id: string;
  readonly purchase_id: string | null;
  readonly kind: DifferenceKind;
  readonly minor: number;
  readonly tax_minor: number;
  readonly currency: string;
  readonly evidence: BillEvidence;
}

export interface PlannedCase {
  readonly difference: OpenDifference;
  readonly chain: readonly Sale[];
  /** The whole case is booked together: everybody waits for the longest notice. Credits have none. */
  readonly noticeDays: number;
}

/** `to-decide`: nothing proves what it is. `waits`: what it takes back is announced and not booked yet. */
export interface KeptDifference {
  readonly difference: OpenDifference;
  readonly reason: 'to-decide' | 'waits';
}

export interface Plan {
  readonly cases: readonly PlannedCase[];
  readonly kept: readonly KeptDifference[];
  /** The same as long as the same would be booked. */
  readonly fingerprint: string;
}

export const fingerprintOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url');

const nonTax = (lines: Sale['lines']): number =>
  lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0);

/** Charges count once they are booked, what was given back as soon as it was decided. */
const paidSince = (cases: readonly LevelCase[]): number =>
  cases.reduce((sum, each) => (each.state === 'booked' || each.amount_minor < 0 ? sum + nonTax(each.lines) : sum), 0);

/** Works for `ownerId` before and afterwards; reads every level as itself. */
export async function planCases(
  tx: Tx,
  ownerId: string,
  differences: readonly OpenDifference[],
  action: 'accept' | 'absorb',
): Promise<Plan> {
  const purchases = [...new Set(differences.flatMap(({ purchase_id: id }) => id ?? []))];
  const sold = await soldLevels(tx, ownerId, purchases);
  const cases: PlannedCase[] = [];
  const kept: KeptDifference[] = [];
  const basis: unknown[] = [];
  // What is given back within this decision counts for the next of the same label.
  const givenBack = new Map<string, number>();
  for (const difference of differences.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { id, purchase_id: purchaseId, kind } = difference;
    const levels = purchaseId === null ? [] : (sold.levels.get(purchaseId) ?? []);
    const passes = action === 'accept' && purchaseId !== null;
    if (passes && TO_DECIDE.has(kind) && !isTakenBack(kind, difference.minor)) {
      kept.push({ difference, reason: 'to-decide' });
      continue;
    }
    let chain: readonly Sale[];
    if (passes && isTakenBack(kind, difference.minor)) {
      if (sold.cases(ownerId, purchaseId).some((each) => each.kind === kind && each.state !== 'booked')) {
        kept.push({ difference, reason: 'waits' });
        continue;
      }
      chain = takenBack(ownerId, difference, purchaseId, sold);
    } else {
      const below = levels.map(({ policy, ...level }): SoldLevel => {
        const key = `${purchaseId}/${level.to}`;
        const since = paidSince(sold.cases(level.to, purchaseId ?? '')) + (givenBack.get(key) ?? 0);
        return { ...level, rule: passRuleOf(policy, kind), paidSinceMinor: since };
      });
      chain = passDown(ownerId, carrierSide(difference), passes ? below : []);
      for (const sale of chain.slice(1)) {
        const key = `${purchaseId}/${sale.to}`;
        givenBack.set(key, (givenBack.get(key) ?? 0) + Math.min(0, nonTax(sale.lines)));
      }
    }
    const days = chain.map((sale, index) => (sale.price.minor <= 0 ? 0 : (levels[index - 1]?.noticeDays ?? 0)));
    const noticeDays = Math.max(0, ...days);
    cases.push({ difference, chain, noticeDays });
    // Of the levels below the first buyer no amount: what they pay is not the owner's to know, also not by trying.
    basis.push([
      id,
      kind,
      difference.minor,
      difference.tax_minor,
      difference.currency,
      noticeDays,
      chain.slice(0, 2).map(({ to, lines }) => [to, lines]),
      chain.slice(2).map(({ to }) => to),
      levels.map(({ to, settingsVersion }) => [to, settingsVersion]),
      purchaseId === null
        ? []
        : levels.map(({ to }) => sold.cases(to, purchaseId).map((each) => [each.id, each.state, each.version])),
    ]);
  }
  return { cases, kept, fingerprint: fingerprintOf([action, basis]) };
}

const carrierSide = (difference: OpenDifference): CarrierDifference => ({
  kind: difference.kind,
  label: LABELS[difference.kind],
  currency: difference.currency,
  beforeTaxMinor: difference.minor - difference.tax_minor,
  taxMinor: difference.tax_minor,
});

/** What was decided goes back the way it came: to whom it was charged, its share of what it was charged. */
function takenBack(ownerId: string, difference: OpenDifference, purchaseId: string, sold: SoldLevels): readonly Sale[] {
  const { kind, minor, currency } = difference;
  const decided = (tenantId: string) => sold.cases(tenantId, purchaseId).filter((each) => each.kind === kind);
  const whole = decided(ownerId).reduce((sum, each) => sum + each.amount_minor, 0);
  const owner = passDown(ownerId, carrierSide(difference), []);
  const chain: Sale[] = [...owner];
  if (whole === 0 || Math.sign(whole) === Math.sign(minor)) return chain;
  for (const { from, to } of sold.levels.get(purchaseId) ?? []) {
    const lines = sharesOf(
      decided(to).flatMap((each) => each.lines),
      minor,
      whole,
      currency,
    );
    if (lines.length === 0) break;
    const price = { minor: lines.reduce((sum, line) => sum + line.amount.minor, 0), currency };
    chain.push({ from, to, lines, price });
  }
  return chain;
}
