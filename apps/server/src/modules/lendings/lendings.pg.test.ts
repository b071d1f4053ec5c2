/** Lending by customer, over HTTP: what counts, that every way to a label obeys it, and that what was bought before still works. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { AccountLendings, CustomerLending } from '@scanship/contracts/carriers/lendings';
import { MARKUP_LISTS, type MarkupListKind } from '@scanship/domain/pricing/markup-lists';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { untilWaiting } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { lendToFranchises } from '../carriers/index.ts';
import { addCustomer } from '../tenants/index.ts';

const EXPRESS = {
  carrier: 'testline-express',
  name: 'Express',
  mode: 'simulator',
  credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
} as const;
/** What Express offers within Canada. */
const SERVICES = ['EXPRESS', 'EXPRESS_AM', 'SAVER'] as const;
const CODES = ['Basic', 'Standard', 'Advanced'] as const;

let it_: CarrierWorld;
/** The franchise's own account, and one that the operator lends it. */
let own = '';
let passedOn = '';
let groupId = '';
const orders: Partial<Record<PersonName, string>> = {};
const plans = new Map<string, string>();

beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { world, application, database } = it_;
  for (const who of ['admin', 'basic'] as const) orders[who] = await it_.newOrderOf(world.people[who]);
  const add = async (tenantId: string, tenantKind: 'platform' | 'franchise', name: string): Promise<string> => {
    const added = await application.carriers.addAccount({ tenantId, tenantKind }, { ...EXPRESS, name });
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
    return added.value.accountId;
  };
  own = await add(world.first.id, 'franchise', 'Own express');
  passedOn = await add(world.platformId, 'platform', 'Operator’s express');
  await lendToFranchises(database.db, world.platformId, passedOn, [world.first.id]);
  const made = await franchise<{ groups: { id: string }[] }>('POST', '/franchise/customer-groups', { name: 'Dealers' });
  groupId = made.groups[0]?.id ?? '';
  for (const { id, name } of (await lendings(own)).plans) plans.set(name, id);
});
beforeEach(async () => {
  await asFranchise(sql`DELETE FROM account_lendings`);
  await asOperator(sql`DELETE FROM account_lendings`);
  await belongs('admin', 'Advanced', false);
  await belongs('basic', 'Standard', false);
});
afterAll(() => it_.close());

const asFranchise = (statement: ReturnType<typeof sql>) =>
  it_.database.db.tenant({ tenantId: it_.world.first.id }, (tx) => statement.execute(tx));
const asOperator = (statement: ReturnType<typeof sql>) =>
  it_.database.db.tenant({ tenantId: it_.world.platformId }, (tx) => statement.execute(tx));
const franchise = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<T> => {
  const answer = await it_.call('franchise', method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const lendings = (account: string) => franchise<AccountLendings>('GET', `/franchise/carriers/${account}/lendings`);
const lend = (account: string, kind: MarkupListKind, ids: readonly string[], lending: object | null) =>
  franchise<AccountLendings>('PUT', `/franchise/carriers/${account}/lendings`, { kind, ids, lending });
const ALL = { lent: true, leftOut: [] };
const NONE = { lent: false, leftOut: [] };
const idOf = (who: PersonName): string => it_.world.people[who].tenantId;
const belongs = (who: PersonName, code: (typeof CODES)[number], inGroup: boolean) =>
  asFranchise(sql`UPDATE franchise_customers SET plan_code = ${code}, group_id = ${inGroup ? groupId : null}::uuid
    WHERE customer_id = ${idOf(who)}::uuid`);

interface Rate {
  readonly id: string;
  readonly grantId: string;
  readonly service: string;
}
const quote = async (who: PersonName) => {
  const answer = await it_.call(who, 'POST', '/quotes/single', {
    orderId: orders[who],
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  const { quoteId = '', rates = [] } = (answer.json.data ?? {}) as { quoteId?: string; rates?: Rate[] };
  return { quoteId, rates, code: answer.json.code };
};
const grantOf = async (who: PersonName, account: string) => {
  const { rows } = await it_.database.db.tenant(it_.world.people[who], (tx) =>
    sql<{
      id: string;
      ended: boolean;
      leftOut: string[];
    }>`SELECT id, valid_to IS NOT NULL AS ended, left_out AS "leftOut"
      FROM account_grants WHERE account_id = ${account}::uuid`.execute(tx),
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
};
/** Services offered by each account. */
const offered = async (who: PersonName): Promise<Record<string, string[]>> => {
  const { rates } = await quote(who);
  const by: Record<string, string[]> = {};
  for (const account of [own, passedOn]) {
    const grant = await grantOf(who, account);
    by[account] = rates
      .filter(({ grantId }) => grantId === grant?.id)
      .map(({ service }) => service)
      .toSorted();
  }
  expect(Object.values(by).flat()).toHaveLength(rates.length);
  return by;
};
const accounts = async (who: PersonName) => {
  const { json } = await it_.call(who, 'GET', '/shippingCarrier/customer');
  return (json.data as { accounts: { id: string; services: { code: string }[] }[] }).accounts;
};
const customerView = async (who: PersonName, account = own, reader: PersonName = 'franchise') => {
  const { json } = await it_.call(reader, 'GET', `/franchise/customers/${idOf(who)}/lendings`);
  const found = (json.data as { accounts: CustomerLending[] }).accounts.find(({ accountId }) => accountId === account);
  if (!found) throw new Error('the account is not in the list');
  return found;
};

describe('what counts', () => {
  test('customer before group before plan before everybody, one alone, on the customer’s page as in the next quote', async () => {
    await belongs('admin', 'Advanced', true);
    expect((await offered('admin'))[own]).toEqual([...SERVICES]);
    expect(await customerView('admin')).toMatchObject({ from: 'none', lent: true });
    await lend(own, 'everybody', [], NONE);
    expect(await offered('admin')).toEqual({ [own]: [], [passedOn]: [...SERVICES] });
    expect((await offered('basic'))[own]).toEqual([]);
    await lend(own, 'plan', [plans.get('Advanced') ?? ''], { lent: true, leftOut: ['SAVER'] });
    expect((await offered('admin'))[own]).toEqual(['EXPRESS', 'EXPRESS_AM']);
    expect((await offered('basic'))[own]).toEqual([]);
    await lend(own, 'group', [groupId], { lent: true, leftOut: ['EXPRESS'] });
    expect((await offered('admin'))[own]).toEqual(['EXPRESS_AM', 'SAVER']);
    expect(await customerView('admin')).toMatchObject({ from: 'group', fromName: 'Dealers', leftOut: ['EXPRESS'] });
    await lend(own, 'buyer', [idOf('admin'), idOf('basic')], ALL);
    expect((await offered('admin'))[own]).toEqual([...SERVICES]);
    expect((await offered('basic'))[own]).toEqual([...SERVICES]);
    await lend(own, 'buyer', [idOf('admin')], null);
    expect((await offered('admin'))[own]).toEqual(['EXPRESS_AM', 'SAVER']);
    // Out of the group the plan counts.
    await franchise('POST', '/franchise/customer-groups/members', { customerIds: [idOf('admin')], groupId: null });
    expect((await offered('admin'))[own]).toEqual(['EXPRESS', 'EXPRESS_AM']);
    expect((await lendings(own)).lines.map(({ kind, name }) => [kind, name])).toEqual([
      ['everybody', ''],
      ['plan', 'Advanced'],
      ['group', 'Dealers'],
      ['buyer', 'Customer two'],
    ]);
  });

  test('an offer is there exactly where its account and service are lent, whatever is said and whoever moves', async () => {
    const line = fc.record({
      account: fc.constantFrom('own', 'passedOn'),
      kind: fc.constantFrom(...MARKUP_LISTS),
      who: fc.constantFrom('admin' as const, 'basic' as const),
      plan: fc.constantFrom(...CODES),
      said: fc.option(fc.record({ lent: fc.boolean(), leftOut: fc.subarray([...SERVICES, 'US_SAVER']) })),
    });
    const move = fc.record({
      who: fc.constantFrom('admin' as const, 'basic' as const),
      to: fc.constantFrom(...CODES),
      inGroup: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof({ weight: 3, arbitrary: line }, move), { maxLength: 10 }), async (steps) => {
        await asFranchise(sql`DELETE FROM account_lendings`);
        const standing: Record<string, { plan: string; inGroup: boolean }> = {};
        const people = ['admin', 'basic'] as const;
        for (const who of people) {
          standing[who] = { plan: 'Basic', inGroup: false };
          await belongs(who, 'Basic', false);
        }
        const said = new Map<string, { lent: boolean; leftOut: string[] }>();
        for (const step of steps) {
          if ('to' in step) {
            standing[step.who] = { plan: step.to, inGroup: step.inGroup };
            await belongs(step.who, step.to, step.inGroup);
            continue;
          }
          const account = step.account === 'own' ? own : passedOn;
          const id = {
            buyer: idOf(step.who),
            group: groupId,
            plan: plans.get(step.plan) ?? '',
            everybody: '',
          }[step.kind];
          await lend(account, step.kind, id === '' ? [] : [id], step.said);
          if (step.said) said.set(`${account} ${id}`, step.said);
          else said.delete(`${account} ${id}`);
        }
        for (const who of people) {
          const { plan = '', inGroup = false } = standing[who] ?? {};
          const order = [idOf(who), ...(inGroup ? [groupId] : []), plans.get(plan) ?? '', ''];
          const by = await offered(who);
          for (const account of [own, passedOn]) {
            const counts = order.flatMap((id) => said.get(`${account} ${id}`) ?? [])[0] ?? ALL;
            const expected = SERVICES.filter(
              (code) => counts.lent && !(counts.leftOut as readonly string[]).includes(code),
            );
            expect(by[account]).toEqual(expected);
          }
        }
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test('what the operator leaves out for a franchise its customers have not either', async () => {
    await asOperator(sql`INSERT INTO account_lendings (tenant_id, id, account_id, buyer_kind, buyer_id, lent, left_out)
      VALUES (${it_.world.platformId}::uuid, ${newId()}::uuid, ${passedOn}::uuid, 'buyer', ${it_.world.first.id}::uuid, true, '["SAVER"]')`);
    await lend(passedOn, 'buyer', [idOf('admin')], { lent: true, leftOut: ['EXPRESS'] });
    expect((await offered('admin'))[passedOn]).toEqual(['EXPRESS_AM']);
    expect((await offered('basic'))[passedOn]).toEqual(['EXPRESS', 'EXPRESS_AM']);
    // The franchise has nothing of it to lend on.
    expect((await lendings(passedOn)).services.map(({ code }) => code)).not.toContain('SAVER');
    await lendToFranchises(it_.database.db, it_.world.platformId, passedOn, []);
    expect((await quote('admin')).rates.every(({ service }) => service !== undefined)).toBe(true);
    expect((await accounts('admin')).map(({ id }) => id)).toEqual([own]);
    await asOperator(sql`DELETE FROM account_lendings`);
    await asFranchise(sql`DELETE FROM account_lendings`);
    for (const tenantId of [it_.world.first.id, idOf('admin'), idOf('basic')])
      await it_.database.db.tenant({ tenantId }, (tx) =>
        sql`UPDATE account_grants SET valid_to = NULL WHERE account_id = ${passedOn}::uuid`.execute(tx),
      );
  });

  test('a customer that comes later has no row of an account that is not lent to its plan', async () => {
    await lend(own, 'plan', [plans.get('Basic') ?? ''], NONE);
    await lend(passedOn, 'everybody', [], { lent: true, leftOut: ['SAVER'] });
    const { database, world } = it_;
    const added = await addCustomer(database.db, { name: 'Later', franchiseId: world.first.id, planName: 'Basic' });
    const rows = await database.db.tenant({ tenantId: added.tenantId }, (tx) =>
      tx.selectFrom('account_grants').select(['account_id', 'left_out']).execute(),
    );
    expect(rows).toEqual([{ account_id: passedOn, left_out: ['SAVER'] }]);
    // Nor does it get one by writing it itself.
    await database.db.tenant({ tenantId: added.tenantId }, async (tx) => {
      await sql`INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
        VALUES (${added.tenantId}::uuid, ${newId()}::uuid, ${world.first.id}::uuid, ${own}::uuid, 'testline-express', 'x', 'simulator')`.execute(
        tx,
      );
      await sql`UPDATE account_grants SET left_out = '[]'`.execute(tx);
    });
    const after = await database.db.tenant({ tenantId: added.tenantId }, (tx) =>
      tx.selectFrom('account_grants').select(['account_id', 'left_out']).execute(),
    );
    expect(after).toEqual(rows);
    await franchise('POST', '/franchise/customer-groups/members', { customerIds: [added.tenantId], groupId });
    await lend(own, 'group', [groupId], ALL);
    expect(await grantOf('admin', own)).toMatchObject({ ended: false });
    const later = await database.db.tenant({ tenantId: added.tenantId }, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM account_grants WHERE account_id = ${own}::uuid`.execute(tx),
    );
    expect(later.rows[0]?.n).toBe(1);
  });
});

test('whatever is said, moved and added at the same time, each grant is as what counts says', async () => {
  const { database, world } = it_;
  const people = ['admin', 'basic'] as const;
  const added: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const odd = round % 2 === 1;
    const [customer] = await Promise.all([
      addCustomer(database.db, { name: `Meanwhile ${round}`, franchiseId: world.first.id, planName: 'Basic' }),
      lend(own, 'plan', [plans.get('Basic') ?? ''], odd ? ALL : NONE),
      lend(own, 'group', [groupId], { lent: odd, leftOut: [] }),
      lend(own, 'everybody', [], { lent: !odd, leftOut: ['SAVER'] }),
      lend(own, 'buyer', [idOf('basic')], odd ? null : { lent: true, leftOut: ['EXPRESS'] }),
      ...people.map((who) => belongs(who, CODES[round % 3] ?? 'Basic', odd)),
    ]);
    added.push(customer.tenantId);
    for (const customerId of [...people.map(idOf), ...added]) {
      const { accounts: views } = await franchise<{ accounts: CustomerLending[] }>(
        'GET',
        `/franchise/customers/${customerId}/lendings`,
      );
      const view = views.find(({ accountId }) => accountId === own);
      const { rows } = await database.db.tenant({ tenantId: customerId }, (tx) =>
        sql<{ leftOut: string[] }>`SELECT left_out AS "leftOut" FROM account_grants
          WHERE account_id = ${own}::uuid AND valid_to IS NULL`.execute(tx),
      );
      expect([round, rows]).toEqual([round, view?.lent ? [{ leftOut: view.leftOut }] : []]);
      const passed = await inForce(customerId, passedOn);
      expect(passed, `${round}`).toBeLessThan(2);
    }
  }
  await asFranchise(sql`UPDATE carrier_accounts SET name = 'Own express' WHERE id = ${own}::uuid`);
  await lendToFranchises(database.db, world.platformId, passedOn, [world.first.id]);
});

const inForce = async (customerId: string, account: string): Promise<number> => {
  const { rows } = await it_.database.db.tenant({ tenantId: customerId }, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM account_grants
      WHERE account_id = ${account}::uuid AND valid_to IS NULL`.execute(tx),
  );
  return rows[0]?.n ?? 0;
};

describe('one grant in force', () => {
  test('whether a line or the connecting of the account lends it first', async () => {
    const { database, world, application } = it_;
    const { db } = database;
    const to = idOf('admin');
    const connected = await application.carriers.addAccount(
      { tenantId: world.first.id, tenantKind: 'customer' },
      { ...EXPRESS, name: 'Connected' },
    );
    if (!connected.ok) throw new Error(connected.problem.code);
    const { accountId } = connected.value;
    const lending = { ownerTenantId: world.first.id, accountId, toTenantId: to };
    // The line is not committed yet when the connecting looks.
    let going: Promise<void> | undefined;
    await db.tenant({ tenantId: world.first.id }, async (tx) => {
      await sql`INSERT INTO account_lendings (tenant_id, id, account_id, buyer_kind, lent)
        VALUES (${world.first.id}::uuid, ${newId()}::uuid, ${accountId}::uuid, 'everybody', true)`.execute(tx);
      going = application.carriers.lendAccount(lending);
      await untilWaiting(database);
    });
    await going;
    expect(await inForce(to, accountId)).toBe(1);
    // Nor do two that connect, or a second one that is written in force.
    const first = await grantOf('admin', accountId);
    await db.tenant({ tenantId: to }, (tx) =>
      sql`UPDATE account_grants SET valid_to = now() WHERE id = ${first?.id}::uuid`.execute(tx),
    );
    await Promise.all([1, 2, 3].map(() => application.carriers.lendAccount(lending)));
    expect(await grantOf('admin', accountId)).toEqual(first);
    await db.tenant({ tenantId: to }, (tx) =>
      sql`INSERT INTO account_grants (tenant_id, id, owner_tenant_id, account_id, slug, name, mode)
        VALUES (${to}::uuid, ${newId()}::uuid, ${world.first.id}::uuid, ${accountId}::uuid, 'testline-express', 'x', 'simulator')`.execute(
        tx,
      ),
    );
    expect(await inForce(to, accountId)).toBe(1);
    await asFranchise(sql`UPDATE carrier_accounts SET state = 'removed' WHERE id = ${accountId}::uuid`);
    await asFranchise(sql`UPDATE account_grants SET valid_to = now() WHERE account_id = ${accountId}::uuid`);
  });

  test('a line reaches those it is for and nobody else', async () => {
    const to = idOf('admin');
    const end = sql`UPDATE account_grants SET valid_to = now() WHERE account_id = ${own}::uuid`;
    await it_.database.db.tenant({ tenantId: to }, (tx) => end.execute(tx));
    // It is of the plan Advanced and in no group.
    await lend(own, 'plan', [plans.get('Standard') ?? ''], ALL);
    await lend(own, 'group', [groupId], ALL);
    await lend(own, 'buyer', [idOf('basic')], ALL);
    expect(await inForce(to, own)).toBe(0);
    await lend(own, 'plan', [plans.get('Advanced') ?? ''], ALL);
    expect(await inForce(to, own)).toBe(1);
  });

  test('a rename and customers that move do not wait for one another in a ring', async () => {
    const { database } = it_;
    const [one = '', two = ''] = [idOf('admin'), idOf('basic')].toSorted();
    await lend(own, 'plan', [plans.get('Basic') ?? ''], { lent: true, leftOut: ['SAVER'] });
    // By hand: the application would try again what PostgreSQL undid.
    const rename = (name: string) =>
      withClient(database.admin, (client) =>
        client.query('UPDATE carrier_accounts SET name = $1 WHERE id = $2', [name, own]),
      );
    let renaming: Promise<unknown> | undefined;
    await withClient(database.admin, async (client) => {
      const move = (id: string) =>
        client.query(`UPDATE franchise_customers SET plan_code = 'Basic' WHERE customer_id = $1`, [id]);
      await client.query('BEGIN');
      await move(two);
      renaming = rename('Renamed');
      await untilWaiting(database);
      await move(one);
      await client.query('COMMIT');
    });
    await renaming;
    const { rows } = await database.db.tenant({ tenantId: one }, (tx) =>
      sql`SELECT name, left_out FROM account_grants WHERE account_id = ${own}::uuid`.execute(tx),
    );
    expect(rows).toEqual([{ name: 'Renamed', left_out: ['SAVER'] }]);
    await rename('Own express');
  });
});

describe('every way to a label', () => {
  /** Bought with the franchise's account. */
  let shipmentId = '';
  const buy = (who: PersonName, quoteId: string, rateId: string | undefined) =>
    it_.call(who, 'POST', '/shipment/create', { orderId: orders[who], quoteId, rateId });

  test('a lending that ends between price and purchase refuses with what to do; lent again it is the same grant', async () => {
    const { quoteId, rates } = await quote('admin');
    const before = await grantOf('admin', own);
    const rateOf = (service: string) =>
      rates.find((each) => each.grantId === before?.id && each.service === service)?.id;
    await lend(own, 'buyer', [idOf('admin')], { lent: true, leftOut: ['SAVER'] });
    const left = await buy('admin', quoteId, rateOf('SAVER'));
    expect(left.json).toMatchObject({ code: 'rate_expired', errorMessage: expect.stringContaining('not lent to you') });
    await lend(own, 'buyer', [idOf('admin')], NONE);
    const refused = await buy('admin', quoteId, rateOf('EXPRESS'));
    expect(refused.json).toMatchObject({
      code: 'rate_expired',
      errorMessage: expect.stringContaining('not lent to you'),
    });
    expect(JSON.stringify(refused.json)).toContain('Ask for rates again');
    await lend(own, 'buyer', [idOf('admin')], null);
    expect((await grantOf('admin', own))?.id).toBe(before?.id);
    // The very price holds again.
    const bought = await buy('admin', quoteId, rateOf('EXPRESS'));
    expect(bought.json.data).toMatchObject({ shipment: { state: 'bought' } });
    shipmentId = (bought.json.data as { shipment: { id: string } }).shipment.id;
  });

  test('nothing of an account that is not lent is shown or said, and what was bought before still works', async () => {
    const grant = await grantOf('admin', own);
    const preset = await it_.call('admin', 'POST', '/automation/presets', {
      name: 'Morning',
      hotkey: null,
      choice: {
        service: {
          services: [{ carrier: 'testline-express', grantId: grant?.id, service: 'EXPRESS_AM' }],
          pick: 'listed',
        },
        grantIds: [grant?.id],
        packageId: null,
        insurance: null,
        signature: null,
        saturdayDelivery: null,
      },
    });
    expect(preset.json.errorMessages).toBeUndefined();
    await lend(own, 'everybody', [], { lent: true, leftOut: ['EXPRESS_AM'] });
    expect((await accounts('admin')).find(({ id }) => id === own)?.services.map(({ code }) => code)).not.toContain(
      'EXPRESS_AM',
    );
    const put = await it_.call('admin', 'PATCH', `/shippingCarrier/${own}/services/EXPRESS_AM`, { enabled: true });
    expect(put.json.code).toBe('not_found');
    await lend(own, 'everybody', [], NONE);
    expect((await accounts('admin')).map(({ id }) => id)).toEqual([passedOn]);
    for (const path of [`/shippingCarrier/${own}`, `/shippingCarrier/${own}/services`])
      expect((await it_.call('admin', 'GET', path)).json.code, path).toBe('not_found');
    expect((await it_.call('admin', 'POST', `/shippingCarrier/${own}/test`)).json.code).toBe('not_found');
    const health = (await it_.call('admin', 'GET', '/shippingCarrier/health')).text;
    expect(health).not.toContain('Own express');
    const options = (await it_.call('admin', 'GET', '/automation/options')).text;
    expect(options).not.toContain('Own express');
    const presets = (await it_.call('admin', 'GET', '/automation/presets')).text;
    expect(presets).toContain('is not lent to you');
    expect((await quote('admin')).rates.map(({ grantId }) => grantId)).not.toContain(grant?.id);
    const named = await it_.call('admin', 'POST', '/quotes/single', {
      orderId: orders['admin'],
      grantIds: [grant?.id],
      parcels: [{ number: 1, weightGrams: 1200 }],
    });
    expect(named.json.code).toBe('no_carrier');

    // The parcel that waits is still fetched, found, and cancelled.
    const pickups = (await it_.call('admin', 'GET', '/pickups/options')).json.data as {
      accounts: { grantId: string }[];
    };
    expect(pickups.accounts.map(({ grantId }) => grantId)).toContain(grant?.id);
    expect((await it_.call('admin', 'GET', `/shipment/${shipmentId}/tracking`)).status).toBe(200);
    const cancelled = await it_.call('admin', 'DELETE', `/shipment/${shipmentId}/cancel`);
    expect(cancelled.json.data).toMatchObject({ state: 'voided' });
  });
});

describe('who may', () => {
  test('the franchise and nobody else says it; support reads it; money is for who sees money', async () => {
    const path = `/franchise/carriers/${own}/lendings`;
    for (const who of ['support', 'agent', 'admin', 'root'] as const)
      expect((await it_.call(who, 'PUT', path, { kind: 'everybody', ids: [], lending: NONE })).status, who).toBe(403);
    expect((await customerView('admin')).month).toEqual(expect.any(Array));
    expect((await customerView('admin', own, 'support')).lent).toBe(true);
    const foreign = it_.world.people.foreign.tenantId;
    expect((await it_.call('franchise', 'GET', `/franchise/customers/${foreign}/lendings`)).status).toBe(404);
    const put = (body: object, account = own) =>
      it_.call('franchise', 'PUT', `/franchise/carriers/${account}/lendings`, body).then(({ json }) => json.code);
    expect(await put({ kind: 'buyer', ids: [foreign], lending: NONE })).toBe('validation');
    expect(await put({ kind: 'group', ids: [newId()], lending: NONE })).toBe('validation');
    expect(await put({ kind: 'everybody', ids: [], lending: { lent: true, leftOut: ['NO_SUCH'] } })).toBe('validation');
    const { services } = await lendings(own);
    const every = { lent: true, leftOut: services.map(({ code }) => code) };
    expect(await put({ kind: 'everybody', ids: [], lending: every })).toBe('validation');
    expect(await put({ kind: 'everybody', ids: [], lending: NONE }, newId())).toBe('not_found');
  });

  test('the log tells the account, whom it is for, what was and what is', async () => {
    await lend(own, 'everybody', [], { lent: true, leftOut: ['SAVER'] });
    await lend(own, 'buyer', [idOf('admin'), idOf('basic')], NONE);
    const { entries } = await franchise<{ entries: AuditEntry[] }>('GET', '/audit?action=putAccountLending');
    const told = entries.map(({ details }) => details['told'] as Record<string, string>);
    expect(told.slice(0, 2)).toEqual([
      { name: 'Own express', customers: 'Customer one: - -> ✗; Customer two: - -> ✗' },
      { name: 'Own express', everybody: '- -> ✓ −Express Saver' },
    ]);
  });
});
