/** What keeps a customer from being erased: money that is open, and what may still become money. */
import type { ErasureReason } from '@scanship/contracts/network/customer-data';
import { money, toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { readSettled } from '../../billing/index.ts';
import { openAbove } from './open-above.ts';

export interface ReasonDeps {
  readonly db: Database;
  /** Labels of a customer that its carriers still void. */
  countVoidable(tenantId: string): Promise<number>;
  /** Labels of the running period that its plan charges on that day. */
  labelsAbovePlan(tenantId: string): Promise<{ readonly count: number; readonly day: string } | undefined>;
}

interface Pair {
  readonly franchiseId: string;
  readonly customerId: string;
}

const amount = (minor: number, currency: string): string => `${toDecimal(money(minor, currency))} ${currency}`;

/**
 * Each with a sentence and where it is dealt with; none: nothing is open.
 * @param waits it was asked for: the customer has no access until it is withdrawn
 */
export async function reasonsAgainst(
  deps: ReasonDeps,
  { franchiseId, customerId }: Pair,
  waits = false,
): Promise<ErasureReason[]> {
  const ofFranchise = await deps.db.tenant(
    { tenantId: franchiseId },
    async (tx) => [
      ...(waits ? await access(tx, franchiseId, customerId) : []),
      ...(await balances(tx, franchiseId, customerId)),
      ...(await invoices(tx, franchiseId, customerId)),
      ...(await moneyUnderWay(tx, franchiseId, customerId)),
    ],
    { readOnly: true },
  );
  const ofCustomer = await deps.db.tenant({ tenantId: customerId }, (tx) => labelsUnderWay(tx, customerId), {
    readOnly: true,
  });
  const voidable = await deps.countVoidable(customerId);
  const above = await openAbove(deps.db, { franchiseId, customerId });
  return [
    ...ofFranchise,
    ...ofCustomer,
    ...said([{ code: 'differences', n: above.ownDifferences }], 'bills'),
    ...said([{ code: 'differences-above', n: above.othersDifferences }], 'bills'),
    ...said([{ code: 'unbilled-above', n: above.unbilledLabels }], 'statements'),
    ...planWords(await deps.labelsAbovePlan(customerId)),
    ...(voidable === 0
      ? []
      : [
          {
            code: 'voidable',
            message:
              voidable === 1
                ? 'One label is bought, not handed over, and can still be voided.'
                : `${voidable} labels are bought, not handed over, and can still be voided.`,
            place: 'people',
          } as const,
        ]),
  ];
}

const planWords = (above: Awaited<ReturnType<ReasonDeps['labelsAbovePlan']>>): ErasureReason[] =>
  above
    ? [
        {
          code: 'plan',
          message:
            above.count === 1
              ? `One label more than the plan allows is charged when its month ends, on ${above.day}.`
              : `${above.count} labels more than the plan allows are charged when its month ends, on ${above.day}.`,
          place: 'plan',
        },
      ]
    : [];

/** A release beside this one may have given it back. */
async function access(tx: Tx, franchiseId: string, customerId: string): Promise<ErasureReason[]> {
  const row = await tx
    .selectFrom('franchise_customers')
    .select('state')
    .where('tenant_id', '=', franchiseId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (row?.state !== 'active') return [];
  return [
    { code: 'access', message: 'They have access again: suspend them, or withdraw the erasure.', place: 'people' },
  ];
}

async function balances(tx: Tx, franchiseId: string, customerId: string): Promise<ErasureReason[]> {
  const { rows } = await sql<{ currency: string; owed: number; reserved: number }>`
    SELECT currency, amount_minor AS owed, reserved_minor AS reserved FROM account_balances
    WHERE tenant_id = ${franchiseId} AND kind = 'receivable' AND party_tenant_id = ${customerId} ORDER BY currency`.execute(
    tx,
  );
  return rows.flatMap(({ currency, owed, reserved }): ErasureReason[] => [
    ...(owed > 0
      ? [{ code: 'owes', message: `${amount(owed, currency)} is not paid yet.`, place: 'credit' } as const]
      : []),
    ...(owed < 0
      ? [
          {
            code: 'credit',
            message: `${amount(-owed, currency)} of what they paid is not used: pay it back.`,
            place: 'credit',
          } as const,
        ]
      : []),
    ...(reserved !== 0
      ? [
          {
            code: 'reserved',
            message: `${amount(reserved, currency)} is reserved for labels that are being bought.`,
            place: 'shipping',
          } as const,
        ]
      : []),
  ]);
}

async function invoices(tx: Tx, franchiseId: string, customerId: string): Promise<ErasureReason[]> {
  const settled = await readSettled(tx, franchiseId, customerId);
  const open = settled.flatMap(({ allotment }) => [...allotment.open.values()]).filter((minor) => minor > 0).length;
  const unbilled = settled.filter(({ unbilledMinor }) => unbilledMinor !== 0);
  return [
    ...(open > 0
      ? [
          {
            code: 'invoices',
            message: open === 1 ? 'One invoice is not paid.' : `${open} invoices are not paid.`,
            place: 'statements',
          } as const,
        ]
      : []),
    ...unbilled.map(
      ({ unbilledMinor, currency }) =>
        ({
          code: 'unbilled',
          message: `${amount(unbilledMinor, currency)} stands on no invoice yet: close the month first.`,
          place: 'statements',
        }) as const,
    ),
  ];
}

interface UnderWay {
  readonly code:
    | 'payments'
    | 'disputes'
    | 'differences'
    | 'differences-above'
    | 'unbilled-above'
    | 'purchases'
    | 'voids'
    | 'claims'
    | 'batches'
    | 'returns';
  readonly n: number;
}

const WORDS: Readonly<Record<UnderWay['code'], readonly [one: string, many: (n: number) => string]>> = {
  payments: [
    'A payment, refund or chargeback is not settled.',
    (n) => `${n} payments, refunds or chargebacks are not settled.`,
  ],
  disputes: [
    'An adjustment of a carrier’s invoice is not settled.',
    (n) => `${n} adjustments of carriers’ invoices are not settled.`,
  ],
  differences: [
    'A difference on a carrier’s invoice is not decided.',
    (n) => `${n} differences on carriers’ invoices are not decided.`,
  ],
  'differences-above': [
    'The platform’s operator has yet to decide about a difference on a carrier’s invoice.',
    (n) => `The platform’s operator has yet to decide about ${n} differences on carriers’ invoices.`,
  ],
  'unbilled-above': [
    'One label is on no invoice of the platform’s operator yet: it is once the operator closes the month.',
    (n) => `${n} labels are on no invoice of the platform’s operator yet: they are once the operator closes the month.`,
  ],
  purchases: [
    'For one label it is not known whether the carrier made it.',
    (n) => `For ${n} labels it is not known whether the carrier made them.`,
  ],
  voids: ['A void or its refund is not settled.', (n) => `${n} voids or their refunds are not settled.`],
  claims: ['A claim at a carrier is open.', (n) => `${n} claims at carriers are open.`],
  batches: ['A batch of labels is not finished.', (n) => `${n} batches of labels are not finished.`],
  returns: ['A return waits for its label.', (n) => `${n} returns wait for their labels.`],
};

const said = (rows: readonly UnderWay[], place: ErasureReason['place']): ErasureReason[] =>
  rows
    .filter(({ n }) => n > 0)
    .map(({ code, n }) => ({ code, message: n === 1 ? WORDS[code][0] : WORDS[code][1](n), place }));

async function moneyUnderWay(tx: Tx, franchiseId: string, customerId: string): Promise<ErasureReason[]> {
  const { rows } = await sql<UnderWay>`
    SELECT 'payments' AS code, (
      (SELECT count(*) FROM payments WHERE tenant_id = ${franchiseId} AND buyer_id = ${customerId}
        AND state IN ('open', 'action', 'processing'))
      + (SELECT count(*) FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
        WHERE r.tenant_id = ${franchiseId} AND p.buyer_id = ${customerId} AND r.state IN ('open', 'pending'))
      + (SELECT count(*) FROM chargebacks c JOIN payments p ON p.tenant_id = c.tenant_id AND p.id = c.payment_id
        WHERE c.tenant_id = ${franchiseId} AND p.buyer_id = ${customerId} AND c.state IN ('inquiry', 'open')))::int AS n
    UNION ALL
    SELECT 'disputes', (
      (SELECT count(*) FROM disputes WHERE tenant_id = ${franchiseId} AND with_tenant = ${customerId} AND state IN ('open', 'sent'))
      + (SELECT count(*) FROM adjustments WHERE tenant_id = ${franchiseId} AND to_tenant = ${customerId}
        AND state IN ('notice', 'disputed')))::int`.execute(tx);
  return said(rows, 'credit');
}

/** What a carrier may still bill or pay back. Runs as the customer. */
export async function labelsUnderWay(tx: Tx, customerId: string): Promise<ErasureReason[]> {
  const { rows } = await sql<UnderWay>`
    SELECT 'purchases' AS code, count(*)::int AS n FROM purchases WHERE tenant_id = ${customerId}
      AND state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed')
    UNION ALL
    SELECT 'voids', count(*)::int FROM voids WHERE tenant_id = ${customerId}
      AND (state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed') OR refund_state = 'pending')
    UNION ALL
    SELECT 'claims', count(*)::int FROM claims WHERE tenant_id = ${customerId} AND state IN ('filed', 'accepted')
    UNION ALL
    SELECT 'batches', count(*)::int FROM batches WHERE tenant_id = ${customerId} AND state IN ('planning', 'running', 'paused')
    UNION ALL
    SELECT 'returns', count(*)::int FROM returns WHERE tenant_id = ${customerId} AND due_at IS NOT NULL`.execute(tx);
  return said(rows, 'shipping');
}
