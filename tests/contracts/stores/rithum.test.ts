/**
 * The Rithum connector and its simulator held against the derived list of the vendor's entities (names and kinds of what the API
 * shows and takes), its example of a page of orders, and the body of the Ship action. The official metadata document is not public.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrdersById, runProducts } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-rithum/fulfil';
import { createPlayer, samples } from '@scanship/store-rithum/harness';
import { nextLink } from '@scanship/store-rithum/products';
import { createRithum } from '@scanship/store-rithum/simulator';
import { store } from '@scanship/store-rithum/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

type Json = Readonly<Record<string, unknown>>;
interface Entity {
  readonly properties: Readonly<Record<string, string>>;
  readonly navigation: Readonly<Record<string, string>>;
  readonly actions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
interface Document {
  readonly entities: Readonly<Record<string, Entity>>;
  readonly complex: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
interface Seen {
  readonly request: HttpRequest;
  readonly answer: unknown;
}

/** Navigations of the derived list whose entities it does not describe. */
const NOT_DESCRIBED = ['OrderItemAdjustment'];

withVendorContract('stores/rithum', (folder) => {
  const file = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const contract = file('channeladvisor-rest-v1.derived-entities.json') as Document;

  const fits = (value: unknown, kind: string): boolean => {
    if (value === null) return true;
    if (kind === 'Edm.String') return typeof value === 'string';
    if (kind === 'Edm.Boolean') return typeof value === 'boolean';
    if (kind === 'Edm.Int32') return Number.isSafeInteger(value);
    if (kind === 'Edm.Decimal') return typeof value === 'number';
    if (kind === 'Edm.DateTimeOffset') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    const members = contract.enums[kind.replace('enum ', '')];
    return typeof value === 'string' && (members === undefined || Object.hasOwn(members, value));
  };

  /** Judges an object by its entity; answers how many fields were judged. */
  function judge(value: Json, name: string, at: string): number {
    const entity = contract.entities[name];
    if (!entity) throw new Error(`${name} is no entity`);
    let judged = 0;
    for (const [field, own] of Object.entries(value)) {
      if (field.includes('@odata.')) continue;
      const kind = entity.properties[field];
      const many = entity.navigation[field]?.replace('[]', '');
      judged += 1;
      if (kind !== undefined)
        expect(fits(own, kind), `${at}.${field}: ${JSON.stringify(own)} is no ${kind}`).toBe(true);
      else if (many !== undefined && !NOT_DESCRIBED.includes(many))
        for (const one of own as readonly Json[]) judged += judge(one, many, `${at}.${field}`);
      else expect(many, `${at}.${field} is no property of ${name}`).toBeDefined();
    }
    return judged;
  }

  const judgeMembers = (value: Json, members: Readonly<Record<string, string>>, at: string): void => {
    for (const [field, own] of Object.entries(value)) {
      const kind = members[field] ?? '';
      expect(kind, `${at}.${field} is not taken`).not.toBe('');
      expect(fits(own, kind), `${at}.${field}: ${JSON.stringify(own)} is no ${kind}`).toBe(true);
    }
  };

  describe('Rithum’s documents', () => {
    it('the example of a page leads on to the next, without the token in its link', () => {
      const example = readObject(file('orders.list.response.shape.json'));
      expect(nextLink(example)).toBe('/v1/Orders?%24expand=Items%2CFulfillments&exported=false&%24skip=20');
      expect(judge((example.raw('value') as readonly Json[])[0] ?? {}, 'Order', 'example')).toBeGreaterThan(5);
    });

    it('words that decide about an order are members of its enumerations', () => {
      const { CheckoutStatus, PaymentStatus, ShippingStatus, DeliveryStatus } = contract.enums;
      expect(Object.keys(CheckoutStatus ?? {})).toEqual(
        expect.arrayContaining(['Completed', 'CompletedAndVisited', 'CompletedOffline', 'OnHold']),
      );
      expect(Object.keys(PaymentStatus ?? {})).toEqual(expect.arrayContaining(['Cleared', 'Failed']));
      expect(Object.keys(ShippingStatus ?? {})).toEqual(
        expect.arrayContaining(['Unshipped', 'Shipped', 'PartiallyShipped', 'Canceled', 'ThirdPartyManaged']),
      );
      expect(Object.keys(DeliveryStatus ?? {})).toEqual(
        expect.arrayContaining([
          'NoChange',
          'InTransit',
          'ReadyForPickup',
          'Complete',
          'Canceled',
          'ThirdPartyManaged',
        ]),
      );
    });
  });

  describe('Rithum’s connector and simulator', () => {
    let running: TestSimulator;
    let env: StoreEnv;
    const seen: Seen[] = [];
    const report = async (lines: FulfilInput['lines'], id: string, number: string): Promise<void> => {
      const state = await driveStore(
        store,
        fulfil,
        {
          externalOrderId: id,
          lines,
          parcels: [{ trackingNumber: number }],
          carrier: { slug: 'ups', name: 'UPS' },
          notifyBuyer: false,
          reference: `contract:${number}`,
        },
        env,
        freshDrive<FulfilResult>(),
      );
      expect(state.problem).toBeUndefined();
    };

    beforeAll(async () => {
      running = await startTestSimulator(createRithum());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      const opened = (await openHarnessStore(store, harness)).env;
      env = {
        ...opened,
        http: {
          async send(request) {
            const response = await opened.http.send(request);
            seen.push({ request, answer: response.bytes.length === 0 ? undefined : response.json() });
            return response;
          },
        },
      };
      const [whole = '', parts = ''] = await player.placeOrders(samples.account, 2);
      await pullOrders(store, () => Promise.resolve(env));
      await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 60_000));
      await runProducts(store, {}, env);
      for (const id of [whole, parts]) {
        const read = await runOrdersById(store, [id], env);
        const lines = (read.ok ? (read.value.items[0]?.lines ?? []) : []).map(({ externalLineId, quantity }) => ({
          externalLineId,
          quantity,
        }));
        const [first, ...rest] = lines;
        if (id === whole) await report(lines, id, '1ZWHOLE');
        else if (first) {
          await report([{ ...first, quantity: 1 }], id, '1ZPART');
          await report([{ ...first, quantity: first.quantity - 1 }, ...rest], id, '1ZREST');
        }
      }
    });
    afterAll(() => running.close());

    const bodiesOf = (path: RegExp, method: string): Json[] =>
      seen
        .filter(({ request }) => path.test(request.path) && request.method === method)
        .map(({ request }) => JSON.parse(String(request.body)) as Json);

    it('shows orders and products with names and kinds of the list', () => {
      let judged = 0;
      for (const { request, answer } of seen) {
        if (request.method !== 'GET' || !/^\/v1\/(Orders|Products)/.test(request.path)) continue;
        const name = request.path.includes('Products') ? 'Product' : 'Order';
        const body = answer as { readonly value?: readonly Json[] };
        for (const one of body.value ?? [answer as Json]) judged += judge(one, name, name);
      }
      expect(judged).toBeGreaterThan(1_000);
      process.stdout.write(`Rithum: ${judged} fields have the list’s names and kinds\n`);
    });

    it('filters, selects and orders by properties of the list', () => {
      const names = seen.flatMap(({ request }) => {
        const set = /^\/v1\/(Order|Product)s$/.exec(request.path)?.[1];
        const query = request.query ?? {};
        const filter = [...String(query.$filter ?? '').matchAll(/(\w+) (?:eq|ge) /g)].map(([, field]) => field ?? '');
        const others = [query.$select, query.$orderby].flatMap((text) =>
          text === undefined ? [] : String(text).split(','),
        );
        return set === undefined ? [] : [...filter, ...others].map((field) => [set, field] as const);
      });
      expect(names.length).toBeGreaterThan(10);
      for (const [set, field] of names)
        expect(Object.hasOwn(contract.entities[set]?.properties ?? {}, field), `${set}.${field}`).toBe(true);
    });

    it('reports with the members of the Ship action, and none beside them', () => {
      const [body] = bodiesOf(/\/Ship$/, 'POST');
      const sample = file('orders.ship.request.shape.json') as { readonly Value: Json };
      expect(Object.keys(body ?? {})).toEqual(['Value']);
      expect(Object.keys(contract.entities.Order?.actions?.Ship ?? {})).toEqual(['Value']);
      const value = body?.Value as Json;
      judgeMembers(value, contract.complex.ShipOrderRequest ?? {}, 'Value');
      for (const field of Object.keys(value)) expect(Object.hasOwn(sample.Value, field), field).toBe(true);
      expect(value).toMatchObject({ TrackingNumber: '1ZWHOLE', DeliveryStatus: 'Complete' });
    });

    it('makes, fills and marks fulfilments with what the list knows', () => {
      const made = bodiesOf(/\/v1\/Fulfillments$/, 'POST');
      const moved = bodiesOf(/\/Move$/, 'POST');
      const marked = bodiesOf(/\/v1\/Fulfillments\(\d+\)$/, 'PATCH');
      expect([made.length, moved.length, marked.length]).toEqual([1, 1, 2]);
      for (const body of [...made, ...marked])
        judgeMembers(body, contract.entities.Fulfillment?.properties ?? {}, 'Fulfillment');
      for (const body of moved)
        judgeMembers(body, contract.entities.FulfillmentItem?.actions?.Move ?? {}, 'FulfillmentItem.Move');
      expect(Object.hasOwn(contract.entities.Order?.actions ?? {}, 'Export')).toBe(true);
    });
  });
});
