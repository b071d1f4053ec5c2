/** A page that stays open while its browser's session goes to somebody else: what it asks for is refused, and does nothing. */
import { DRAWN_FOR_HEADER } from '@scanship/contracts/access/drawn-for';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestAnswer,
  type TestClient,
  testServices,
  type TestWorld,
} from '../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts';
import { makeWholeApplication } from '../test/whole-app.ts';
import type { Application } from './application.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 10 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const signIn = async (who: keyof TestWorld['people']) =>
  (await sessionOf(application.services, world.people[who])).token;
const me = (token: string) => client.call('GET', '/api/profile/me', { token });
const principal = async (token: string): Promise<string> =>
  ((await me(token)).json.data as { principal: string }).principal;
const act = async (token: string, userName: string): Promise<string> => {
  const body = { reason: 'Ticket 4711' };
  const { json } = await client.call('POST', `/api/admin/login/impersonate?username=${userName}`, { token, body });
  return (json.data as { tokens: { token: string } }).tokens.token;
};
const goBack = async (token: string): Promise<string> => {
  const { json } = await client.call('POST', '/api/admin/login/revert', { token, body: {} });
  return (json.data as { tokens: { token: string } }).tokens.token;
};
const place = (name: string) => ({
  name,
  isDefault: false,
  address: {
    name,
    address1: '1 Main St',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5V 2T6',
    countryCode: 'CA',
  },
});
const addPlace = (token: string, drawnFor?: string): Promise<TestAnswer> =>
  client.call('POST', '/api/customer/locations', {
    token,
    body: place('Dock'),
    ...(drawnFor === undefined ? {} : { headers: { [DRAWN_FOR_HEADER]: drawnFor } }),
  });
const places = async (token: string): Promise<number> => {
  const { json } = await client.call('GET', '/api/customer/locations', { token });
  return (json.data as { locations: unknown[] }).locations.length;
};

test('a page drawn for one customer saves nothing for the next one that its browser acts for', async () => {
  const one = await act(await signIn('franchise'), 'admin');
  const drawnFor = await principal(one);
  expect((await addPlace(one, drawnFor)).status).toBe(200);

  const two = await act(await goBack(one), 'basic');
  const before = await places(two);
  const refused = await addPlace(two, drawnFor);
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({
    code: 'drawn_for_another',
    errorMessage: 'This page was opened for another person or company than this browser now works for.',
    advice: expect.stringContaining('Reload the page') as string,
  });
  expect(await places(two)).toBe(before);
  // Nor is anything of the second customer shown on a page of the first.
  const read = await client.call('GET', '/api/customer/locations', {
    token: two,
    headers: { [DRAWN_FOR_HEADER]: drawnFor },
  });
  expect(read.json.code).toBe('drawn_for_another');
  // The page of the second customer, and programs, which have no page.
  expect((await addPlace(two, await principal(two))).status).toBe(200);
  expect((await addPlace(two)).status).toBe(200);
  expect(await places(two)).toBe(before + 2);
});

test('who acts as a person is told apart from that person; signing in again is not', async () => {
  const own = await principal(await signIn('admin'));
  expect(await principal(await signIn('admin'))).toBe(own);
  const others = [
    await principal(await signIn('user')),
    await principal(await act(await signIn('franchise'), 'admin')),
    await principal(await act(await signIn('support'), 'admin')),
    await principal(await signIn('foreign')),
  ];
  expect(new Set([own, ...others]).size).toBe(5);
  expect(own).toMatch(/^[\w-]{22}$/);
});

test('every call that needs a session is refused on a page of somebody else', async () => {
  const token = await signIn('admin');
  const headers = { [DRAWN_FOR_HEADER]: await principal(await signIn('user')) };
  const calls = application.routes.map(({ call }) => call).filter(({ auth }) => auth === 'access');
  const letThrough: string[] = [];
  for (const call of calls) {
    const path = `/api${call.path.replace(/\{(\w+)\}/g, '1')}`;
    const answer = await client.call(call.method, path, { token, headers });
    if (answer.json.code !== 'drawn_for_another') letThrough.push(`${call.id} ${answer.status}`);
  }
  expect(letThrough).toEqual([]);
  expect(calls.length).toBeGreaterThan(200);
});
