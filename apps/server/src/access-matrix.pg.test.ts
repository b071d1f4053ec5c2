/**
 * Every call there is, made from its description: without a token, with an expired one, with a role that lacks the
 * permission, and with hostile bodies. A call added later is in these tests without anybody thinking of it.
 */
import { ACTING_RULES, actingRefusal } from '@scanship/contracts/access/acting-table';
import { CLOSED_TO_SUPPORT } from '@scanship/contracts/access/closed-to-support';
import type { Call, RoleName } from '@scanship/contracts/call';
import { ACTION_RIGHTS } from '@scanship/contracts/access/rights';
import { asyncProperty, check, constant, oneof, sample, tuple } from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../test/app-kit.ts';
import { bodySchema, describedCall } from '../test/described-call.ts';
import { textOf, valuesOf } from '../test/near-schema.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { makeWholeApplication } from '../test/whole-app.ts';
import type { Application } from './application.ts';
import { BUILT_IN_ROLES, type BuiltInRole } from './modules/roles/index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let calls: readonly Call[] = [];
const now = { value: new Date() };
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 16 });
  world = await makeWorld(database.db);
  const services = testServices(database.db, { clock: { now: () => now.value } });
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  calls = application.routes.map(({ call }) => call);
  for (const person of Object.values(world.people)) tokens.set(person, (await sessionOf(services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const SOME_ID = '0199a000-0000-7000-8000-00000000dead';
/** Parameters that are no ids. */
const PLAIN_PARAMS: Readonly<Record<string, string>> = { code: 'CA', no: '1' };
/** A path whose parameters have the right form, as far as one can tell. */
const pathOf = (call: Call): string =>
  `/api${call.path.replace(/\{(\w+)\}/g, (_, name: string) => PLAIN_PARAMS[name] ?? (call.path.startsWith('/platforms') ? '100001' : SOME_ID))}`;
const send = (call: Call, token?: string, body?: unknown): Promise<TestAnswer> =>
  client.call(call.method, pathOf(call), {
    ...(token ? { token } : {}),
    ...(call.method === 'GET' ? {} : { body: body ?? {} }),
  });
const holder = (role: RoleName): TestUser => {
  const { people } = world;
  const byRole: Readonly<Record<RoleName, TestUser>> = {
    ROLE_SUPER_ADMIN: people.root,
    ROLE_FRANCHISE_ADMIN: people.franchise,
    ROLE_SALES_AGENT: people.agent,
    ROLE_SUPPORT: people.support,
    ROLE_CUSTOMER_ADMIN: people.admin,
    ROLE_CUSTOMER_USER: people.user,
    ROLE_USER: people.user,
  };
  return byRole[role];
};

test('there are the calls of all modules, each with its own id and place', () => {
  expect(calls.length).toBeGreaterThan(30);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`)).size).toBe(calls.length);
});

test('what needs no sign-in is exactly this', () => {
  expect(
    calls
      .filter(({ auth }) => auth === 'public')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([
    'authoriseStore',
    'forgotPassword',
    'getInvitation',
    // The demo's outbox; not found anywhere else.
    'getOutbox',
    'getOutboxMail',
    // What a sign-up agrees to: shown to everybody who comes to the host.
    'getSiteTerms',
    // With the one-time code of its download.
    'pairAgent',
    'passkeyOptions',
    'resendVerification',
    'resetPassword',
    'signIn',
    'signInPasskey',
    'signInSecondFactor',
    'signUp',
    // By the link of a mail; it keeps a second factor.
    'stopFactorReset',
    'uiInit',
    'verifyAccount',
    'verifyByToken',
  ]);
  expect(calls.filter(({ auth }) => auth === 'refresh').map(({ id }) => id)).toEqual(['refreshSession']);
  expect(
    calls
      .filter(({ auth }) => auth === 'agent')
      .map(({ path }) => path)
      .every((path) => path.startsWith('/agent/v1/')),
  ).toBe(true);
});

test('without a token, with rubbish and with the other kind of token: 401, in the exact words', async () => {
  for (const call of calls.filter(({ auth }) => auth !== 'public')) {
    for (const token of [
      undefined,
      'rubbish',
      `ssa_${'A'.repeat(128)}`,
      `spa_${'A'.repeat(128)}`,
      ...(call.auth === 'refresh' || call.auth === 'agent' ? [tokens.get(world.people.admin)] : []),
    ]) {
      const answer = await send(call, token);
      expect([call.id, answer.status, answer.json.code, answer.json.errorMessage]).toEqual([
        call.id,
        401,
        'unauthorized',
        'Unauthorized access',
      ]);
    }
  }
});

test('with an expired access token: 401 token_expired', async () => {
  const before = now.value;
  now.value = new Date(before.getTime() + 16 * 60_000);
  for (const call of calls.filter(({ auth }) => auth === 'access')) {
    const answer = await send(call, tokens.get(world.people.admin));
    expect([call.id, answer.status, answer.json.code]).toEqual([call.id, 401, 'token_expired']);
  }
  now.value = before;
});

/** Sets the cookie; comes with a token of its own; made by programs without cookies. */
const WITHOUT_COOKIE: ReadonlySet<string> = new Set(['uiInit', 'refreshSession', 'pairAgent']);

test('a changing call without the cross-site token: 403 csrf, except the one that sets it and those of machines', async () => {
  for (const call of calls.filter(
    ({ method, id, auth }) => method !== 'GET' && auth !== 'agent' && !WITHOUT_COOKIE.has(id),
  )) {
    const answer = await app.inject({
      method: call.method,
      url: pathOf(call),
      headers: { host: 'first.test', authorization: `Bearer ${tokens.get(world.people.admin)}` },
      payload: {},
    });
    expect([call.id, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([call.id, 403, 'csrf']);
  }
});

/** Made with their own token these end it, or, once begun, are not answered to the end; their own tests make them. */
const ENDS_SESSIONS: ReadonlySet<string> = new Set([
  'liveStream',
  'logout',
  'revertImpersonation',
  'lockSession',
  'unlockSession',
  'endOtherSessions',
]);

test('every call x every role: refused where page, role or right is missing, and only there', async () => {
  let [refused, letIn] = [0, 0];
  for (const call of calls.filter(({ auth }) => auth === 'access')) {
    for (const role of Object.keys(BUILT_IN_ROLES) as BuiltInRole[]) {
      const person = holder(role);
      const { pages, rights } = BUILT_IN_ROLES[role];
      const allowed =
        (call.permission === undefined || pages.includes(call.permission)) &&
        (call.roles === undefined || call.roles.includes(role)) &&
        (call.right === undefined || rights.includes(call.right));
      if (allowed) {
        if (ENDS_SESSIONS.has(call.id)) continue;
        letIn += 1;
        const answer = await send(call, tokens.get(person));
        expect([call.id, role, answer.json.code]).not.toEqual([call.id, role, 'forbidden']);
        continue;
      }
      // A body that fits, so that nothing but the role can stop the request.
      const answer = await send(call, tokens.get(person), fittingBodies(call)[0]);
      refused += 1;
      // The order of checks is validate, then authorise: a body chance made may be refused first.
      expect([call.id, role, ['forbidden', 'validation', 'bad_request'].includes(answer.json.code ?? '')]).toEqual([
        call.id,
        role,
        true,
      ]);
      if (!call.body && !call.upload && !call.query)
        expect([call.id, role, answer.status]).toEqual([call.id, role, 403]);
    }
  }
  expect(refused).toBeGreaterThan(300);
  expect(letIn).toBeGreaterThan(50);
});

/** A session of `as`, opened by the last of those who act; each acts for the next. */
const actingAs = async (...chain: readonly TestUser[]): Promise<string> => {
  const [first, ...rest] = chain;
  let token = first ? (await sessionOf(application.services, first)).token : '';
  for (const person of rest) {
    const answer = await client.call('POST', `/api/admin/login/impersonate?username=${person.userName}`, {
      token,
      body: { reason: 'Matrix', ...(chain[0] === world.people.root ? { franchiseId: world.first.id } : {}) },
    });
    const { tokens: opened } = (answer.json.data ?? {}) as { tokens?: { token: string } };
    if (!opened) throw new Error(answer.text);
    token = opened.token;
  }
  return token;
};

test('every call has been decided on in the table of what may be done in another’s name', () => {
  const asked = calls.filter(({ auth }) => auth === 'access').map(({ id }) => id);
  expect(asked.filter((id) => !ACTING_RULES.has(id))).toEqual([]);
  expect([...ACTING_RULES.keys()].filter((id) => !asked.includes(id))).toEqual([]);
  expect(actingRefusal([{ role: 'ROLE_SUPER_ADMIN' }], { id: 'aCallOfTomorrow' })).toBe('not_while_acting');
  expect(actingRefusal([{ role: 'ROLE_SALES_AGENT' }], { id: 'getProfile' })).toBe('not_while_acting');
  expect(actingRefusal([{ role: 'ROLE_SUPER_ADMIN' }, { role: 'ROLE_SUPPORT' }], { id: 'invitePerson' })).toBe(
    'not_while_supporting',
  );
  expect(actingRefusal([], { id: 'aCallOfTomorrow' })).toBeUndefined();
  // Screens of support leave out what opens nothing.
  const closed = ACTION_RIGHTS.filter((right) => {
    const named = calls.filter((call) => call.right === right);
    const ofCustomers = BUILT_IN_ROLES.ROLE_CUSTOMER_ADMIN.rights.includes(right);
    return ofCustomers && named.length > 0 && named.every((call) => actingRefusal([{ role: 'ROLE_SUPPORT' }], call));
  });
  expect(closed.toSorted()).toEqual([...CLOSED_TO_SUPPORT].toSorted());
});

test('every call x everybody who acts for somebody: refused where the table does not open it, and only there', async () => {
  const { root, franchise, support, admin, user } = world.people;
  const sessions: readonly (readonly [readonly TestUser[], BuiltInRole, readonly RoleName[]])[] = [
    [[support, admin], 'ROLE_CUSTOMER_ADMIN', ['ROLE_SUPPORT']],
    [[support, user], 'ROLE_CUSTOMER_USER', ['ROLE_SUPPORT']],
    [[franchise, admin], 'ROLE_CUSTOMER_ADMIN', ['ROLE_FRANCHISE_ADMIN']],
    [[root, franchise], 'ROLE_FRANCHISE_ADMIN', ['ROLE_SUPER_ADMIN']],
    [[root, admin], 'ROLE_CUSTOMER_ADMIN', ['ROLE_SUPER_ADMIN']],
  ];
  const proved = { refused: 0, open: 0 };
  for (const [chain, role, actors] of sessions) {
    const { pages, rights } = BUILT_IN_ROLES[role];
    let token = await actingAs(...chain);
    for (const call of calls.filter(({ auth }) => auth === 'access')) {
      const roleMay =
        (call.permission === undefined || pages.includes(call.permission)) &&
        (call.roles === undefined || call.roles.includes(role)) &&
        (call.right === undefined || rights.includes(call.right));
      if (!roleMay) continue;
      const refusal = actingRefusal(
        actors.map((each) => ({ role: each })),
        call,
      );
      if (refusal === undefined) {
        // These end the session or never end; their own tests make them in another's name. Acting further parks it.
        if (ENDS_SESSIONS.has(call.id) || call.id === 'impersonate') continue;
        const answer = await send(call, token);
        expect([
          call.id,
          actors,
          ['not_while_acting', 'not_while_supporting'].includes(answer.json.code ?? ''),
        ]).toEqual([call.id, actors, false]);
        if (answer.status === 401) throw new Error(`${call.id} ended the session: ${answer.text}`);
        proved.open += 1;
        continue;
      }
      let code: string | undefined;
      for (const body of fittingBodies(call)) {
        code = (await send(call, token, body)).json.code;
        if (code === 'session_expired') token = await actingAs(...chain);
        if (code !== 'validation' && code !== 'bad_request') break;
      }
      // A body or a query that chance does not find (a time zone, a file) is refused before anybody is asked who they are.
      if (code === 'validation' || code === 'bad_request') continue;
      expect([call.id, actors, code]).toEqual([call.id, actors, refusal]);
      proved.refused += 1;
    }
  }
  expect(proved.open).toBeGreaterThan(700);
  expect(proved.refused).toBeGreaterThan(150);
});

/** Bodies that fit the schema; one `undefined` where the call takes none. */
const fittingBodies = (call: Call): readonly unknown[] => {
  const schema = bodySchema(call);
  return schema ? sample(valuesOf(schema, false), { numRuns: 20, seed: 11 }) : [undefined];
};

/** A password hash each time, or an answer that takes its time whatever is found. */
const SLOW: ReadonlySet<string> = new Set(['signIn', 'signUp', 'forgotPassword', 'resetPassword', 'unlockSession']);

describe('hostile input never gives a 5xx', () => {
  test('over every call', { timeout: 400_000 }, async () => {
    /** Calls with a body whose handler was reached: otherwise only the door was tried. */
    const reached = new Set<string>();
    // Logging out ends the session it is made in, and nothing more could be asked of it.
    for (const call of calls.filter(({ id, auth }) => auth !== 'refresh' && id !== 'logout' && id !== 'liveStream')) {
      const token = ENDS_SESSIONS.has(call.id)
        ? (await sessionOf(application.services, world.people.admin)).token
        : (tokens.get(world.people.admin) ?? '');
      const schema = bodySchema(call);
      const parameters = describedCall(call).parameters.filter((each) => each.in !== 'header');
      const input = tuple(
        schema ? oneof(valuesOf(schema, true), valuesOf(schema, false)) : constant(null),
        tuple(...parameters.map((each) => valuesOf(each.schema, true))),
      );
      const runs = SLOW.has(call.id) ? 8 : 40;
      const outcome = await check(
        asyncProperty(input, async ([body, values]) => {
          let url = `/api${call.path}`;
          const query = new URLSearchParams();
          for (const [at, { name, in: where }] of parameters.entries()) {
            const text = textOf(values[at]).replaceAll(/\p{Surrogate}/gu, '');
            if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(text || 'x'));
            else if (values[at] !== undefined) query.append(name, text);
          }
          const answer = await client.call(call.method, `${url}?${query.toString()}`, {
            token,
            ...(call.method === 'GET'
              ? {}
              : { body: JSON.stringify(body ?? null), headers: { 'content-type': 'application/json' } }),
          });
          if (!['validation', 'bad_request'].includes(answer.json.code ?? '')) reached.add(call.id);
          if (answer.status >= 500 && answer.json.code !== 'carrier_unavailable')
            throw new Error(
              `${call.method} ${url}?${query.toString()} answered ${answer.status} ${answer.text.slice(0, 300)}`,
            );
        }),
        { numRuns: runs, seed: 7, endOnFailure: true },
      );
      expect(
        outcome.failed,
        `${call.id}: ${String(outcome.errorInstance)} for ${JSON.stringify(outcome.counterexample)}`,
      ).toBe(false);
    }
    const withBody = calls.filter((call) => call.auth !== 'refresh' && bodySchema(call));
    // The others want words that chance does not find (a time zone, a complete address).
    expect(withBody.filter(({ id }) => reached.has(id)).length / withBody.length).toBeGreaterThan(0.75);
  });
});
