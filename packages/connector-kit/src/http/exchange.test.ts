import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from './exchange.ts';

let server: Server;
let url: URL;
let hits = 0;

beforeAll(async () => {
  server = createServer((_q, r) => {
    hits += 1;
    r.end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('a call whose deadline passes while it connects says so and is never sent afterwards', async () => {
  // The connector hands over a good socket only after the deadline, as a slow network would.
  const dispatcher = new Agent({
    connect: (target, callback) => {
      setTimeout(() => {
        const socket = connect(Number(target.port), target.hostname, () => callback(null, socket));
      }, 150);
    },
  });
  const outcome = await exchange(dispatcher, {
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    deadlineMs: 50,
    signal: undefined,
    maxBytes: 1000,
  });
  expect(outcome).toMatchObject({ kind: 'fault', fault: 'timeout', sent: false });
  await sleep(250);
  expect(hits).toBe(0);
  const next = await exchange(dispatcher, {
    url,
    method: 'GET',
    headers: {},
    body: undefined,
    deadlineMs: 2000,
    signal: undefined,
    maxBytes: 1000,
  });
  expect(next).toMatchObject({ kind: 'answer', status: 200 });
  await dispatcher.destroy();
});

it('headers that are not valid HTTP are a fault before sending', async () => {
  const dispatcher = new Agent();
  const outcome = await exchange(dispatcher, {
    url,
    method: 'GET',
    headers: { 'x-a': 'b\r\nc: d' },
    body: undefined,
    deadlineMs: 500,
    signal: undefined,
    maxBytes: 10,
  });
  expect(outcome).toMatchObject({ kind: 'fault', sent: false });
  await dispatcher.destroy();
});
