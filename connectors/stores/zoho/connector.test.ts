/** Own quirks of Zoho: data centres, tokens, the way through a list, countries, packages by other hands, and bad input. */
import { createServer } from 'node:http';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { ConnectorError } from '@scanship/connector-kit/errors';
import { resolveAddress } from '@scanship/connector-kit/http/http-address';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { movingPlace } from '@scanship/connector-kit/store/moving-list';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  BACK,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { openConnectEnv, openStoreEnv } from '@scanship/connector-kit/store/store-open-environment';
import { checkStoreOwnCase, type StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import {
  runConnect,
  runOrders,
  runOrdersById,
  runProducts,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import type { HttpTrace } from '@scanship/connector-kit/http/trace';
import { shopCaller, type CallShop } from '@scanship/simulator-kit/judge-calls';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, samples } from './simulator/harness.ts';
import type { SimOrder } from './simulator/model.ts';
import { get, ORDER, orderCall, tokenCall } from './simulator/own-exchanges.ts';
import { createZoho } from './simulator/simulator.ts';
import { timeText } from './simulator/views.ts';
import { authorise } from './src/authorise.ts';
import { LET_GO } from './src/client.ts';
import { addressOf, centreOf, organizationOf } from './src/data-centres.ts';
import { fulfil } from './src/fulfil.ts';
import { manifest } from './src/manifest.ts';
import { FIRST_PAGE, rowOf, turned } from './src/newest-first.ts';
import { countryCodeOf, readHsCode, readMeasures, readMoment } from './src/reading.ts';
import { store } from './src/store.ts';
import { withdraw } from './src/withdraw.ts';

let running: TestSimulator;
let harness: StoreHarness;
let judge: CallShop;
beforeAll(async () => {
  running = await startTestSimulator(createZoho());
  const host = new URL(running.simulator.address).origin;
  harness = { samples, player: createPlayer(host), simulator: running.simulator };
  judge = shopCaller(host, 'zoho');
});
afterAll(() => running.close());

const base = {
  app: samples.app,
  externalAccount: samples.account,
  credentials: { refreshToken: 'own-case-refresh' },
  settings: samples.settings,
};
const rejected = async (one: StoreOwnCase): Promise<ConnectorError['problem']> => {
  const error: unknown = await checkStoreOwnCase(store, one, base).then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof ConnectorError)) throw new Error(`no refusal: ${String(error)}`);
  return error.problem;
};

async function placed(): Promise<{ readonly env: StoreEnv; readonly input: FulfilInput }> {
  const { env } = await openHarnessStore(store, harness);
  const [id = ''] = await harness.player.placeOrders(samples.account, 1);
  const known = await runOrdersById(store, [id], env);
  const lines = known.ok ? (known.value.items[0]?.lines ?? []) : [];
  return {
    env,
    input: {
      externalOrderId: id,
      lines: lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
      parcels: [{ trackingNumber: `1Z${id.slice(-6)}` }],
      carrier: { slug: 'ups', name: 'UPS' },
      notifyBuyer: false,
      reference: `P${id.slice(-15)}`,
    },
  };
}

describe('data centres', () => {
  it('each has its own accounts server and API host, and all of them are hosts of the manifest', () => {
    const rules = { vendor: 'Zoho', base: new URL('https://www.zohoapis.com'), hosts: manifest.hosts ?? [] };
    const seen = ['us', 'eu', 'in', 'au', 'jp', 'ca', 'cn', 'sa'].map((name) => {
      const centre = centreOf(name);
      if (centre === undefined) throw new Error(`${name} is not known`);
      const accounts = addressOf('live', centre, 'accounts', '/oauth/v2/token');
      const api = addressOf('live', centre, 'api', '/inventory/v1/items');
      for (const path of [accounts, api]) expect(resolveAddress(rules, { path }).href).toBe(path);
      return [name, new URL(accounts).host, new URL(api).host];
    });
    expect(seen).toContainEqual(['ca', 'accounts.zohocloud.ca', 'www.zohoapis.ca']);
    expect(seen).toContainEqual(['au', 'accounts.zoho.com.au', 'www.zohoapis.com.au']);
    expect(new Set(seen.flatMap(([, ...hosts]) => hosts))).toEqual(new Set(manifest.hosts));
  });

  it('the secret goes to no server that a link names and the list does not', () => {
    const back = (more: Record<string, string>): string =>
      authorise.checkEntry({ code: '1000.a.b', state: 's', ...more }, samples.app, new Date()).code;
    expect(back({ location: 'eu', 'accounts-server': 'https://accounts.zoho.eu' })).toBe('eu:1000.a.b');
    expect(back({ location: 'in' })).toBe('in:1000.a.b');
    expect(back({})).toBe('us:1000.a.b');
    for (const server of [
      'https://accounts.zoho.eu.evil.example',
      'http://accounts.zoho.eu',
      'https://x@accounts.zoho.eu',
      '',
    ])
      expect(() => back({ location: 'eu', 'accounts-server': server })).toThrow(/data centre/);
    expect(() => back({ location: 'moon' })).toThrow(/data centre/);
    expect(() => back({ code: 'a b' })).toThrow(/code of Zoho/);
  });

  it('a store is its data centre and organization', () => {
    expect(organizationOf({ externalAccount: 'au-7000123' })).toEqual({ centre: 'au', id: '7000123' });
    expect(() => organizationOf({ externalAccount: 'uk-7000123' })).toThrow(/not an organization/);
  });
});

describe('tokens', () => {
  const renewal = (answer: object): StoreOwnCase => ({
    name: 'renewal',
    operation: 'renew',
    exchanges: [tokenCall({ grant_type: 'refresh_token', refresh_token: 'own-case-refresh' }, answer)],
    expect: {},
  });

  it('too many renewals are waited for and not taken for a lost consent, whatever the status', async () => {
    const words = 'You have made too many requests continuously. Please try again after some time.';
    const answer = { error: 'Access Denied', error_description: words, status: 'failure' };
    expect(await rejected(renewal(answer))).toMatchObject({ kind: 'quota', retryAfterMs: 600_000 });
  });

  it('a consent that was taken back and an app that is not known there are told apart', async () => {
    expect(await rejected(renewal({ error: 'invalid_code' }))).toMatchObject({
      kind: 'not-authorised',
      message: 'Zoho no longer lets us into this organization; the store has to be connected again.',
    });
    expect((await rejected(renewal({ error: 'invalid_client' }))).message).toMatch(/multi-DC/);
  });

  it('the goodbye carries the refresh token in its address, and no trace shows it', async () => {
    const traces: HttpTrace[] = [];
    const trace = { record: (one: HttpTrace) => void traces.push(one) };
    const { env } = await openHarnessStore(store, harness, samples.otherAccount, { trace, fresh: true });
    await store.disconnect?.(env);
    const { refreshToken = '' } = env.credentials;
    expect(refreshToken).toMatch(/^1000\./);
    expect(traces.length).toBeGreaterThan(3);
    expect(JSON.stringify(traces)).not.toContain(refreshToken);
    expect((await runStoreTest(store, env)).ok).toBe(false);
    await openHarnessStore(store, harness, samples.otherAccount, { fresh: true });
  });

  it('a code opens nothing with another return address', async () => {
    const page = authorise.begin(
      { externalAccount: '', state: 's', redirectUri: BACK, simulatorConsent: running.simulator.address },
      samples.app,
    );
    const query = await harness.player.consent(page, 'allow', samples.otherAccount);
    expect(query).toMatchObject({ location: 'us', 'accounts-server': 'https://accounts.zoho.com' });
    const { code } = authorise.checkEntry(query, samples.app, new Date());
    const env = openConnectEnv(manifest, accountOf(harness, ''), harnessRuntime());
    const redeem = (redirectUri: string): ReturnType<typeof runConnect> =>
      runConnect(store, env, (e) => authorise.complete({ code, redirectUri, state: 's' }, e));
    expect(await redeem(`${BACK}/x`)).toMatchObject({ ok: false, problem: { kind: 'not-authorised' } });
    expect(await redeem(BACK)).toMatchObject({ ok: true, value: { externalAccount: samples.otherAccount } });
  });
});

describe('refusals', () => {
  /** What comes of one answer of a server, over real HTTP; the token is refused once, then the renewed one too. */
  async function answered(
    status: number,
    body: object,
  ): Promise<{ readonly problem: object; readonly renewals: number }> {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    let renewals = 0;
    const access = {
      get: () => Promise.resolve('first-token'),
      refused: () => {
        renewals += 1;
        return Promise.resolve('second-token');
      },
    };
    const account = { ...accountOf(harness, samples.account), simulatorAddress: `http://127.0.0.1:${port}` };
    const answer = await runStoreTest(store, openStoreEnv(manifest, account, access, harnessRuntime()));
    await new Promise((resolve) => void server.close(resolve));
    return { problem: answer.ok ? {} : answer.problem, renewals };
  }

  it('a token that ended is renewed; what the person may not do is named, and costs no renewal', async () => {
    const ended = await answered(401, { code: 14, message: 'Invalid value passed for authtoken.' });
    expect(ended).toMatchObject({ problem: { kind: 'not-authorised', message: LET_GO }, renewals: 1 });
    const forbidden = await answered(401, { code: 57, message: 'You are not authorized to perform this operation' });
    expect(forbidden).toMatchObject({
      problem: { kind: 'not-authorised', message: expect.stringMatching(/administrator/) as string },
      renewals: 0,
    });
  });

  it('budgets of a minute, a day and a moment are waited for as long as they last', async () => {
    for (const [code, retryAfterMs] of [
      [44, 60_000],
      [45, 3_600_000],
    ])
      expect((await answered(429, { code, message: 'Too many.' })).problem).toMatchObject({
        kind: 'quota',
        retryAfterMs,
      });
    expect((await answered(429, { code: 45, message: 'Too many.' })).problem).toMatchObject({
      message: 'Zoho allows no more calls for this organization today; the call is repeated later.',
    });
    expect((await answered(429, { code: 1_070, message: 'Too many.' })).problem).toMatchObject({ retryAfterMs: 5_000 });
  });

  it('other refusals are told in Zoho’s words', async () => {
    const { problem } = await answered(400, { code: 6_041, message: 'This user is <b>not</b> associated with it' });
    expect(problem).toMatchObject({
      kind: 'invalid-input',
      message: 'Zoho: This user is  b not /b  associated with it.',
      vendorCode: '6041',
    });
  });
});

describe('the way through a list', () => {
  const rows = (...times: (string | undefined)[]): ReturnType<typeof rowOf>[] =>
    times.map((time, index) => rowOf(readObject({ item_id: String(index + 1), last_modified_time: time }), 'item_id'));
  const at = movingPlace({ since: new Date('2026-11-20T12:00:00Z') }, new Date('2026-11-20T13:00:00Z'), FIRST_PAGE);

  it('ends where what comes is older, if the page is in order', () => {
    expect(turned(at, rows('2026-11-20T12:30:00Z', '2026-11-20T11:59:59Z'), true).next).toBeUndefined();
    expect(turned(at, rows('2026-11-20T12:30:00Z', '2026-11-20T12:00:00Z'), true).next).toMatchObject({ at: 2 });
  });

  it('goes on to the end where Zoho did not sort, or a time cannot be read', () => {
    expect(turned(at, rows('2026-11-20T11:00:00Z', '2026-11-20T11:30:00Z'), true).next).toMatchObject({ at: 2 });
    expect(turned(at, rows('2026-11-20T12:30:00Z', undefined), true).next).toMatchObject({ at: 2 });
  });

  it('asks for nothing that did not change', async () => {
    const { env } = await openHarnessStore(store, harness);
    const [id = ''] = await harness.player.placeOrders(samples.account, 1, 'now');
    const asked: string[] = [];
    const watched: StoreEnv = {
      ...env,
      http: {
        send: (request) => {
          asked.push(request.name);
          return env.http.send(request);
        },
      },
    };
    const { items } = await pullOrders(store, () => Promise.resolve(watched), new Date(Date.now() - 30_000));
    expect(items.map(({ externalId }) => externalId)).toEqual([id]);
    expect(asked).toEqual(['sales orders', 'sales order']);
  });

  it('whether there is more is never guessed', async () => {
    const query = { page: 1, per_page: 25, sort_column: 'last_modified_time', sort_order: 'D' };
    const exchanges = [get('/salesorders', { salesorders: [] }, query)];
    const one: StoreOwnCase = { name: 'no page context', operation: 'orders', input: {}, exchanges, expect: {} };
    await expect(checkStoreOwnCase(store, one, base)).rejects.toThrow('page_context is missing.');
  });
});

describe('reading', () => {
  it('names of countries as people, Zoho and the list write them', () => {
    const names = [
      'U.S.A',
      'USA',
      'United States',
      'Canada',
      'CANADA',
      'ca',
      'Royaume-Uni',
      'UK',
      'Allemagne',
      'DE',
      'GBR',
    ];
    expect(names.map(countryCodeOf)).toEqual(['US', 'US', 'US', 'CA', 'CA', 'CA', 'GB', 'GB', 'DE', 'DE', 'GB']);
    expect(['Freedonia', 'ZZ', ''].map(countryCodeOf)).toEqual([undefined, undefined, undefined]);
  });

  it('a country that nobody knows is said, and the order comes in all the same', async () => {
    const { env } = await openHarnessStore(store, harness);
    const lines = [{ itemId: '504366053000000000', quantity: 1 }];
    const { ids } = await judge('POST', samples.account, 'orders', { orders: [{ lines, country: 'Freedonia' }] });
    const read = await runOrdersById(store, ids as string[], env);
    expect(read).toMatchObject({
      ok: true,
      value: {
        items: [{ shipTo: { countryCode: '', provinceCode: 'BC', city: 'Vancouver' } }],
        problems: [{ message: 'salesorder.shipping_address.country is a country that is not known: "Freedonia".' }],
      },
    });
  });

  it('times with and without a colon in the offset, days alone, and nothing else', () => {
    const read = (time: unknown): string => readMoment(readObject({ time }), 'time');
    expect(read('2026-11-20T17:31:00+0530')).toBe('2026-11-20T12:01:00.000Z');
    expect(read('2026-11-20T07:01:00-05:00')).toBe('2026-11-20T12:01:00.000Z');
    expect(read('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
    expect(() => read('2026-11-20T07:01:00')).toThrow(/usual form/);
    expect(() => read('2026-13-40')).toThrow(/date and time/);
    expect(timeText(Date.parse('2026-11-20T12:01:00Z'), 'Asia/Kolkata')).toBe('2026-11-20T17:31:00+0530');
  });

  it('what is not entered of weight and size is absent; codes of services are no customs codes', () => {
    expect(
      readMeasures(readObject({ weight: 5, weight_unit: 'lb', length: 10, width: 0, height: 4, dimension_unit: 'in' })),
    ).toEqual({
      unitGrams: 2_268,
      dimensions: undefined,
    });
    const stone = readObject({ weight: 1, weight_unit: 'stone' });
    expect(readMeasures(stone).unitGrams).toBeUndefined();
    expect(stone.problems).toHaveLength(1);
    const code = (hsn_or_sac: unknown): string | undefined => readHsCode(readObject({ hsn_or_sac }));
    expect([code('85423100'), code(85_423_100), code('998314'), code('80540')]).toEqual([
      '85423100',
      '85423100',
      undefined,
      undefined,
    ]);
  });

  it('an order that answers for another is left out with a message', async () => {
    const one: StoreOwnCase = {
      name: 'another order’s answer',
      operation: 'ordersById',
      externalIds: [ORDER],
      exchanges: [{ ...orderCall(), answer: orderCall({}, '4815000000000001').answer }],
      expect: { items: [], problems: [{ externalId: ORDER, message: 'salesorder.salesorder_id is another order’s.' }] },
    };
    await checkStoreOwnCase(store, one, base);
  });
});

describe('reports', () => {
  const run = (env: StoreEnv, input: FulfilInput): ReturnType<typeof driveStore<FulfilInput, FulfilResult, StoreEnv>> =>
    driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());

  it('what somebody packed at Zoho is left to that person, and nothing is made', async () => {
    const { env, input } = await placed();
    await judge('POST', samples.account, `orders/${input.externalOrderId}/pack`, {});
    const state = await run(env, input);
    expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'packed' });
    expect(await harness.player.reports(samples.account, input.externalOrderId)).toHaveLength(1);
  });

  it('two parcels of one order are two packages with a shipment each; the buyer hears of it only when asked', async () => {
    const { env, input } = await placed();
    const [first = { externalLineId: '', quantity: 0 }, ...rest] = input.lines;
    const one = { ...input, lines: [first], notifyBuyer: true };
    const other = { ...input, lines: rest, parcels: [{ trackingNumber: 'CP2' }], reference: `${input.reference}:2` };
    for (const report of [one, other]) expect((await run(env, report)).problem).toBeUndefined();
    const order = (await judge('GET', samples.account, `orders/${input.externalOrderId}`)) as object as SimOrder;
    expect(
      order.packages.map(({ shipment }) => [shipment?.trackingNumber, shipment?.mailed, shipment?.method]),
    ).toEqual([
      [input.parcels[0]?.trackingNumber, true, 'UPS'],
      ['CP2', false, 'UPS'],
    ]);
  });

  it('a report cut between package and shipment is gone on with', async () => {
    const { env, input } = await placed();
    const cut = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), 'ship');
    expect(cut.finished).toEqual(['plan', 'pack']);
    const again = await run(env, input);
    expect(again.problem).toBeUndefined();
    const reports = await harness.player.reports(samples.account, input.externalOrderId);
    expect(reports.map(({ id, live }) => [id, live])).toEqual([[again.result.fulfilmentIds?.[0], true]]);
  });

  it.each([
    [
      'several numbers',
      { parcels: [{ trackingNumber: 'A' }, { trackingNumber: 'B' }] },
      'invalid-input',
      /one tracking number/,
    ],
    ['no number', { parcels: [] }, 'invalid-input', /without a tracking number/],
    ['no item', { lines: [] }, 'invalid-input', /at least one item/],
    [
      'an item of another order',
      { lines: [{ externalLineId: '1', quantity: 1 }] },
      'refused',
      /does not know one of these items/,
    ],
    ['an order nobody knows', { externalOrderId: '999' }, 'refused', /does not know this sales order/],
    ['what is no id', { externalOrderId: '../items' }, 'refused', /does not know this sales order/],
  ])('%s: refused in words', async (_what, change, kind, words) => {
    const { env, input } = await placed();
    const state = await run(env, { ...input, ...change });
    expect(state.problem?.problem.kind).toBe(kind);
    expect(state.problem?.problem.message).toMatch(words);
  });

  it('a package of another order, several at once and what is no package are not taken back', async () => {
    const [one, other] = [await placed(), await placed()];
    const made = await run(one.env, one.input);
    const [id = ''] = made.result.fulfilmentIds ?? [];
    const back = async (externalOrderId: string, fulfilmentIds: readonly string[]): Promise<string | undefined> => {
      const input = { externalOrderId, fulfilmentIds, reference: 'P' };
      const state = await driveStore(store, withdraw, input, one.env, freshDrive<WithdrawResult>());
      return state.problem?.problem.kind;
    };
    expect(await back(other.input.externalOrderId, [id])).toBe('refused');
    expect(await back(one.input.externalOrderId, [id, id])).toBe('invalid-input');
    expect(await back(one.input.externalOrderId, ['x/../y'])).toBe('invalid-input');
    expect((await harness.player.reports(samples.account, one.input.externalOrderId)).map(({ live }) => live)).toEqual([
      true,
    ]);
    expect(await back(one.input.externalOrderId, [id])).toBeUndefined();
  });
});

it('a cursor that was spoilt is refused, not guessed at', async () => {
  const { env } = await openHarnessStore(store, harness);
  for (const pull of [runOrders, runProducts])
    for (const cursor of [
      { at: 'two', again: false },
      { at: 2, begun: 1_795_176_000, again: false, seen: [], told: [] },
    ])
      expect(await pull(store, { cursor }, env)).toMatchObject({ ok: false, problem: { kind: 'invalid-input' } });
});
