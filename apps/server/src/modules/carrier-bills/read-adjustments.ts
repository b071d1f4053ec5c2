/** What a level was told of and is charged, and its objections: its own rows only. */
import type { Adjustment, BillEvidence, Dispute } from '@scanship/contracts/carriers/carrier-bills';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { count, pageOf, pagesOf, type PageWish } from './read-bills.ts';
import { tenantNames } from '../../platform/buyer-below.ts';

interface AdjustmentRow {
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly amount_minor: number;
  readonly passed_minor: number;
  readonly currency: string;
  readonly from_tenant: string | null;
  readonly to_tenant: string | null;
  readonly state: Adjustment['state'];
  readonly notice_until: Date | null;
  readonly booked_at: Date | null;
  readonly shipment_id: string | null;
  readonly evidence: BillEvidence;
  readonly created_at: Date;
  readonly dispute_id: string | null;
  readonly dispute_state: Dispute['state'] | null;
  readonly dispute_answer: string | null;
}

export async function listAdjustments(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'rights'>,
  wish: PageWish & { readonly state?: string | undefined },
) {
  const { size, offset } = pageOf(wish);
  // What a carrier billed the level itself is in its differences.
  const where = sql`a.tenant_id = ${ctx.tenantId} AND a.from_tenant IS NOT NULL
    AND (${wish.state ?? null}::text IS NULL OR a.state = ${wish.state ?? null}::text)`;
  const found = await db.tenant(
    ctx,
    async (tx) => ({
      rows: (
        await sql<AdjustmentRow>`SELECT a.id, a.kind, a.amount_minor, a.passed_minor, a.currency, a.from_tenant, a.to_tenant, a.state,
            a.notice_until, a.booked_at, a.shipment_id, a.evidence, a.created_at, d.id AS dispute_id, d.state AS dispute_state, d.answer AS dispute_answer
          FROM adjustments a LEFT JOIN LATERAL (SELECT id, state, answer FROM disputes d WHERE d.tenant_id = a.tenant_id
            AND d.adjustment_id = a.id AND d.side = 'raised' ORDER BY d.created_at DESC LIMIT 1) d ON true
          WHERE ${where} ORDER BY a.id DESC LIMIT ${size} OFFSET ${offset}`.execute(tx)
      ).rows,
      notice: (
        await sql<{
          currency: string;
          minor: number;
        }>`SELECT currency, sum(amount_minor)::int8 AS minor FROM adjustments
          WHERE tenant_id = ${ctx.tenantId} AND from_tenant IS NOT NULL AND state = 'notice' GROUP BY currency ORDER BY 1`.execute(
          tx,
        )
      ).rows,
      total: await count(tx, sql`SELECT 1 FROM adjustments a WHERE ${where}`),
    }),
    { readOnly: true },
  );
  const names = await tenantNames(
    db,
    found.rows.flatMap((row) => [row.from_tenant, row.to_tenant]),
  );
  const customer = ctx.tenantKind === 'customer';
  return {
    adjustments: found.rows.map((row): Adjustment => {
      const money = (minor: number) => ({ minor, currency: row.currency });
      const passes = !customer && row.to_tenant !== null;
      return {
        id: row.id,
        kind: row.kind,
        amount: money(row.amount_minor),
        passedOn: passes ? money(row.passed_minor) : null,
        passedTo: passes ? (names.get(row.to_tenant ?? '') ?? null) : null,
        from: names.get(row.from_tenant ?? '') ?? '',
        state: row.state,
        noticeUntil: row.notice_until?.toISOString() ?? null,
        bookedAt: row.booked_at?.toISOString() ?? null,
        shipmentId: customer ? row.shipment_id : null,
        evidence: row.evidence,
        dispute:
          row.dispute_id && row.dispute_state
            ? { id: row.dispute_id, state: row.dispute_state, answer: row.dispute_answer ?? '' }
            : null,
        canDispute: row.state === 'notice' && row.amount_minor > 0,
        canBear:
          passes &&
          row.passed_minor > 0 &&
          (row.state === 'notice' || row.state === 'disputed') &&
          ctx.rights.has('money.pricing'),
        createdAt: row.created_at.toISOString(),
      };
    }),
    notice: found.notice.map(({ currency, minor }) => ({ minor, currency })),
    ...pagesOf(found.total, wish),
  };
}

interface DisputeRow {
  readonly id: string;
  readonly side: Dispute['side'];
  readonly with_tenant: string | null;
  readonly kind: DifferenceKind;
  readonly amount_minor: number;
  readonly currency: string;
  readonly state: Dispute['state'];
  readonly evidence: { readonly text?: string; readonly file?: { readonly name: string } };
  readonly answer: string;
  readonly due_at: Date | null;
  readonly facts: BillEvidence | null;
  readonly created_at: Date;
}

export async function listDisputes(
  db: Database,
  who: { readonly tenantId: string },
  wish: PageWish & { readonly state?: string | undefined },
) {
  const { size, offset } = pageOf(wish);
  const where = sql`d.tenant_id = ${who.tenantId} AND (${wish.state ?? null}::text IS NULL OR d.state = ${wish.state ?? null}::text)`;
  const found = await db.tenant(
    who,
    async (tx) => ({
      rows: (
        await sql<DisputeRow>`SELECT d.id, d.side, d.with_tenant, d.kind, d.amount_minor, d.currency, d.state, d.evidence, d.answer, d.due_at,
            coalesce(a.evidence, b.evidence) AS facts, d.created_at
          FROM disputes d LEFT JOIN adjustments a ON a.tenant_id = d.tenant_id AND a.id = d.adjustment_id
          LEFT JOIN bill_differences b ON b.tenant_id = d.tenant_id AND b.id = d.difference_id
          WHERE ${where} ORDER BY d.state IN ('open', 'sent') DESC, d.id DESC LIMIT ${size} OFFSET ${offset}`.execute(
          tx,
        )
      ).rows,
      total: await count(tx, sql`SELECT 1 FROM disputes d WHERE ${where}`),
    }),
    { readOnly: true },
  );
  const names = await tenantNames(
    db,
    found.rows.map((row) => row.with_tenant),
  );
  return {
    disputes: found.rows.map(
      (row): Dispute => ({
        id: row.id,
        side: row.side,
        withWhom: row.with_tenant === null ? (row.facts?.carrier ?? '') : (names.get(row.with_tenant) ?? ''),
        carrier: row.with_tenant === null,
        kind: row.kind,
        amount: { minor: row.amount_minor, currency: row.currency },
        state: row.state,
        text: row.evidence.text ?? '',
        answer: row.answer,
        fileName: row.evidence.file?.name ?? null,
        dueAt: row.due_at?.toISOString() ?? null,
        evidence: row.facts,
        canHandOn: row.side === 'received' && row.state === 'open',
        createdAt: row.created_at.toISOString(),
      }),
    ),
    ...pagesOf(found.total, wish),
  };
}
