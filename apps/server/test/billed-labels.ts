/**
 * Labels as buying leaves them, in bulk: bought on an account of the platform by a customer of a franchise, priced through
 * all three levels. For tests and measures of carriers' invoices, where the buying itself is not in question.
 */
import { upsCheckDigit } from '@scanship/domain/tracking/tracking-numbers';
import { partsPerMillion, money } from '@scanship/domain/money/money';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import { priceChain } from '@scanship/domain/pricing/pricing';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/database/ids.ts';
import { toJson } from '../src/platform/database/json-column.ts';

export interface BilledChain {
  readonly owner: string;
  /** Between the owner and the shipper, the owner first; empty where the owner ships itself. */
  readonly sellers: readonly { readonly tenantId: string; readonly percentBp: number }[];
  readonly shipper: string;
  readonly accountId: string;
  readonly grantId: string;
  readonly rules: readonly MarkupRule[];
}

export interface BoughtLabel {
  readonly purchaseId: string;
  readonly shipmentId: string;
  readonly tracking: string;
  readonly reference: string;
  readonly grams: number;
  readonly freight: number;
  readonly fuel: number;
  readonly tax: number;
  readonly day: string;
  readonly postal: string;
}

export const HST_PPM = 130_000;

/** An account of the owner, lent to the shipper, and mark-ups of each seller. */
export async function makeChain(
  db: Database,
  levels: {
    readonly owner: string;
    readonly sellers: readonly { readonly tenantId: string; readonly percentBp: number }[];
    readonly shipper: string;
    readonly slug?: string;
  },
): Promise<BilledChain> {
  const accountId = newId();
  const grantId = newId();
  const slug = levels.slug ?? 'ups';
  await db.tenant({ tenantId: levels.owner }, (tx) =>
    tx
      .insertInto('carrier_accounts')
      .values({
        tenant_id: levels.owner,
        id: accountId,
        slug,
        name: `${slug} account`,
        mode: 'simulator',
        quota_key: accountId,
      })
      .execute(),
  );
  await db.tenant({ tenantId: levels.shipper }, (tx) =>
    tx
      .insertInto('account_grants')
      .values({
        tenant_id: levels.shipper,
        id: grantId,
        owner_tenant_id: levels.owner,
        account_id: accountId,
        slug,
        name: slug,
        mode: 'simulator',
      })
      .execute(),
  );
  const rules: MarkupRule[] = [];
  for (const { tenantId, percentBp } of levels.sellers) {
    const rule: MarkupRule = { id: newId(), position: 0, scope: {}, percentBp, fixedMinor: 0 };
    rules.push(rule);
    await db.tenant({ tenantId }, (tx) =>
      tx
        .insertInto('markup_rules')
        .values({
          tenant_id: tenantId,
          id: rule.id,
          plan_id: newId(),
          position: 0,
          percent_bp: percentBp,
          currency: 'CAD',
        })
        .execute(),
    );
  }
  return { ...levels, accountId, grantId, rules };
}

const line = (kind: PriceLine['kind'], code: string, minor: number, ratePpm?: number): PriceLine => ({
  kind,
  code,
  label: code,
  amount: money(minor, 'CAD'),
  ...(ratePpm === undefined ? {} : { ratePpm }),
});

export const tracking = (n: number): string => {
  const serial = `999AA1${String(n).padStart(9, '0')}`;
  return `1Z${serial}${upsCheckDigit(serial)}`;
};

/** The n-th label: the same number gives the same label. */
export function labelOf(n: number, day: string): BoughtLabel {
  const grams = 500 + ((n * 137) % 9_000);
  const freight = 900 + ((n * 91) % 2_500);
  const fuel = Math.round(freight * 0.15);
  return {
    purchaseId: newId(),
    shipmentId: newId(),
    tracking: tracking(n),
    reference: `R${String(n).padStart(15, '0')}`,
    grams,
    freight,
    fuel,
    tax: partsPerMillion(money(freight + fuel, 'CAD'), HST_PPM).minor,
    day,
    postal: `M${n % 9}V ${n % 8}T${n % 7}`,
  };
}

const ADDRESS = { name: 'Anna', address1: '1 King St', city: 'Toronto', provinceCode: 'ON', countryCode: 'CA' };

/** Stores the labels; `voided` ones with a void that the carrier accepted. */
export async function addLabels(
  db: Database,
  chain: BilledChain,
  labels: readonly BoughtLabel[],
  voided: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { shipper } = chain;
  for (let at = 0; at < labels.length; at += 2_000) {
    const part = labels.slice(at, at + 2_000);
    const rows = toJson(
      part.map((label) => ({
        ...label,
        to: { ...ADDRESS, zipcode: label.postal },
        void: voided.has(label.purchaseId) ? newId() : null,
      })),
    );
    await db.tenant({ tenantId: shipper }, async (tx) => {
      const from = toJson({ ...ADDRESS, zipcode: 'M5V 2T6' });
      await sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug, service, service_name, grant_id, ship_date, bought_at)
        SELECT ${shipper}, l."shipmentId", 'bought', ${from}::jsonb, l.to, 'ups', '11', 'UPS Standard', ${chain.grantId}, l.day, now()
        FROM jsonb_to_recordset(${rows}::jsonb) AS l("shipmentId" uuid, "to" jsonb, day date)`.execute(tx);
      await sql`INSERT INTO purchases (tenant_id, id, shipment_id, piece, kind, grant_id, slug, service, intent_key, request_hash, carrier_ref, carrier_uuid, state)
        SELECT ${shipper}, l."purchaseId", l."shipmentId", 1, 'buy', ${chain.grantId}, 'ups', '11', l."purchaseId"::text, '', l.reference,
          l."purchaseId", CASE WHEN l.void IS NULL THEN 'complete' ELSE 'voided' END
        FROM jsonb_to_recordset(${rows}::jsonb) AS l("shipmentId" uuid, "purchaseId" uuid, reference text, void uuid)`.execute(
        tx,
      );
      await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, l_mm, w_mm, h_mm, tracking_number, tracking_key, purchase_id)
        SELECT ${shipper}, l."shipmentId", 1, l.grams, 300, 200, 150, l.tracking, l.tracking, l."purchaseId"
        FROM jsonb_to_recordset(${rows}::jsonb) AS l("shipmentId" uuid, "purchaseId" uuid, grams int, tracking text)`.execute(
        tx,
      );
      await sql`INSERT INTO voids (tenant_id, id, purchase_id, intent_key, state, refund_state)
        SELECT ${shipper}, l.void, l."purchaseId", l.void::text, 'complete', 'received'
        FROM jsonb_to_recordset(${rows}::jsonb) AS l("purchaseId" uuid, void uuid) WHERE l.void IS NOT NULL`.execute(
        tx,
      );
    });
    await addSales(db, chain, part);
  }
}

async function addSales(db: Database, chain: BilledChain, labels: readonly BoughtLabel[]): Promise<void> {
  const books = labels.map((label) => {
    const cost = [
      line('base', 'base', label.freight),
      line('fuel', 'fuel', label.fuel),
      line('tax', 'HST', label.tax, HST_PPM),
    ];
    const levels = chain.sellers.map(({ tenantId }, index) => ({
      tenant: tenantId,
      rules: [chain.rules[index]].flatMap((rule) => rule ?? []),
    }));
    return {
      label,
      cost,
      books: priceChain(cost, 'CAD', { carrier: 'ups', service: '11', day: label.day }, levels),
    };
  });
  const insert = async (tenantId: string, rows: readonly object[]): Promise<void> => {
    await db.tenant({ tenantId }, (tx) =>
      sql`INSERT INTO price_chain (tenant_id, id, purchase_id, from_tenant, to_tenant, cost_minor, price_minor, currency, lines, cost_lines,
          markup_versions, cost_tax_minor, carrier, service)
        SELECT ${tenantId}, r.id, r.purchase, r."from", r."to", r.cost, r.price, 'CAD', r.lines, r.costs, r.rules, r.tax, 'ups', '11'
        FROM jsonb_to_recordset(${toJson([...rows])}::jsonb) AS r(id uuid, purchase uuid, "from" uuid, "to" uuid, cost int8, price int8, lines jsonb,
          costs jsonb, rules jsonb, tax int8)`.execute(tx),
    );
  };
  for (const [index, seller] of chain.sellers.entries())
    await insert(
      seller.tenantId,
      books.map(({ label, books: made }) => {
        const book = made[index];
        if (!book) throw new Error('a book for every seller');
        return {
          id: newId(),
          purchase: label.purchaseId,
          from: seller.tenantId,
          to: chain.sellers[index + 1]?.tenantId ?? chain.shipper,
          cost: book.cost.minor,
          price: book.price.minor,
          lines: book.priceLines,
          costs: book.costLines,
          rules: book.ruleIds,
          tax: book.costLines.reduce((sum, each) => sum + (each.kind === 'tax' ? each.amount.minor : 0), 0),
        };
      }),
    );
  await insert(
    chain.shipper,
    books.map(({ label, cost, books: made }) => {
      const last = made.at(-1);
      const price = last?.price.minor ?? cost.reduce((sum, each) => sum + each.amount.minor, 0);
      return {
        id: newId(),
        purchase: label.purchaseId,
        from: chain.sellers.at(-1)?.tenantId ?? chain.shipper,
        to: chain.shipper,
        cost: price,
        price,
        lines: last?.priceLines ?? cost,
        costs: null,
        rules: [],
        tax: null,
      };
    }),
  );
}
