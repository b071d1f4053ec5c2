/** A customer with orders, rates, a carrier and a journal: what tests of buying and voiding start from. */
import { randomBytes } from 'node:crypto';
import { createTypstRenderer, type TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { money, type Money } from '@scanship/domain/money/money';
import type { LineUnits, PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { ShipmentState } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import { createOrders } from '../src/modules/orders/index.ts';
import { loadRate, readRates } from '../src/modules/quotes/load-rate.ts';
import { RATE_SEAL, toSealedJson } from '../src/modules/quotes/sealed-rate.ts';
import { awaitShipment, registerShipments } from '../src/modules/shipments/index.ts';
import type { Asker, CreateDeps } from '../src/modules/shipments/commands/create-shipment.ts';
import { labelDrawing } from '../src/modules/shipments/fit-ports.ts';
import type { ShipmentFollower, ShipmentPorts } from '../src/modules/shipments/ports.ts';
import { mayBuyLabels } from '../src/modules/subscriptions/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createSealer } from '../src/platform/crypto/sealer.ts';
import { newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';
import { createJournal, type JournalOptions } from '../src/platform/journal/journal.ts';
import { createLogger, silentLogger } from '../src/platform/logging/logger.ts';
import type { LoopbackVendor } from './loopback-vendor.ts';
import { makeTenantTree, type TenantTree } from './tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const sealer = createSealer([randomBytes(32)]);

export interface World {
  readonly test: TestDatabase;
  readonly tree: TenantTree;
  readonly renderer: TypstRenderer;
  readonly anna: Asker;
  /** Modules that follow shipments; a test adds its own. */
  readonly followers: ShipmentFollower[];
  readonly ben: Asker;
  newOrder(quantities?: readonly number[]): Promise<string>;
  /** A rate for the order; `lent` buys on the franchise's account at a lower cost. */
  newRate(orderId: string, options?: RateOptions): Promise<{ quoteId: string; rateId: string }>;
  /** The commands over a journal of their own, as one server process has it; `db` for another database than the world's. */
  process(vendor: LoopbackVendor, options?: Partial<JournalOptions>): CreateDeps;
  /** Of every account: from when on labels may be missing here that its carrier was not asked for yet. */
  readonly held: { since: Date | null };
  /** Waits until the shipment is settled, at most `ms`. */
  settled(deps: CreateDeps, shipmentId: string, ms?: number): Promise<ShipmentState | undefined>;
  orderState(orderId: string): Promise<{ fulfillment: string; allocated: number; shipped: number }>;
  close(): Promise<void>;
}

export interface RateOptions {
  readonly parcels?: number;
  /** Units in each parcel, where somebody said so; `parcels` then counts them. */
  readonly contents?: readonly (readonly LineUnits[])[];
  readonly lent?: boolean;
  readonly expiresInMs?: number;
  readonly to?: Partial<ShipmentRequest['to']>;
  readonly customs?: ShipmentRequest['customs'];
  /** What its carrier wants first. */
  readonly missing?: readonly { readonly field: string; readonly message: string }[];
}

const line = (amount: Money): PriceLine => ({ kind: 'base', code: 'base', label: 'Base', amount });

export async function makeWorld(): Promise<World> {
  const test = await createTestDatabase({ maxConnections: 12 });
  const tree = await makeTenantTree(test.db);
  const [customer] = tree.customers;
  const { tenantId, realmId } = customer;
  const renderer: TypstRenderer = createTypstRenderer();
  const people = [
    ['Anna', 'Roy'],
    ['Ben', 'Ng'],
  ].map(([first = '', last = '']): Asker & { first: string; last: string } => ({
    tenantId,
    realmId,
    userId: newId(),
    sessionId: newId(),
    first,
    last,
  }));
  await test.db.identity({ realmId }, async (tx) => {
    for (const person of people)
      await tx
        .insertInto('users')
        .values({
          realm_id: realmId,
          id: person.userId,
          username: person.first,
          username_key: person.first.toLowerCase(),
          email: `${person.first}@example.com`,
          email_key: `${person.first.toLowerCase()}@example.com`,
          first_name: person.first,
          last_name: person.last,
        })
        .execute();
  });
  const grantId = newId();
  await test.db.tenant({ tenantId }, (tx) =>
    tx
      .insertInto('account_grants')
      .values({
        tenant_id: tenantId,
        id: grantId,
        owner_tenant_id: tenantId,
        account_id: newId(),
        slug: 'loopback',
        name: 'Loopback',
        mode: 'simulator',
      })
      .execute(),
  );
  const [anna, ben] = people;
  if (!anna || !ben) throw new Error('two people are made above');
  const journals: { stop(graceMs?: number): Promise<void> }[] = [];
  let number = 1_000;
  const followers: ShipmentFollower[] = [];
  const held: World['held'] = { since: null };

  return {
    followers,
    held,
    test,
    tree,
    renderer,
    anna,
    ben,
    async newOrder(quantities = [2, 1]) {
      number += 1;
      const created = await test.db.tenant({ tenantId }, (tx) =>
        createOrders(
          { tenantId, userId: anna.userId },
          tx,
          [
            {
              storeId: customer.storeId,
              platformCode: 'manual',
              source: 'manual',
              externalId: `order-${number}`,
              number: `${number}`,
              placedAt: new Date(),
              currency: 'CAD',
              shipTo: requestFor(1).to,
              items: quantities.map((quantity, index) => ({
                title: `Item ${index + 1}`,
                sku: `SKU-${index + 1}`,
                quantity,
                unitMinor: 1_000,
                weightGrams: 200,
              })),
            },
          ],
          { why: 'test', now: new Date() },
        ),
      );
      const order = created.ok ? created.value[0] : undefined;
      if (!order) throw new Error('the order was not made');
      return order.id;
    },
    async newRate(orderId, options = {}) {
      const quoteId = newId();
      const rateId = newId();
      const plain = requestFor(options.contents?.length ?? options.parcels ?? 1, options.to);
      const parcels = plain.parcels.map((parcel, index) => ({ ...parcel, items: options.contents?.[index] }));
      const request = { ...plain, parcels, customs: options.customs };
      const cost = money(800, 'CAD');
      const price = money(1_000, 'CAD');
      const chain = options.lent
        ? [
            { fromTenantId: null, toTenantId: realmId, price: cost, lines: [line(cost)], markupVersions: [] },
            { fromTenantId: realmId, toTenantId: tenantId, price, lines: [line(price)], markupVersions: [] },
          ]
        : [{ fromTenantId: null, toTenantId: tenantId, price, lines: [line(price)], markupVersions: [] }];
      await test.db.tenant({ tenantId }, async (tx) => {
        await tx
          .insertInto('quotes')
          .values({
            tenant_id: tenantId,
            id: quoteId,
            request: json(request),
            request_hash: 'test',
            order_id: orderId,
            location_id: customer.locationId,
            ship_date: request.shipDate,
            expires_at: new Date(Date.now() + 60_000),
          })
          .execute();
        await tx
          .insertInto('rates')
          .values({
            tenant_id: tenantId,
            quote_id: quoteId,
            id: rateId,
            grant_id: grantId,
            slug: 'loopback',
            service: 'GROUND',
            service_name: 'Ground',
            price_minor: price.minor,
            currency: 'CAD',
            price_lines: json([line(price)]),
            expires_at: new Date(Date.now() + (options.expiresInMs ?? 60_000)),
            details: json({ test: true, missing: options.missing }),
            sealed: sealer.sealJson(tenantId, rateId, RATE_SEAL, toSealedJson({ chain, token: undefined })).sealed,
          })
          .execute();
      });
      return { quoteId, rateId };
    },
    process(vendor, options = {}) {
      const { db = test.db } = options;
      const journal = createJournal({
        db,
        sealer,
        log: process.env['TEST_LOG'] ? createLogger('warn') : silentLogger(),
        leaseMs: 2_000,
        sweepMs: 100,
        ...options,
      });
      let serial = 0;
      const ports: ShipmentPorts = {
        plans: {
          mayBuy: (tx, buyer, labels) => mayBuyLabels(tx, buyer, labels, { now: new Date(), withTest: true }),
        },
        grants: {
          open: () =>
            Promise.resolve({
              ok: true,
              value: {
                carrier: vendor.carrier,
                manifest: vendor.manifest,
                displayName: vendor.manifest.name,
                ownerTenantId: tenantId,
                accountId: newId(),
                test: true,
                unaskedSince: held.since,
                env: vendor.env,
              },
            }),
          describe: () => ({ manifest: vendor.manifest }),
          allotSerials: (_tenant, _grant, count) =>
            Promise.resolve({ ok: true, value: Array.from({ length: count }, () => (serial += 1)) }),
        },
        rates: {
          read: (tx, actor, refs, meanwhile) =>
            readRates({ sealer, now: () => new Date() }, tx, actor.tenantId, refs, meanwhile),
          load: (actor, quoteId, rateId, rateOptions) =>
            loadRate({ db, sealer, now: () => new Date() }, actor.tenantId, quoteId, rateId, rateOptions),
        },
        labels: labelDrawing(renderer),
        people: {
          nameOf: (_realm, userId) => {
            const person = people.find((each) => each.userId === userId);
            return Promise.resolve(person ? `${person.first} ${person.last}` : null);
          },
        },
        followers,
      };
      registerShipments(journal, { ports, clock: systemClock });
      journals.push(journal);
      return { db, sealer, journal, ports };
    },
    settled: (deps, shipmentId, ms = 60_000) => awaitShipment(deps, tenantId, shipmentId, ms),
    async orderState(orderId) {
      const found = await test.db.tenant({ tenantId }, (tx) =>
        sql<{ fulfillment: string; allocated: number; shipped: number }>`SELECT o.fulfillment,
            sum(i.qty_allocated)::int AS allocated, sum(i.qty_shipped)::int AS shipped
          FROM orders AS o JOIN order_items AS i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
          WHERE o.id = ${orderId} GROUP BY o.fulfillment`.execute(tx),
      );
      const row = found.rows[0];
      if (!row) throw new Error('no such order');
      return row;
    },
    async close() {
      await Promise.all(journals.map((journal) => journal.stop(2_000)));
      await renderer.close();
      await test.drop();
    },
  };
}

export function requestFor(parcels: number, to: Partial<ShipmentRequest['to']> = {}): ShipmentRequest {
  return {
    from: {
      name: 'Maple Goods',
      address1: '340 Rue Saint-Paul O',
      city: 'Montreal',
      provinceCode: 'QC',
      zipcode: 'H2Y 2A6',
      countryCode: 'CA',
    },
    to: {
      name: 'Robin Lee',
      address1: '20 Receiver Avenue',
      city: 'Vancouver',
      provinceCode: 'BC',
      zipcode: 'V6B 1A1',
      countryCode: 'CA',
      ...to,
    },
    parcels: Array.from({ length: parcels }, (_, index) => ({ number: index + 1, weightGrams: 500 + index })),
    shipDate: '2026-11-23',
    options: {},
    references: [],
    language: 'en',
  };
}
