/** The Zoho connector and its simulator held against the vendor's own OpenAPI documents, one for each module. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput, FulfilResult, WithdrawResult } from '@scanship/connector-kit/store/store';
import {
  accountOf,
  BACK,
  driveStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import { openConnectEnv } from '@scanship/connector-kit/store/store-open-environment';
import { runOrdersById, runProducts, runStoreTest } from '@scanship/connector-kit/store/store-run';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { SCOPES } from '@scanship/store-zoho/authorise';
import { createPlayer, samples } from '@scanship/store-zoho/harness';
import { readOrder } from '@scanship/store-zoho/order-reader';
import { packageIn, packagesOf, shipmentIn, shipmentOf } from '@scanship/store-zoho/packages';
import { createZoho } from '@scanship/store-zoho/simulator';
import { store } from '@scanship/store-zoho/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type Correction, type OpenApiJudge } from '../judges/openapi.ts';
import { watchCalls, type SeenCall } from '../rigs/store-rest-rig.ts';

type Json = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

const HEADER: Correction = {
  at: 'components.securitySchemes.Zoho_Auth',
  set: { type: 'apiKey', in: 'header', name: 'Authorization', flows: undefined },
  reason: 'The documents say OAuth 2; the header is "Zoho-oauthtoken" and not "Bearer".',
};
const PACKAGE_IDS: Correction = {
  at: 'paths./shipmentorders.post.parameters.package_ids.schema',
  set: { type: 'string', pattern: '^[0-9]+(,[0-9]+)*$' },
  reason: 'Several ids go into one parameter with commas; a query has no lists of objects.',
};
const MODULES = ['salesorders', 'packages', 'shipmentorders', 'items', 'organizations'] as const;
type Module = (typeof MODULES)[number];

/** Module of a path below /inventory/v1. */
const moduleOf = (path: string): Module | undefined => {
  const name = /^\/inventory\/v1\/(\w+)/.exec(path)?.[1];
  return MODULES.find((one) => one === (name === 'itemdetails' ? 'items' : name));
};

/** The value that a document's examples make of a schema. */
function exampleOf(document: unknown, schema: unknown): unknown {
  const node = nodeOf(schema);
  if (typeof node.$ref === 'string') {
    const found = node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => nodeOf(at)[key], document);
    return exampleOf(document, found);
  }
  if (node.type === 'array') return [exampleOf(document, node.items)];
  if (node.properties !== undefined)
    return Object.fromEntries(
      Object.entries(nodeOf(node.properties)).map(([name, one]) => [name, exampleOf(document, one)]),
    );
  const { example } = node;
  // Ids stand there without quotes, and are longer than a number keeps.
  if (typeof example === 'bigint') return node.type === 'string' ? String(example) : Number(example);
  return example ?? null;
}

withVendorContract('stores/zoho', (folder) => {
  const contracts = new Map<Module, OpenApiJudge>();
  let running: TestSimulator;
  const seen: SeenCall[] = [];
  const documents = new Map<Module, unknown>();
  const documentOf = (module: Module): unknown => {
    const known: unknown =
      documents.get(module) ?? parse(readFileSync(join(folder, `${module}.yml`), 'utf8'), { intAsBigInt: true });
    documents.set(module, known);
    return known;
  };
  const answerOf = (module: Module, path: string, method: string, status: string): Json => {
    const document = documentOf(module);
    const operation = nodeOf(nodeOf(nodeOf(nodeOf(document).paths)[path])[method]);
    const content = nodeOf(nodeOf(nodeOf(operation.responses)[status]).content);
    return nodeOf(exampleOf(document, nodeOf(content['application/json']).schema));
  };

  beforeAll(async () => {
    for (const name of MODULES)
      contracts.set(
        name,
        openContract(join(folder, `${name}.yml`), name === 'shipmentorders' ? [HEADER, PACKAGE_IDS] : [HEADER]),
      );
    running = await startTestSimulator(createZoho());
    const player = createPlayer(new URL(running.simulator.address).origin);
    const harness = { samples, player, simulator: running.simulator };
    const { authorise, fulfil, withdraw } = store;
    if (!authorise || !fulfil || !withdraw) throw new Error('consent, reports and withdrawals are needed');
    const begun = authorise.begin(
      { externalAccount: '', state: 's', redirectUri: BACK, simulatorConsent: running.simulator.address },
      samples.app,
    );
    const { code } = authorise.checkEntry(
      await player.consent(begun, 'allow', samples.account),
      samples.app,
      new Date(),
    );
    const connect = openConnectEnv(store.manifest, accountOf(harness, ''), harnessRuntime());
    await authorise.complete({ code, redirectUri: BACK, state: 's' }, watchCalls(connect, seen));
    const env = watchCalls((await openHarnessStore(store, harness)).env, seen);
    expect((await runStoreTest(store, env)).ok).toBe(true);
    const [id = ''] = await player.placeOrders(samples.account, 1);
    await pullOrders(store, () => Promise.resolve(env));
    expect((await runProducts(store, {}, env)).ok).toBe(true);
    const orders = await runOrdersById(store, [id], env);
    const lines = orders.ok ? (orders.value.items[0]?.lines ?? []) : [];
    const input: FulfilInput = {
      externalOrderId: id,
      lines: lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity })),
      parcels: [{ trackingNumber: 'CP123456789CA', trackingUrl: 'https://track.example/CP123456789CA' }],
      carrier: { slug: 'canada-post', name: 'Canada Post' },
      notifyBuyer: true,
      reference: 'P000000000000001',
    };
    const made = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>());
    expect(made.problem).toBeUndefined();
    const back = { externalOrderId: id, fulfilmentIds: made.result.fulfilmentIds ?? [], reference: input.reference };
    const gone = await driveStore(store, withdraw, back, env, freshDrive<WithdrawResult>());
    expect(gone.problem).toBeUndefined();
  }, 60_000);
  afterAll(() => running.close());

  const judgeOf = (path: string): OpenApiJudge | undefined => {
    const module = moduleOf(path);
    return module && contracts.get(module);
  };

  it('every request is one of the contract, and so is every answer of the simulator', () => {
    let judged = 0;
    for (const { name, request, status, answer } of seen) {
      const contract = judgeOf(request.path);
      if (!contract) {
        expect(request.path).toBe('/oauth/v2/token');
        continue;
      }
      expect(contract.judge(request), `${name} ${request.path} ${request.body}`).toMatchObject({ accepted: true });
      // The documents show one package as a list of one; Zoho answers with the package itself.
      const shown =
        nodeOf(answer).package === undefined ? answer : { ...nodeOf(answer), package: [nodeOf(answer).package] };
      expect(contract.judgeAnswer(request, status, shown), `${name} answer`).toMatchObject({ accepted: true });
      judged += 1;
    }
    expect([...new Set(seen.map(({ name }) => name))].toSorted()).toEqual([
      'delete the package',
      'delete the shipment',
      'exchange the code',
      'item details',
      'items',
      'make the package',
      'organization',
      'organizations',
      'package',
      'sales order',
      'sales orders',
      'ship the package',
    ]);
    process.stdout.write(`zoho: ${judged} requests and answers held against the contract\n`);
  });

  it('the scopes asked for are those that the contract demands of our calls, and no more', () => {
    const demanded = new Set<string>();
    for (const { request } of seen) {
      const module = moduleOf(request.path);
      if (!module) continue;
      const path = new URL(request.path, 'http://zoho').pathname.replace('/inventory/v1', '').replace(/\/\d+$/, '/{}');
      const paths = nodeOf(nodeOf(documentOf(module)).paths);
      const found = Object.entries(paths).find(([one]) => one.replace(/\/\{\w+\}$/, '/{}') === path)?.[1];
      const operation = nodeOf(nodeOf(found)[request.method.toLowerCase()]);
      const [security] = Array.isArray(operation.security) ? (operation.security as readonly unknown[]) : [];
      const { Zoho_Auth: scopes } = nodeOf(security);
      for (const scope of Array.isArray(scopes) ? (scopes as readonly unknown[]) : []) demanded.add(String(scope));
    }
    expect([...SCOPES].toSorted()).toEqual([...demanded].toSorted());
  });

  it('what the contract refuses of a report, the simulator refuses', async () => {
    const player = createPlayer(new URL(running.simulator.address).origin);
    const { env } = await openHarnessStore(store, { samples, player, simulator: running.simulator });
    const authorization = `Zoho-oauthtoken ${await env.access.get()}`;
    for (const name of ['make the package', 'ship the package']) {
      const call = seen.findLast((one) => one.name === name);
      const contract = call && judgeOf(call.request.path);
      if (!call || !contract) throw new Error(`${name} was not sent`);
      const headers = { ...call.request.headers, authorization };
      let refused = 0;
      const mutants = jsonMutants(JSON.parse(call.request.body ?? '{}') as unknown);
      for (const { what, value } of mutants) {
        const body = JSON.stringify(value) ?? '';
        if (contract.judge({ ...call.request, headers, body }).accepted) continue;
        refused += 1;
        const { method, path } = call.request;
        const answer = await fetch(running.simulator.address + path, { method, headers, body });
        // For its form, not because the order or the package is gone by now.
        expect(await answer.json(), `${name}: ${what}`).toMatchObject({
          message: expect.stringMatching(/^Invalid value passed for|not JSON/) as string,
        });
      }
      expect(refused).toBeGreaterThan(mutants.length / 5);
      process.stdout.write(
        `zoho: ${name}: ${mutants.length} changed requests, ${refused} refused by contract and stand-in\n`,
      );
    }
  });

  it('the documents’ sales order is read with all it says', () => {
    const { salesorder } = answerOf('salesorders', '/salesorders/{salesorder_id}', 'get', '200');
    const order = readObject(salesorder);
    expect(readOrder(order, 'UTC')).toMatchObject({
      externalId: '4815000000044895',
      number: 'SO-00003',
      placedAt: '2015-05-28T00:00:00.000Z',
      updatedAt: '2015-05-28T00:00:00.000Z',
      hold: undefined,
      cancelledAt: undefined,
      total: { minor: 35_000, currency: 'USD' },
      buyerNote: 'Sample Note',
      internalNote: 'Reference: REF-S-00003',
      requestedService: { code: 'FedEx', name: 'FedEx' },
      shipBy: '2015-06-02T23:59:59.000Z',
      shipTo: {
        name: 'Molly',
        address1: 'No:432,Bayside,Queens',
        city: 'New York City',
        provinceCode: 'NY',
        zipcode: '11364',
        countryCode: 'US',
        phone: '+1-925-921-9201',
        email: 'willsmith@bowmanfurniture.com',
      },
      lines: [
        {
          externalLineId: '4815000000044897',
          externalProductId: '4815000000044100',
          title: 'Laptop-white/15inch/dell',
          quantity: 2,
          shipped: 2,
          cancelled: 0,
          unitPrice: { minor: 12_200, currency: 'USD' },
        },
      ],
    });
    expect(order.problems).toEqual([]);
    expect(packagesOf(order)).toEqual([{ id: '4815000000044905', number: 'PK-00004', shipmentId: '4815000000044917' }]);
  });

  it('the documents’ package and shipment are read, which differ in form from what Zoho answers', () => {
    const shown = readObject(answerOf('packages', '/packages/{package_id}', 'get', '200'));
    expect(packageIn(shown).id('package_id')).toBe('504366000000062100');
    expect(shipmentOf(shown)).toBe('14954000000086344');
    const shipped = readObject(answerOf('shipmentorders', '/shipmentorders', 'post', '201'));
    expect(shipmentIn(shipped).id('shipment_id')).toBe('4815000000044917');
  });
});
