/** Each call of the page says for whom it was drawn, and nothing is sent or shown once the tokens are somebody else's. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getProfile } from '@scanship/contracts/access/auth';
import type { Call } from '@scanship/contracts/call';
import { DRAWN_FOR_HEADER } from '@scanship/contracts/access/drawn-for';
import { quoteStream } from '@scanship/contracts/shipping/quotes';
import { getLocations } from '@scanship/contracts/network/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiClient } from './api-client.ts';
import { SupersededError } from './api-errors.ts';
import { createDrawnFor } from './drawn-for.ts';
import { createSession } from './session.ts';
import { type KeyValueStore, memoryStore, STORAGE_KEYS } from './storage.ts';

const seen: http.IncomingMessage[] = [];
let beforeAnswer: () => void = () => undefined;
let lines: readonly string[] = [];
let answer: { readonly status: number; readonly body: object } = { status: 200, body: { data: {} } };
const server = http.createServer((request, response) => {
  seen.push(request);
  request.resume().on('end', () => {
    beforeAnswer();
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(lines.length > 0 ? lines.join('\n') : JSON.stringify(answer.body));
  });
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
beforeEach(() => {
  seen.length = 0;
  lines = [];
  beforeAnswer = () => undefined;
  answer = { status: 200, body: { data: {} } };
});

/** One tab; tabs of a browser share the store. */
function openTab(store: KeyValueStore) {
  const session = createSession(store, undefined);
  const drawnFor = createDrawnFor(store, session);
  let over = 0;
  drawnFor.onOver(() => (over += 1));
  const client = createApiClient({
    origin,
    session,
    cookies: () => '',
    language: () => 'en-CA',
    onSessionEnd: () => undefined,
    drawnFor,
  });
  return { session, drawnFor, client, timesTold: () => over };
}
function signedIn(name = 'ann') {
  const store = memoryStore();
  const tab = openTab(store);
  tab.session.start('access-ann', 'refresh-ann');
  tab.drawnFor.confirm(name, tab.session.token());
  return { store, ...tab };
}
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;
async function callsOfThePage(): Promise<Call[]> {
  const folder = path.resolve(import.meta.dirname, '../../../../packages/contracts/src');
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(path.join(folder, name)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isCall)).filter(({ auth }) => auth === 'access');
}

describe('what is sent', () => {
  it('every call of a page names for whom it was drawn: data, files, uploads and streams', async () => {
    const { client } = signedIn();
    const calls = (await callsOfThePage()).filter(({ id }) => id !== getProfile.id);
    expect(calls.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(120);
    for (const call of calls) {
      const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '1']));
      const input = { params, ...(call.upload ? { file: new File(['a'], 'a.csv') } : {}) };
      if (call.produces === 'application/x-ndjson') await client.lines(call, input).next();
      else if (call.produces) await client.file(call, input);
      else await client.call(call, input);
      expect(seen.at(-1)?.headers[DRAWN_FOR_HEADER], call.id).toBe('ann');
    }
    expect(seen).toHaveLength(calls.length);
  });

  it('nothing of the page reaches the server past this client', () => {
    const root = path.resolve(import.meta.dirname, '..');
    const others = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && path.basename(name) !== 'api-client.ts')
      .filter((name) =>
        /\bfetch\(|sendBeacon|XMLHttpRequest|new (?:EventSource|WebSocket)/.test(
          fs.readFileSync(path.join(root, name), 'utf8'),
        ),
      );
    expect(others).toEqual([]);
  });

  it('a page of a locked session, which has no profile, goes by what the browser remembers', async () => {
    const { store } = signedIn();
    await openTab(store).client.call(getLocations, {});
    expect(seen[0]?.headers[DRAWN_FOR_HEADER]).toBe('ann');
  });
});

describe('the tokens go to somebody else in another tab', () => {
  it('nothing more is sent, and the page is told once', async () => {
    const { store, client, timesTold } = signedIn();
    const other = openTab(store);
    other.session.start('access-ben', 'refresh-ben');
    other.drawnFor.confirm('ben', other.session.token());
    expect(await failure(client.call(getLocations, {}))).toBeInstanceOf(SupersededError);
    expect(await failure(client.call(getLocations, {}))).toBeInstanceOf(SupersededError);
    expect(seen).toHaveLength(0);
    expect(timesTold()).toBe(1);
    await other.client.call(getLocations, {});
    expect(seen[0]?.headers[DRAWN_FOR_HEADER]).toBe('ben');
    expect(other.timesTold()).toBe(0);
  });

  it('what was asked for before and comes after is not shown', async () => {
    const { store, client } = signedIn();
    beforeAnswer = () => store.setItem(STORAGE_KEYS.principal, 'ben');
    expect(await failure(client.call(getLocations, {}))).toBeInstanceOf(SupersededError);
  });

  it('nor is the rest of a stream', async () => {
    const { store, client } = signedIn();
    lines = ['{"type":"started","carriers":[]}', '{"type":"done"}'];
    const stream = client.lines(quoteStream, { body: { orderId: 'x', parcels: [] } });
    expect(await stream.next()).toMatchObject({ value: { type: 'started' } });
    store.setItem(STORAGE_KEYS.principal, 'ben');
    expect(await failure(stream.next())).toBeInstanceOf(SupersededError);
  });

  it('where the other tab told nothing, the server does', async () => {
    const { client, timesTold } = signedIn();
    answer = { status: 409, body: { code: 'drawn_for_another', errorMessage: 'Somebody else.' } };
    expect(await failure(client.call(getLocations, {}))).toMatchObject({ code: 'drawn_for_another' });
    expect(timesTold()).toBe(1);
    expect(await failure(client.call(getLocations, {}))).toBeInstanceOf(SupersededError);
  });

  it('a profile of somebody else never becomes that of the page', () => {
    const { drawnFor, session, timesTold } = signedIn();
    expect(drawnFor.confirm('ben', session.token())).toBe(false);
    expect(drawnFor.principal()).toBe('ann');
    expect(timesTold()).toBe(1);
  });

  it('what the browser remembered wrongly is not believed again', () => {
    const { store } = signedIn();
    const next = openTab(store);
    next.drawnFor.end();
    expect(openTab(store).drawnFor.principal()).toBeUndefined();
  });
});

it('new tokens of the same session change nothing', async () => {
  const { store, session, client, timesTold } = signedIn();
  session.renew('access-ann-2', 'refresh-ann-2');
  await client.call(getLocations, {});
  expect(store.getItem(STORAGE_KEYS.principal)).toBe('ann');
  expect(timesTold()).toBe(0);
});
