/** Own quirks of Shopify, and what the repository alone can prove of its documents. */
import { fulfil } from './src/fulfil.ts';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import fc from 'fast-check';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { requestedCost } from './simulator/cost.ts';
import { MOST_POINTS, schema } from './simulator/graphql-route.ts';
import { authorise } from './src/authorise.ts';
import * as documents from './src/documents.ts';
import { planReports, trackingInfo, type OpenGroup, type OrderState } from './src/fulfil-plan.ts';
import { manifest } from './src/manifest.ts';
import { readOrder } from './src/order-reader.ts';
import { missingScopes, SCOPES } from './src/scopes.ts';
import { isSignedQuery } from './src/signature.ts';
import { trackingCompany } from './src/tracking-companies.ts';

const all = Object.entries(documents).flatMap(([name, text]) =>
  typeof text === 'string' ? [[name, text] as const] : [],
);

it.each(all)('%s is valid and costs no more than one call may', (_name, text) => {
  const document = parse(text);
  expect(validate(schema, document).map((e) => e.message)).toEqual([]);
  const ids = Array.from({ length: documents.ORDERS_BY_ID_SIZE }, () => 'gid://shopify/Order/1');
  expect(requestedCost(schema, document, { ids })).toBeLessThanOrEqual(MOST_POINTS);
});

describe('signatures', () => {
  /** The example of Shopify's own documentation; the secret is "hush". */
  const documented = {
    code: '0907a61c0c8d55e99db179b68161bc00',
    shop: 'some-shop.myshopify.com',
    timestamp: '1337178173',
    hmac: '4712bf92ffc2917d15a2f5a273e39f0116667419aa4b6ac0b3baaf26fa3c4d20',
  };
  it('agree with the published example, in any order of the parameters', () => {
    expect(isSignedQuery(documented, 'hush')).toBe(true);
    expect(isSignedQuery(Object.fromEntries(Object.entries(documented).toReversed()), 'hush')).toBe(true);
    expect(isSignedQuery(documented, 'hus')).toBe(false);
    const at = new Date(1_337_178_173_000 + 30_000);
    expect(authorise.checkEntry(documented, { clientSecret: 'hush' }, at)).toEqual({
      externalAccount: 'some-shop.myshopify.com',
      code: documented.code,
    });
  });
  it('cannot be kept by moving one parameter into another', () => {
    const { code, shop, timestamp, hmac } = documented;
    expect(isSignedQuery({ code: `${code}&shop=${shop}`, timestamp, hmac }, 'hush')).toBe(false);
    expect(isSignedQuery({ code, 'shop=x': shop, timestamp, hmac }, 'hush')).toBe(false);
  });
  it('never believe anything without a secret or with a malformed one', () => {
    for (const hmac of ['', 'x', documented.hmac.toUpperCase(), `${documented.hmac}0`])
      expect(isSignedQuery({ ...documented, hmac }, 'hush')).toBe(false);
    expect(isSignedQuery(documented, '')).toBe(false);
  });
  it('a good signature of another kind of address, or of the future, opens nothing', () => {
    const at = (seconds: number): Date => new Date((1_337_178_173 + seconds) * 1000);
    const check = (now: Date): unknown => authorise.checkEntry(documented, { clientSecret: 'hush' }, now);
    expect(() => check(at(601))).toThrow(/too old/);
    expect(() => check(at(-91))).toThrow(/too old/);
    expect(() => check(at(599))).not.toThrow();
  });
});

it('a missing permission costs one sentence, and writing includes reading', () => {
  expect(missingScopes(SCOPES)).toEqual([]);
  expect(missingScopes(SCOPES.filter((s) => s !== 'read_merchant_managed_fulfillment_orders'))).toEqual([]);
  expect(missingScopes(['read_orders'])).toHaveLength(SCOPES.length - 1);
});

describe('reports', () => {
  const line = (id: string, lineId: string, remaining: number): OpenGroup['lines'][number] => ({
    id,
    lineId,
    remaining,
  });
  const group = (id: string, locationId: string, lines: OpenGroup['lines'], status = 'OPEN'): OpenGroup => ({
    id,
    status,
    locationId,
    locationName: locationId,
    hold: status === 'ON_HOLD' ? 'Awaiting payment' : undefined,
    lines,
  });
  const state = (groups: readonly OpenGroup[]): OrderState => ({
    name: '#1',
    cancelled: false,
    fulfilments: [],
    groups,
  });
  const push = (lines: FulfilInput['lines']): FulfilInput => ({
    externalOrderId: 'gid://shopify/Order/1',
    lines,
    parcels: [],
    carrier: { slug: 'x', name: 'X' },
    notifyBuyer: false,
    reference: 'P',
  });

  it('divide exactly what was shipped over what is open, one per location, never more than is left', () => {
    const quantities = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(quantities, fc.integer({ min: 1, max: 20 }), fc.boolean(), (remaining, wanted, named) => {
        const groups = remaining.map((n, i) => group(`g${i}`, `p${i % 3}`, [line(`gl${i}`, 'l', n)]));
        const input = push([
          { externalLineId: 'l', group: named ? `g${remaining.length - 1}` : undefined, quantity: wanted },
        ]);
        const total = remaining.reduce((a, b) => a + b, 0);
        let reports: ReturnType<typeof planReports>;
        try {
          reports = planReports(state(groups), input, false);
        } catch (error) {
          return error instanceof ConnectorError && error.problem.kind === 'refused' && wanted > total;
        }
        const parts = reports.flatMap((r) =>
          r.lineItemsByFulfillmentOrder.flatMap((f) =>
            f.fulfillmentOrderLineItems.map((l) => ({ ...l, place: r.locationId, group: f.fulfillmentOrderId })),
          ),
        );
        const fits = parts.every((p) => {
          const at = groups.findIndex((g) => g.id === p.group);
          return p.quantity > 0 && p.quantity <= (remaining[at] ?? 0) && groups[at]?.locationId === p.place;
        });
        const places = reports.map((r) => r.locationId);
        return (
          fits && parts.reduce((sum, p) => sum + p.quantity, 0) === wanted && new Set(places).size === places.length
        );
      }),
    );
  });

  it('take the named fulfilment order first', () => {
    const groups = [group('a', 'p', [line('al', 'l', 5)]), group('b', 'p', [line('bl', 'l', 5)])];
    const [report] = planReports(state(groups), push([{ externalLineId: 'l', group: 'b', quantity: 2 }]), false);
    expect(report?.lineItemsByFulfillmentOrder).toEqual([
      { fulfillmentOrderId: 'b', fulfillmentOrderLineItems: [{ id: 'bl', quantity: 2 }] },
    ]);
  });

  it('say why a line cannot be reported: on hold, gone, or the order cancelled', () => {
    const wanted = push([{ externalLineId: 'l', quantity: 1 }]);
    const held = state([group('a', 'p', [line('al', 'l', 5)], 'ON_HOLD')]);
    expect(() => planReports(held, wanted, false)).toThrow(/on hold at Shopify \(Awaiting payment\)/);
    expect(() => planReports(state([]), wanted, false)).toThrow(/has 0 of 1 units/);
    expect(() => planReports({ ...state([]), cancelled: true }, wanted, false)).toThrow(/was cancelled/);
  });

  it('name the carrier as Shopify does, or as people do with our links', () => {
    expect(trackingCompany({ slug: 'canada-post', name: 'x' })).toBe('Canada Post');
    expect(trackingCompany({ slug: 'own', name: 'purolator' })).toBe('Purolator');
    expect(trackingCompany({ slug: 'own', name: 'Maple Local' })).toBeUndefined();
    const parcels = [{ trackingNumber: '1', trackingUrl: 'https://t.example/1' }, { trackingNumber: '2' }];
    const input = { ...push([]), carrier: { slug: 'own', name: 'Maple Local' } };
    expect(trackingInfo({ ...input, parcels })).toEqual({ company: 'Maple Local', numbers: ['1', '2'] });
    expect(trackingInfo(input)).toBeUndefined();
    // The seller's own page goes before what Shopify knows of the carrier.
    const own = { ...input, parcels: parcels.slice(0, 1), carrier: { slug: 'ups', name: 'UPS' } };
    expect(trackingInfo(own)).toEqual({ company: 'UPS', number: '1' });
    expect(trackingInfo({ ...own, ownPage: true })).toEqual({
      company: 'UPS',
      number: '1',
      url: 'https://t.example/1',
    });
  });

  it('from more places than there are steps are refused before anything is sent', () => {
    expect(fulfil.steps.map((s) => s.name)).toEqual(['plan', 'create', 'create-2', 'create-3', 'create-4', 'create-5']);
  });
});

describe('units of a line', () => {
  const money = { shopMoney: { amount: '1.00', currencyCode: 'CAD' } };
  const read = (
    item: { readonly quantity: number; readonly current: number; readonly unfulfilled: number },
    groups: readonly { readonly status: string; readonly total: number; readonly remaining: number }[],
  ): ReturnType<typeof readOrder> =>
    readOrder({
      order: readObject({
        id: 'gid://shopify/Order/1',
        name: '#1',
        processedAt: '2026-11-20T15:00:00Z',
        updatedAt: '2026-11-20T15:00:00Z',
        tags: [],
        customAttributes: [],
        totalPriceSet: money,
      }),
      lines: [
        readObject({
          id: 'gid://shopify/LineItem/1',
          name: 'Thing',
          quantity: item.quantity,
          currentQuantity: item.current,
          unfulfilledQuantity: item.unfulfilled,
          customAttributes: [],
          requiresShipping: true,
          originalUnitPriceSet: money,
        }),
      ],
      groups: groups.map((g, index) => ({
        group: readObject({
          id: `gid://shopify/FulfillmentOrder/${index + 1}`,
          status: g.status,
          assignedLocation: { location: null },
          fulfillmentHolds: [],
        }),
        lines: [
          readObject({
            totalQuantity: g.total,
            remainingQuantity: g.remaining,
            lineItem: { id: 'gid://shopify/LineItem/1' },
          }),
        ],
      })),
    });

  it('add up whatever the fulfilment orders are, and what is to ship is what Shopify says is left', () => {
    const anyGroup = fc
      .tuple(fc.constantFrom('OPEN', 'IN_PROGRESS', 'ON_HOLD', 'CLOSED', 'CANCELLED'), fc.nat(4), fc.nat(4))
      .map(([status, shipped, left]) => {
        const remaining = status === 'CLOSED' || status === 'CANCELLED' ? 0 : left;
        return { status, total: shipped + remaining, remaining };
      });
    fc.assert(
      fc.property(fc.array(anyGroup, { maxLength: 4 }), fc.nat(3), fc.nat(3), (groups, removed, hidden) => {
        const inGroups = groups.reduce((sum, g) => sum + g.total, 0);
        const left = groups.reduce((sum, g) => sum + g.remaining, 0);
        const atOnce = groups.reduce((sum, g) => sum + (g.status === 'ON_HOLD' ? 0 : g.remaining), 0);
        const quantity = inGroups + removed + hidden;
        const { lines } = read({ quantity, current: quantity - removed, unfulfilled: left + hidden }, groups);
        const sum = (name: 'quantity' | 'cancelled' | 'shipped'): number =>
          lines.reduce((total, l) => total + l[name], 0);
        return (
          sum('quantity') === quantity &&
          sum('quantity') - sum('cancelled') - sum('shipped') === (atOnce > 0 ? atOnce : left) &&
          lines.every((l) => l.cancelled >= 0 && l.shipped >= 0 && l.cancelled + l.shipped <= l.quantity)
        );
      }),
    );
  });

  it('that came back from a cancelled fulfilment are not counted twice', () => {
    const { lines } = read({ quantity: 2, current: 2, unfulfilled: 2 }, [
      { status: 'CLOSED', total: 2, remaining: 0 },
      { status: 'OPEN', total: 2, remaining: 2 },
    ]);
    expect(lines).toMatchObject([{ group: 'gid://shopify/FulfillmentOrder/2', quantity: 2, shipped: 0, cancelled: 0 }]);
  });

  it('on hold in one fulfilment order keep nothing else from being shipped, and are named', () => {
    const { hold, internalNote, lines } = read({ quantity: 3, current: 3, unfulfilled: 3 }, [
      { status: 'OPEN', total: 1, remaining: 1 },
      { status: 'ON_HOLD', total: 2, remaining: 2 },
    ]);
    expect(hold).toBeUndefined();
    expect(internalNote).toBe('Not to be shipped yet: 2 × Thing (The order is on hold at Shopify)');
    expect(lines).toMatchObject([
      { group: 'gid://shopify/FulfillmentOrder/1', quantity: 1, cancelled: 0 },
      { group: 'gid://shopify/FulfillmentOrder/2', quantity: 2, cancelled: 2 },
    ]);
    const all = read({ quantity: 2, current: 2, unfulfilled: 2 }, [{ status: 'ON_HOLD', total: 2, remaining: 2 }]);
    expect(all).toMatchObject({ hold: { code: 'on-hold' }, lines: [{ cancelled: 0 }] });
    expect(all.internalNote).toBeUndefined();
  });

  it('are held as a whole once the rest has left, moved away or waits as well', () => {
    const closed = { status: 'CLOSED', total: 1, remaining: 0 };
    const held = { status: 'ON_HOLD', total: 2, remaining: 2 };
    const rest = read({ quantity: 3, current: 3, unfulfilled: 2 }, [closed, held]);
    expect([
      rest.hold?.code,
      rest.internalNote,
      ...rest.lines.map((l) => [l.quantity, l.shipped, l.cancelled]),
    ]).toEqual(['on-hold', undefined, [2, 0, 0], [1, 1, 0]]);
    // Moved to another place: the old fulfilment order is cancelled, and the new one has the units.
    const moved = read({ quantity: 3, current: 3, unfulfilled: 3 }, [
      { status: 'CANCELLED', total: 1, remaining: 0 },
      { status: 'OPEN', total: 1, remaining: 1 },
      held,
    ]);
    expect([moved.hold, ...moved.lines.map((l) => [l.group?.at(-1), l.quantity, l.cancelled])]).toEqual([
      undefined,
      ['2', 1, 0],
      ['3', 2, 2],
    ]);
    const later = { status: 'SCHEDULED', total: 1, remaining: 1 };
    expect(read({ quantity: 3, current: 3, unfulfilled: 3 }, [later, held])).toMatchObject({
      hold: { code: 'on-hold' },
      internalNote: undefined,
    });
  });

  it('in a fulfilment order of somebody else’s service are nobody’s to ship here', () => {
    const { lines } = read({ quantity: 3, current: 3, unfulfilled: 3 }, []);
    expect(lines).toMatchObject([{ group: undefined, quantity: 3, cancelled: 3, shipped: 0 }]);
  });
});

it('the manifest names only addresses of shops', () => {
  const pattern = new RegExp(`^(?:${manifest.accountPattern})$`);
  expect(pattern.test('maple-demo.myshopify.com')).toBe(true);
  expect(Object.values(manifest.endpoints)).toEqual(['https://{account}', 'https://{account}']);
});
