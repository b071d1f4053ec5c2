import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBreakers } from './breaker.ts';
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import type { HttpRequest } from './http.ts';
import { path } from './http-address.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { memoryQuota, refusedAtOnce } from './quota.ts';
import type { HttpTrace } from './trace.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base = '';
let answer: Answer = (_q, r) => r.end('{}');
let seen: { method: string; url: string; body: string }[] = [];
const dispatcher = new Agent();

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (c: Buffer) => chunks.push(c));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ method: request.method ?? '', url: request.url ?? '', body });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
});

function client(more: Partial<HttpClientOptions> = {}): {
  send: (r: Partial<HttpRequest>) => ReturnType<ReturnType<typeof createHttpClient>['send']>;
  traces: HttpTrace[];
} {
  const traces: HttpTrace[] = [];
  const http = createHttpClient({
    vendor: 'Test Vendor',
    baseUrl: base,
    secrets: ['s3cret-key'],
    accountKey: 'account',
    quota: memoryQuota(),
    quotaLimit: { calls: 1000, perMs: 1000 },
    breakers: createBreakers({ faults: 50, openMs: 1000 }),
    dispatcher,
    trace: { record: (t) => traces.push(t) },
    deadlineMs: 1500,
    random: () => 0,
    ...more,
  });
  return { traces, send: (r) => http.send({ method: 'GET', path: '/x', name: 'test call', ...r }) };
}

async function problemOf(promise: Promise<unknown>): Promise<ConnectorProblem> {
  const error: unknown = await promise.then(
    () => new Error('it succeeded'),
    (e: unknown) => e,
  );
  if (!(error instanceof ConnectorError)) throw error as Error;
  return error.problem;
}

const status =
  (code: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_q, r) => {
    r.writeHead(code, headers);
    r.end(body);
  };

const hang: Answer = () => undefined;
const reset: Answer = (q) => q.socket.destroy();

describe('what a failure means', () => {
  const reads = { method: 'GET' } as const;
  const asks = { method: 'POST', body: '{}', readOnly: true } as const;
  const effect = { method: 'POST', body: '{}' } as const;
  const cases: [string, Answer, Partial<HttpRequest>, ConnectorProblem['kind'], number][] = [
    ['500 on a read', status(500), reads, 'temporary-before-effect', 3],
    ['500 on a question by POST', status(503), asks, 'temporary-before-effect', 3],
    ['500 on an effect', status(500), effect, 'unknown-effect', 1],
    ['503 on an effect with the vendor’s own key', status(503), { ...effect, repeatable: true }, 'unknown-effect', 3],
    ['reset on a read', reset, reads, 'temporary-before-effect', 3],
    ['reset on an effect', reset, effect, 'unknown-effect', 1],
    ['hanging read', hang, { ...reads, deadlineMs: 150 }, 'temporary-before-effect', 1],
    ['hanging effect', hang, { ...effect, deadlineMs: 150 }, 'unknown-effect', 1],
    ['401', status(401), effect, 'not-authorised', 1],
    ['403', status(403), effect, 'not-authorised', 1],
    ['400', status(400), effect, 'invalid-input', 1],
    ['422', status(422), effect, 'invalid-input', 1],
    ['404', status(404), effect, 'refused', 1],
    ['409', status(409), reads, 'refused', 1],
    ['408 on an effect', status(408), effect, 'unknown-effect', 1],
    ['redirect of an effect', status(303, '', { location: '/api/y' }), effect, 'unknown-effect', 1],
    ['redirect to another host', status(302, '', { location: 'http://example.invalid/y' }), reads, 'vendor-broken', 1],
  ];
  it.each(cases)('%s', async (_name, how, request, kind, calls) => {
    answer = how;
    const problem = await problemOf(client().send(request));
    expect(problem.kind).toBe(kind);
    expect(seen).toHaveLength(calls);
    expect(problem.message).toMatch(/^Test Vendor .*\.$/);
    expect(problem.traceId).toBeTruthy();
  });

  it('a refused connection happened before any effect and is tried again', async () => {
    const probe = createTcpServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const c = client({ baseUrl: `http://127.0.0.1:${port}` });
    const problem = await problemOf(c.send(effect));
    expect(problem).toMatchObject({
      kind: 'temporary-before-effect',
      message: expect.stringContaining('refused the connection') as string,
    });
    expect(c.traces.map((t) => [t.attempt, t.sent])).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
  });

  it('an unknown name happened before any effect', async () => {
    const problem = await problemOf(client({ baseUrl: 'http://no-such-host.invalid', attempts: 1 }).send(effect));
    expect(problem.kind).toBe('temporary-before-effect');
  });

  it('a TLS failure happened before any effect', async () => {
    // A plain server in the place of a TLS one: the handshake fails, so no request is ever written.
    const problem = await problemOf(client({ baseUrl: base.replace('http:', 'https:'), attempts: 1 }).send(effect));
    expect(problem.kind).toBe('temporary-before-effect');
    expect(seen).toHaveLength(0);
  });

  it('a body cut short is unknown for an effect', async () => {
    answer = (_q, r) => {
      r.writeHead(200, { 'content-length': '100' });
      r.write('{"id":');
      setTimeout(() => r.destroy(), 20);
    };
    expect((await problemOf(client().send(effect))).kind).toBe('unknown-effect');
  });

  it('a call whose caller has given up is not sent', async () => {
    const ended = new AbortController();
    ended.abort();
    const problem = await problemOf(client().send({ ...effect, signal: ended.signal }));
    expect(problem.kind).toBe('temporary-before-effect');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toHaveLength(0);
  });

  it('a clear refusal after an unknown attempt does not make the outcome known', async () => {
    answer = (_q, r) => (seen.length === 1 ? r.destroy() : r.writeHead(401).end());
    const problem = await problemOf(client().send({ ...effect, repeatable: true }));
    expect(seen).toHaveLength(2);
    expect(problem.kind).toBe('unknown-effect');
  });
});

describe('repeats', () => {
  it('a repeatable effect is sent again with the same body and succeeds', async () => {
    answer = (_q, r) => (seen.length === 1 ? r.destroy() : r.end('{"ok":true}'));
    const response = await client().send({ method: 'POST', body: '{"a":1}', repeatable: true });
    expect(response.json()).toEqual({ ok: true });
    expect(seen.map((s) => s.body)).toEqual(['{"a":1}', '{"a":1}']);
  });

  it('honours Retry-After of a 429 within the deadline', async () => {
    answer = (_q, r) => (seen.length === 1 ? r.writeHead(429, { 'retry-after': '1' }).end() : r.end('{}'));
    const start = performance.now();
    await client({ deadlineMs: 3000 }).send({ method: 'POST', body: '{}' });
    expect(performance.now() - start).toBeGreaterThanOrEqual(990);
    expect(seen).toHaveLength(2);
  });

  it('says when to come back where Retry-After is beyond the deadline, and holds other callers back', async () => {
    answer = status(429, '', { 'retry-after': '30' });
    const quota = memoryQuota();
    expect(await problemOf(client({ quota }).send({}))).toMatchObject({ kind: 'quota', retryAfterMs: 30_000 });
    const other = await problemOf(client({ quota }).send({ path: '/other' }));
    expect(other.kind).toBe('quota');
    expect(other.message).toMatch(/wants no calls of this account for another (29|30) s\. Nothing was sent\./);
    expect(seen).toHaveLength(1);
  });

  it('a used-up budget holds back no call that gives something back', async () => {
    answer = status(200, '{}');
    const used = {
      take: () => Promise.resolve({ ok: false as const, retryAfterMs: 60_000 }),
      pause: () => Promise.resolve(),
    };
    expect((await problemOf(client({ quota: used }).send({}))).kind).toBe('quota');
    expect((await client({ quota: used }).send({ closing: true })).status).toBe(200);
  });
  it('a question that lines up itself is refused at once, and waits only once it has begun', async () => {
    answer = status(200, '{}');
    const limit = { calls: 2, perMs: 1_000 };
    const quota = memoryQuota();
    await quota.take('account', limit);
    const begun = client({ quota: refusedAtOnce(quota), quotaLimit: limit });
    await begun.send({});
    const other = await problemOf(client({ quota: refusedAtOnce(quota), quotaLimit: limit }).send({}));
    expect(other).toMatchObject({ kind: 'quota', retryAfterMs: expect.any(Number) });
    expect(seen).toHaveLength(1);
    expect((await begun.send({})).status).toBe(200);
  });
  it('the budget of a credential is kept across clients', async () => {
    answer = status(200, '{}');
    const quota = memoryQuota(() => 0);
    const limit = { quota, quotaLimit: { calls: 2, perMs: 60_000 } };
    await client(limit).send({});
    await client(limit).send({});
    expect(await problemOf(client(limit).send({}))).toMatchObject({ kind: 'quota', retryAfterMs: 30_000 });
    expect(seen).toHaveLength(2);
    await client({ ...limit, accountKey: 'another' }).send({});
    expect(seen).toHaveLength(3);
  });
});

describe('breaker', () => {
  it('opens after faults of the other side and closes again', async () => {
    const more = { breakers: createBreakers({ faults: 3, openMs: 1_500 }), attempts: 1 };
    answer = status(500);
    for (let i = 0; i < 3; i += 1) await problemOf(client(more).send({}));
    const open = await problemOf(client(more).send({ method: 'POST', body: '{}' }));
    expect(open).toMatchObject({ kind: 'temporary-before-effect', retryAfterMs: 1_500 });
    expect(seen).toHaveLength(3);
    await client({ ...more, accountKey: 'another account' })
      .send({})
      .catch(() => undefined);
    expect(seen).toHaveLength(4);
    answer = status(200, '{}');
    const asked = () =>
      client(more)
        .send({})
        .then(
          (response) => response.status,
          () => undefined,
        );
    await expect.poll(asked, { timeout: 20_000 }).toBe(200);
  });

  it('lets a person who asks again through at once, and holds back anew when that fails', async () => {
    const breakers = createBreakers({ faults: 2, openMs: 60_000 });
    const more = { breakers, attempts: 1 };
    answer = status(500);
    for (let i = 0; i < 4; i += 1) await problemOf(client(more).send({}));
    expect(seen).toHaveLength(2);
    breakers.letThrough('another account');
    await problemOf(client(more).send({}));
    expect(seen).toHaveLength(2);
    breakers.letThrough('account');
    for (let i = 0; i < 4; i += 1) await problemOf(client(more).send({}));
    expect(seen).toHaveLength(4);
    breakers.letThrough('account');
    answer = status(200, '{}');
    expect((await client(more).send({})).status).toBe(200);
  });

  it.each([400, 401, 404, 422, 429])('never counts %i', async (code) => {
    const more = {
      breakers: createBreakers({ faults: 1, openMs: 60_000 }),
      attempts: 1,
      quota: { take: () => Promise.resolve({ ok: true as const }), pause: () => Promise.resolve() },
    };
    answer = status(code);
    for (let i = 0; i < 3; i += 1) await problemOf(client(more).send({}));
    expect(seen).toHaveLength(3);
  });
});

describe('answers', () => {
  it('reads the vendor’s own words through the connector', async () => {
    answer = status(400, '{"code":"E12","text":"postal code wrong, key s3cret-key"}');
    const problem = await problemOf(
      client().send({
        readProblem: (r) => {
          const body = r.json() as { code: string; text: string };
          return { vendorCode: body.code, vendorMessage: body.text, field: 'to.zipcode' };
        },
      }),
    );
    expect(problem).toMatchObject({
      kind: 'invalid-input',
      vendorCode: 'E12',
      vendorMessage: 'postal code wrong, key [hidden]',
      field: 'to.zipcode',
    });
  });

  it('is bounded in size, also when packed', async () => {
    answer = status(200, 'x'.repeat(5000));
    expect((await problemOf(client({ maxBytes: 1000 }).send({}))).kind).toBe('vendor-broken');
    answer = (_q, r) => {
      r.writeHead(200, { 'content-encoding': 'gzip' });
      r.end(gzipSync(Buffer.alloc(100_000)));
    };
    expect((await problemOf(client({ maxBytes: 10_000 }).send({}))).kind).toBe('vendor-broken');
    expect((await client().send({})).bytes).toHaveLength(100_000);
  });

  it('an error page in place of JSON is vendor-broken with its words', async () => {
    answer = status(200, '<html><script>x()</script><h1>Bad gateway</h1></html>', { 'content-type': 'text/html' });
    const response = await client().send({});
    expect(() => response.json()).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ kind: 'vendor-broken', vendorMessage: 'Bad gateway' }) as object,
      }) as Error,
    );
  });

  it('decodes the charset the vendor names', async () => {
    answer = (_q, r) => {
      r.writeHead(200, { 'content-type': 'text/plain; charset=ISO-8859-1' });
      r.end(Buffer.from('Montr\u00e9al', 'latin1'));
    };
    expect((await client().send({})).text()).toBe('Montréal');
  });

  it('follows a redirect of a read on the same host only', async () => {
    answer = (q, r) => (q.url === '/api/x' ? r.writeHead(302, { location: '/api/y' }).end() : r.end('moved'));
    expect((await client().send({})).text()).toBe('moved');
  });
});

describe('addresses', () => {
  it('refuses links to hosts that are not the vendor’s', async () => {
    for (const link of [
      'http://evil.example/x',
      'https://evil.example/x',
      'file:///etc/passwd',
      'http://127.0.0.1:1/x',
    ])
      expect((await problemOf(client().send({ path: link }))).kind).toBe('vendor-broken');
    expect(seen).toHaveLength(0);
  });
  it('takes links on its own host', async () => {
    answer = status(200, 'label');
    expect((await client().send({ path: `${base}/label/1` })).text()).toBe('label');
    expect(seen[0]?.url).toBe('/api/label/1');
  });
  it('keeps what a person typed inside one path segment', () => {
    expect(path`/track/${'a/b?c=d'}`).toBe('/track/a%2Fb%3Fc%3Dd');
    expect(() => path`/track/${'..'}`).toThrow(ConnectorError);
  });
});

describe('trace', () => {
  it('holds the call without any secret', async () => {
    answer = status(200, '{"access_token":"tok-123456","card":"4111 1111 1111 1111","tracking":"7023210039414604"}', {
      'content-type': 'application/json',
      'set-cookie': 'sid=1',
    });
    const c = client();
    await c.send({
      method: 'POST',
      query: { api_key: 's3cret-key', q: 1 },
      headers: {
        authorization: `Basic ${Buffer.from('user:s3cret-key').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'client_secret=s3cret-key&password=hunter2&note=ok',
    });
    const [trace] = c.traces;
    const all = JSON.stringify(trace);
    for (const secret of [
      's3cret-key',
      'hunter2',
      'tok-123456',
      '4111',
      'sid=1',
      Buffer.from('user:s3cret-key').toString('base64'),
    ])
      expect(all).not.toContain(secret);
    expect(trace).toMatchObject({ method: 'POST', status: 200, name: 'test call', attempt: 1, sent: true });
    expect(trace?.requestBody).toContain('note=ok');
    expect(trace?.responseBody).toContain('7023210039414604');
  });
  it('is bounded and shows binary bodies as a size', async () => {
    answer = status(200, 'y'.repeat(200_000), { 'content-type': 'text/plain' });
    const c = client();
    await c.send({});
    expect(c.traces[0]?.responseBody?.length).toBeLessThan(17_000);
    answer = status(200, '%PDF-1.7', { 'content-type': 'application/pdf' });
    await c.send({});
    expect(c.traces[1]?.responseBody).toBe('[8 bytes application/pdf]');
  });
});
