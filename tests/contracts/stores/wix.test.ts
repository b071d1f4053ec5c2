/** The Wix connector and its simulator held against the document that was derived from the types of Wix's npm packages. */
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-wix/harness';
import { createWix } from '@scanship/store-wix/simulator';
import { store } from '@scanship/store-wix/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { openContract, type OpenApiJudge } from '../judges/openapi.ts';
import { mutantsTaken, nullableRefs, watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

/** Documented by Wix, but in none of the packages the document was derived from. */
const ELSEWHERE = new Set(['catalog version', 'query products (v1)']);

/** Nullable beside a reference, which no validator can be told; the order stands in the address too. */
const MEANT = /(: (search|query)\.(filter|sort|cursorPaging) null|: orderId removed)$/;

withVendorContract('stores/wix', (folder) => {
  let contract: OpenApiJudge;
  let running: TestSimulator;
  const seen: SeenCall[] = [];

  beforeAll(async () => {
    const file = join(folder, 'wix-ecom.derived.openapi.json');
    contract = openContract(file, nullableRefs(file));
    running = await startTestSimulator(createWix());
    const player = createPlayer(new URL(running.simulator.address).origin);
    const harness = { samples, player, simulator: running.simulator };
    const { fulfil, withdraw } = store;
    if (!fulfil || !withdraw) throw new Error('reports are needed');
    const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
    const other = watchCalls((await openHarnessStore(store, harness, samples.otherAccount)).env, seen);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    const placed = await player.placeOrders(samples.account, 30);
    const orders = await runOrdersById(store, placed.slice(0, 1), env);
    const [first] = orders.ok ? (orders.value.items[0]?.lines ?? []) : [];
    const input = (quantity: number, trackingNumber: string, slug: string): FulfilInput => ({
      externalOrderId: placed[0] ?? '',
      lines: [{ externalLineId: first?.externalLineId ?? '', quantity }],
      parcels: [{ trackingNumber, trackingUrl: 'https://track.example/1' }],
      carrier: { slug, name: 'Purolator' },
      notifyBuyer: true,
      reference: trackingNumber,
    });
    for (const one of [input(1, 'CP1', 'canada-post'), input(1, 'PUR2', 'purolator')]) {
      const state = await driveStore(store, fulfil, one, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      if (one.reference !== 'PUR2') continue;
      const fulfilmentIds = state.result.fulfilmentIds ?? [];
      const back = { externalOrderId: one.externalOrderId, fulfilmentIds, reference: one.reference };
      const done = await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
      expect(done.problem).toBeUndefined();
    }
    await pullOrders(store, () => Promise.resolve(env), new Date('2020-01-01T00:00:00Z'));
    for (const site of [env, other])
      expect((await runProducts(store, { since: new Date('2020-01-01T00:00:00Z') }, site)).ok).toBe(true);
  });
  afterAll(() => running.close());

  it('every request is one of the contract, and so is every answer of the simulator', () => {
    const described = seen.filter(({ name }) => !ELSEWHERE.has(name));
    for (const { name, request, status, answer } of described) {
      expect(contract.judge(request), `${name} ${request.path} ${request.body}`).toMatchObject({ accepted: true });
      expect(contract.judgeAnswer(request, status, answer), `${name} answer`).toMatchObject({ accepted: true });
    }
    expect([...new Set(described.map(({ name }) => name))].toSorted()).toEqual([
      'app instance',
      'fulfillments',
      'fulfillments of orders',
      'order',
      'product',
      'query products',
      'report as shipped',
      'search orders',
      'take the report back',
    ]);
    process.stdout.write(`wix: ${described.length} of ${seen.length} requests and answers held against the contract\n`);
  });

  it('what the contract refuses of a search or a report, the simulator refuses', async () => {
    const calls = ['search orders', 'fulfillments of orders', 'report as shipped', 'query products'].map((name) => {
      const call = seen.find((one) => one.name === name);
      if (!call) throw new Error(`${name} was not sent`);
      return call;
    });
    const { compared, refused, taken } = await mutantsTaken(calls, contract, running.simulator.address, 3, MEANT);
    expect(taken).toEqual([]);
    expect(refused).toBeGreaterThan(compared / 5);
    process.stdout.write(`wix: ${compared} changed requests, ${refused} refused by the contract and the stand-in\n`);
  });
});
