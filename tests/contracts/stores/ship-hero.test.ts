/**
 * The ShipHero connector and its simulator held against the public API's schema (rebuilt from types that were made by asking the live
 * API for it): what we send, what the simulator answers, what it refuses, and every type it declares.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import type { HttpRequest, HttpResponse } from '@scanship/connector-kit/http/http';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { runOrders, runOrdersById, runProducts, runStoreQuestion } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import * as documents from '@scanship/store-ship-hero/documents';
import { fulfil } from '@scanship/store-ship-hero/fulfil';
import { createPlayer, samples } from '@scanship/store-ship-hero/harness';
import { createShipHero } from '@scanship/store-ship-hero/simulator';
import { SDL } from '@scanship/store-ship-hero/simulator-schema';
import { store } from '@scanship/store-ship-hero/store';
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

/** Differences that are meant. */
const EXCEPTIONS: readonly ListedException[] = [];

withVendorContract('stores/shiphero', (folder) => {
  describe('ShipHero public API', () => {
    let official: GraphQLSchema;
    let running: TestSimulator;
    let harness: StoreHarness;
    let token = '';
    const seen: Seen[] = [];

    const watched = (env: StoreEnv): StoreEnv => ({
      ...env,
      http: {
        send: async (request: HttpRequest): Promise<HttpResponse> => {
          const response = await env.http.send(request);
          const body = JSON.parse(String(request.body)) as { query: string; variables?: GraphqlRequest['variables'] };
          const { data } = response.json() as { data: unknown };
          seen.push({ name: request.name, request: { query: body.query, variables: body.variables ?? {} }, data });
          return response;
        },
      },
    });

    beforeAll(async () => {
      official = buildSchema(readFileSync(join(folder, 'shiphero-public-api.derived.graphql'), 'utf8'));
      running = await startTestSimulator(createShipHero());
      const host = new URL(running.simulator.address).origin;
      harness = { samples, player: createPlayer(host), simulator: running.simulator };
      for (const account of [samples.account, samples.otherAccount]) await harness.player.throttle(account, 'off');
      await playEverything();
    });
    afterAll(() => running.close());

    /** One of every call, as the connector really makes them. */
    async function playEverything(): Promise<void> {
      const { player } = harness;
      const open = await openHarnessStore(store, harness, samples.account, { fresh: true });
      const env = watched(open.env);
      token = await open.env.access.get();
      const long = (await player.placeLongOrder?.(samples.account, 130)) ?? '';
      const first = await runOrders(store, {}, env);
      expect(first.ok && first.value.next).toBeTruthy();
      if (first.ok) await runOrders(store, { cursor: first.value.next }, env);
      await runOrders(store, { since: new Date(Date.now() - 3_600_000) }, env);
      const byId = await runOrdersById(store, [long], env);
      expect(byId.ok && byId.value.items.length).toBe(1);
      await runProducts(store, {}, env);
      await runProducts(store, { since: new Date(0) }, env);
      expect((await runStoreQuestion(store, env, (e) => store.testConnection(e))).ok).toBe(true);
      const subscribed = await runStoreQuestion(
        store,
        env,
        (e) => store.webhooks?.subscribe?.({ address: 'https://hooks.example/ship-hero' }, e) ?? Promise.reject(),
      );
      expect(subscribed.ok).toBe(true);
      const state = await driveStore(
        store,
        fulfil,
        {
          externalOrderId: long,
          lines: (byId.ok ? (byId.value.items[0]?.lines ?? []) : [])
            .slice(0, 2)
            .map((l) => ({ externalLineId: l.externalLineId, quantity: l.quantity })),
          parcels: [{ trackingNumber: 'ML1', trackingUrl: 'https://track.example/1' }, { trackingNumber: 'ML2' }],
          carrier: { slug: 'maple-local', name: 'Maple Local Courier' },
          notifyBuyer: true,
          reference: 'P000000000000001',
        },
        env,
        freshDrive<FulfilResult>(),
      );
      expect(state.problem).toBeUndefined();
      const left = await runStoreQuestion(store, env, (e) => store.disconnect?.(e) ?? Promise.reject());
      expect(left.ok).toBe(true);
    }

    it('every document we send is valid there', () => {
      expect(all.length).toBe(10);
      for (const [name, text] of all)
        expect(
          validate(official, parse(text), specifiedRules).map((e) => e.message),
          name,
        ).toEqual([]);
    });

    it('every document is really sent, with variables that fit', () => {
      const sent = new Set(seen.map((s) => s.request.query));
      expect(all.filter(([, text]) => !sent.has(text)).map(([name]) => name)).toEqual([]);
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
        });
        expect(again.errors, name).toBeUndefined();
        expect(JSON.parse(JSON.stringify(again.data)), name).toEqual(data);
      }
    });

    it('the simulator declares nothing that the schema does not', () => {
      expect(schemaDifferences(buildSchema(SDL), official)).toEqual([]);
    });

    it('the simulator refuses what the schema refuses, and nothing else but what is listed', {
      timeout: 120_000,
    }, async () => {
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
          simulator: (r) => simulatorVerdict(running.simulator.address, token, r),
        });
      }
      const comparison = await compareVerdicts(cases, EXCEPTIONS);
      process.stdout.write(
        `ShipHero: ${comparison.compared} requests compared, ${comparison.refused} refused by the schema, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences).toEqual([]);
      expect(comparison.unused.map((e) => String(e.match))).toEqual([]);
      expect(comparison.refused).toBeGreaterThan(400);
    });
  });
});

/** What ShipHero's business refuses has a code (an order that is shipped already); what its schema refuses has none. */
async function simulatorVerdict(address: string, token: string, request: GraphqlRequest): Promise<Verdict> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  if (response.status !== 200) return { accepted: false, why: `status ${response.status}` };
  const { errors = [] } = (await response.json()) as { errors?: readonly { message?: string; code?: number }[] };
  const refused = errors.find(({ code }) => code === undefined);
  return refused ? { accepted: false, why: refused.message ?? '' } : { accepted: true, why: 'answered' };
}
