/** A seller at work: orders, quotes, labels and second thoughts, over real HTTP. */
import { quoteSingle } from '@scanship/contracts/shipping/quotes';
import {
  cancelShipment,
  createShipment,
  decideException,
  listOpenPurchases,
} from '@scanship/contracts/shipping/shipments';
import { createOrders } from '@scanship/server/modules/orders/index';
import { openDatabase } from '@scanship/server/platform/database/database';
import type { ClientConfig } from 'pg';
import { type Seller, signInAs } from '../support/seller.ts';
import { readBooks } from './judge.ts';
import type { Rig } from './rig.ts';

export interface Customer {
  readonly tenantId: string;
  readonly storeId: string;
  readonly grants: readonly { readonly id: string; readonly slug: string }[];
}

export interface Wish {
  readonly orderId: string;
  readonly quoteId: string;
  readonly rateId: string;
  readonly key: string;
}

const USER = 'aurora';

/**
 * Every way to buy and to recover once: own courier, own key, look-up, polled, nobody to ask, label on a second call. The other
 * carriers are cut off at every step by the conformance suite.
 */
const CARRIERS = [
  'rate-sheet',
  'canada-post',
  'ups',
  'testline-express',
  'testline-ground',
  'testline-freight',
  'testline-post',
] as const;

export async function findCustomer(rig: Pick<Rig, 'ask'>): Promise<Customer> {
  const [found] = await rig.ask<{ tenant_id: string }>(
    `SELECT m.tenant_id FROM users AS u JOIN memberships AS m ON m.realm_id = u.realm_id AND m.user_id = u.id
     WHERE u.username_key = $1`,
    [USER],
  );
  if (!found) throw new Error('the demo has no such customer');
  const [store] = await rig.ask<{ id: string }>(
    `SELECT id FROM stores WHERE tenant_id = $1 ORDER BY platform_code = 'manual' DESC, id LIMIT 1`,
    [found.tenant_id],
  );
  const grants = await rig.ask<{ id: string; slug: string }>(
    'SELECT id, slug FROM account_grants WHERE tenant_id = $1 AND slug = ANY ($2) ORDER BY slug',
    [found.tenant_id, CARRIERS],
  );
  if (!store || grants.length < 5) throw new Error(`the demo's customer has ${grants.length} carriers`);
  return { tenantId: found.tenant_id, storeId: store.id, grants };
}

export async function makeOrders(
  connection: ClientConfig,
  customer: Customer,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const db = openDatabase({ connection, maxConnections: 2 });
  try {
    const created = await db.tenant(customer, (tx) =>
      createOrders(
        { tenantId: customer.tenantId },
        tx,
        Array.from({ length: count }, (_, index) => ({
          storeId: customer.storeId,
          platformCode: 'manual',
          source: 'manual' as const,
          externalId: `f-${from + index}`,
          number: `F-${from + index}`,
          placedAt: new Date(),
          currency: 'CAD',
          shipTo: {
            name: `Receiver ${from + index}`,
            address1: '20 Receiver Avenue',
            city: 'Toronto',
            provinceCode: 'ON',
            zipcode: 'M5V 2T6',
            countryCode: 'CA',
            phone: '416 555 0199',
          },
          items: [{ title: 'Cup', sku: 'CUP', quantity: 2, unitMinor: 1_500, weightGrams: 400 }],
        })),
        { why: 'faults', now: new Date() },
      ),
    );
    if (!created.ok) throw new Error(created.problem.code);
    return created.value.map((order) => order.id);
  } finally {
    await db.close();
  }
}

export const signIn = (port: number): Promise<Seller> =>
  signInAs({
    origin: `http://127.0.0.1:${port}`,
    host: 'localhost',
    userName: USER,
    password: 'ship-demo-2026',
    connections: 60,
  });

/** Asks one carrier for a price; undefined when it offers nothing at the moment. */
export async function quote(
  seller: Seller,
  orderId: string,
  grantId: string,
  parcels: number,
): Promise<{ readonly quoteId: string; readonly rateId: string } | undefined> {
  const answer = await seller.call(quoteSingle, {
    body: {
      orderId,
      grantIds: [grantId],
      parcels: Array.from({ length: parcels }, (_, index) => ({
        number: index + 1,
        weightGrams: 900 + index,
        dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
      })),
    },
  });
  if (!answer.data) throw new Error(`no quote: ${answer.refusal?.message ?? answer.status}`);
  const [rate] = answer.data.rates;
  return rate && { quoteId: answer.data.quoteId, rateId: rate.id };
}

export type Bought = 'cut-off' | 'bought' | 'under-way' | 'refused';

/** Never throws: a server that dies in the middle is what this is about. */
export async function buy(
  seller: Seller,
  wish: Wish,
): Promise<{ readonly what: Bought; readonly shipmentId?: string; readonly code?: string }> {
  const { key, ...body } = wish;
  try {
    const answer = await seller.call(createShipment, { body, idempotencyKey: key });
    const code = answer.refusal?.code;
    // "Still being worked on", "busy": asked again later, as a proxy or a person would.
    if (code === 'request_running' || (answer.status >= 500 && code !== 'carrier_unavailable'))
      return { what: 'cut-off' };
    if (!answer.data) return { what: 'refused', code: code ?? String(answer.status) };
    const { id, state } = answer.data.shipment;
    return { what: state === 'bought' ? 'bought' : 'under-way', shipmentId: id };
  } catch {
    return { what: 'cut-off' };
  }
}

export async function cancel(seller: Seller, shipmentId: string): Promise<void> {
  await seller.call(cancelShipment, { params: { id: shipmentId } }).catch(() => undefined);
}

/** A person goes through the exceptions and states what the carriers' own books say. Answers how many were open. */
export async function decideAll(rig: Rig, seller: Seller): Promise<number> {
  const { purchases } = await seller.must(listOpenPurchases);
  const { paid, voided } = await readBooks(rig);
  for (const open of purchases) {
    const [label] = paid.get(open.reference) ?? [];
    const exists = open.kind === 'buy' ? label !== undefined : voided.has(open.reference);
    const numbers = open.kind === 'buy' && label ? [trackingOf(label.data)] : undefined;
    const answer = await seller.call(decideException, {
      params: { id: open.purchaseId },
      body: { decision: exists ? 'exists' : 'absent', trackingNumbers: numbers, note: 'Looked up in the books' },
    });
    if (!answer.data && answer.refusal?.code !== 'not_found' && answer.refusal?.code !== 'forbidden')
      throw new Error(`${open.reference}: ${answer.refusal?.code} ${answer.refusal?.message}`);
  }
  return purchases.length;
}

/** The first thing in a book entry that looks like a tracking number, as a person would read it off the vendor's page. */
function trackingOf(data: unknown): string {
  const found = /"(T[A-Z]\d{9,13}[A-Z]{0,2})"/.exec(JSON.stringify(data));
  return found?.[1] ?? 'SEEN-THERE';
}
