/** The Square connector and its simulator held against Square's own OpenAPI document. */
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  BACK,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreQuestion, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-square/harness';
import { createSquare } from '@scanship/store-square/simulator';
import { store } from '@scanship/store-square/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { openContract, type OpenApiJudge } from '../judges/openapi.ts';
import { mutantsTaken, nullableRefs, watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

/** The document lets the field be null beside its reference, which no validator can be told. */
const MEANT = /: query\.(filter|sort|filter\.[\w.]+|sort\.sort_order) null$/;

withVendorContract('stores/square', (folder) => {
  let contract: OpenApiJudge;
  let running: TestSimulator;
  const seen: SeenCall[] = [];

  beforeAll(async () => {
    const file = join(folder, 'square-api.trimmed.openapi.json');
    contract = openContract(file, nullableRefs(file));
    running = await startTestSimulator(createSquare());
    const player = createPlayer(new URL(running.simulator.address).origin);
    const harness = { samples, player, simulator: running.simulator };
    const { authorise, fulfil } = store;
    if (!authorise || !fulfil) throw new Error('consent and reports are needed');
    const begun = authorise.begin(
      { externalAccount: '', state: 's', redirectUri: BACK, simulatorConsent: running.simulator.address },
      samples.app,
    );
    const back = await player.consent(begun, 'allow', samples.account);
    const connect = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
    const { code } = authorise.checkEntry(back, samples.app, new Date());
    const connected = await authorise.complete({ code, redirectUri: BACK, state: 's' }, watchCalls(connect, seen));
    const known = { ...connect, externalAccount: samples.account, credentials: connected.credentials };
    await store.renew?.(watchCalls(known, seen));
    const env = watchCalls((await openHarnessStore(store, harness, samples.account, { fresh: true })).env, seen);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    const placed = await player.placeOrders(samples.account, 30);
    await pullOrders(store, () => Promise.resolve(env), new Date('2020-01-01T00:00:00Z'));
    const orders = await runOrdersById(store, [...placed.slice(0, 1), 'unknown'], env);
    expect((await runProducts(store, { since: new Date('2020-01-01T00:00:00Z') }, env)).ok).toBe(true);
    const lines = orders.ok ? (orders.value.items[0]?.lines ?? []) : [];
    const input: FulfilInput = {
      externalOrderId: placed[0] ?? '',
      lines: lines.map(({ externalLineId, group, quantity }) => ({ externalLineId, group, quantity })),
      parcels: [{ trackingNumber: 'CP1', trackingUrl: 'https://track.example/CP1' }, { trackingNumber: 'CP2' }],
      carrier: { slug: 'canada-post', name: 'Canada Post' },
      notifyBuyer: true,
      reference: 'P000000000000001',
    };
    const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(state.problem).toBeUndefined();
    await runStoreQuestion(store, env, (e) => store.disconnect?.(e) ?? Promise.reject());
  });
  afterAll(() => running.close());

  it('every request is one of the contract, and so is every answer of the simulator', () => {
    for (const { name, request, status, answer } of seen) {
      const { authorization = '' } = request.headers;
      // The goodbye carries the app's secret, as its description says; the document knows bearers only.
      if (name === 'disconnect') expect(authorization).toBe(`Client ${samples.app.clientSecret}`);
      const headers = name === 'disconnect' ? { ...request.headers, authorization: 'Bearer x' } : request.headers;
      expect(contract.judge({ ...request, headers }), `${name} ${request.body}`).toMatchObject({ accepted: true });
      if (status === 200)
        expect(contract.judgeAnswer(request, status, answer), `${name} answer`).toMatchObject({ accepted: true });
    }
    const names = [...new Set(seen.map(({ name }) => name))].toSorted();
    expect(names).toEqual([
      'disconnect',
      'exchange the code',
      'locations',
      'merchant',
      'order',
      'orders by id',
      'renew access',
      'report as shipped',
      'search catalog',
      'search orders',
    ]);
    process.stdout.write(`square: ${seen.length} requests and answers held against the contract\n`);
  });

  it('what the contract refuses of a search or a report, the simulator refuses', async () => {
    const player = createPlayer(new URL(running.simulator.address).origin);
    const harness = { samples, player, simulator: running.simulator };
    const { env } = await openHarnessStore(store, harness, samples.account, { fresh: true });
    const authorization = `Bearer ${await env.access.get()}`;
    const calls = ['search orders', 'orders by id', 'report as shipped', 'search catalog'].map((name) => {
      const call = seen.findLast((one) => one.name === name);
      if (!call) throw new Error(`${name} was not sent`);
      return { ...call, request: { ...call.request, headers: { ...call.request.headers, authorization } } };
    });
    const { compared, refused, taken } = await mutantsTaken(calls, contract, running.simulator.address, 3, MEANT);
    expect(taken).toEqual([]);
    expect(refused).toBeGreaterThan(compared / 5);
    process.stdout.write(`square: ${compared} changed requests, ${refused} refused by the contract and the stand-in\n`);
  });
});
