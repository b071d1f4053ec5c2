/**
 * The Fishbowl connector and its simulator held against the saved samples: the vendor's documented sign-in, an observed error, the
 * calls that public clients use, and the names of an order's statuses. No machine-readable contract is published.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilResult } from '@scanship/connector-kit/store/store';
import {
  driveStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import {
  runOrders,
  runOrdersById,
  runProducts,
  runStoreQuestion,
  runStoreTest,
} from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { fulfil } from '@scanship/store-fishbowl/fulfil';
import { createPlayer, samples } from '@scanship/store-fishbowl/harness';
import { readState } from '@scanship/store-fishbowl/order-reader';
import { locations } from '@scanship/store-fishbowl/server';
import { createFishbowl } from '@scanship/store-fishbowl/simulator';
import { store } from '@scanship/store-fishbowl/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

interface RestSamples {
  readonly 'POST /api/login request': Readonly<Record<string, unknown>>;
  readonly 'POST /api/login response': { readonly token: string; readonly user: object };
  readonly 'error body': Readonly<Record<string, unknown>>;
}
interface DerivedFields {
  readonly restPathsSeen: readonly string[];
  readonly SalesOrderStatus: Readonly<Record<'fromClient' | 'generalKnowledgeVerifyOnServer', Record<string, number>>>;
}
interface SeenCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const responseOf = (status: number, body: unknown) =>
  makeResponse('Fishbowl', {
    status,
    headers: { 'content-type': 'application/json' },
    bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
    traceId: 'sample',
  });

withVendorContract('stores/fishbowl', (folder) => {
  describe('Fishbowl Advanced REST API', () => {
    const rest = JSON.parse(readFileSync(join(folder, 'rest.samples.json'), 'utf8')) as RestSamples;
    const derived = JSON.parse(readFileSync(join(folder, 'objects.derived-fields.json'), 'utf8')) as DerivedFields;
    const seen: SeenCall[] = [];
    let running: TestSimulator;
    let env: StoreEnv;

    const watched = (open: StoreEnv): StoreEnv => ({
      ...open,
      http: {
        send(request) {
          const { name, method, path, headers = {}, body } = request;
          seen.push({ name, method, path, headers, body: typeof body === 'string' ? body : '' });
          return open.http.send(request);
        },
      },
    });

    beforeAll(async () => {
      running = await startTestSimulator(createFishbowl());
      const player = createPlayer(new URL(running.simulator.address).origin);
      const harness: StoreHarness = { samples, player, simulator: running.simulator };
      env = watched((await openHarnessStore(store, harness)).env);
      const [id = ''] = await player.placeOrders(samples.account, 1);
      await pullOrders(store, () => Promise.resolve(env), new Date(Date.now() - 60_000));
      const read = await runOrdersById(store, [id], env);
      const lines = (read.ok ? (read.value.items[0]?.lines ?? []) : []).map(({ externalLineId, quantity }) => ({
        externalLineId,
        quantity,
      }));
      const state = await driveStore(
        store,
        fulfil,
        {
          externalOrderId: id,
          lines,
          parcels: [{ trackingNumber: '1Z1' }],
          carrier: { slug: 'ups', name: 'UPS' },
          notifyBuyer: false,
          reference: 'r:1',
        },
        env,
        freshDrive<FulfilResult>(),
      );
      expect(state.problem).toBeUndefined();
      await runProducts(store, {}, env);
      await runStoreQuestion(store, env, locations);
      await runStoreTest(store, env);
    });
    afterAll(() => running.close());

    it('every call is one that the saved list of calls has, and every conversation is ended', () => {
      const patterns = derived.restPathsSeen.flatMap((line) => {
        const [, verbs = '', path = ''] = /^([A-Z|]+) (\S+)/.exec(line) ?? [];
        const form = new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);
        return verbs.split('|').map((verb) => ({ verb, form }));
      });
      for (const { name, method, path } of seen)
        expect(
          patterns.some((p) => p.verb === method && p.form.test(path)),
          `${name}: ${method} ${path}`,
        ).toBe(true);
      const count = (name: string): number => seen.filter((one) => one.name === name).length;
      expect(count('sign in')).toBeGreaterThan(5);
      expect(count('sign out')).toBe(count('sign in'));
      for (const { headers } of seen.filter((one) => one.path.startsWith('/api/import/')))
        expect(headers['content-type']).toBe('text/csv');
      expect(seen.filter((one) => one.path.startsWith('/api/import/')).map((one) => one.path)).toEqual([
        '/api/import/Packing-Data',
        '/api/import/Ship-Carton-Tracking',
        '/api/import/Shipping-Data',
      ]);
      process.stdout.write(`Fishbowl: ${seen.length} of ${seen.length} requests are calls of the saved list\n`);
    });

    it('the sign-in has the fields of the documented one, with their types; the second factor is never sent', () => {
      const { mfaCode: _mfaCode, ...documented } = rest['POST /api/login request'];
      const types = (fields: object): object =>
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value]));
      const sent = seen.filter((one) => one.name === 'sign in').map((one) => JSON.parse(one.body) as object);
      expect(sent.length).toBeGreaterThan(0);
      for (const body of sent) expect(types(body)).toEqual(types(documented));
    });

    /** A server that answers the documented sign-in, and no rows to every question. */
    const documented = (bearers: string[]): StoreEnv => ({
      ...env,
      http: {
        send(request) {
          const signsIn = request.path === '/api/login';
          if (!signsIn) bearers.push(request.headers?.authorization ?? '');
          return Promise.resolve(responseOf(200, signsIn ? rest['POST /api/login response'] : []));
        },
      },
    });

    it('the documented token opens every call of a conversation, and ends it', async () => {
      const bearers: string[] = [];
      expect(await runOrders(store, {}, documented(bearers))).toMatchObject({ ok: true, value: { items: [] } });
      expect(bearers).toEqual(Array.from({ length: 2 }, () => `Bearer ${rest['POST /api/login response'].token}`));
    });

    it('the simulator’s answers to sign-ins and refusals have the fields of the saved ones', async () => {
      const { account = '', username, password } = samples.credentials ?? {};
      const send = (body: object): Promise<Response> =>
        fetch(`${running.simulator.address}/${account}/api/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const given = { ...rest['POST /api/login request'], username, password };
      const good = (await (await send(given)).json()) as { user: object };
      expect(Object.keys(good)).toEqual(Object.keys(rest['POST /api/login response']));
      expect(Object.keys(good.user)).toEqual(Object.keys(rest['POST /api/login response'].user));
      const bad = await send({ ...given, password: 'x' });
      expect(bad.status).toBe(401);
      expect(Object.keys((await bad.json()) as object)).toEqual(Object.keys(rest['error body']));
      // Fields that the documented sign-in has not, or that lack, are refused.
      for (const strange of [
        { ...given, appKey: '1' },
        { ...given, appId: '12345' },
        { ...given, appName: undefined },
      ])
        expect((await send(strange)).status).toBe(400);
    });

    it('the saved refusal in the middle of a conversation is no refusal of the user', () => {
      const response = responseOf(401, rest['error body']);
      const problems: unknown[] = [];
      const reading: StoreEnv = {
        ...env,
        http: {
          send(request) {
            problems.push([request.name, request.readProblem?.(response)]);
            return env.http.send(request);
          },
        },
      };
      return runStoreTest(store, reading).then(() =>
        expect(problems).toMatchObject([
          ['sign in', { kind: 'not-authorised', vendorMessage: 'Invalid authorization token.' }],
          ['company', { kind: 'temporary-before-effect', vendorMessage: 'Invalid authorization token.' }],
          ['sign out', undefined],
        ]),
      );
    });

    it('each status of the saved list has its meaning', () => {
      const { fromClient, generalKnowledgeVerifyOnServer } = derived.SalesOrderStatus;
      const kinds = Object.entries({ ...fromClient, ...generalKnowledgeVerifyOnServer }).map(([name, status]) => [
        name,
        readState(readObject({ status })).kind,
      ]);
      expect(Object.fromEntries(kinds)).toEqual({
        Estimate: 'held',
        Issued: 'to-ship',
        'In Progress': 'to-ship',
        Fulfilled: 'shipped',
        'Closed Short': 'cancelled',
        Voided: 'cancelled',
        Cancelled: 'cancelled',
        Expired: 'cancelled',
        Historical: 'shipped',
      });
    });
  });
});
