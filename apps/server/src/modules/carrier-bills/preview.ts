/** Who gains and who pays by a decision: of the levels below, only the owner's own buyers. */
import type { BillPreview, BillPreviewItem } from '@scanship/contracts/carriers/carrier-bills';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { Database } from '../../platform/database/database.ts';
import { planDecision } from './decide.ts';
import { planUndo } from './undo.ts';

interface Moved {
  readonly item: BillPreviewItem;
  /** The owner's side, before taxes: what the carrier charges it, what it charges on. */
  readonly carrierMinor: number;
  readonly buyer: { readonly id: string; readonly minor: number; readonly beforeTaxMinor: number } | undefined;
}

const beforeTax = (lines: readonly { readonly kind: string; readonly amount: { readonly minor: number } }[]): number =>
  lines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0);

/** The same as nothing is booked: reads only. */
export async function previewDecision(
  db: Database,
  who: { readonly tenantId: string },
  ids: readonly string[],
  action: 'accept' | 'absorb' | 'undo',
): Promise<BillPreview> {
  if (action === 'undo') {
    const plan = await planUndo(db, who, ids);
    const moved = plan.rows.map((row): Moved => {
      const booked = row.state === 'booked';
      const back = (minor: number): number => (booked ? 0 - minor : 0);
      return {
        item: itemOf(row),
        carrierMinor: back(beforeTax(row.lines)),
        buyer:
          row.to_tenant === null || row.passed_minor === 0
            ? undefined
            : { id: row.to_tenant, minor: back(row.passed_minor), beforeTaxMinor: back(beforeTax(row.passed_lines)) },
      };
    });
    const kept = plan.kept.map((row) => ({ ...itemOf(row), reason: 'later' as const }));
    return preview(db, moved, kept, { fingerprint: plan.fingerprint, noticeDays: 0 });
  }
  const plan = await planDecision(db, who, ids, action);
  const moved = plan.cases.map(
    ({ difference, chain: [own, next] }): Moved => ({
      item: itemOf(difference),
      carrierMinor: beforeTax(own?.lines ?? []),
      buyer: next && { id: next.to, minor: next.price.minor, beforeTaxMinor: beforeTax(next.lines) },
    }),
  );
  const kept = plan.kept.map(({ difference, reason }) => ({ ...itemOf(difference), reason }));
  const noticeDays = Math.max(0, ...plan.cases.map((each) => each.noticeDays));
  return preview(db, moved, kept, { fingerprint: plan.fingerprint, noticeDays });
}

const itemOf = (of: {
  readonly id: string;
  readonly kind: BillPreviewItem['kind'];
  readonly minor: number;
  readonly currency: string;
  readonly evidence: { readonly trackingNumber: string | null; readonly charges: readonly string[] };
}): BillPreviewItem => ({
  id: of.id,
  kind: of.kind,
  trackingNumber: of.evidence.trackingNumber,
  charges: [...of.evidence.charges],
  amount: { minor: of.minor, currency: of.currency },
});

async function preview(
  db: Database,
  moved: readonly Moved[],
  kept: BillPreview['kept'],
  rest: Pick<BillPreview, 'fingerprint' | 'noticeDays'>,
): Promise<BillPreview> {
  const names = await tenantNames(
    db,
    moved.map(({ buyer }) => buyer?.id ?? null),
  );
  const buyers = new Map<string, BillPreview['buyers'][number]>();
  const own = new Map<string, BillPreview['own'][number]>();
  for (const { item, carrierMinor, buyer } of moved) {
    const { currency } = item.amount;
    const mine = own.get(currency) ?? { currency, carrierMinor: 0, passedOnMinor: 0, keptMinor: 0 };
    const passed = buyer?.beforeTaxMinor ?? 0;
    own.set(currency, {
      currency,
      carrierMinor: mine.carrierMinor + carrierMinor,
      passedOnMinor: mine.passedOnMinor + passed,
      keptMinor: mine.keptMinor + carrierMinor - passed,
    });
    if (!buyer) continue;
    const key = `${buyer.id}/${currency}`;
    const known = buyers.get(key) ?? {
      id: buyer.id,
      name: names.get(buyer.id) ?? '',
      currency,
      paysMinor: 0,
      getsMinor: 0,
      items: [],
    };
    buyers.set(key, {
      ...known,
      paysMinor: known.paysMinor + Math.max(0, buyer.minor),
      getsMinor: known.getsMinor + Math.max(0, -buyer.minor),
      items: [...known.items, { ...item, amount: { minor: buyer.minor, currency } }],
    });
  }
  return {
    ...rest,
    count: moved.length,
    buyers: [...buyers.values()].toSorted((a, b) => b.paysMinor + b.getsMinor - a.paysMinor - a.getsMinor),
    own: [...own.values()],
    kept,
  };
}
