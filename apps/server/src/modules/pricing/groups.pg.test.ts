/** Mark-ups of plans and groups, and discounts off the list price, over HTTP: from the group that is made to the label that is priced. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { MarkupPlan, MarkupRuleInput, PreviewedPrice } from '@scanship/contracts/money/markups';
import type { WhatIfEvent, WhatIfResultDto } from '@scanship/contracts/money/what-if';
import type { CustomerGroup } from '@scanship/contracts/network/customer-groups';
import { simulator as ups } from '@scanship/carrier-ups/simulator';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { lendToFranchises } from '../carriers/index.ts';
import { loadRate } from '../quotes/load-rate.ts';

let it_: CarrierWorld;
let orderId = '';
/** On plan Advanced; the other customer on Standard. */
let customer = '';
let other = '';

beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { world, application, database } = it_;
  customer = world.people.admin.tenantId;
  other = world.people.basic.tenantId;
  orderId = await it_.newOrderOf(world.people.admin);
  const [account] = ups.accounts;
  if (!account) throw new Error('the simulator has no account');
  for (const given of [
    { carrier: 'ups', name: 'UPS', mode: 'simulator', credentials: account.credentials } as const,
    {
      carrier: 'testline-express',
      name: 'Express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    } as const,
  ]) {
    const added = await application.carriers.addAccount({ tenantId: world.platformId, tenantKind: 'platform' }, given);
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
    await lendToFranchises(database.db, world.platformId, added.value.accountId, [world.first.id]);
  }
});
beforeEach(() =>
  withClient(it_.database.migrator, async (client) => {
    await client.query('UPDATE franchise_customers SET group_id = NULL');
    for (const table of [
      'markup_rules',
      'markup_versions',
      'markup_plans',
      'markup_drafts',
      'price_chain',
      'customer_groups',
    ])
      await client.query(`DELETE FROM ${table}`);
  }),
);
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
const call = async <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> => {
  const answer = await it_.call('franchise', method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const groups = async () => (await call<{ groups: CustomerGroup[] }>('GET', '/franchise/customer-groups')).groups;
const addGroup = async (name: string): Promise<CustomerGroup> => {
  const { groups: all } = await call<{ groups: CustomerGroup[] }>('POST', '/franchise/customer-groups', { name });
  const added = all.find((group) => group.name === name);
  if (!added) throw new Error(`no group ${name}`);
  return added;
};
const move = (groupId: string | null, customerIds: readonly string[], confirm?: string) =>
  it_.call('franchise', 'POST', '/franchise/customer-groups/members', {
    customerIds,
    groupId,
    ...(confirm !== undefined && { confirm }),
  });
const planOf = (of: string | null, who: PersonName = 'franchise') =>
  it_
    .call(who, 'GET', of === null ? '/pricing/default' : `/pricing/buyers/${of}`)
    .then(({ json: { data } }) => data as MarkupPlan);
/** Published at once, below cost or not. */
const set = async (
  of: string | null,
  rules: readonly MarkupRuleInput[],
  used = true,
  who: PersonName = 'franchise',
) => {
  const { version } = await planOf(of, who);
  const path = of === null ? '/pricing/default' : `/pricing/buyers/${of}`;
  const put = (confirm?: string) => it_.call(who, 'PUT', path, { rules, used, version, ...(confirm && { confirm }) });
  const asked = await put();
  const answer = asked.json.code === 'below_cost' ? await put(asked.json.errorMessages?.[0]?.code) : asked;
  expect(answer.json.errorMessages).toBeUndefined();
  return answer.json.data as MarkupPlan;
};
const planId = async (name: string): Promise<string> => {
  const { choices } = await call<{ choices: { id: string; name: string; kind: string }[] }>('GET', '/pricing/plans');
  const found = choices.find((each) => each.kind === 'plan' && each.name === name);
  if (!found) throw new Error(`no plan ${name}`);
  return found.id;
};

interface Rate {
  readonly id: string;
  readonly carrier: string;
  readonly service: string;
  readonly price: { readonly minor: number; readonly currency: string };
  readonly retail: { readonly minor: number; readonly currency: string } | null;
  readonly priceLines: readonly { kind: string; amount: { minor: number } }[];
}
const quote = async (): Promise<{ quoteId: string; rates: Rate[] }> => {
  const answer = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  return answer.json.data as { quoteId: string; rates: Rate[] };
};
const beforeTax = (rate: Rate | undefined): number =>
  rate?.priceLines.reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0) ?? Number.NaN;
/** What Express charges in percent of its cost, which the first quote of a test told. */
const percentOf = async (cost: number): Promise<number> =>
  Math.round((beforeTax((await quote()).rates.find(({ carrier }) => carrier === 'testline-express')) / cost) * 100);
const costNow = async (): Promise<number> =>
  beforeTax((await quote()).rates.find(({ carrier }) => carrier === 'testline-express'));

const sell = async (to: string, quoted: number, charged: number, more: { list?: number; rules?: string[] } = {}) => {
  const { world, database } = it_;
  await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql`INSERT INTO price_chain (tenant_id, id, purchase_id, from_tenant, to_tenant, cost_minor, price_minor, currency, created_at,
        carrier, service, zones, billable_g, ship_day, cost_lines, piece, piece_weights, cost_tax_minor, price_tax_minor, list_minor,
        markup_versions)
      VALUES (${world.first.id}::uuid, ${newId()}::uuid, ${newId()}::uuid, ${world.first.id}::uuid, ${to}::uuid, ${charged},
        ${quoted + 300}, 'CAD', now() - interval '3 days', 'testline-express', 'ground', ${json(['domestic', 'CA', 'CA-ON'])}, 900,
        (now() - interval '3 days')::date,
        ${json([{ kind: 'base', code: 'freight', label: 'Shipping', amount: { minor: quoted, currency: 'CAD' } }])}, 1, '[900]', 0, 0,
        ${more.list ?? null}, ${json(more.rules ?? [])})`.execute(tx),
  );
};
const replay = async (body: object): Promise<WhatIfResultDto> => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const answer = await it_.call('franchise', 'POST', '/pricing/what-if', {
    from: day(20),
    to: day(0),
    everyone: false,
    rules: [],
    ...body,
  });
  const events = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as WhatIfEvent);
  const last = events.at(-1);
  if (last?.type !== 'result') throw new Error(answer.text);
  return last.result;
};
const told = async (count: number): Promise<readonly (readonly [string, unknown])[]> => {
  const { entries } = await call<{ entries: AuditEntry[] }>('GET', `/audit?size=${count}`);
  return entries.map(({ action, details }) => [action, details['told']]);
};

test('a group’s prices hold from the next quote on, the plan’s without it, and what was given keeps its price', async () => {
  const cost = await costNow();
  const [advanced, standard] = [await planId('Advanced'), await planId('Standard')];
  await set(null, [rule({ percentBp: 5000 })]);
  await set(advanced, [rule({ percentBp: 3000 })]);
  await set(standard, [rule({ percentBp: 4000 })]);
  expect(await percentOf(cost)).toBe(130);
  const given = await quote();
  const gold = await addGroup('Gold');
  await set(gold.id, [rule({ percentBp: 2000 })]);
  expect(await percentOf(cost)).toBe(130);
  expect((await move(gold.id, [customer])).json.data).toEqual({ moved: 1 });
  expect(await percentOf(cost)).toBe(120);
  expect((await planOf(customer)).counting).toEqual({ id: gold.id, name: 'Gold', kind: 'group' });
  await set(customer, [rule({ percentBp: 1000 })]);
  expect(await percentOf(cost)).toBe(110);
  await set(customer, [], false);
  expect(await percentOf(cost)).toBe(120);
  // Off, and out of it again: the plan's; another plan: that one's.
  await set(gold.id, [rule({ percentBp: 2000 })], false);
  expect(await percentOf(cost)).toBe(130);
  await set(gold.id, [rule({ percentBp: 2000 })]);
  await move(null, [customer]);
  expect(await percentOf(cost)).toBe(130);
  const terms = `/franchise/customers/${customer}/plan`;
  const { quote: offer } = await call<{ quote: string }>('GET', `${terms}/quote?plan=Standard&when=now`);
  await call('PUT', terms, { plan: 'Standard', when: 'now', quote: offer, reason: 'Agreed' });
  expect(await percentOf(cost)).toBe(140);
  const back = await call<{ quote: string }>('GET', `${terms}/quote?plan=Advanced&when=now`);
  await call('PUT', terms, { plan: 'Advanced', when: 'now', quote: back.quote, reason: 'Back' });
  expect(await percentOf(cost)).toBe(130);
  const [first] = given.rates;
  const { db, sealer } = it_.application.services;
  const kept = await loadRate({ db, sealer, now: () => it_.clock.value }, customer, given.quoteId, first?.id ?? '');
  expect(kept.ok && kept.value.price).toEqual(first?.price);
});

describe('a group', () => {
  test('has a name of its own, and what depends on it keeps it from being removed', async () => {
    const gold = await addGroup('Gold');
    const path = `/franchise/customer-groups/${gold.id}`;
    for (const name of ['Gold', 'gold'])
      expect((await it_.call('franchise', 'POST', '/franchise/customer-groups', { name })).json).toMatchObject({
        code: 'validation',
        errorMessages: [{ field: 'name', message: 'There is a group of this name already.' }],
      });
    await move(gold.id, [customer]);
    await set(gold.id, [rule({ percentBp: 2000 })]);
    expect(await groups()).toEqual([{ id: gold.id, name: 'Gold', customers: 1, markups: 'used', version: 1 }]);
    const inUse = await it_.call('franchise', 'DELETE', path);
    expect([inUse.status, inUse.json.code, inUse.json.errorMessage]).toEqual([
      409,
      'group_in_use',
      'One customer is in this group.',
    ]);
    await move(null, [customer]);
    expect((await it_.call('franchise', 'DELETE', path)).json.code).toBe('group_in_use');
    expect((await it_.call('franchise', 'PUT', path, { name: 'Or', version: 9 })).json.code).toBe('stale_version');
    await call('PUT', path, { name: 'Best', version: 1 });
    expect((await planOf(gold.id)).buyer).toEqual({ id: gold.id, name: 'Best', kind: 'group' });
    await set(gold.id, [], false);
    await call('DELETE', path);
    expect(await groups()).toEqual([]);
    // Its name is free again, and nothing of it can be priced.
    await addGroup('Best');
    expect((await it_.call('franchise', 'GET', `/pricing/buyers/${gold.id}`)).json.code).toBe('not_found');
    expect(await told(3)).toEqual([
      ['addCustomerGroup', { name: 'Best' }],
      ['removeCustomerGroup', { group: 'Best' }],
      ['putBuyerMarkups', { group: 'Best', before: '1. +20 %', after: 'not used' }],
    ]);
  });

  test('of another franchise is nobody’s here, and neither are its customers', async () => {
    const { world } = it_;
    const gold = await addGroup('Gold');
    const foreign = newId();
    await it_.database.db.tenant({ tenantId: world.second.id }, (tx) =>
      tx.insertInto('customer_groups').values({ tenant_id: world.second.id, id: foreign, name: 'Theirs' }).execute(),
    );
    expect((await move(foreign, [customer])).json.code).toBe('not_found');
    expect((await move(gold.id, [customer, world.people.foreign.tenantId])).json.code).toBe('not_found');
    expect((await groups()).map(({ customers }) => customers)).toEqual([0]);
    expect((await it_.call('franchise', 'GET', `/pricing/buyers/${foreign}`)).json.code).toBe('not_found');
    for (const who of ['support', 'agent', 'admin', 'root'] as const)
      expect([who, (await it_.call(who, 'GET', '/franchise/customer-groups')).status]).toEqual([who, 403]);
  });

  test('is asked about before a customer’s labels fall below cost by going there, and told with names', async () => {
    const [gold, silver] = [await addGroup('Gold'), await addGroup('Silver')];
    await set(null, [rule({ percentBp: 2000 })]);
    await set(gold.id, [rule({ percentBp: 500 })]);
    // The carrier charged more than it quoted: at 5 % this label loses, at 20 % it does not.
    await sell(customer, 1000, 1100);
    const asked = await move(gold.id, [customer, other]);
    expect([asked.status, asked.json.code]).toEqual([409, 'below_cost']);
    expect(asked.json.errorMessages?.[1]?.message).toContain('Customer one');
    expect(asked.json.errorMessages?.[1]?.message).toContain('cost 11.00 CAD, would be sold for 10.50 CAD.');
    expect((await groups()).map(({ customers }) => customers)).toEqual([0, 0]);
    // Without mark-ups of its own it changes no price.
    expect((await move(silver.id, [customer])).json.data).toEqual({ moved: 1 });
    // Whoever said yes to 5 % has not said yes to 4 %.
    await set(gold.id, [rule({ percentBp: 400 })]);
    const anew = await move(gold.id, [customer, other], asked.json.errorMessages?.[0]?.code);
    expect([anew.status, anew.json.code]).toEqual([409, 'below_cost']);
    const code = anew.json.errorMessages?.[0]?.code;
    expect((await move(silver.id, [customer, other], code)).json.data).toEqual({ moved: 1 });
    expect((await move(gold.id, [customer, other], code)).json.data).toEqual({ moved: 2 });
    expect((await told(1))[0]).toEqual([
      'putCustomersInGroup',
      { group: 'Gold', customers: expect.stringContaining('Customer one: Silver -> Gold') as string },
    ]);
    const { customers } = await call<{ customers: { name: string }[] }>(
      'GET',
      `/franchise/customers?groupId=${gold.id}`,
    );
    expect(customers.map(({ name }) => name).toSorted()).toEqual(['Customer one', 'Customer two']);
  });
});

test('a what-if is of those the mark-ups count for today, and says what others priced then', async () => {
  const gold = await addGroup('Gold');
  const advanced = await planId('Advanced');
  const [byDefault] = (await set(null, [rule({ percentBp: 2000 })])).rules;
  await sell(customer, 1000, 1000, { rules: [byDefault?.id ?? ''] });
  await sell(other, 2000, 2000, { rules: [byDefault?.id ?? ''] });
  const labels = async (body: object) => {
    const { totals, pricedByOthers } = await replay(body);
    return [totals[0]?.labels ?? 0, totals[0]?.newMinor ?? 0, pricedByOthers];
  };
  const rules = [rule({ percentBp: 1000 })];
  expect(await labels({ buyerId: null, rules })).toEqual([2, 3300, 0]);
  expect(await labels({ buyerId: advanced, rules })).toEqual([1, 1100, 1]);
  expect(await labels({ buyerId: gold.id, rules })).toEqual([0, 0, 0]);
  await move(gold.id, [customer, other]);
  expect(await labels({ buyerId: gold.id, rules })).toEqual([2, 3300, 2]);
  await set(gold.id, [rule({ percentBp: 4000 })]);
  expect(await labels({ buyerId: null, rules })).toEqual([0, 0, 0]);
  expect(await labels({ buyerId: null, rules, everyone: true })).toEqual([2, 3300, 0]);
  expect(await labels({ buyerId: advanced, rules })).toEqual([0, 0, 0]);
  // Switched off, each is charged by what is next: the plan's for one, the default for the other.
  await set(advanced, [rule({ percentBp: 3000 })]);
  expect(await labels({ buyerId: gold.id, used: false })).toEqual([2, 1300 + 2400, 2]);
});

test('a discount off the list price at both levels, where the carrier tells one', async () => {
  const { world } = it_;
  const own = await quote();
  const listed = own.rates.filter(({ retail }) => retail !== null);
  expect(listed.length).toBeGreaterThan(0);
  await set(world.first.id, [rule({ percentBp: 500 }), rule({ offListBp: 3000, fixedMinor: 10 })], true, 'root');
  const franchise = await quote();
  await set(null, [rule({ percentBp: 2000 }), rule({ offListBp: 1000, floorMinor: 0 })]);
  const seller = await quote();
  const { db, sealer } = it_.application.services;
  for (const rate of own.rates) {
    const cost = beforeTax(rate);
    const of = (rates: readonly Rate[]) =>
      beforeTax(rates.find((each) => each.carrier === rate.carrier && each.service === rate.service));
    const franchisePays = of(franchise.rates);
    if (rate.retail === null) {
      expect(Math.abs(franchisePays - cost * 1.05)).toBeLessThanOrEqual(1);
      expect(Math.abs(of(seller.rates) - franchisePays * 1.2)).toBeLessThanOrEqual(1);
      continue;
    }
    // The list price is told with the taxes that the total has.
    const list = Math.round((rate.retail.minor * cost) / rate.price.minor);
    expect(Math.abs(franchisePays - (list * 0.7 + 10))).toBeLessThanOrEqual(1);
    const asked = Math.max(Math.round(franchisePays * 1.2), Math.round(list * 0.9));
    expect(Math.abs(of(seller.rates) - asked)).toBeLessThanOrEqual(1);
    const kept = seller.rates.find((each) => each.carrier === rate.carrier && each.service === rate.service);
    const loaded = await loadRate({ db, sealer, now: () => it_.clock.value }, customer, seller.quoteId, kept?.id ?? '');
    // What the books will keep, so that the price comes out again.
    expect(loaded.ok && loaded.value.listMinor).toBe(list);
  }
  const both = await it_.call('franchise', 'PUT', '/pricing/default', {
    rules: [{ ...rule({ percentBp: 100 }), offListBp: 100 }],
    used: true,
    version: 1,
  });
  expect([both.status, both.json.code]).toEqual([400, 'validation']);
});

test('the guard, the preview and a replay know list prices', async () => {
  await sell(customer, 1000, 1000, { list: 2000 });
  await sell(customer, 1000, 1000, { list: 0 });
  await sell(customer, 1000, 1000);
  const rules = [rule({ percentBp: 2000 }), rule({ offListBp: 1000 })];
  const result = await replay({ buyerId: null, rules });
  expect(result.totals[0]).toMatchObject({ labels: 2, newMinor: 1800 + 1200 });
  // Whether the third had one nobody wrote down.
  expect(result.notReplayable).toEqual([{ reason: 'no-list-price', labels: 1 }]);
  const check = await call<{ byDefinition: object }>('POST', '/pricing/check', {
    buyerId: null,
    version: 0,
    startsOn: null,
    rules,
    used: true,
  });
  expect(check.byDefinition).toMatchObject({ rules: [0, 1], costMinor: 1000, listMinor: 1000, priceMinor: 900 });
  const typed = {
    kind: 'typed',
    carrier: 'ups',
    service: '11',
    zones: [],
    grams: 500,
    costMinor: 1000,
    currency: 'CAD',
  };
  const { prices } = await call<{ prices: PreviewedPrice[] }>('POST', '/pricing/preview', {
    buyerId: null,
    rules,
    examples: [
      { ...typed, taxPpm: 0 },
      { ...typed, taxPpm: 0, listMinor: 3000 },
    ],
  });
  expect(prices.map(({ price, applied }) => [price.minor, applied])).toEqual([
    [1200, [0]],
    [2700, [0, 1]],
  ]);
});
