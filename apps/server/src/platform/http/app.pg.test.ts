import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineCall } from '@scanship/contracts/call';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  crossSiteToken,
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { data, route } from './handler.ts';

const access = { auth: 'access', summary: 'test' } as const;
const echo = defineCall({
  ...access,
  id: 'echo',
  method: 'POST',
  path: '/test/echo/{id}',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))) }),
  body: z.object({
    name: z.string().check(z.minLength(1), z.maxLength(10)),
    to: z.object({ zipcode: z.string() }),
    tags: z.optional(z.array(z.string())),
  }),
  data: z.object({ id: z.string(), name: z.string(), page: z.optional(z.int()) }),
});
const broken = defineCall({ ...access, id: 'broken', method: 'GET', path: '/test/broken' });
const mismatch = defineCall({
  ...access,
  id: 'mismatch',
  method: 'GET',
  path: '/test/mismatch',
  data: z.object({ n: z.int() }),
});
const refused = defineCall({ ...access, id: 'refused', method: 'GET', path: '/test/refused' });
const file = defineCall({ ...access, id: 'file', method: 'GET', path: '/test/file', produces: 'application/pdf' });
const upload = defineCall({
  ...access,
  id: 'upload',
  method: 'POST',
  path: '/test/upload',
  upload: true,
  body: z.object({ kind: z.string() }),
  data: z.object({ name: z.string(), size: z.int(), kind: z.string() }),
});
const stream = defineCall({
  ...access,
  id: 'stream',
  method: 'GET',
  path: '/test/stream',
  produces: 'application/x-ndjson',
  query: z.object({ mode: z.string() }),
  data: z.object({ n: z.int(), pad: z.optional(z.string()) }),
});

/** What the endless stream saw. */
const seen = { made: 0, ended: false, aborted: false };
const routes = [
  route(echo, async ({ params, query, body }) =>
    data({ id: params.id, name: body.name, page: query.page }, { successMessage: 'Echoed.' }),
  ),
  route(broken, async () => {
    throw new Error('the secret cause');
  }),
  // A defect that types cannot see: rows of the database that are not what the contract says.
  route(mismatch, async () => data(JSON.parse('{"n":"not a number"}') as { n: number })),
  route(refused, async () =>
    problem('carrier_refused', { message: 'No.', errors: [{ message: 'Too heavy.', code: 'E1', field: 'parcels.0' }] }),
  ),
  route(file, async () => ({
    ok: true,
    value: { kind: 'file', bytes: Buffer.from('%PDF-'), contentType: 'application/pdf', fileName: 'Étiquette "1".pdf' },
  })),
  route(upload, async ({ file: sent, body }) =>
    data({ name: sent.fileName, size: sent.bytes.byteLength, kind: body.kind }),
  ),
  route(stream, async ({ query, signal }) => {
    async function* lines() {
      signal.addEventListener('abort', () => {
        seen.aborted = true;
      });
      try {
        for (let n = 0; query.mode === 'endless' || n < 3; n += 1) {
          if (query.mode === 'breaks' && n === 2) throw new Error('broke in the middle');
          if (query.mode === 'slow') await sleep(120);
          seen.made = n;
          yield { n, ...(query.mode === 'endless' ? { pad: 'x'.repeat(10_000) } : {}) };
        }
      } finally {
        seen.ended = true;
      }
    }
    return { ok: true, value: { kind: 'stream', lines: lines() } };
  }),
];

let database: TestDatabase;
let services: Services;
let world: TestWorld;
let app: FastifyInstance;
let client: TestClient;
let token = '';
let webRoot = '';
const logged: string[] = [];

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'scanship-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><script nonce="__CSP_NONCE__"></script><meta property="csp-nonce" nonce="__CSP_NONCE__">',
  );
  writeFileSync(join(webRoot, 'assets', 'app-1a2b3c4d.js'), 'export const x = 1;\n'.repeat(400));
  writeFileSync(join(webRoot, 'robots.txt'), 'User-agent: *');
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  services = testServices(database.db, { config: { webRoot }, logTo: (line) => void logged.push(line) });
  app = await makeCoreApp(services, routes);
  await app.listen({ port: 0, host: '127.0.0.1' });
  client = await makeClient(app);
  token = (await sessionOf(services, world.people.admin)).token;
});
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(webRoot, { recursive: true });
});

const good = { name: 'Ann', to: { zipcode: 'M5V' } };

test('a good call answers the envelope, and only what the contract names', async () => {
  const answer = await client.call('POST', '/api/test/echo/7?page=2', { token, body: { ...good, unknown: 1 } });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ data: { id: '7', name: 'Ann', page: 2 }, successMessage: 'Echoed.' });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('bad input names every field in plain words', async () => {
  const answer = await client.call('POST', '/api/test/echo/7?page=0', {
    token,
    body: { name: 'far too long a name', to: {}, tags: 'x' },
  });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({
    code: 'validation',
    errorMessage: 'Some fields need another look.',
    reference: answer.headers['x-request-id'],
  });
  expect(answer.json.errorMessages).toEqual([
    { field: 'page', code: 'too_small', message: 'This must be at least 1.' },
    { field: 'name', code: 'too_big', message: 'This may have at most 10 characters.' },
    { field: 'to.zipcode', code: 'invalid_type', message: 'This is required.' },
    { field: 'tags', code: 'invalid_type', message: 'This must be a list.' },
  ]);
});

test.each([
  ['a character PostgreSQL cannot store', { ...good, name: 'a\u0000b' }, 'validation'],
  ['half a surrogate pair', '{"name":"\\ud800","to":{"zipcode":"x"}}', 'validation'],
  ['no JSON', '{"name":', 'bad_request'],
  ['a prototype in the body', '{"__proto__":{"x":1},"name":"a","to":{"zipcode":"x"}}', 'bad_request'],
  ['nothing', '', 'validation'],
  ['a list', [], 'validation'],
  ['null', 'null', 'validation'],
  ['nesting without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'bad_request'],
])('%s is refused with 400', async (_what, body, code) => {
  const answer = await client.call('POST', '/api/test/echo/7', {
    token,
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(400);
  expect(answer.json.code).toBe(code);
});

test('another content type, a body that is too large and a broken address are refused in the catalogue’s words', async () => {
  const form = await client.call('POST', '/api/test/echo/7', {
    token,
    body: 'name=a',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([form.status, form.json.errorMessage]).toEqual([
    400,
    'Send the request as JSON (content-type: application/json).',
  ]);
  const large = await client.call('POST', '/api/test/echo/7', {
    token,
    body: { ...good, tags: ['x'.repeat(5_000_000)] },
  });
  expect([large.status, large.json.code]).toEqual([413, 'file_too_large']);
  const address = await client.call('GET', '/api/test/%E0%A4%A', { token });
  expect([address.status, address.json.code]).toEqual([400, 'bad_request']);
  const long = await client.call('GET', `/api/test/broken?q=${'x'.repeat(9_000)}`, { token });
  expect([long.status, long.json.errorMessage]).toEqual([400, 'This address is too long.']);
});

test('an expected failure carries the case’s own words and the catalogue’s advice', async () => {
  const answer = await client.call('GET', '/api/test/refused', { token });
  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({
    code: 'carrier_refused',
    errorMessage: 'No.',
    advice: 'Read its reason, correct the shipment and try again.',
    errorMessages: [{ message: 'Too heavy.', code: 'E1', field: 'parcels.0' }],
  });
});

test.each(['broken', 'mismatch'])(
  'an unexpected error (%s) answers a reference and keeps the cause in the log',
  async (path) => {
    logged.length = 0;
    const answer = await client.call('GET', `/api/test/${path}`, { token });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({
      code: 'internal',
      errorMessage: 'Something went wrong on our side.',
      reference: answer.headers['x-request-id'],
    });
    expect(answer.text).not.toContain('secret cause');
    const line = logged.find((each) => each.includes('unexpected error'));
    expect(line).toContain(String(answer.json.reference));
    expect(line).toContain(
      path === 'broken' ? 'the secret cause' : 'mismatch answered what its contract does not allow: n:',
    );
  },
);

test('an unknown call is 404 in the envelope; a page of the application is index.html', async () => {
  const call = await client.call('GET', '/api/nothing/here');
  expect([call.status, call.json.code]).toEqual([404, 'not_found']);
  const page = await client.call('GET', '/ecommerce/order/123');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await client.call('GET', '/assets/missing.js')).status).toBe(404);
  expect((await client.call('POST', '/ecommerce/orders')).status).toBe(404);
});

test('the page carries the nonce of its own policy, another on each answer', async () => {
  const nonces = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const page = await client.call('GET', '/');
    const policy = String(page.headers['content-security-policy']);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
    expect(page.text.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect(page.text).not.toContain('__CSP_NONCE__');
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toMatch(/unsafe-inline|(?<!wasm-)unsafe-eval|\*/);
    expect(page.headers['cache-control']).toBe('no-store');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('hashed files are cached for ever and compressed; others for an hour', async () => {
  const asset = await client.call('GET', '/assets/app-1a2b3c4d.js', { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect((await client.call('GET', '/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
  for (const path of ['/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '/.env']) {
    expect((await client.call('GET', path)).text).not.toMatch(/"name"|root:/);
  }
});

test('a changing call without, with a wrong or with a foreign cross-site token is refused, bearer or not', async () => {
  const call = (headers: Record<string, string>, url = '/api/test/echo/7') =>
    app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}`, ...headers }, payload: good });
  const cookie = async () =>
    (await app.inject({ url: '/' })).cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const [before, other] = [await cookie(), await cookie()];
  const mine = crossSiteToken(token, '');
  const another = crossSiteToken((await sessionOf(services, world.people.user)).token, '');
  expect(new Set([mine, another, before, other]).size).toBe(4);
  expect((await call({ cookie: `XSRF-TOKEN=${mine}`, 'x-xsrf-token': mine })).statusCode).toBe(200);
  const wrong = [
    {},
    // Of before the sign-in, and of somebody else's session: good ones, and not this session's.
    { cookie: `XSRF-TOKEN=${before}`, 'x-xsrf-token': before },
    { cookie: `XSRF-TOKEN=${another}`, 'x-xsrf-token': another },
    { cookie: `XSRF-TOKEN=${mine}` },
    { 'x-xsrf-token': mine },
    { cookie: `XSRF-TOKEN=${mine}`, 'x-xsrf-token': other },
    { cookie: 'XSRF-TOKEN=planted', 'x-xsrf-token': 'planted' },
    { cookie: 'XSRF-TOKEN=a.b', 'x-xsrf-token': 'a.b' },
  ];
  for (const headers of wrong) {
    const answer = await call(headers as Record<string, string>);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'csrf']);
    // The refusal brings the right one to whoever showed the session.
    if (headers.cookie !== `XSRF-TOKEN=${mine}`)
      expect(answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value).toBe(mine);
  }
  expect((await call({}, '/api/user/sign-in')).statusCode).toBe(403);
  expect(
    (await app.inject({ method: 'POST', url: '/api/master/ui-init?host=first.test', headers: { host: 'first.test' } }))
      .statusCode,
  ).toBe(200);
});

test('a file keeps its bytes and name and is not cached', async () => {
  const answer = await client.call('GET', '/api/test/file', { token });
  expect(answer.text).toBe('%PDF-');
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="_tiquette _1_.pdf"; filename*=UTF-8''%C3%89tiquette%20%221%22.pdf`,
  );
});

const form = (parts: readonly { name: string; fileName?: string; bytes: Uint8Array | string }[]) => {
  const body = Buffer.concat([
    ...parts.flatMap(({ name, fileName, bytes }) => [
      Buffer.from(
        `--edge\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"\r\ncontent-type: text/csv` : ''}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--edge--\r\n'),
  ]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
};

test('uploads: one file up to 25 MB with fields; everything else gets a clear sentence', async () => {
  const send = async (parts: Parameters<typeof form>[0]) => {
    const { body, headers } = form(parts);
    const answer = await client.call('POST', '/api/test/upload', { token, body, headers });
    return {
      status: answer.status,
      code: answer.json.code,
      message: answer.json.errorMessages?.[0]?.message ?? answer.json.errorMessage,
      data: answer.json.data,
    };
  };
  const kind = { name: 'kind', bytes: 'orders' };
  expect(
    (await send([kind, { name: 'file', fileName: 'commandes été.csv', bytes: Buffer.alloc(24 * 1024 * 1024) }])).data,
  ).toEqual({ name: 'commandes été.csv', size: 24 * 1024 * 1024, kind: 'orders' });
  expect(
    await send([kind, { name: 'file', fileName: 'a.csv', bytes: Buffer.alloc(25 * 1024 * 1024 + 1) }]),
  ).toMatchObject({ status: 413, message: 'This file is larger than 25 MB.' });
  expect(await send([kind])).toMatchObject({ status: 400, message: 'Choose a file.' });
  expect(await send([{ name: 'file', fileName: 'a.csv', bytes: 'x' }])).toMatchObject({
    status: 400,
    code: 'validation',
    message: 'This is required.',
  });
  expect(await send([kind, { name: 'other', fileName: 'a.csv', bytes: 'x' }])).toMatchObject({
    status: 400,
    message: 'The file belongs in the field "file".',
  });
  expect(
    await send([kind, { name: 'file', fileName: 'a', bytes: 'x' }, { name: 'file', fileName: 'b', bytes: 'x' }]),
  ).toMatchObject({ status: 400, message: 'Send one file at a time.' });
  const json = await client.call('POST', '/api/test/upload', { token, body: { kind: 'orders' } });
  expect(json.json.errorMessage).toBe('This call needs a form with a file (multipart/form-data).');
  const cut = form([kind, { name: 'file', fileName: 'a.csv', bytes: 'x'.repeat(1000) }]);
  const damaged = await client.call('POST', '/api/test/upload', {
    token,
    body: cut.body.subarray(0, 700),
    headers: cut.headers,
  });
  expect([damaged.status, damaged.json.errorMessage]).toEqual([400, 'The upload was cut off or is damaged.']);
});

const open = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    httpRequest(
      { host: '127.0.0.1', port, path, headers: { authorization: `Bearer ${token}`, host: 'first.test', ...headers } },
      resolve,
    )
      .on('error', reject)
      .end();
  });

test('a stream sends each line as it comes, uncompressed', async () => {
  const answer = await open('/api/test/stream?mode=slow', { 'accept-encoding': 'gzip, br' });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'cache-control': 'no-store, no-transform',
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  const arrivals: { at: number; text: string }[] = [];
  for await (const chunk of answer) arrivals.push({ at: performance.now(), text: String(chunk) });
  expect(arrivals.map(({ text }) => text).join('')).toBe('{"n":0}\n{"n":1}\n{"n":2}\n');
  expect((arrivals[2]?.at ?? 0) - (arrivals[0]?.at ?? 0)).toBeGreaterThan(150);
});

test('an endless stream waits for a slow reader, and ends when the reader goes', async () => {
  Object.assign(seen, { made: 0, ended: false, aborted: false });
  const answer = await open('/api/test/stream?mode=endless');
  answer.pause();
  await sleep(400);
  const held = seen.made;
  // 10 kB a line; what was made fits the buffers of two sockets, not the 400 ms of a busy loop.
  expect(held).toBeLessThan(2_000);
  await sleep(200);
  expect(seen.made).toBe(held);
  answer.destroy();
  await expect.poll(() => seen, { timeout: 3_000 }).toMatchObject({ ended: true, aborted: true });
});

test('a stream that breaks is cut, so that it never looks complete', async () => {
  const answer = await open('/api/test/stream?mode=breaks');
  const read = async () => {
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return text;
  };
  await expect(read()).rejects.toThrow(/aborted|hang up/);
});

test('the log has request ids, persons and the route, and no path, query value, token or body', async () => {
  logged.length = 0;
  const answer = await client.call('POST', '/api/test/echo/7?page=3&email=ann@example.com', {
    token,
    body: { ...good, name: 'Secret' },
  });
  const line = JSON.parse(logged.find((each) => each.includes('"request"')) ?? '{}') as Record<string, unknown>;
  expect(line).toMatchObject({
    route: '/api/test/echo/:id',
    status: 200,
    method: 'POST',
    requestId: answer.headers['x-request-id'],
    userId: world.people.admin.userId,
    tenantId: world.people.admin.tenantId,
  });
  const all = logged.join('\n');
  for (const secret of ['ann@example.com', 'Secret', token]) expect(all).not.toContain(secret);
});

test('health, readiness, metrics and the description of the API', async () => {
  expect((await client.call('GET', '/healthz')).json).toMatchObject({ status: 'ok' });
  expect((await client.call('GET', '/readyz')).json).toEqual({ status: 'ready', checks: { database: 'ok' } });
  const metrics = (await client.call('GET', '/metrics')).text;
  expect(metrics).toMatch(/http_request_duration_seconds_count\{method="POST",call="echo",status="200"\} [1-9]/);
  expect(metrics).toMatch(/db_connections\{state="idle"\} \d/);
  expect((await client.call('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(404);
  const document = (await client.call('GET', '/api/openapi.json')).json as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/test/echo/{id}']?.['post']).toMatchObject({
    operationId: 'echo',
    security: [{ accessToken: [] }],
  });
  expect((await client.call('GET', '/api/docs')).text).toContain('swagger-ui-bundle.js');
  expect((await client.call('GET', '/api/docs/files/swagger-ui.css')).status).toBe(200);
});
