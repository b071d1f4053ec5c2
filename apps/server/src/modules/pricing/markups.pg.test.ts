import type {
  MarkupExample,
  MarkupPlan,
  MarkupRuleInput,
  MarkupVersion,
  PreviewedPrice,
} from '@scanship/contracts/money/markups';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { writeRates } from '../fx/index.ts';
import { lendToFranchises, publishPlan } from '../carriers/index.ts';

let it_: CarrierWorld;
let orderId = '';
const EXPRESS = {
  carrier: 'testline-express',
  name: 'Express',
  mode: 'simulator',
  credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
} as const;

beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { world, application, database } = it_;
  orderId = await it_.newOrderOf(world.people.admin);
  // The operator's account, lent to the first franchise and its customers.
  const added = await application.carriers.addAccount({ tenantId: world.platformId, tenantKind: 'platform' }, EXPRESS);
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await lendToFranchises(database.db, world.platformId, added.value.accountId, [world.first.id]);
});
afterAll(() => it_.close());

const rule = (change: Partial<MarkupRuleInput> = {}): MarkupRuleInput => ({
  name: '',
  scope: {},
  percentBp: 0,
  fixedMinor: 0,
  floorMinor: null,
  capMinor: null,
  firstDay: null,
  lastDay: null,
  ...change,
});
const planOf = async (who: PersonName, buyer?: string): Promise<MarkupPlan> =>
  (await it_.call(who, 'GET', buyer ? `/pricing/buyers/${buyer}` : '/pricing/default')).json.data as MarkupPlan;
const save = async (who: PersonName, rules: readonly MarkupRuleInput[], buyer?: string, used = true) => {
  const { version } = await planOf(who, buyer);
  const put = (confirm?: string) =>
    it_.call(who, 'PUT', buyer ? `/pricing/buyers/${buyer}` : '/pricing/default', {
      rules,
      used,
      version,
      note: 'test',
      ...(confirm !== undefined && { confirm }),
    });
  const asked = await put();
  const answer = asked.json.code === 'below_cost' ? await put(asked.json.errorMessages?.[0]?.code) : asked;
  expect(answer.json.errorMessage).toBeUndefined();
  return answer.json.data as MarkupPlan;
};
interface Rate {
  readonly id: string;
  readonly service: string;
  readonly price: { readonly minor: number; readonly currency: string };
  readonly priceLines: readonly { kind: string; amount: { minor: number } }[];
}
const quote = async (): Promise<{ quoteId: string; rates: Rate[]; text: string }> => {
  const answer = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  expect(answer.status).toBe(200);
  return { ...(answer.json.data as { quoteId: string; rates: Rate[] }), text: answer.text };
};
/** Before taxes. */
const beforeTax = (rate: Rate | undefined): number =>
  rate?.priceLines.filter((line) => line.kind !== 'tax').reduce((sum, line) => sum + line.amount.minor, 0) ??
  Number.NaN;
const priceOf = (rates: readonly Rate[], like: Rate | undefined): number =>
  beforeTax(rates.find((each) => each.service === like?.service));

describe('mark-ups of two levels', () => {
  test('each adds to the price of the one above; the seller is told its price and no cost', async () => {
    const { world } = it_;
    const atCost = await quote();
    const [first] = atCost.rates;
    const cost = beforeTax(first);
    expect(cost).toBeGreaterThan(500);
    await save('root', [rule({ percentBp: 1000 })], world.first.id);
    const one = await quote();
    const bought = Math.round(cost * 1.1);
    expect(Math.abs(priceOf(one.rates, first) - bought)).toBeLessThanOrEqual(1);
    await save('franchise', [rule({ percentBp: 2000, fixedMinor: 50 })]);
    const two = await quote();
    const franchisePays = priceOf(one.rates, first);
    expect(priceOf(two.rates, first)).toBe(Math.round(franchisePays * 1.2) + 50);
    for (const text of [two.text, (await it_.call('admin', 'GET', '/shippingCarrier/customer')).text]) {
      expect(text).not.toMatch(/"(cost|costLines|markups?|markupVersions|sealed|chain)":/i);
      expect(text).not.toContain(`"minor":${cost},`);
      expect(text).not.toContain(`"minor":${franchisePays},`);
    }
    // The level between sees what it pays, not what the operator pays.
    const examples = (
      (await it_.call('franchise', 'GET', `/pricing/buyers/${world.people.admin.tenantId}/examples`)).json.data as {
        examples: MarkupExample[];
      }
    ).examples;
    const example = examples.find((each) => each.rateId === two.rates.find((r) => r.service === first?.service)?.id);
    expect(example?.costLines.filter((l) => l.kind !== 'tax').reduce((sum, l) => sum + l.amount.minor, 0)).toBe(
      franchisePays,
    );
    expect(example?.zones).toEqual(['domestic', 'CA', 'CA-ON']);
    expect(example?.offered).toEqual(two.rates.find((r) => r.service === first?.service)?.price);
  });

  test('a plan of the buyer wins over the default while it is used; rates that were given keep their price', async () => {
    const { world } = it_;
    const before = await quote();
    const [first] = before.rates;
    const buyer = world.people.admin.tenantId;
    await save('franchise', [rule({ percentBp: -500 })], buyer);
    const own = await quote();
    expect(priceOf(own.rates, first)).toBeLessThan(beforeTax(first));
    await save('franchise', [rule({ percentBp: -500 })], buyer, false);
    const back = await quote();
    expect(priceOf(back.rates, first)).toBe(beforeTax(first));
    const kept = await it_.database.db.tenant(world.people.admin, (tx) =>
      tx
        .selectFrom('rates')
        .select('price_minor')
        .where('quote_id', '=', own.quoteId)
        .where('service', '=', first?.service ?? '')
        .executeTakeFirstOrThrow(),
    );
    expect(kept.price_minor).toBe(own.rates.find((r) => r.service === first?.service)?.price.minor);
    const history = (
      (await it_.call('franchise', 'GET', `/pricing/buyers/${buyer}/history`)).json.data as {
        versions: MarkupVersion[];
      }
    ).versions;
    expect(history.map(({ version, used, until }) => [version, used, until === null])).toEqual([
      [2, false, true],
      [1, true, false],
    ]);
    // The rule did not change, so it is the same row in both.
    expect(history[0]?.rules[0]?.id).toBe(history[1]?.rules[0]?.id);
  });

  test('days, weights, zones, floor and cap decide what is added', async () => {
    const { world } = it_;
    const buyer = world.people.admin.tenantId;
    await save('franchise', [], buyer);
    const [first] = (await quote()).rates;
    const base = beforeTax(first);
    const added = async (rules: readonly MarkupRuleInput[]) => {
      await save('franchise', rules, buyer);
      return priceOf((await quote()).rates, first) - base;
    };
    expect(await added([rule({ percentBp: 1, floorMinor: 300 })])).toBe(300);
    expect(await added([rule({ percentBp: 10_000, capMinor: 125 })])).toBe(125);
    expect(await added([rule({ fixedMinor: 100, firstDay: '2099-01-01' })])).toBe(0);
    expect(await added([rule({ fixedMinor: 100, lastDay: '2020-01-01' })])).toBe(0);
    expect(
      await added([rule({ fixedMinor: 100, scope: { zones: ['CA-ON'], minGrams: 1000, maxGrams: 20_000 } })]),
    ).toBe(100);
    expect(await added([rule({ fixedMinor: 100, scope: { zones: ['international'] } })])).toBe(0);
    expect(await added([rule({ fixedMinor: 100, scope: { services: ['no-such'] } })])).toBe(0);
    expect(
      await added([rule({ fixedMinor: 100, scope: { carriers: ['testline-express'] } }), rule({ percentBp: 10_000 })]),
    ).toBe(base + 200);
  });

  test('amounts in another currency follow the level’s exchange rate, and without one the offer is not sold', async () => {
    const { world, database } = it_;
    const buyer = world.people.admin.tenantId;
    await save('franchise', [], buyer);
    const [first] = (await quote()).rates;
    // The franchise keeps its books in US dollars; the carrier charges Canadian ones.
    await publishPlan(database.db, { tenantId: world.first.id, userId: null, currency: 'USD' }, buyer, {
      rules: [rule({ fixedMinor: 100 })],
      used: true,
      version: (await planOf('franchise', buyer)).version,
    });
    const unpriced = await quote();
    expect(unpriced.rates).toEqual([]);
    expect(unpriced.text).toContain('has no exchange rate for it yet');
    await writeRates(
      database.db,
      { tenantId: world.first.id, tenantKind: 'franchise', userId: world.people.franchise.userId },
      [{ day: '2026-01-01', base: 'USD', quote: 'CAD', rate: '1.4', source: 'test' }],
    );
    expect(priceOf((await quote()).rates, first) - beforeTax(first)).toBe(140);
  });
});

describe('the editor', () => {
  test('previews typed amounts and real quotes under rules that are not saved, and points out what is odd', async () => {
    const { world } = it_;
    const buyer = world.people.admin.tenantId;
    await save('franchise', [rule({ fixedMinor: 10 })], buyer);
    const { quoteId, rates } = await quote();
    const [first] = rates;
    const rules = [
      rule({ percentBp: 1000 }),
      rule({ fixedMinor: 25, scope: { zones: ['US'] } }),
      rule({ fixedMinor: 1, lastDay: '2020-01-01' }),
      rule({ percentBp: 5, scope: { carriers: ['fedex'] } }),
    ];
    const answer = await it_.call('franchise', 'POST', '/pricing/preview', {
      buyerId: buyer,
      rules,
      examples: [
        {
          kind: 'typed',
          carrier: 'testline-express',
          service: 'any',
          zones: ['international', 'US'],
          grams: 500,
          costMinor: 2000,
          currency: 'CAD',
          taxPpm: 50_000,
        },
        { kind: 'rate', quoteId, rateId: first?.id },
      ],
    });
    const { prices, remarks } = answer.json.data as {
      prices: PreviewedPrice[];
      remarks: { kind: string; rule: number; code: string; message: string }[];
    };
    expect(prices[0]).toMatchObject({
      applied: [0, 1],
      cost: { minor: 2100 },
      price: { minor: 2225 + 111 },
      priceNow: { minor: 2010 + 101 },
      problem: null,
    });
    expect(prices[1]?.applied).toEqual([0]);
    expect(prices[1]?.priceNow).toEqual(first?.price);
    expect(remarks.map(({ kind, rule: index, code }) => [kind, index, code])).toEqual([
      ['never', 2, 'over'],
      ['never', 3, 'no-such-carrier'],
      ['overlap', 1, 'adds-up'],
    ]);
    expect((await planOf('franchise', buyer)).rules).toHaveLength(1);
  });

  test('a save on an old version is refused, and so are odd numbers', async () => {
    const buyer = it_.world.people.basic.tenantId;
    const body = { rules: [rule({ fixedMinor: 5 })], used: true, version: 0 };
    expect((await it_.call('franchise', 'PUT', `/pricing/buyers/${buyer}`, body)).status).toBe(200);
    expect((await it_.call('franchise', 'PUT', `/pricing/buyers/${buyer}`, body)).json.code).toBe('stale_version');
    for (const bad of [
      { percentBp: 1.5 },
      { percentBp: -10_001 },
      { scope: { zones: ['Canada'] } },
      { firstDay: '2026-13-01' },
    ])
      expect(
        (
          await it_.call('franchise', 'PUT', `/pricing/buyers/${buyer}`, {
            ...body,
            version: 1,
            rules: [{ ...rule(), ...bad }],
          })
        ).json.code,
      ).toBe('validation');
  });
});

describe('who may see what', () => {
  test('a buyer of another franchise, a customer’s own plan and the level above are not there', async () => {
    const { world } = it_;
    const foreign = world.people.foreign.tenantId;
    for (const at of [foreign, world.second.id, world.platformId, world.first.id])
      for (const [method, path, body] of [
        ['GET', `/pricing/buyers/${at}`],
        ['PUT', `/pricing/buyers/${at}`, { rules: [], used: true, version: 0 }],
        ['GET', `/pricing/buyers/${at}/history`],
        ['GET', `/pricing/buyers/${at}/examples`],
        ['POST', '/pricing/preview', { buyerId: at, rules: [], examples: [] }],
      ] as const)
        expect([at, path, (await it_.call('franchise', method, path, body)).json.code]).toEqual([
          at,
          path,
          'not_found',
        ]);
    // The operator sells to franchises, not to their customers.
    expect((await it_.call('root', 'GET', `/pricing/buyers/${world.people.admin.tenantId}`)).json.code).toBe(
      'not_found',
    );
    const others = await quote();
    const stolen = await it_.call('franchise', 'POST', '/pricing/preview', {
      buyerId: world.people.basic.tenantId,
      rules: [],
      examples: [{ kind: 'rate', quoteId: others.quoteId, rateId: others.rates[0]?.id }],
    });
    expect((stolen.json.data as { prices: PreviewedPrice[] }).prices[0]?.problem).toBe(
      'This rate is not there any more.',
    );
  });

  test('sellers, sales agents and support reach none of it', async () => {
    for (const who of ['admin', 'user', 'agent', 'support'] as const)
      for (const path of [
        '/pricing/plans',
        '/pricing/default',
        '/pricing/default/history',
        `/pricing/buyers/${it_.world.people.admin.tenantId}/examples`,
      ])
        expect([who, path, (await it_.call(who, 'GET', path)).status]).toEqual([who, path, 403]);
  });
});
