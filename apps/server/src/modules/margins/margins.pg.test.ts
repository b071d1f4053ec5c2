/** An account of the operator, sold through a franchise to a customer: each level's margins, and a replay, are its own. */
import type { Margins } from '@scanship/contracts/money/margins';
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import type { BuyerTaxes } from '@scanship/contracts/money/taxes';
import type { WhatIfEvent, WhatIfResultDto } from '@scanship/contracts/money/what-if';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { lendToFranchises } from '../carriers/index.ts';

let it_: CarrierWorld;
let first = '';
const CAD = 'CAD';

interface Level {
  readonly cost: number;
  readonly price: number;
}
/** What each level really bought and sold the labels that stand for, before taxes. */
let platform: Level = { cost: 0, price: 0 };
let franchise: Level = { cost: 0, price: 0 };

const rule = (change: Partial<MarkupRuleInput>): MarkupRuleInput => ({
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

async function buy(orderId: string): Promise<string> {
  const quoted = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  const { quoteId, rates } = quoted.json.data as { quoteId: string; rates: { id: string }[] };
  const bought = await it_.call('admin', 'POST', '/shipment/create', { orderId, quoteId, rateId: rates[0]?.id });
  expect(bought.text).toContain('"shipment"');
  return (bought.json.data as { shipment: { id: string } }).shipment.id;
}

async function anotherOrder(number: string): Promise<string> {
  const added = await it_.call('admin', 'POST', '/orders/add', {
    number,
    currency: CAD,
    shipTo: {
      name: 'Robin Lee',
      phone: '+1 416 555 0182',
      address1: '100 King St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5X 1A9',
      countryCode: 'CA',
    },
    items: [{ title: 'Cotton shirt', quantity: 1, unitPriceMinor: 2500, weightGrams: 400 }],
  });
  expect(added.json.errorMessage).toBeUndefined();
  return (added.json.data as { id: string }).id;
}

interface ChainRow {
  readonly cost_minor: number;
  readonly price_minor: number;
  readonly cost_tax_minor: number | null;
  readonly price_tax_minor: number | null;
}
const chainOf = (tenantId: string): Promise<ChainRow[]> =>
  it_.database.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('price_chain')
      .select(['cost_minor', 'price_minor', 'cost_tax_minor', 'price_tax_minor'])
      .where('from_tenant', '=', tenantId)
      .orderBy('created_at')
      .execute(),
  );
const levelOf = ([row]: readonly ChainRow[]): Level => {
  if (!row) throw new Error('nothing was sold');
  return { cost: row.cost_minor - (row.cost_tax_minor ?? 0), price: row.price_minor - (row.price_tax_minor ?? 0) };
};

beforeAll(async () => {
  // Labels of simulators count where simulators are offered.
  it_ = await makeCarrierWorld({ config: { simulators: true } });
  const { world, application, database } = it_;
  first = await it_.newOrderOf(world.people.admin);
  const added = await application.carriers.addAccount(
    { tenantId: world.platformId, tenantKind: 'platform' },
    {
      carrier: 'testline-express',
      name: 'Express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await lendToFranchises(database.db, world.platformId, added.value.accountId, [world.first.id]);
  const put = (who: PersonName, rules: readonly MarkupRuleInput[]) =>
    it_.call(who, 'PUT', '/pricing/default', { rules, used: true, version: 0 });
  await put('root', [rule({ percentBp: 1000 })]);
  await put('franchise', [rule({ percentBp: 2000, fixedMinor: 50 })]);
  await buy(first);
  // Bought and cancelled at once: it is in no sum.
  const gone = await buy(await anotherOrder('M-2'));
  const cancelled = await it_.call('admin', 'DELETE', `/shipment/${gone}/cancel`);
  expect((cancelled.json.data as { state: string }).state).toBe('voided');
  platform = levelOf(await chainOf(world.platformId));
  franchise = levelOf(await chainOf(world.first.id));
}, 120_000);
afterAll(() => it_.close());

const marginsOf = async (who: PersonName, query = ''): Promise<{ margins: Margins; text: string }> => {
  const answer = await it_.call(who, 'GET', `/money/margins${query}`);
  expect(answer.json.errorMessage).toBeUndefined();
  return { margins: answer.json.data as Margins, text: answer.text };
};

describe('margins', () => {
  test('each level sees what it earned, from its own book, before taxes', async () => {
    const { world } = it_;
    expect(franchise.cost).toBe(platform.price);
    expect(platform.price).toBeGreaterThan(platform.cost);
    for (const [who, level, buyer] of [
      ['root', platform, world.first.id],
      ['franchise', franchise, world.people.admin.tenantId],
    ] as const) {
      const { margins } = await marginsOf(who);
      expect(margins.total).toEqual({ labels: 1, revenueMinor: level.price, costMinor: level.cost });
      expect(margins.buyers).toMatchObject([{ id: buyer, labels: 1, revenueMinor: level.price }]);
      expect(margins.carriers).toMatchObject([{ carrier: 'testline-express', costMinor: level.cost }]);
      expect(margins.services).toHaveLength(1);
      expect(margins.days.reduce((sum, day) => sum + day.revenueMinor - day.costMinor, 0)).toBe(
        level.price - level.cost,
      );
      const source = (name: string) => margins.sources.find((each) => each.source === name);
      expect(source('purchase')).toMatchObject({ labels: 2 });
      expect(source('void')).toMatchObject({ labels: -1, revenueMinor: -level.price });
      expect(margins.receivables).toMatchObject({ buyers: 1, reservedMinor: 0, prepaidMinor: 0 });
      expect(margins.receivables.owedMinor).toBe(level.price + margins.taxes.collectedMinor);
      expect(margins.before).toEqual({ labels: 0, revenueMinor: 0, costMinor: 0 });
    }
  });

  test('nothing of another level is in the answer, and who may not see costs gets none', async () => {
    const ofFranchise = await marginsOf('franchise');
    expect(ofFranchise.text).not.toMatch(new RegExp(`[:"]${platform.cost}[,}"]`));
    const ofPlatform = await marginsOf('root');
    expect(ofPlatform.text).not.toMatch(new RegExp(`[:"]${franchise.price}[,}"]`));
    expect(ofPlatform.text).not.toContain(it_.world.people.admin.tenantId);
    for (const who of ['admin', 'agent', 'support'] as const)
      expect((await it_.call(who, 'GET', '/money/margins')).status).toBe(403);
    const csv = await it_.app.inject({ method: 'GET', url: '/api/money/margins/export' });
    expect(csv.statusCode).toBe(401);
  });

  test('the dashboard’s margin on labels is what was booked for the same labels', async () => {
    await it_.application.rollups.work();
    const board = (await it_.call('franchise', 'GET', '/dashboard')).json.data as {
      readonly labels: number;
      readonly margin: { readonly minor: number };
    };
    const { margins } = await marginsOf('franchise');
    const booked = margins.sources
      .filter(({ source }) => source === 'purchase' || source === 'void')
      .reduce((sum, each) => sum + each.revenueMinor - each.costMinor, 0);
    expect(board.labels).toBe(1);
    expect(board.margin.minor).toBe(booked);
    expect(booked).toBe(franchise.price - franchise.cost);
    expect(booked).toBeGreaterThan(0);
  });

  test('days without labels are rows of nothing; a range backwards is refused in a sentence', async () => {
    const { margins } = await marginsOf('franchise', '?from=2020-01-01&to=2020-01-03');
    expect(margins.days.map((day) => day.revenueMinor)).toEqual([0, 0, 0]);
    expect(margins.total).toEqual({ labels: 0, revenueMinor: 0, costMinor: 0 });
    const wrong = await it_.call('franchise', 'GET', '/money/margins?range=custom&from=2020-01-03&to=2020-01-01');
    expect(wrong.json.errorMessages?.[0]?.message).toBe('The last day is before the first.');
  });

  test('the file has the same sums', async () => {
    const answer = await it_.call('franchise', 'GET', '/money/margins/export');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toContain('.xlsx');
    expect(answer.text.startsWith('PK')).toBe(true);
  });
});

const replay = async (who: PersonName, body: object): Promise<{ result: WhatIfResultDto; text: string }> => {
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const answer = await it_.call(who, 'POST', '/pricing/what-if', {
    from: yesterday,
    to: today,
    buyerId: null,
    rules: [],
    everyone: false,
    ...body,
  });
  expect(answer.status, answer.text).toBe(200);
  const events = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WhatIfEvent);
  expect(events[0]).toEqual({ type: 'progress', done: 0, total: 2 });
  const last = events.at(-1);
  if (last?.type !== 'result') throw new Error('the replay did not end');
  return { result: last.result, text: answer.text };
};

describe('what if', () => {
  test('the rules in force give what was charged; others give what they say', async () => {
    const same = await replay('franchise', { rules: [rule({ percentBp: 2000, fixedMinor: 50 })] });
    expect(same.result.totals).toMatchObject([
      { labels: 1, costMinor: franchise.cost, thenMinor: franchise.price, newMinor: franchise.price, belowCost: 0 },
    ]);
    expect(same.result.totals[0]?.billNewMinor).toBe(same.result.totals[0]?.billThenMinor);
    expect(same.result.voided).toBe(1);
    const flat = await replay('franchise', { rules: [rule({ fixedMinor: 300 })] });
    expect(flat.result.totals).toMatchObject([{ newMinor: franchise.cost + 300 }]);
    const of = (dimension: string) => flat.result.groups.filter((group) => group.dimension === dimension);
    expect(of('buyer')).toMatchObject([{ key: it_.world.people.admin.tenantId, newMinor: franchise.cost + 300 }]);
    expect(of('zone')).toMatchObject([{ key: 'CA-ON' }]);
    expect(of('weight')).toHaveLength(1);
  });

  test('labels that would be sold below cost are told', async () => {
    const { result } = await replay('franchise', { rules: [rule({ percentBp: -1000 })] });
    expect(result.totals[0]?.belowCost).toBe(1);
    expect(result.belowCost).toMatchObject([{ costMinor: franchise.cost, carrierName: expect.any(String) as string }]);
  });

  test('no level sees another’s cost in it', async () => {
    const ofFranchise = await replay('franchise', { rules: [rule({ percentBp: 100 })] });
    expect(ofFranchise.text).not.toMatch(new RegExp(`[:"]${platform.cost}[,}"]`));
    const ofPlatform = await replay('root', { rules: [rule({ percentBp: 100 })] });
    expect(ofPlatform.result.totals).toMatchObject([{ costMinor: platform.cost, thenMinor: platform.price }]);
    expect(ofPlatform.text).not.toMatch(new RegExp(`[:"]${franchise.price}[,}"]`));
    expect(ofPlatform.text).not.toContain(it_.world.people.admin.tenantId);
  });

  test('a buyer with mark-ups of its own is left out of the default, unless asked for', async () => {
    const buyer = it_.world.people.admin.tenantId;
    const saved = await it_.call('franchise', 'PUT', `/pricing/buyers/${buyer}`, {
      rules: [rule({ percentBp: 500 })],
      used: true,
      version: 0,
    });
    expect(saved.status).toBe(200);
    const none = await it_.call('franchise', 'POST', '/pricing/what-if', {
      from: '2020-01-01',
      to: new Date().toISOString().slice(0, 10),
      buyerId: null,
      rules: [],
      everyone: false,
    });
    expect(none.json.errorMessages?.[0]?.message).toBe('At most 366 days can be replayed.');
    const today = new Date().toISOString().slice(0, 10);
    const left = await it_.call('franchise', 'POST', '/pricing/what-if', {
      from: today,
      to: today,
      buyerId: null,
      rules: [],
      everyone: false,
    });
    expect(left.text).toContain('"total":0');
    const all = await replay('franchise', { rules: [rule({ fixedMinor: 300 })], everyone: true });
    expect(all.result.totals).toMatchObject([{ labels: 1 }]);
    const own = await replay('franchise', { rules: [rule({ fixedMinor: 300 })], buyerId: buyer });
    expect(own.result.totals).toMatchObject([{ labels: 1 }]);
    const foreign = await it_.call('franchise', 'POST', '/pricing/what-if', {
      from: today,
      to: today,
      buyerId: it_.world.people.foreign.tenantId,
      rules: [],
      everyone: false,
    });
    expect(foreign.status).toBe(404);
  });

  test('a sale whose facts are not known is counted, not guessed', async () => {
    const { world, database } = it_;
    await database.db.tenant({ tenantId: world.first.id }, (tx) =>
      tx
        .insertInto('price_chain')
        .values({
          tenant_id: world.first.id,
          id: crypto.randomUUID(),
          purchase_id: crypto.randomUUID(),
          from_tenant: world.first.id,
          to_tenant: world.people.basic.tenantId,
          cost_minor: 900,
          price_minor: 1100,
          currency: CAD,
        })
        .execute(),
    );
    const today = new Date().toISOString().slice(0, 10);
    const answer = await it_.call('franchise', 'POST', '/pricing/what-if', {
      from: '2026-01-01',
      to: today,
      buyerId: world.people.basic.tenantId,
      rules: [],
      everyone: false,
    });
    expect(answer.text).toContain('"notReplayable":[{"reason":"no-facts","labels":1}]');
  });
});

describe('taxes', () => {
  const taxesOf = async (): Promise<BuyerTaxes> =>
    (await it_.call('franchise', 'GET', `/money/taxes/buyers/${it_.world.people.admin.tenantId}`)).json
      .data as BuyerTaxes;

  test('a level charges what it is registered for, where its buyer is', async () => {
    // The customer ships from Montreal.
    expect(await taxesOf()).toMatchObject({ place: { provinceCode: 'QC' }, placeFrom: 'address', onFees: [] });
    const wrong = await it_.call('franchise', 'PUT', '/money/taxes', {
      place: { countryCode: 'CA', provinceCode: 'ON' },
      registrations: [{ authority: 'GST-HST', number: '12 34' }],
    });
    expect(wrong.json.errorMessages?.[0]?.message).toContain('nine digits');
    const saved = await it_.call('franchise', 'PUT', '/money/taxes', {
      place: { countryCode: 'CA', provinceCode: 'ON' },
      registrations: [{ authority: 'GST-HST', number: '123456789rt0001' }],
    });
    expect(saved.json.data).toMatchObject({ registrations: [{ number: '123456789 RT 0001' }] });
    expect((await taxesOf()).onFees).toEqual([
      { code: 'GST-CA', label: 'GST 5 %', charged: true, reason: null },
      { code: 'QST-QC', label: 'QST-QC', charged: false, reason: 'not-registered' },
    ]);
  });

  test('a certificate takes a tax away, a typed place wins over the address, and others’ buyers are not found', async () => {
    const at = `/money/taxes/buyers/${it_.world.people.admin.tenantId}`;
    const saved = await it_.call('franchise', 'PUT', at, {
      place: { countryCode: 'CA', provinceCode: 'BC' },
      exemptions: [{ authority: 'GST-HST', certificate: 'C-1', validTo: null }],
    });
    expect(saved.json.data).toMatchObject({
      placeFrom: 'typed',
      onFees: [
        { code: 'GST-CA', charged: false, reason: 'exempt' },
        { code: 'PST-BC', charged: false, reason: 'not-registered' },
      ],
    });
    expect(
      (await it_.call('franchise', 'GET', `/money/taxes/buyers/${it_.world.people.foreign.tenantId}`)).status,
    ).toBe(404);
    expect((await it_.call('admin', 'GET', '/money/taxes')).status).toBe(403);
  });
});

test('the operator caps what a franchise may owe: Receivables has the limit, the log what was and is, nobody else may', async () => {
  const at = `/receivables/${it_.world.first.id}/credit`;
  const balance = async () => {
    const list = (await it_.call('root', 'GET', '/receivables')).json.data as {
      receivables: {
        id: string;
        balance: { limitMinor: number | null; owedMinor: number; availableMinor: number | null };
      }[];
    };
    return list.receivables.find(({ id }) => id === it_.world.first.id)?.balance;
  };
  expect(await balance()).toMatchObject({ limitMinor: null, availableMinor: null });
  expect((await it_.call('root', 'PUT', at, { limitMinor: 100_000 })).json.data).toEqual({
    limitMinor: 100_000,
    currency: CAD,
  });
  const limited = await balance();
  expect(limited?.limitMinor).toBe(100_000);
  expect(limited?.availableMinor).toBe(100_000 - (limited?.owedMinor ?? 0));
  for (const who of ['franchise', 'admin', 'support'] as const)
    expect((await it_.call(who, 'PUT', at, { limitMinor: null })).status).toBe(403);
  const unknown = '/receivables/0199a000-0000-7000-8000-00000000dead/credit';
  expect((await it_.call('root', 'PUT', unknown, { limitMinor: 0 })).status).toBe(404);
  const log = (await it_.call('root', 'GET', '/audit?action=setFranchiseCredit')).json.data as {
    entries: { details: { told: Record<string, string> }; outcome: string }[];
  };
  const done = log.entries.find(({ outcome }) => outcome === 'done');
  expect(done?.details.told).toMatchObject({ name: 'First', creditLimit: '∞ -> 1000.00 CAD' });
});
