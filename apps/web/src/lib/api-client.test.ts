/** The error layer against a real HTTP server on loopback: every kind of bad answer and broken connection. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProfile, refreshSession, signIn } from '@scanship/contracts/access/auth';
import { revert } from '@scanship/contracts/access/impersonation';
import { getOrder } from '@scanship/contracts/orders/orders';
import { quoteStream } from '@scanship/contracts/shipping/quotes';
import { packingSlip } from '@scanship/contracts/shipping/shipments';
import { authoriseStore } from '@scanship/contracts/stores/stores';
import { addressOf, createApiClient, marks, fileNameOf, xsrfToken } from './api-client.ts';
import {
  ApiError,
  CANCELLED_BY_PERSON,
  fieldErrorsOf,
  isRetryable,
  SessionEndedError,
  SupersededError,
  TransportError,
} from './api-errors.ts';
import { createDrawnFor } from './drawn-for.ts';
import { createSession } from './session.ts';
import { memoryStore } from './storage.ts';

type Reply = (req: http.IncomingMessage, res: http.ServerResponse) => void;
let reply: Reply = (_, res) => res.end('{}');
const seen: { method: string; url: string; headers: http.IncomingHttpHeaders }[] = [];
const server = http.createServer((req, res) => {
  seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers });
  req.resume();
  reply(req, res);
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (status: number, body: unknown): Reply =>
  (_, res) => {
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
  };

function setUp(at = origin, cookies = () => 'a=1; XSRF-TOKEN=x%2Fy') {
  const store = memoryStore();
  const session = createSession(store, undefined);
  session.start('access-1', 'refresh-1');
  const drawnFor = createDrawnFor(store, session);
  const ended: SessionEndedError[] = [];
  const client = createApiClient({
    origin: at,
    session,
    cookies,
    language: () => 'fr-CA',
    onSessionEnd: (error) => ended.push(error),
    drawnFor,
  });
  return { store, session, drawnFor, client, ended };
}
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => {
  seen.length = 0;
});

describe('answers that are not a success', () => {
  const cases: readonly {
    name: string;
    status: number;
    body: unknown;
    message: string;
    ends?: boolean;
    retry?: boolean;
  }[] = [
    { name: '400 with a sentence', status: 400, body: { errorMessage: 'No such box.' }, message: 'No such box.' },
    {
      name: '400 with a list',
      status: 400,
      body: { errorMessages: [{ message: 'First' }, { message: 'Second' }] },
      message: 'First',
    },
    { name: '400 without words', status: 400, body: {}, message: 'Bad Request' },
    {
      name: '401 session expired',
      status: 401,
      body: { errorMessage: 'Session expired' },
      message: 'Session expired',
      ends: true,
    },
    {
      name: '401 unauthorized',
      status: 401,
      body: { errorMessage: 'Unauthorized access', code: 'unauthorized' },
      message: 'Unauthorized access',
      ends: true,
    },
    {
      name: '401 by code in other words',
      status: 401,
      body: { errorMessage: 'Séance finie', code: 'session_expired' },
      message: 'Séance finie',
      ends: true,
    },
    {
      name: '401 of another kind',
      status: 401,
      body: { errorMessage: 'Second factor needed' },
      message: 'Second factor needed',
    },
    {
      name: '403',
      status: 403,
      body: { errorMessage: 'Your role does not allow this.' },
      message: 'Your role does not allow this.',
    },
    { name: '404 without a body', status: 404, body: {}, message: 'Request failed with status code 404' },
    {
      name: '409',
      status: 409,
      body: { errorMessage: 'This rate has expired.', code: 'rate_expired' },
      message: 'This rate has expired.',
    },
    {
      name: '500',
      status: 500,
      body: { errorMessage: 'Something went wrong on our side.' },
      message: 'Something went wrong on our side.',
      retry: true,
    },
    { name: '503 without words', status: 503, body: {}, message: 'Request failed with status code 503', retry: true },
  ];
  for (const c of cases)
    it(c.name, async () => {
      reply = json(c.status, c.body);
      const { client, session, ended } = setUp();
      const error = await failure(client.call(getProfile, {}));
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).message).toBe(c.message);
      expect((error as ApiError).status).toBe(c.status);
      expect(error instanceof SessionEndedError).toBe(c.ends ?? false);
      expect(ended.length).toBe(c.ends ? 1 : 0);
      expect(session.token()).toBe(c.ends ? null : 'access-1');
      expect(isRetryable(error)).toBe(c.retry ?? false);
    });

  it('keeps advice, reference and the errors of fields', async () => {
    reply = json(400, {
      errorMessage: 'Some fields need another look.',
      code: 'validation',
      advice: 'Correct them.',
      reference: 'req-7',
      errorMessages: [
        { field: 'shipTo.zipcode', message: 'Not a postal code', code: 'postal' },
        { message: 'General' },
      ],
    });
    const error = await failure(setUp().client.call(getProfile, {}));
    expect(error).toMatchObject({
      code: 'validation',
      advice: 'Correct them.',
      reference: 'req-7',
      messages: ['Not a postal code', 'General'],
    });
    expect(fieldErrorsOf(error)).toEqual({ 'shipTo.zipcode': 'Not a postal code' });
  });

  it("reads a proxy's HTML page as its status", async () => {
    reply = (_, res) => {
      res.writeHead(502, { 'content-type': 'text/html' });
      res.end('<h1>Bad gateway</h1>');
    };
    expect(await failure(setUp().client.call(getProfile, {}))).toMatchObject({
      message: 'Request failed with status code 502',
    });
  });

  it('a refused sign-in does not touch the session of another tab', async () => {
    reply = json(401, { errorMessage: 'Unauthorized access' });
    const { client, session, ended } = setUp();
    await failure(client.call(signIn, { query: {}, body: { userName: 'a', password: 'b' } }));
    expect(session.token()).toBe('access-1');
    expect(ended).toEqual([]);
  });
});

it.each([200, 201, 204, 205])('%i without a body is a success', async (status) => {
  reply = (_, res) => {
    res.writeHead(status);
    res.end();
  };
  expect(await setUp().client.call(getProfile, {})).toEqual({ data: undefined, successMessage: undefined });
});

describe('connections that break', () => {
  it('nobody listens: Network Error, session kept', async () => {
    const { client, session } = setUp('http://127.0.0.1:1');
    const error = await failure(client.call(getProfile, {}));
    expect(error).toMatchObject({ message: 'Network Error', kind: 'network' });
    expect(session.token()).toBe('access-1');
    expect(isRetryable(error)).toBe(true);
  });

  it('cut inside the body: Request aborted', async () => {
    reply = (_, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      res.write('{"data":');
      setTimeout(() => res.destroy(), 10);
    };
    expect(await failure(setUp().client.call(getProfile, {}))).toMatchObject({
      message: 'Request aborted',
      kind: 'aborted',
    });
  });

  const hang: Reply = () => undefined;
  it('cancelled by the person: Request Canceled.', async () => {
    reply = hang;
    const stop = new AbortController();
    setTimeout(() => stop.abort(CANCELLED_BY_PERSON), 20);
    expect(await failure(setUp().client.call(getProfile, { signal: stop.signal }))).toMatchObject({
      message: 'Request Canceled.',
      kind: 'cancelled',
    });
  });

  it('replaced by a newer request: superseded, not an error to show', async () => {
    reply = hang;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    expect(await failure(setUp().client.call(getProfile, { signal: stop.signal }))).toBeInstanceOf(SupersededError);
  });

  it("a caller's own time limit: timeout exceeded", async () => {
    reply = hang;
    expect(await failure(setUp().client.call(getProfile, { signal: AbortSignal.timeout(20) }))).toMatchObject({
      message: 'timeout exceeded',
      kind: 'timeout',
    });
  });

  it('an origin that is not http: Unsupported protocol', async () => {
    expect(await failure(setUp('file://x').client.call(getProfile, {}))).toMatchObject({
      message: 'Unsupported protocol',
      kind: 'protocol',
    });
  });
});

describe('refreshing', () => {
  const expired = { errorMessage: 'The access token has expired.', code: 'token_expired' };
  const isRefresh = (req: http.IncomingMessage) => req.url === `/api${refreshSession.path}`;

  it('five requests at once refresh once, and all succeed', async () => {
    reply = (req, res) => {
      if (isRefresh(req))
        setTimeout(
          () => json(200, { data: { token: 'access-2', refreshToken: 'refresh-2', expiresInSeconds: 600 } })(req, res),
          30,
        );
      else if (req.headers.authorization === 'Bearer access-2') json(200, { data: { userName: 'amelie' } })(req, res);
      else json(401, expired)(req, res);
    };
    const { client, session } = setUp();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(getProfile, {})));
    expect(answers.map((a) => a.data.userName)).toEqual(Array(5).fill('amelie'));
    expect(seen.filter((s) => s.url.endsWith('/user/refresh')).map((s) => s.headers.authorization)).toEqual([
      'Bearer refresh-1',
    ]);
    expect([session.token(), session.refreshToken()]).toEqual(['access-2', 'refresh-2']);
  });

  it('another tab refreshed already: its token is used and no refresh is sent', async () => {
    const { client, session } = setUp();
    reply = (req, res) => {
      if (req.headers.authorization === 'Bearer from-other-tab') return json(200, { data: {} })(req, res);
      session.start('from-other-tab', 'refresh-9');
      json(401, expired)(req, res);
    };
    await client.call(getProfile, {});
    expect(seen.some((s) => s.url.endsWith('/user/refresh'))).toBe(false);
  });

  it('a refused refresh ends the session, told once', async () => {
    reply = (req, res) =>
      json(401, isRefresh(req) ? { errorMessage: 'Session expired', code: 'session_expired' } : expired)(req, res);
    const { client, session, ended } = setUp();
    const errors = await Promise.all([failure(client.call(getProfile, {})), failure(client.call(getProfile, {}))]);
    for (const error of errors) expect(error).toMatchObject({ name: 'SessionEndedError', message: 'Session expired' });
    expect(ended.length).toBe(1);
    expect(session.token()).toBeNull();
  });

  it('a public call that names its caller renews the token, and goes on without a name when the session is over', async () => {
    const ask = (client: ReturnType<typeof setUp>['client']) =>
      client.call(authoriseStore, { params: { marketPlaceId: 100002 }, query: { host: 'a.test' } });
    reply = (req, res) => {
      if (isRefresh(req))
        json(200, { data: { token: 'access-2', refreshToken: 'r', expiresInSeconds: 600 } })(req, res);
      else if (req.headers.authorization === 'Bearer access-1') json(401, expired)(req, res);
      else json(200, { data: { url: req.headers.authorization ?? 'nobody' } })(req, res);
    };
    expect((await ask(setUp().client)).data.url).toBe('Bearer access-2');
    const named = reply;
    reply = (req, res) =>
      isRefresh(req)
        ? json(401, { errorMessage: 'Session expired', code: 'session_expired' })(req, res)
        : named(req, res);
    const over = setUp();
    expect((await ask(over.client)).data.url).toBe('nobody');
    expect(over.ended).toEqual([]);
  });

  it('a server that is down while refreshing keeps the session', async () => {
    reply = (req, res) => json(isRefresh(req) ? 503 : 401, isRefresh(req) ? {} : expired)(req, res);
    const { client, session, ended } = setUp();
    const error = await failure(client.call(getProfile, {}));
    expect(error).toMatchObject({ status: 503 });
    expect(session.refreshToken()).toBe('refresh-1');
    expect(ended).toEqual([]);
  });

  it('a token refused again after the refresh is an error, not a loop', async () => {
    reply = (req, res) =>
      isRefresh(req)
        ? json(200, { data: { token: 'access-2', refreshToken: 'r', expiresInSeconds: 1 } })(req, res)
        : json(401, expired)(req, res);
    const error = await failure(setUp().client.call(getProfile, {}));
    expect(error).toMatchObject({ status: 401, code: 'token_expired' });
    expect(seen.length).toBe(3);
  });
});

describe('tokens that are handed over to somebody else', () => {
  const over = { errorMessage: 'Session expired', code: 'session_expired' };

  it('a refusal of the old ones meanwhile ends nothing', async () => {
    const { client, session, ended } = setUp();
    reply = json(401, over);
    let refused: Promise<unknown> | undefined;
    await session.handOver(async () => {
      refused = failure(client.call(getProfile, {}));
      await vi.waitFor(() => expect(seen).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 50));
      session.start('access-2', 'refresh-2');
    });
    expect(await refused).toMatchObject({ name: 'SessionEndedError' });
    expect(ended).toEqual([]);
    expect(session.token()).toBe('access-2');
  });

  it('a hand-over that is refused itself ends the session, as does one that fails on the way', async () => {
    for (const answer of [json(401, over), json(503, {})]) {
      const { client, session, ended } = setUp();
      reply = answer;
      const work = session.handOver(() => client.call(revert, { body: {}, handsOver: true }));
      await failure(work);
      reply = json(401, over);
      await failure(client.call(getProfile, {}));
      expect(ended).toHaveLength(1);
      expect(session.token()).toBeNull();
    }
  });
});

describe('what is sent', () => {
  it('bearer, XSRF header, language and idempotency key', async () => {
    reply = json(200, { data: {} });
    const id = '0198a7aa-0000-7000-8000-000000000001';
    await setUp().client.call(getOrder, { params: { id }, idempotencyKey: 'k-1' });
    expect(seen[0]).toMatchObject({ method: 'GET', url: `/api/orders/${id}` });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer access-1',
      'x-xsrf-token': 'x/y',
      'accept-language': 'fr-CA',
      'idempotency-key': 'k-1',
    });
  });

  it('carry what pages inside put onto them, and nothing before', async () => {
    const { client } = setUp();
    const id = '0198a7aa-0000-7000-8000-000000000001';
    await client.call(getOrder, { params: { id } });
    marks.put = (headers) => headers.set('traceparent', '00-1-2-01');
    await client.call(getOrder, { params: { id } });
    delete marks.put;
    expect(seen.map(({ headers }) => headers['traceparent'])).toEqual([undefined, '00-1-2-01']);
  });

  it('a refusal that brings the cookie of this session is asked once more with it, and only then', async () => {
    let cookie = 'XSRF-TOKEN=of-another-session';
    reply = (req, res) => {
      const good = req.headers['x-xsrf-token'] === 'of-this-session';
      cookie = 'XSRF-TOKEN=of-this-session';
      json(good ? 200 : 403, good ? { data: {} } : { code: 'csrf', errorMessage: 'This page is out of date.' })(
        req,
        res,
      );
    };
    await setUp(origin, () => cookie).client.call(getOrder, { params: { id: '0198a7aa-0000-7000-8000-000000000001' } });
    expect(seen.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['of-another-session', 'of-this-session']);
    seen.length = 0;
    reply = json(403, { code: 'csrf', errorMessage: 'This page is out of date.' });
    await failure(setUp().client.call(getProfile, {}));
    expect(seen.length).toBe(1);
  });

  it('public calls carry no token', async () => {
    reply = json(200, { data: {} });
    await setUp().client.call(signIn, { query: { tenantId: 't' }, body: { userName: 'a', password: 'b' } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.url).toBe('/api/user/sign-in?tenantId=t');
  });

  it('a missing path parameter is a mistake of the program, not a request', () => {
    expect(() => addressOf('http://x', getOrder, {})).toThrow('getOrder needs "id"');
  });

  it('cookie and file name readers', () => {
    expect(xsrfToken('XSRF-TOKEN=abc%3D; other=1')).toBe('abc=');
    expect(xsrfToken('xXSRF-TOKEN=abc')).toBeUndefined();
    expect(xsrfToken('XSRF-TOKEN=planted; __Host-XSRF-TOKEN=own')).toBe('own');
    expect(fileNameOf('attachment; filename="a b.pdf"')).toBe('a b.pdf');
    expect(fileNameOf('attachment; filename="x.pdf"; filename*=UTF-8\'\'%C3%A9tiquette.pdf')).toBe('étiquette.pdf');
    expect(fileNameOf(null)).toBeUndefined();
  });
});

describe('files and streams', () => {
  it('a file comes with its name', async () => {
    reply = (_, res) => {
      res.writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="PackingSlip.pdf"',
      });
      res.end('%PDF');
    };
    const answer = await setUp().client.file(packingSlip, { body: { orderIds: [] } });
    expect(answer.fileName).toBe('PackingSlip.pdf');
    expect(await answer.blob.text()).toBe('%PDF');
  });

  it('lines arrive one by one, cut anywhere, also inside a character', async () => {
    const bytes = Buffer.from(
      '{"type":"started","carriers":[]}\n\n{"type":"carrier","name":"Épicerie"}\n{"type":"done"}',
    );
    reply = (_, res) => {
      res.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const byte of bytes) res.write(Buffer.of(byte));
      res.end();
    };
    const lines: unknown[] = [];
    for await (const line of setUp().client.lines(quoteStream, { body: { orderId: 'x', parcels: [] } }))
      lines.push(line);
    expect(lines).toEqual([{ type: 'started', carriers: [] }, { type: 'carrier', name: 'Épicerie' }, { type: 'done' }]);
  });

  it('a stream cut in the middle says so after the lines that came', async () => {
    reply = (_, res) => {
      res.writeHead(200, { 'content-type': 'application/x-ndjson' });
      res.write('{"type":"started"}\n');
      setTimeout(() => res.destroy(), 20);
    };
    const lines: unknown[] = [];
    const error = await failure(
      (async () => {
        for await (const line of setUp().client.lines(quoteStream, { body: { orderId: 'x', parcels: [] } }))
          lines.push(line);
      })(),
    );
    expect(lines).toEqual([{ type: 'started' }]);
    expect(error).toBeInstanceOf(TransportError);
    expect((error as TransportError).message).toBe('Request aborted');
  });
});
