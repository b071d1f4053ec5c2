/** The eBay connector and its simulator held against eBay's own OpenAPI documents: what we send, and what the simulator answers. */
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  deliveryEnv,
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import {
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
  verifyDelivery,
} from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-ebay/harness';
import { createEbay } from '@scanship/store-ebay/simulator';
import { store } from '@scanship/store-ebay/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import type { Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type OpenApiJudge } from '../judges/openapi.ts';

interface Seen {
  readonly name: string;
  readonly method: string;
  /** Query included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  readonly answer: unknown;
}

withVendorContract('stores/ebay', (folder) => {
  /** The path of these servers is a variable with one value; the judge takes addresses as they are. */
  const open = (file: string, base: string, servers: number): readonly [string, OpenApiJudge] => [
    base,
    openContract(
      join(folder, file),
      Array.from({ length: servers }, (_v, index) => ({
        at: `servers.${index}`,
        set: { url: `https://api.ebay.com${base}` },
        reason: 'the base path is a variable with one value',
      })),
    ),
  ];
  const judges = [
    open('sell_fulfillment_v1_oas3.json', '/sell/fulfillment/v1', 2),
    open('sell_inventory_v1_oas3.json', '/sell/inventory/v1', 1),
    open('commerce_identity_v1_oas3.json', '/commerce/identity/v1', 1),
    open('commerce_notification_v1_oas3.json', '/commerce/notification/v1', 1),
  ];
  const judgeOf = (path: string): OpenApiJudge => {
    const found = judges.find(([base]) => path.startsWith(base));
    if (!found) throw new Error(`no document describes ${path}`);
    return found[1];
  };
  const accepts = (one: Omit<Seen, 'status' | 'answer'>): Verdict => {
    const { method, path, headers, body } = one;
    return judgeOf(path).judge({ method, path, headers, body });
  };

  const seen: Seen[] = [];
  const watched = (env: StoreEnv): StoreEnv => ({
    ...env,
    http: {
      async send(request: HttpRequest): Promise<HttpResponse> {
        const response = await env.http.send(request);
        const query = new URLSearchParams(
          Object.entries(request.query ?? {}).flatMap(([n, v]) => (v === undefined ? [] : [[n, String(v)]])),
        ).toString();
        // Sign-in is described by no document of these.
        if (request.path.startsWith('/identity/')) return response;
        seen.push({
          name: request.name,
          method: request.method,
          path: query === '' ? request.path : `${request.path}?${query}`,
          headers: request.headers ?? {},
          body: typeof request.body === 'string' ? request.body : undefined,
          status: response.status,
          answer: response.json(),
        });
        return response;
      },
    },
  });

  describe('eBay contract', () => {
    let test: TestSimulator;
    let harness: StoreHarness;
    beforeAll(async () => {
      test = await startTestSimulator(createEbay());
      harness = { samples, simulator: test.simulator, player: createPlayer(new URL(test.simulator.address).origin) };
      const { env: plain } = await openHarnessStore(store, harness);
      const env = watched(plain);
      const [id = ''] = await harness.player.placeOrders(samples.account, 1);
      await pullOrders(store, () => Promise.resolve(env));
      const order = await runOrdersById(store, [id], env);
      const lines = order.ok ? (order.value.items[0]?.lines ?? []) : [];
      if (!store.fulfil) throw new Error('nothing to report with');
      for (const [index, parcels] of [[{ trackingNumber: 'CP 1' }], [{ trackingNumber: 'CP 2' }], []].entries()) {
        const [first] = lines;
        const input = {
          externalOrderId: id,
          lines: [{ externalLineId: first?.externalLineId ?? '', quantity: 1 }],
          parcels,
          carrier: { slug: index === 1 ? 'purolator' : 'canada-post', name: 'x' },
          notifyBuyer: true,
          reference: `P00000000000000${index}`,
        };
        const state = await driveStore(store, store.fulfil, input, env, freshDrive<FulfilResult>());
        expect(state.problem).toBeUndefined();
      }
      await runProducts(store, {}, env);
      await runStoreTest(store, env);
      await runStoreQuestion(store, env, (e) => store.locations?.(e) ?? Promise.resolve([]));
      const notice = await harness.player.delivery(samples.account, 'redact-customer', id);
      if (!notice) throw new Error('there are notices');
      const asking = deliveryEnv(store, harness);
      const verified = await verifyDelivery(store, notice.delivery, {
        ...asking,
        http: watched({ ...env, http: asking.http }).http,
      });
      expect(verified).toMatchObject({ ok: true });
    });
    afterAll(() => test.close());

    it('every call we make is one the documents describe, and every answer of the simulator too', () => {
      const names = new Set(seen.map((one) => one.name));
      expect([...names].toSorted()).toEqual(
        [
          'fulfilments',
          'locations',
          'order',
          'orders',
          'orders by id',
          'products',
          'public key',
          'report a parcel',
          'user',
        ].toSorted(),
      );
      for (const one of seen) {
        expect(accepts(one), `${one.method} ${one.path}`).toMatchObject({ accepted: true });
        expect(
          judgeOf(one.path).judgeAnswer({ method: one.method, path: one.path }, one.status, one.answer),
          one.name,
        ).toMatchObject({
          accepted: true,
        });
      }
      process.stdout.write(`eBay: ${seen.length} of ${seen.length} requests validated against the documents\n`);
    });

    it('the answers of our own cases are answers the documents describe', () => {
      let judged = 0;
      for (const one of samples.ownCases)
        for (const { request, answer } of one.exchanges) {
          if (request.path.startsWith('/identity/')) continue;
          expect(
            judgeOf(request.path).judgeAnswer(
              { method: request.method, path: request.path },
              answer.status,
              answer.body,
            ),
            one.name,
          ).toMatchObject({ accepted: true });
          judged += 1;
        }
      expect(judged).toBeGreaterThan(8);
    });

    it('a damaged report is refused by the simulator wherever the document refuses it', async () => {
      const { env } = await openHarnessStore(store, harness);
      const token = await env.access.get();
      const [id = ''] = await harness.player.placeOrders(samples.account, 1);
      const order = await runOrdersById(store, [id], env);
      const line = order.ok ? order.value.items[0]?.lines[0]?.externalLineId : undefined;
      const path = `/sell/fulfillment/v1/order/${id}/shipping_fulfillment`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = {
        lineItems: [{ lineItemId: line, quantity: 1 }],
        shippedDate: '2026-01-01T00:00:00.000Z',
        shippingCarrierCode: 'UPS',
        trackingNumber: '1Z1',
      };
      const every = process.env.VERIFY === undefined ? 2 : 1;
      const mutants = jsonMutants(body).filter((_m, i) => i % every === 0);
      let refused = 0;
      for (const mutant of mutants) {
        const text = JSON.stringify(mutant.value);
        const verdict = accepts({ name: mutant.what, method: 'POST', path, headers, body: text });
        if (verdict.accepted) continue;
        refused += 1;
        const response = await fetch(`${test.simulator.address}${path}`, { method: 'POST', headers, body: text });
        expect(response.status, `${mutant.what}: ${verdict.why}`).toBe(400);
      }
      expect(refused).toBeGreaterThan(3);
      expect(await harness.player.reports(samples.account, id)).toHaveLength(0);
    });
  });
});
