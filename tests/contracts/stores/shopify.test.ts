/**
 * The Shopify connector and its simulator held against Shopify's own schema of the Admin API: what we send, what the
 * simulator answers, what it refuses, and every type it declares.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { FulfilResult, RefundResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  connectStore,
  driveStore,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { runOrders, runOrdersById, runProducts, runStoreQuestion } from '@scanship/connector-kit/store/store-run';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { type Refundable, refundSums } from '@scanship/domain/stores/refund';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-shopify/fulfil';
import * as documents from '@scanship/store-shopify/documents';
import { createPlayer, samples } from '@scanship/store-shopify/harness';
import { refund, refundOffer } from '@scanship/store-shopify/refund';
import { createShopify } from '@scanship/store-shopify/simulator';
import { SDL } from '@scanship/store-shopify/simulator-schema';
import { store } from '@scanship/store-shopify/store';
import { withdraw } from '@scanship/store-shopify/withdraw';
import { buildSchema, execute, parse, specifiedRules, validate, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import { contractVerdict, schemaDifferences, shapeOf } from '../judges/graphql-judge.ts';
import { graphqlMutants, variableMutants, type GraphqlRequest } from '../judges/graphql-mutants.ts';

const all = Object.entries(documents).flatMap(([name, text]) =>
  typeof text === 'string' ? [[name, text] as const] : [],
);

interface Seen {
  readonly name: string;
  readonly request: GraphqlRequest;
  readonly data: unknown;
}

const NOTHING: Refundable = { currency: 'CAD', lines: [], shipping: { minor: 0, taxMinor: 0 }, mostMinor: 0 };

/** Differences that are meant. */
const EXCEPTIONS: readonly ListedException[] = [
  {
    match: /argument removed: .*\.first$/,
    reason: 'Shopify refuses a connection without "first" or "last" when it runs, which its schema cannot say.',
  },
  {
    match: /variables\.(id|ids\[\d+\]) is a number$/,
    reason: 'A number is an ID to the schema, but not one of Shopify’s global ids, which are refused when it runs.',
  },
  {
    match: /^what may be refunded \d+: /,
    reason: 'As above for ids; and fewer units are left by the time it is asked again, of which no more are offered.',
  },
  {
    match: /fulfillmentOrderId is a number$/,
    reason: 'As above: a number is no global id.',
  },
];

withVendorContract('stores/shopify', (folder) => {
  describe('Shopify Admin API 2026-10', () => {
    let official: GraphQLSchema;
    let running: TestSimulator;
    let harness: StoreHarness;
    const seen: Seen[] = [];

    const watched = (env: StoreEnv): StoreEnv => ({
      ...env,
      http: {
        send: async (request: HttpRequest): Promise<HttpResponse> => {
          const response = await env.http.send(request);
          const body = JSON.parse(String(request.body)) as { query: string; variables?: GraphqlRequest['variables'] };
          const { data } = response.json() as { data: unknown };
          seen.push({
            name: request.name,
            request: { query: body.query, variables: body.variables ?? {} },
            data,
          });
          return response;
        },
      },
    });

    beforeAll(async () => {
      official = buildSchema(readFileSync(join(folder, 'admin-2026-10.full.graphql'), 'utf8'));
      running = await startTestSimulator(createShopify());
      const host = running.simulator.address.replace(/\/shopify$/, '');
      harness = { samples, player: createPlayer(host), simulator: running.simulator };
      for (const account of [samples.account, samples.otherAccount]) await harness.player.throttle(account, 'off');
      await playEverything();
    });
    afterAll(() => running.close());

    /** One of every call, as the connector really makes them. */
    async function playEverything(): Promise<void> {
      const { player } = harness;
      const env = watched((await openHarnessStore(store, harness, samples.account, { fresh: true })).env);
      const long = (await player.placeLongOrder?.(samples.account, 130)) ?? '';
      const [one = ''] = await player.placeOrders(samples.account, 1);
      const split = (await player.placeSplitOrder?.(samples.account)) ?? '';
      const first = await runOrders(store, {}, env);
      expect(first.ok && first.value.next).toBeTruthy();
      if (first.ok) await runOrders(store, { cursor: first.value.next, since: new Date(0) }, env);
      await runOrders(store, { since: new Date(Date.now() - 3_600_000) }, env);
      const byId = await runOrdersById(store, [long, split, one], env);
      expect(byId.ok && byId.value.items.length).toBe(3);
      await runProducts(store, {}, env);
      expect((await runStoreQuestion(store, env, (e) => store.testConnection(e))).ok).toBe(true);
      expect((await runStoreQuestion(store, env, async (e) => store.locations?.(e))).ok).toBe(true);
      const subscribed = await runStoreQuestion(
        store,
        env,
        (e) => store.webhooks?.subscribe?.({ address: 'https://hooks.example/shopify' }, e) ?? Promise.reject(),
      );
      expect(subscribed.ok).toBe(true);
      const [line] = byId.ok ? (byId.value.items.find((o) => o.externalId === one)?.lines ?? []) : [];
      const externalLineIds = line ? [line.externalLineId] : [];
      const offer = await runStoreQuestion(store, env, (e) =>
        refundOffer({ externalOrderId: one, externalLineIds }, e),
      );
      const made = refundSums(offer.ok ? offer.value : NOTHING, {
        lines: externalLineIds.map((externalLineId) => ({ externalLineId, quantity: 1, restock: false })),
        money: true,
        taxes: true,
        shipping: true,
        withheldMinor: 100,
      });
      if ('fault' in made) throw new Error(`nothing is refunded: ${made.fault}`);
      const paid = await driveStore(
        store,
        refund,
        {
          externalOrderId: one,
          ...made.sums,
          currency: 'CAD',
          reason: 'Return 1-R1: It does not fit',
          notifyBuyer: true,
          reference: '0199c000-0000-7000-8000-00000000c0de',
          attempt: 1,
        },
        env,
        freshDrive<RefundResult>(),
      );
      expect(paid.problem).toBeUndefined();
      for (const [id, parcels] of [
        [long, 1],
        [split, 2],
      ] as const) {
        const order = byId.ok ? byId.value.items.find((o) => o.externalId === id) : undefined;
        const state = await driveStore(
          store,
          fulfil,
          {
            externalOrderId: id,
            lines: (order?.lines ?? []).map((l) => ({
              externalLineId: l.externalLineId,
              group: l.group,
              quantity: l.quantity,
            })),
            parcels: Array.from({ length: parcels }, (_v, i) => ({
              trackingNumber: `ML${id.replace(/\D/g, '')}${i}`,
              trackingUrl: 'https://track.example/1',
            })),
            carrier: { slug: 'maple-local', name: 'Maple Local Courier' },
            notifyBuyer: true,
            reference: 'P000000000000001',
          },
          env,
          freshDrive<FulfilResult>(),
        );
        expect(state.problem).toBeUndefined();
        const back = { externalOrderId: id, fulfilmentIds: state.result.fulfilmentIds ?? [], reference: 'P1' };
        await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
      }
      // What was taken back stands in new fulfilment orders beside the closed ones: more than a page of them.
      expect((await runOrdersById(store, [split], env)).ok).toBe(true);
    }

    it('every document we send is valid there', () => {
      expect(all.length).toBeGreaterThan(14);
      for (const [name, text] of all)
        expect(
          validate(official, parse(text), specifiedRules).map((e) => e.message),
          name,
        ).toEqual([]);
    });

    it('every document is really sent, with variables that fit', () => {
      const sent = new Set(seen.map((s) => s.request.query));
      // Played on its own below, since it ends the access it is made with.
      const missing = all.filter(([, text]) => !sent.has(text) && text !== documents.UNINSTALL);
      expect(missing.map(([name]) => name)).toEqual([]);
      for (const { name, request } of seen)
        expect(contractVerdict(official, request), name).toMatchObject({ accepted: true });
    });

    it('every answer of the simulator has the schema’s types, field by field', async () => {
      for (const { name, request, data } of seen) {
        const again = await execute({
          schema: official,
          document: parse(request.query),
          variableValues: request.variables,
          rootValue: data,
          fieldResolver: (source: Readonly<Record<string, unknown>>, _args, _context, info) => source[info.path.key],
          typeResolver: (value: Readonly<Record<string, unknown>>) => guessType(value),
        });
        expect(again.errors, name).toBeUndefined();
        expect(JSON.parse(JSON.stringify(again.data)), name).toEqual(data);
        checkScalars(data, name);
      }
    });

    it('the simulator declares nothing that the schema does not', () => {
      expect(schemaDifferences(buildSchema(SDL), official)).toEqual(['CountryCode: scalar here, enum there']);
    });

    it('the simulator refuses what the schema refuses, and nothing else but what is listed', {
      timeout: 120_000,
    }, async () => {
      const { env } = await openHarnessStore(store, harness, samples.account);
      const token = await env.access.get();
      const cases: DifferentialCase<GraphqlRequest>[] = [];
      const known = new Set<string>();
      for (const { name, request } of seen) {
        const shape = `${request.query} ${shapeOf(request.variables)}`;
        if (known.has(shape)) continue;
        // A document is damaged once, its variables in every form they come in.
        const mutants = known.has(request.query) ? variableMutants(request) : graphqlMutants(request);
        known.add(shape).add(request.query);
        cases.push({
          name: `${name} ${cases.length}`,
          request,
          mutants,
          contract: (r) => contractVerdict(official, r),
          simulator: (r) => simulatorVerdict(running.simulator.address, samples.account, token, r),
        });
      }
      const uninstall: GraphqlRequest = { query: documents.UNINSTALL, variables: {} };
      cases.push({
        name: 'uninstall',
        request: uninstall,
        mutants: graphqlMutants(uninstall),
        contract: (r) => contractVerdict(official, r),
        // Each good call ends the access it was made with.
        simulator: async (r) => {
          const { credentials } = await connectStore(store, harness, samples.otherAccount);
          return simulatorVerdict(running.simulator.address, samples.otherAccount, credentials.accessToken ?? '', r);
        },
      });
      const comparison = await compareVerdicts(cases, EXCEPTIONS);
      process.stdout.write(
        `Shopify: ${comparison.compared} requests compared, ${comparison.refused} refused by the schema, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences).toEqual([]);
      expect(comparison.unused.map((e) => String(e.match))).toEqual([]);
      expect(comparison.refused).toBeGreaterThan(500);
    });
  });
});

async function simulatorVerdict(
  address: string,
  account: string,
  token: string,
  request: GraphqlRequest,
): Promise<Verdict> {
  const response = await fetch(`${address}/${account}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify(request),
  });
  const body = (await response.json()) as { errors?: readonly { message?: string }[] };
  if (response.status !== 200) return { accepted: false, why: `status ${response.status}` };
  return body.errors ? { accepted: false, why: body.errors[0]?.message ?? '' } : { accepted: true, why: 'answered' };
}

/** Interfaces and unions in our documents: the answer names its type, or is the one thing we ask for. */
const guessType = (value: Readonly<Record<string, unknown>>): string =>
  typeof value.__typename === 'string' ? value.__typename : 'MediaImage';

const FORMS: Readonly<Record<string, RegExp>> = {
  amount: /^-?\d+(\.\d+)?$/,
  price: /^-?\d+(\.\d+)?$/,
  processedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  updatedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  url: /^https:\/\//,
  id: /^gid:\/\/shopify\/[A-Za-z]+\/\d+$/,
};

/** Forms of custom scalars, which a schema alone does not check. */
function checkScalars(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const one of value) checkScalars(one, name);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const form = FORMS[key];
    if (form && typeof one === 'string') expect(one, `${name}: ${key}`).toMatch(form);
    else checkScalars(one, name);
  }
}
