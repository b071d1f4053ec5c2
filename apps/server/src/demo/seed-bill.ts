/**
 * An invoice of the demo's own courier for labels of its past: most are billed as they were bought, one parcel was heavier, one
 * address was corrected, one came late, one charge has words that tell nothing and one is not billed in full.
 */
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { toDecimal } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Application } from '../application.ts';
import { uploadBill } from '../modules/carrier-bills/index.ts';
import { addDays } from '../platform/time-zone.ts';

const COLUMNS = ['Invoice Number', 'Invoice Date', 'Tracking Number', 'Charge', 'Net Charge', 'Tax', 'Total', 'Weight'];
/** Labels of the last weeks, a few days old: the courier bills every week. */
const BILLED = { fromDaysAgo: 45, toDaysAgo: 5, labels: 12 };

interface BilledLabel {
  readonly purchase: string;
  readonly tracking: string;
  readonly grams: number;
  readonly cost: readonly PriceLine[];
}
interface Charge {
  readonly label: string;
  readonly minor: number;
}

/** What the courier asks for the n-th label beside, or instead of, what it was bought for. */
function billed(
  n: number,
  { cost, grams }: BilledLabel,
): { readonly charges: readonly Charge[]; readonly grams: number } {
  const charges = cost
    .filter((line) => line.kind !== 'tax')
    .map((line): Charge => ({ label: line.label, minor: line.amount.minor }));
  const [base, ...others] = charges;
  if (!base) return { charges, grams };
  switch (n) {
    case 0:
      return { charges: [{ ...base, minor: base.minor + 620 }, ...others], grams: grams + 4_000 };
    case 1:
      return { charges: [...charges, { label: 'Address correction', minor: 500 }], grams };
    case 2:
      return { charges: [...charges, { label: 'Misc. 07', minor: 240 }], grams };
    case 3:
      return { charges: [...charges, { label: 'Guaranteed service refund', minor: -base.minor }], grams };
    case 4:
      return { charges: others, grams };
    default:
      return { charges, grams };
  }
}

/** Made once for each courier; the worker compares it soon after the start. */
export async function seedBill(
  { services: { db, files, clock } }: Pick<Application, 'services'>,
  franchiseId: string,
  customerIds: readonly string[],
): Promise<void> {
  const who = { tenantId: franchiseId };
  const courier = await db.tenant(who, async (tx) => ({
    account: await tx
      .selectFrom('carrier_accounts')
      .select(['id', 'name'])
      .where('tenant_id', '=', franchiseId)
      .where('slug', '=', 'rate-sheet')
      .executeTakeFirst(),
    known: await tx.selectFrom('bill_files').select('id').where('tenant_id', '=', franchiseId).executeTakeFirst(),
  }));
  const { account } = courier;
  if (!account || courier.known) return;
  const today = clock.now().toISOString().slice(0, 10);
  const labels: BilledLabel[] = [];
  for (const tenantId of customerIds) {
    const bought = await db.tenant({ tenantId }, (tx) =>
      sql<Omit<BilledLabel, 'cost'>>`SELECT p.id AS purchase, c.tracking_number AS tracking, c.weight_g AS grams
        FROM purchases p JOIN parcels c ON c.tenant_id = p.tenant_id AND c.purchase_id = p.id
        WHERE p.tenant_id = ${tenantId} AND p.slug = 'rate-sheet' AND p.state = 'complete' AND c.tracking_number IS NOT NULL
          AND p.created_at BETWEEN ${addDays(today, -BILLED.fromDaysAgo)}::date AND ${addDays(today, -BILLED.toDaysAgo)}::date
        ORDER BY p.created_at DESC LIMIT ${BILLED.labels}`.execute(tx),
    );
    const costs = await db.tenant(who, (tx) =>
      sql<{
        purchase: string;
        cost: readonly PriceLine[] | null;
      }>`SELECT purchase_id AS purchase, cost_lines AS cost FROM price_chain
        WHERE tenant_id = ${franchiseId} AND from_tenant = ${franchiseId}
          AND purchase_id = ANY(${bought.rows.map(({ purchase }) => purchase)}::uuid[])`.execute(tx),
    );
    const costOf = new Map(costs.rows.map(({ purchase, cost }) => [purchase, cost ?? []]));
    labels.push(...bought.rows.map((label) => ({ ...label, cost: costOf.get(label.purchase) ?? [] })));
  }
  const some = labels.filter(({ cost }) => cost.length > 0).slice(0, BILLED.labels);
  if (some.length === 0) return;
  const day = addDays(today, -2);
  const number = `${account.name.charAt(0)}LC-${day.replaceAll('-', '')}`;
  const decimal = (minor: number): string => toDecimal({ minor, currency: 'CAD' });
  const rows = some.flatMap((label, n) => {
    const { charges, grams } = billed(n, label);
    const taxes = label.cost.reduce((sum, line) => (line.kind === 'tax' ? sum + line.amount.minor : sum), 0);
    return charges.map(({ label: words, minor }, at) => {
      const tax = at === 0 ? taxes : 0;
      const weight = (grams / 1_000).toFixed(3);
      return [number, day, label.tracking, words, decimal(minor), decimal(tax), decimal(minor + tax), weight];
    });
  });
  const text = [[account.name, `Invoice ${number}`], COLUMNS, ...rows]
    .map((row) => row.map((cell) => `"${cell}"`).join(','))
    .join('\n');
  const admin = await db.identity({ realmId: franchiseId }, (tx) =>
    tx
      .selectFrom('memberships')
      .select('user_id')
      .where('realm_id', '=', franchiseId)
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirstOrThrow(),
  );
  const upload = (mapping?: string) =>
    uploadBill(
      { db, files },
      { tenantId: franchiseId, userId: admin.user_id, currency: 'CAD' },
      { fileName: `${number}.csv`, contentType: 'text/csv', bytes: Buffer.from(`${text}\n`) },
      { accountId: account.id, mapping },
    );
  const asked = await upload();
  const taken = asked.ok && 'toMap' in asked.value ? await upload(JSON.stringify(asked.value.toMap.mapping)) : asked;
  if (!taken.ok) throw new Error(`The demo's carrier invoice was refused: ${JSON.stringify(taken.problem)}.`);
}
