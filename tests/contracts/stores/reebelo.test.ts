/**
 * The Reebelo connector and its simulator held against the document derived from the published summary of Reebelo's API. It
 * describes requests; of the answers to questions it knows only field names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-reebelo/fulfil';
import { createPlayer, samples } from '@scanship/store-reebelo/harness';
import { createReebelo } from '@scanship/store-reebelo/simulator';
import { store } from '@scanship/store-reebelo/store';
import { connect } from '@scanship/store-reebelo/vendor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type ApiRequest } from '../judges/openapi.ts';

withVendorContract('stores/reebelo', (folder) => {
  describe('Reebelo vendor API', () => {
    const file = join(folder, 'reebelo-vendor-api.derived.openapi.json');
    const judge = openContract(file);
    let running: TestSimulator;
    let harness: StoreHarness;
    const seen: (ApiRequest & { readonly name: string; readonly answer: unknown })[] = [];
    const watched = <E extends Pick<StoreEnv, 'http'>>(env: E): E => ({
      ...env,
      http: {
        async send(request: HttpRequest) {
          const response = await env.http.send(request);
          const address = new URL(request.path, 'https://reebelo.example');
          for (const [name, value] of Object.entries(request.query ?? {}))
            if (value !== undefined) address.searchParams.set(name, String(value));
          seen.push({
            name: request.name,
            method: request.method,
            path: address.pathname + address.search,
            headers: request.headers ?? {},
            body: typeof request.body === 'string' ? request.body : undefined,
            answer: response.json(),
          });
          return response;
        },
      },
    });

    beforeAll(async () => {
      running = await startTestSimulator(createReebelo());
      harness = {
        samples,
        player: createPlayer(new URL(running.simulator.address).origin),
        simulator: running.simulator,
      };
      const keys = samples.credentials ?? {};
      await connect(keys, watched(openConnectEnv(store.manifest, accountOf(harness, '', keys), harnessRuntime())));
      const env = watched((await openHarnessStore(store, harness)).env);
      const [id = ''] = await harness.player.placeOrders(samples.account, 1);
      await pullOrders(store, () => Promise.resolve(env));
      await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 60_000));
      const read = await runOrdersById(store, [id], env);
      const input = {
        externalOrderId: id,
        lines: (read.ok ? (read.value.items[0]?.lines ?? []) : []).map(({ externalLineId, quantity }) => ({
          externalLineId,
          quantity,
        })),
        parcels: [{ trackingNumber: '1Z1' }, { trackingNumber: '1Z2' }],
        carrier: { slug: 'ups', name: 'UPS' },
        notifyBuyer: true,
        reference: 'r:1',
      };
      const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
      expect(state.problem).toBeUndefined();
      await runProducts(store, {}, env);
      await runStoreTest(store, env);
    });
    afterAll(() => running.close());

    it('every call is one the document describes', () => {
      expect([...new Set(seen.map((one) => one.name))].toSorted()).toEqual([
        'an offer',
        'newest order',
        'offers',
        'order by number',
        'orders',
        'track',
      ]);
      for (const { name, method, path, headers, body } of seen)
        expect(judge.judge({ method, path, headers, body }), `${name} ${path}`).toMatchObject({ accepted: true });
      process.stdout.write(
        `Reebelo: ${seen.length} of ${seen.length} requests validated against the derived document\n`,
      );
    });

    it('the simulator’s orders have the fields of the documented order, with its types', () => {
      const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
        components: { schemas: { ForwardedOrder: { properties: Readonly<Record<string, { type: string }>> } } };
      };
      const { properties } = components.schemas.ForwardedOrder;
      let judged = 0;
      for (const { name, answer } of seen.filter((one) => one.name === 'orders'))
        for (const order of (answer as { orders: readonly Readonly<Record<string, unknown>>[] }).orders)
          for (const [field, { type }] of Object.entries(properties)) {
            const value = order[field];
            expect(Array.isArray(value) ? 'array' : typeof value, `${name} ${field}`).toBe(type);
            judged += 1;
          }
      expect(judged).toBeGreaterThan(100);
    });

    it('the simulator refuses a changed report where the document does', async () => {
      const track = seen.find((one) => one.name === 'track');
      const { method = 'PUT', path = '', headers = {}, body = '{}' } = track ?? {};
      const request: unknown = JSON.parse(body);
      const comparison = await compareVerdicts([
        {
          name: 'track',
          request,
          mutants: jsonMutants(request).map(({ what, value }) => ({ what, request: value })),
          contract: (b): Verdict => judge.judge({ method, path, headers, body: JSON.stringify(b) }),
          async simulator(b): Promise<Verdict> {
            const response = await fetch(`${running.simulator.address}${path}`, {
              method,
              headers,
              body: JSON.stringify(b),
            });
            const text = await response.text();
            // Lines and orders that do not exist are refused in other words.
            return { accepted: !(response.status === 400 && text.includes('Invalid ')), why: text.slice(0, 90) };
          },
        },
      ]);
      process.stdout.write(
        `Reebelo: ${comparison.compared} bodies compared, ${comparison.refused} refused by the document, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences).toEqual([]);
      expect(comparison.refused).toBeGreaterThan(10);
    });
  });
});
