/**
 * Every call there is, made from its description: without a token, with an expired one, with a role that lacks the
 * permission, and with hostile bodies. A call added later is in these tests without anybody thinking of it.
 */
import type { Call, RoleName } from '@scanship/contracts/call';
import {
  asyncProperty,
  type Arbitrary,
  check,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  option,
  string,
  tuple,
  uuid,
} from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestClient,
  type TestPerson,
  testServices,
  type TestWorld,
} from '../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { makeWholeApplication } from '../test/whole-app.ts';
import type { Application } from './application.ts';
import { BUILT_IN_ROLES } from './modules/roles/index.ts';
import { openApiDocument } from './modules/operations/index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let calls: readonly Call[] = [];
const now = { value: new Date() };
const tokens = new Map<TestPerson, string>();

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
/** A path whose parameters have the right form, as far as one can tell. */
const pathOf = (call: Call): string =>
  `/api${call.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'code' ? 'CA' : call.path.startsWith('/platforms') ? '100001' : SOME_ID))}`;
const send = (call: Call, token?: string, body?: unknown): Promise<TestAnswer> =>
  client.call(call.method, pathOf(call), {
    ...(token ? { token } : {}),
    ...(call.method === 'GET' ? {} : { body: body ?? {} }),
  });
const holder = (role: RoleName): TestPerson => {
  const { people } = world;
  const byRole: Readonly<Record<RoleName, TestPerson>> = {
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
  ).toEqual(['signIn', 'uiInit']);
  expect(calls.filter(({ auth }) => auth === 'refresh').map(({ id }) => id)).toEqual(['refreshSession']);
});

test('without a token, with rubbish and with the other kind of token: 401, in the exact words', async () => {
  for (const call of calls.filter(({ auth }) => auth !== 'public')) {
    for (const token of [
      undefined,
      'rubbish',
      `ssa_${'A'.repeat(128)}`,
      ...(call.auth === 'refresh' ? [tokens.get(world.people.admin)] : []),
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

test('a changing call without the cross-site token: 403 csrf, except the one that sets it', async () => {
  for (const call of calls.filter(({ method, id }) => method !== 'GET' && id !== 'uiInit' && id !== 'refreshSession')) {
    const answer = await app.inject({
      method: call.method,
      url: pathOf(call),
      headers: { host: 'first.test', authorization: `Bearer ${tokens.get(world.people.admin)}` },
      payload: {},
    });
    expect([call.id, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([call.id, 403, 'csrf']);
  }
});

test('a role without the permission: 403 for a well-formed request; nobody without it gets anything else than 400 or 403', async () => {
  for (const call of calls.filter(({ permission, roles }) => permission ?? roles)) {
    for (const role of Object.keys(BUILT_IN_ROLES) as RoleName[]) {
      const person = holder(role);
      const held = BUILT_IN_ROLES[role as keyof typeof BUILT_IN_ROLES].pages;
      const allowed =
        (call.permission === undefined || held.includes(call.permission)) &&
        (call.roles === undefined || call.roles.includes(role));
      const answer = await send(call, tokens.get(person));
      if (allowed) expect([call.id, role, answer.json.code]).not.toEqual([call.id, role, 'forbidden']);
      // The order of checks is validate, then authorise: the empty body may be refused first.
      else
        expect([call.id, role, ['forbidden', 'validation', 'bad_request'].includes(answer.json.code ?? '')]).toEqual([
          call.id,
          role,
          true,
        ]);
      if (!allowed && !call.body && !call.upload && !call.query)
        expect([call.id, role, answer.status]).toEqual([call.id, role, 403]);
    }
  }
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

describe('hostile input never gives a 5xx', () => {
  const nasty: Arbitrary<unknown> = oneof(
    constantFrom(
      null,
      true,
      -1,
      0,
      1e308,
      2 ** 53,
      '',
      ' ',
      '\u0000',
      '\ud800',
      "'; DROP TABLE orders; --",
      '%',
      '🏷️'.repeat(50),
      '../../etc/passwd',
      '9'.repeat(400),
      [],
      {},
      [[]],
      { $gt: '' },
      { toString: 1 },
    ),
    jsonValue({ maxDepth: 3 }),
  );
  /** Values that nearly fit a JSON Schema: mostly of the right form, so that they come past the door. */
  const near = (schema: Record<string, unknown>, depth = 0): Arbitrary<unknown> => {
    const branches = (schema['anyOf'] ?? schema['oneOf']) as Record<string, unknown>[] | undefined;
    if (depth > 6) return nasty;
    if (branches) return oneof(...branches.map((each) => near(each, depth + 1)));
    if (Array.isArray(schema['enum']))
      return oneof({ weight: 9, arbitrary: constantFrom(...(schema['enum'] as unknown[])) }, nasty);
    if ('const' in schema) return constantFrom(schema['const'], null);
    const type = schema['type'];
    if (type === 'object') {
      const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>;
      const required = new Set((schema['required'] ?? []) as string[]);
      const names = Object.keys(properties);
      if (names.length === 0) return dictionary(string({ maxLength: 12 }), nasty, { maxKeys: 4 });
      const values = names.map((name) => {
        const value = oneof(
          { weight: 12, arbitrary: near(properties[name] ?? {}, depth + 1) },
          { weight: 1, arbitrary: nasty },
        );
        return required.has(name) ? value : option(value, { nil: undefined });
      });
      return tuple(...values).map((parts) => Object.fromEntries(names.map((name, at) => [name, parts[at]])));
    }
    if (type === 'array')
      return tuple(
        near((schema['items'] ?? {}) as Record<string, unknown>, depth + 1),
        nasty,
        integer({ min: 0, max: 3 }),
      ).map(([item, bad, n]) => [...Array(n).fill(item), ...(n === 3 ? [bad] : [])]);
    if (type === 'integer' || type === 'number')
      return oneof(integer(), constantFrom(schema['minimum'] ?? -1, schema['maximum'] ?? 2 ** 31, 0, 2 ** 40), nasty);
    if (type === 'boolean') return constantFrom(true, false, 'true');
    if (type === 'string') {
      if (schema['format'] === 'uuid') return oneof({ weight: 9, arbitrary: uuid() }, constantFrom('x', SOME_ID));
      if (schema['format'] === 'date') return constantFrom('2026-11-21', '2026-02-30', '0001-01-01', '9999-12-31');
      return oneof(
        string({ unit: 'binary', maxLength: 40 }),
        constantFrom('CA', 'ON', 'M5V 3A8', 'CAD', '2026-11-21 00:00:00', 'a'.repeat(300)),
        nasty.map(textOf),
      );
    }
    return nasty;
  };

  test('over every call', { timeout: 120_000 }, async () => {
    const document = openApiDocument(calls, 'test') as {
      paths: Record<
        string,
        Record<
          string,
          {
            parameters: { name: string; in: string; schema: Record<string, unknown> }[];
            requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
          }
        >
      >;
    };
    const token = tokens.get(world.people.admin) ?? '';
    const failures: string[] = [];
    // Signing in costs a password hash each time, and logging out ends the session the others use.
    for (const call of calls.filter(({ id, auth }) => auth !== 'refresh' && id !== 'logout')) {
      const operation = document.paths[`/api${call.path}`]?.[call.method.toLowerCase()];
      const schema = operation?.requestBody?.content['application/json']?.schema;
      const parameters = operation?.parameters.filter((each) => each.in !== 'header') ?? [];
      const input = tuple(schema ? near(schema) : nasty, tuple(...parameters.map((each) => near(each.schema))));
      const runs = call.id === 'signIn' ? 8 : 40;
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
    expect(failures).toEqual([]);
  });
});
