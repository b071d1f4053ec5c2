/** Orders and contexts for tests: plausible, small, and numbered by the caller. */
import type { Address } from '@scanship/domain/addresses/address';
import { ACTION_RIGHTS } from '@scanship/contracts/access/rights';
import type { RequestContext } from '../src/platform/context.ts';
import { newId } from '../src/platform/database/ids.ts';
import type { Database } from '../src/platform/database/database.ts';
import { json } from '../src/platform/database/json-column.ts';
import type { NewOrder, StoreEffects } from '../src/modules/orders/index.ts';

export const SHIP_FROM = {
  name: 'Maple Goods',
  companyName: 'Maple Goods Inc.',
  address1: '340 Rue Saint-Paul O',
  city: 'Montreal',
  provinceCode: 'QC',
  zipcode: 'H2Y 2A6',
  countryCode: 'CA',
  phone: '514 555 0134',
} as const satisfies Address;

export const BUYER: Address = {
  name: 'Éloïse Tremblay',
  address1: '88 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2M5',
  countryCode: 'CA',
  phone: '+1 416 555 0182',
  email: 'Eloise@Example.com',
};

export const contextOf = (
  customer: { readonly tenantId: string; readonly realmId: string },
  more: Partial<RequestContext> = {},
): RequestContext => ({
  requestId: newId(),
  tenantId: customer.tenantId,
  tenantKind: 'customer',
  realmId: customer.realmId,
  userId: newId(),
  userName: 'seller',
  sessionId: newId(),
  limits: new Set(),
  actors: [],
  roleId: newId(),
  rights: new Set(ACTION_RIGHTS),
  role: 'ROLE_CUSTOMER_ADMIN',
  permissions: new Set(['ECOMMERCE_ORDERS', 'PROFILE_SETTINGS']),
  planName: 'Advanced',
  timeZone: 'America/Toronto',
  locale: 'en-CA',
  currency: 'CAD',
  ...more,
});

export const newOrder = (storeId: string, number: string, more: Partial<NewOrder> = {}): NewOrder => ({
  storeId,
  platformCode: 'shopify',
  source: 'store',
  externalId: number,
  number,
  placedAt: new Date('2026-11-20T15:00:00Z'),
  currency: 'CAD',
  shipTo: BUYER,
  items: [{ sku: 'MUG-BLUE', title: 'Blue mug', quantity: 2, unitMinor: 1250, weightGrams: 400 }],
  ...more,
});

/** Puts a real address into the customer's default location. */
export const setShipFrom = (
  db: Database,
  who: { readonly tenantId: string; readonly locationId: string },
): Promise<unknown> =>
  db.tenant(who, (tx) =>
    tx
      .updateTable('locations')
      .set({ address: json(SHIP_FROM) })
      .where('id', '=', who.locationId)
      .execute(),
  );

/** For tests of orders whose stores nobody tells. */
export const NO_STORES: StoreEffects = {
  onMarked: async () => undefined,
  onUnmarked: async () => undefined,
  onCancelled: async () => undefined,
  onUncancelled: async () => undefined,
  retry: async (_ctx, orders) =>
    orders.map(({ orderId, orderNumber }) => ({
      orderId,
      orderNumber,
      what: 'nothing',
      outcome: 'nothing',
      problem: null,
      change: null,
    })),
};
