/** A vendor that means harm, on loopback: whatever it sends ends with a sentence, in bounded time and memory. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBreakers } from './breaker.ts';
import { ConnectorError, type ConnectorProblem } from '../errors.ts';
import type { HttpResponse } from './http.ts';
import { createHttpClient } from './http-client.ts';
import { memoryQuota } from './quota.ts';
import { parseXml } from '../xml/xml.ts';

let server: Server;
let base = '';
let answer: (socket: Socket) => void = (socket) => socket.end();
let written = 0;
const dispatcher = new Agent();

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    let asked = false;
    socket.on('data', () => {
      if (!asked) answer(socket);
      asked = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await dispatcher.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** @param body sent with its length @param head further lines */
const whole =
  (body: () => string | Uint8Array, head = '') =>
  (socket: Socket): void => {
    const bytes = Buffer.from(body());
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n${head}\r\n`);
    socket.end(bytes);
  };

/** Sends the piece for as long as somebody reads. */
const endless =
  (start: string, piece: string) =>
  (socket: Socket): void => {
    written = 0;
    socket.write(start);
    const more = (): void => {
      while (!socket.destroyed) {
        written += piece.length;
        if (!socket.write(piece)) return void socket.once('drain', more);
      }
    };
    more();
  };

const json = (response: HttpResponse): unknown => response.json();
const xml = (response: HttpResponse): unknown => parseXml(response.text(), { vendor: 'Harm' });

async function problemOf(read: (response: HttpResponse) => unknown, deadlineMs = 20_000): Promise<ConnectorProblem> {
  const http = createHttpClient({
    vendor: 'Harm',
    baseUrl: base,
    secrets: [],
    accountKey: 'account',
    quota: memoryQuota(),
    quotaLimit: { calls: 1000, perMs: 1000 },
    breakers: createBreakers({ faults: 50, openMs: 1000 }),
    dispatcher,
    trace: { record: () => undefined },
    deadlineMs,
    attempts: 1,
  });
  const error: unknown = await http
    .send({ method: 'GET', path: '/x', name: 'question' })
    .then(read)
    .then(
      () => new Error('it was read'),
      (e: unknown) => e,
    );
  if (!(error instanceof ConnectorError)) throw error as Error;
  return error.problem;
}

const MANY = 2_000_000;
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

it.each<[name: string, message: string, read: (response: HttpResponse) => unknown, send: (socket: Socket) => void]>([
  ['100,000 levels of JSON', 'is nested too deeply.', json, whole(() => '['.repeat(100_000) + ']'.repeat(100_000))],
  ['a list of two million', 'has more values than it may.', json, whole(() => `[${'1,'.repeat(MANY)}1]`)],
  ['two million objects', 'has more values than it may.', json, whole(() => `[${'{}'.repeat(MANY)}]`)],
  ['ten megabytes in a line', 'that is not JSON.', json, whole(() => `{"a":"${'\\"'.repeat(5_000_000)}`)],
  [
    'gzip of 30 MB',
    'that cannot be unpacked.',
    json,
    whole(() => gzipSync(Buffer.alloc(30_000_000)), 'content-encoding: gzip\r\n'),
  ],
  [
    'brotli of 30 MB',
    'that cannot be unpacked.',
    json,
    whole(() => brotliCompressSync(Buffer.alloc(30_000_000), FAST), 'content-encoding: br\r\n'),
  ],
  [
    'entities',
    'carries a document type, which is not accepted.',
    xml,
    whole(() => '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
  ],
  ['a million elements', 'has more elements than it may.', xml, whole(() => `<a>${'<b/>'.repeat(1_000_000)}</a>`)],
  [
    'a million attributes',
    'has more attributes or references than it may.',
    xml,
    whole(() => `<a ${'b="" '.repeat(900_000)}/>`),
  ],
  [
    'a million references',
    'has more attributes or references than it may.',
    xml,
    whole(() => `<a>${'&#9;'.repeat(1_000_000)}</a>`),
  ],
  [
    '9,000 levels of XML',
    'is XML that cannot be taken apart.',
    xml,
    whole(() => '<a>'.repeat(9_000) + '</a>'.repeat(9_000)),
  ],
  ['ten megabytes of XML', 'is longer than it may be.', xml, whole(() => `<a>${'x'.repeat(10_000_000)}</a>`)],
])('%s: it %s', async (_name, message, read, send) => {
  answer = send;
  const problem = await problemOf(read);
  expect(problem).toMatchObject({ kind: 'vendor-broken', message: expect.stringContaining(message) });
  expect(problem.vendorMessage?.length ?? 0).toBeLessThanOrEqual(120);
});

it('an answer without an end is left at its most bytes', async () => {
  answer = endless('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(64_000));
  expect(await problemOf(json)).toMatchObject({
    kind: 'vendor-broken',
    message: 'Harm sent a longer answer than it may.',
  });
  expect(written).toBeLessThan(40_000_000);
});

it('headers without an end are left', async () => {
  answer = endless('HTTP/1.1 200 OK\r\n', `x-more: ${'x'.repeat(1000)}\r\n`);
  expect(await problemOf(json)).toMatchObject({ kind: 'temporary-before-effect' });
  expect(written).toBeLessThan(10_000_000);
});

it('a drop at a time ends with the time of the call', async () => {
  answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const drops = setInterval(() => socket.write(' '), 20);
    socket.on('close', () => clearInterval(drops));
  };
  const start = performance.now();
  expect((await problemOf(json, 300)).message).toBe('Harm did not answer in time.');
  expect(performance.now() - start).toBeLessThan(5000);
});
