/** The demo on an address others reach: nothing in it may open an account to whoever comes over the network. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DEMO_PASSWORD } from '@scanship/server/demo/demo-data';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCoreApp, makeWorld, testServices } from '../../apps/server/test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/server/test/test-database.ts';
import type { FastifyInstance } from 'fastify';

let database: TestDatabase;
let app: FastifyInstance;
let port = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  const world = await makeWorld(database.db);
  await database.db.system((tx) =>
    tx.insertInto('hosts').values({ host: 'localhost', tenant_id: world.first.id, state: 'verified' }).execute(),
  );
  app = await makeCoreApp(testServices(database.db, { config: { demo: true, trustProxy: 1 } }));
  await app.listen({ port: 0, host: '0.0.0.0' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const get = (host: string, path: string, headers: Record<string, string>, body?: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host,
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: { host: 'localhost', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });

const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

const ELSEWHERE: readonly (readonly [string, string, Record<string, string>])[] = [
  ...(outside === undefined ? [] : [['over the network', outside, {}] as const]),
  ['through a proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
  ['through a proxy that says it is loopback', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['through a tunnel that names the host alone', '127.0.0.1', { 'x-forwarded-host': 'localhost' }],
  ['through a proxy of the newer kind', '127.0.0.1', { forwarded: 'for=127.0.0.1' }],
  ['through nginx with its own header', '127.0.0.1', { 'x-real-ip': '127.0.0.1' }],
  ['by a foreign name that leads here', '127.0.0.1', { host: 'rebound.evil.example' }],
  ['by a name that begins like an address', '127.0.0.1', { host: '127.0.0.1.evil.example' }],
];

test('on the machine itself the mails are shown and the printed password is tried', async () => {
  expect(await get('127.0.0.1', '/api/mail/outbox', {})).toBe(200);
});

test.each(ELSEWHERE)('%s: no mails, and the printed password signs nobody in', async (_, host, headers) => {
  expect(await get(host, '/api/mail/outbox', headers)).toBe(403);
  expect(await get(host, '/api/mail/outbox/0199a000-0000-7000-8000-00000000dead', headers)).toBe(403);
  const cookies = await fetchCookie();
  const asked = await get(
    host,
    '/api/user/sign-in',
    { ...headers, cookie: `XSRF-TOKEN=${cookies}`, 'x-xsrf-token': cookies },
    { userName: 'admin', password: DEMO_PASSWORD },
  );
  expect(asked).toBe(403);
});

const fetchCookie = async (): Promise<string> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/master/ui-init?host=localhost',
    headers: { host: 'localhost' },
  });
  return answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
};
