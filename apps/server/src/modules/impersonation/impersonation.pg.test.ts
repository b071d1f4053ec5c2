/** Acting for somebody: the chain of sessions, what it may not do, and what the customer can read about it afterwards. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const now = { value: new Date() };

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 10 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db, { clock: { now: () => now.value } }));
  app = await application.http();
  client = await makeClient(app);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

interface Pair {
  readonly token: string;
  readonly refreshToken: string;
}
interface Entry {
  readonly token: string;
  readonly refreshToken: string;
  readonly user: { readonly userName: string; readonly fullName: string; readonly roles: string[] };
}
interface Acted {
  readonly ignored: boolean;
  readonly tokens: Pair | null;
  readonly history: Entry | null;
}
interface Reverted {
  readonly loggedOut: boolean;
  readonly tokens: Pair | null;
  readonly history: Entry[];
}

const pairOf = (person: TestUser): Promise<Pair> => sessionOf(application.services, person);
const ask = (token: string, userName: string, body: object = { reason: 'Ticket 4711' }) =>
  client.call('POST', `/api/admin/login/impersonate?username=${encodeURIComponent(userName)}`, { token, body });
const act = async (token: string, userName: string, body?: object): Promise<{ tokens: Pair; history: Entry }> => {
  const answer = await ask(token, userName, body);
  const { tokens, history } = (answer.json.data ?? {}) as Acted;
  if (!tokens || !history) throw new Error(answer.text);
  return { tokens, history };
};
const goBack = (token: string, to?: string) =>
  client.call('POST', '/api/admin/login/revert', { token, body: to === undefined ? {} : { to } });
const me = async (token: string) => {
  const answer = await client.call('GET', '/api/profile/me', { token });
  return answer.json.data as {
    userName: string;
    roleName: string;
    impersonation: {
      userName: string;
      fullName: string;
      reason: string;
      since: string;
      roleName: string;
      sessionId: string;
    }[];
  };
};
const refresh = (token: string) => client.call('POST', '/api/user/refresh', { token });

const SHIPMENT = '0199a000-0000-7000-8000-00000000dead';

describe('there and back', () => {
  test('support acts as a customer, the profile says who acts for whom, and reverting restores the parked session', async () => {
    const support = await pairOf(world.people.support);
    const { tokens, history } = await act(support.token, 'admin');
    const profile = await me(tokens.token);
    expect(profile.userName).toBe('admin');
    expect(profile.roleName).toBe('ROLE_CUSTOMER_ADMIN');
    expect(profile.impersonation).toHaveLength(1);
    expect(profile.impersonation[0]).toMatchObject({
      userName: 'support',
      fullName: 'support Test',
      roleName: 'ROLE_SUPPORT',
      reason: 'Ticket 4711',
      since: now.value.toISOString(),
    });
    // The history entry refers to the session and is no token.
    expect(history).toEqual({
      token: `session:${profile.impersonation[0]?.sessionId}`,
      refreshToken: '',
      user: { fullName: 'support Test', userName: 'support', roles: ['ROLE_SUPPORT'] },
    });
    // The parked session is frozen: neither of its tokens is good.
    expect((await client.call('GET', '/api/profile/me', { token: support.token })).json.code).toBe('session_expired');
    expect((await refresh(support.refreshToken)).json.code).toBe('session_expired');
    expect((await client.call('GET', '/api/profile/me', { token: history.token })).status).toBe(401);

    const back = (await goBack(tokens.token, history.token)).json.data as Reverted;
    expect(back).toMatchObject({ loggedOut: false, history: [] });
    expect((await me(back.tokens?.token ?? '')).userName).toBe('support');
    expect((await me(back.tokens?.token ?? '')).impersonation).toEqual([]);
    // Fresh tokens: the old ones of both sessions are worth nothing.
    expect((await client.call('GET', '/api/profile/me', { token: tokens.token })).json.code).toBe('session_expired');
    expect((await refresh(tokens.refreshToken)).json.code).toBe('session_expired');
    expect((await client.call('GET', '/api/profile/me', { token: support.token })).json.code).toBe('token_expired');
    expect((await refresh(back.tokens?.refreshToken ?? '')).status).toBe(200);
  });

  test('a chain of three: going back to the first ends all later ones', async () => {
    const root = await pairOf(world.people.root);
    const first = await act(root.token, 'fran', { reason: 'Set-up', franchiseId: world.first.id });
    const second = await act(first.tokens.token, 'user', { reason: 'Shows me' });
    const profile = await me(second.tokens.token);
    expect(profile.userName).toBe('user');
    expect(profile.impersonation.map(({ userName, reason }) => [userName, reason])).toEqual([
      ['root', 'Set-up'],
      ['fran', 'Shows me'],
    ]);
    // One step back first: the franchise admin again, still acted for by root.
    const step = (await goBack(second.tokens.token)).json.data as Reverted;
    expect(step.history.map(({ user }) => user.userName)).toEqual(['root']);
    expect((await me(step.tokens?.token ?? '')).userName).toBe('fran');
    const again = await act(step.tokens?.token ?? '', 'admin');
    const home = (await goBack(again.tokens.token, first.history.token)).json.data as Reverted;
    expect((await me(home.tokens?.token ?? '')).userName).toBe('root');
    for (const gone of [step.tokens, again.tokens])
      expect((await client.call('GET', '/api/profile/me', { token: gone?.token ?? '' })).status).toBe(401);
  });

  test('without a history it signs out; a session of somebody else is not of the chain', async () => {
    const support = await pairOf(world.people.support);
    const { tokens } = await act(support.token, 'user');
    const other = await pairOf(world.people.support);
    const stranger = await act(other.token, 'admin');
    expect((await goBack(tokens.token, stranger.history.token)).json.code).toBe('not_found');
    expect((await goBack(tokens.token, 'rubbish')).json.code).toBe('not_found');
    expect((await me(tokens.token)).userName).toBe('user');

    const alone = await pairOf(world.people.admin);
    expect((await goBack(alone.token)).json.data).toEqual({ loggedOut: true, tokens: null, history: [] });
    expect((await client.call('GET', '/api/profile/me', { token: alone.token })).json.code).toBe('session_expired');
  });

  test('oneself is ignored, also by another spelling; the session goes on', async () => {
    const support = await pairOf(world.people.support);
    expect((await ask(support.token, ' SUPPORT ')).json.data).toEqual({ ignored: true, tokens: null, history: null });
    const root = await pairOf(world.people.root);
    expect((await ask(root.token, 'root')).json.data).toEqual({ ignored: true, tokens: null, history: null });
    expect((await me(support.token)).userName).toBe('support');
  });

  test('two tabs at once: one parks the session, the other is told', async () => {
    const support = await pairOf(world.people.support);
    const answers = await Promise.all([ask(support.token, 'admin'), ask(support.token, 'user')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  test('signing out while acting ends the parked session too', async () => {
    const support = await pairOf(world.people.support);
    const { tokens, history } = await act(support.token, 'admin');
    expect((await client.call('POST', '/api/user/logout', { token: tokens.token })).status).toBe(200);
    const parked = await database.db.identity({ realmId: world.first.id }, (tx) =>
      tx
        .selectFrom('sessions')
        .select('revoked_at')
        .where('realm_id', '=', world.first.id)
        .where('id', '=', history.token.replace('session:', ''))
        .executeTakeFirstOrThrow(),
    );
    expect(parked.revoked_at).not.toBeNull();
  });
});

describe('who may', () => {
  const refused = async (person: TestUser, userName: string, body?: object) =>
    (await ask((await pairOf(person)).token, userName, body)).json.code;

  test('nobody upwards or sideways, nobody of another franchise, customers not at all', async () => {
    const { people } = world;
    expect(await refused(people.support, 'fran')).toBe('forbidden');
    expect(await refused(people.support, 'agent')).toBe('forbidden');
    expect(await refused(people.franchise, 'support')).toBe('forbidden');
    expect(await refused(people.support, 'foreign')).toBe('not_found');
    expect(await refused(people.support, 'root')).toBe('not_found');
    expect(await refused(people.support, 'nobody')).toBe('not_found');
    for (const person of [people.admin, people.user, people.agent])
      expect(await refused(person, 'basic')).toBe('forbidden');
  });

  test('a super admin names the franchise', async () => {
    const root = await pairOf(world.people.root);
    const answer = await ask(root.token, 'foreign');
    expect(answer.json.errorMessages?.[0]).toMatchObject({ field: 'franchiseId', code: 'required' });
    expect((await ask(root.token, 'foreign', { reason: 'x', franchiseId: world.first.id })).json.code).toBe(
      'not_found',
    );
    const { tokens } = await act(root.token, 'foreign', { reason: 'Ticket', franchiseId: world.second.id });
    expect((await me(tokens.token)).userName).toBe('foreign');
  });

  test('a reason is needed, and blanks are none', async () => {
    const { token } = await pairOf(world.people.support);
    for (const body of [{}, { reason: '   ' }]) expect((await ask(token, 'admin', body)).json.code).toBe('validation');
  });

  test('whoever is switched off cannot be acted for', async () => {
    const { userId, realmId } = world.people.basic;
    const setState = (state: 'active' | 'disabled') =>
      database.db.identity({ realmId }, (tx) =>
        tx.updateTable('users').set({ state }).where('realm_id', '=', realmId).where('id', '=', userId).execute(),
      );
    await setState('disabled');
    expect(await refused(world.people.support, 'basic')).toBe('cannot_impersonate');
    await setState('active');
  });

  test('an impersonator who is switched off, or signed out elsewhere, can do nothing more in the name of others', async () => {
    const { userId, realmId } = world.people.support;
    const support = await pairOf(world.people.support);
    const { tokens } = await act(support.token, 'admin');
    const setState = (state: 'active' | 'disabled') =>
      database.db.identity({ realmId }, (tx) =>
        tx.updateTable('users').set({ state }).where('realm_id', '=', realmId).where('id', '=', userId).execute(),
      );
    await setState('disabled');
    expect((await client.call('GET', '/api/profile/me', { token: tokens.token })).json.code).toBe('session_expired');
    await setState('active');
    expect((await me(tokens.token)).userName).toBe('admin');
    // Of the platform's realm: the session above lies elsewhere and is looked at all the same.
    const root = await pairOf(world.people.root);
    const below = await act(root.token, 'fran', { reason: 'x', franchiseId: world.first.id });
    await database.db.identity({ realmId: world.platformId }, (tx) =>
      tx
        .updateTable('sessions')
        .set({ revoked_at: now.value })
        .where('realm_id', '=', world.platformId)
        .where('revoked_at', 'is', null)
        .execute(),
    );
    expect((await client.call('GET', '/api/profile/me', { token: below.tokens.token })).json.code).toBe(
      'session_expired',
    );
  });
});

describe('money', () => {
  test('a session support opened may not buy or void; one of a franchise admin may', async () => {
    const support = await act((await pairOf(world.people.support)).token, 'admin');
    const franchise = await act((await pairOf(world.people.franchise)).token, 'admin');
    const cancel = (token: string) => client.call('DELETE', `/api/shipment/${SHIPMENT}/cancel`, { token });
    expect((await cancel(support.tokens.token)).json.code).toBe('not_while_supporting');
    expect((await cancel(franchise.tokens.token)).json.code).toBe('not_found');
    expect((await cancel((await pairOf(world.people.admin)).token)).json.code).toBe('not_found');
  });

  test('support gets no account of its own by a detour: no invitation, no role, no machine, no store, no carrier, no card', async () => {
    const { tokens } = await act((await pairOf(world.people.support)).token, 'admin');
    const roles = (await client.call('GET', '/api/roles', { token: tokens.token })).json.data as {
      roles: { id: string; baseRole: string; builtIn: boolean }[];
    };
    const admins = roles.roles.find(({ baseRole, builtIn }) => baseRole === 'ROLE_CUSTOMER_ADMIN' && builtIn);
    const invited = { email: 'support@home.example', firstName: 'S', lastName: 'Own', roleId: admins?.id };
    const detours: readonly [string, string, object?][] = [
      ['POST', '/users/invite', invited],
      ['POST', `/users/invitations/${SHIPMENT}/resend`],
      ['PUT', `/users/${world.people.user.userId}/role`, { roleId: admins?.id, version: 1 }],
      ['DELETE', `/roles/${SHIPMENT}`],
      ['GET', '/printer/setup?os=linux'],
      ['DELETE', `/printer/agents/${SHIPMENT}`],
      ['DELETE', `/store/${SHIPMENT}`],
      ['DELETE', `/shippingCarrier/${SHIPMENT}`],
      ['DELETE', `/billing/cards/${SHIPMENT}`],
    ];
    for (const [method, path, body] of detours) {
      const answer = await client.call(method as 'POST', `/api${path}`, { token: tokens.token, body });
      expect([path, answer.json.code]).toEqual([path, 'not_while_supporting']);
    }
    const { rows } = await database.db.identity({ realmId: world.first.id }, (tx) =>
      sql`SELECT 1 FROM invitations WHERE email = 'support@home.example'`.execute(tx),
    );
    expect(rows).toEqual([]);
    // A franchise admin answers for its customers and may.
    const franchise = await act((await pairOf(world.people.franchise)).token, 'admin');
    const asked = await client.call('POST', '/api/users/invite', { token: franchise.tokens.token, body: invited });
    expect(asked.json.code).toBeUndefined();
  });
});

describe('a custom role of the franchise', () => {
  test('may in a customer’s name what the table and its own rights both allow, as they are now', async () => {
    const { franchise } = world.people;
    const admin = (await pairOf(franchise)).token;
    const rights = ['customers.view', 'customers.impersonate'];
    const role = { name: 'Helper', baseRole: 'ROLE_FRANCHISE_ADMIN', pages: ['DASHBOARD'], rights };
    const added = await client.call('POST', '/api/roles', { token: admin, body: role });
    expect([added.status, added.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    const { rows } = await database.db.identity({ realmId: world.first.id }, (tx) =>
      sql<{ id: string; version: number }>`SELECT id, version FROM roles WHERE name = 'Helper'`.execute(tx),
    );
    const [custom] = rows;
    await database.db.identity({ realmId: world.first.id }, (tx) =>
      sql`UPDATE memberships SET role_id = ${custom?.id} WHERE user_id = ${world.people.agent.userId}`.execute(tx),
    );
    const { tokens } = await act((await pairOf(world.people.agent)).token, 'admin');
    const codeOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      (await client.call(method, `/api${path}`, { token: tokens.token, body })).json.code;
    // Looking and the daily work are open; money, people and cards would need rights the role was not given.
    expect(await codeOf('GET', '/customer/locations')).toBeUndefined();
    expect(await codeOf('GET', '/billing')).toBe('forbidden');
    expect(await codeOf('GET', '/audit')).toBe('forbidden');
    expect(await codeOf('DELETE', `/billing/cards/${SHIPMENT}`)).toBe('forbidden');
    expect(await codeOf('DELETE', `/roles/${SHIPMENT}`)).toBe('forbidden');
    expect(await codeOf('DELETE', `/shipment/${SHIPMENT}/cancel`)).toBe('forbidden');
    const more = { ...role, rights: [...rights, 'money.view', 'cards.manage'], version: custom?.version };
    const changed = await client.call('PUT', `/api/roles/${custom?.id}`, { token: admin, body: more });
    expect([changed.status, changed.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    expect(await codeOf('GET', '/billing')).not.toBe('forbidden');
    expect(await codeOf('DELETE', `/billing/cards/${SHIPMENT}`)).not.toBe('forbidden');
    expect(await codeOf('DELETE', `/roles/${SHIPMENT}`)).toBe('forbidden');
  });
});

describe('what the customer reads', () => {
  interface LogEntry {
    readonly action: string;
    readonly actors: { readonly userName: string; readonly roleName: string; readonly tenantName: string }[];
    readonly impersonated: boolean;
    readonly reason: string | null;
    readonly outcome: string;
    readonly message: string | null;
    readonly details: Record<string, unknown>;
  }
  const readLog = async (query = '') => {
    const answer = await client.call('GET', `/api/audit${query}`, { token: (await pairOf(world.people.admin)).token });
    return answer.json.data as { entries: LogEntry[]; next: string | null; actions: string[] };
  };

  test('every changing call, who it was in whose name and why, done or refused, and nothing that was only looked at', async () => {
    const { tokens } = await act((await pairOf(world.people.support)).token, 'admin', { reason: 'Address is wrong' });
    const body = {
      name: 'Dock 2',
      isDefault: false,
      address: {
        name: 'A',
        address1: '1 King St',
        city: 'Toronto',
        provinceCode: 'ON',
        zipcode: 'M5V 3A8',
        countryCode: 'CA',
      },
    };
    expect((await client.call('POST', '/api/customer/locations', { token: tokens.token, body })).status).toBe(200);
    await client.call('GET', '/api/customer/locations', { token: tokens.token });
    await client.call('POST', '/api/orders/all?page=1&size=20', { token: tokens.token, body: {} });
    await client.call('DELETE', '/api/shipment/0199a000-0000-7000-8000-00000000dead/cancel', { token: tokens.token });
    await goBack(tokens.token);
    const { entries } = await readLog('?size=20');
    expect(entries.slice(0, 4).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['impersonation.ended', 'done'],
      ['cancelShipment', 'refused'],
      ['addLocation', 'done'],
      ['impersonation.started', 'done'],
    ]);
    const [, cancelled, added, started] = entries;
    expect(added).toMatchObject({
      impersonated: true,
      reason: 'Address is wrong',
      message: 'Ship-from address added.',
      details: { fields: ['name', 'address', 'isDefault'], params: {} },
    });
    expect(added?.actors.map(({ userName, roleName, tenantName }) => [userName, roleName, tenantName])).toEqual([
      ['support', 'ROLE_SUPPORT', 'First'],
      ['admin', 'ROLE_CUSTOMER_ADMIN', 'Customer one'],
    ]);
    expect(cancelled?.message).toBe('not_while_supporting');
    expect(started?.actors.map(({ userName }) => userName)).toEqual(['support']);
    // What was typed is nowhere.
    expect(JSON.stringify(entries)).not.toContain('King St');
  });

  test('pages and filters; the franchise reads its own log and not the customer’s', async () => {
    const all = await readLog('?size=200');
    const first = await readLog('?size=2');
    expect(first.entries).toHaveLength(2);
    const second = await readLog(`?size=2&before=${first.next}`);
    expect([...first.entries, ...second.entries]).toEqual(all.entries.slice(0, 4));
    expect((await readLog('?action=addLocation')).entries.every(({ action }) => action === 'addLocation')).toBe(true);
    expect((await readLog('?userName=SUPPORT&size=200')).entries.length).toBe(
      all.entries.filter(({ actors }) => actors.some(({ userName }) => userName === 'support')).length,
    );
    expect((await readLog('?impersonated=true&size=200')).entries.every(({ impersonated }) => impersonated)).toBe(true);
    expect((await readLog('?from=2020-01-01&to=2020-01-02')).entries).toEqual([]);
    expect(all.actions).toContain('addLocation');

    const franchise = await client.call('GET', '/api/audit?size=200', {
      token: (await pairOf(world.people.franchise)).token,
    });
    const { entries } = franchise.json.data as { entries: LogEntry[] };
    expect(entries.some(({ action }) => action === 'impersonation.started')).toBe(true);
    expect(entries.some(({ action }) => action === 'addLocation')).toBe(false);
    for (const person of [world.people.support, world.people.agent, world.people.user])
      expect((await client.call('GET', '/api/audit', { token: (await pairOf(person)).token })).json.code).toBe(
        'forbidden',
      );
  });
});
