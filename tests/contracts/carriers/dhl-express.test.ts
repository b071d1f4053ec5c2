/**
 * DHL Express against the contract of MyDHL API 3.1.1: every request validates, answers of the simulator are what the contract
 * says, and it refuses what the contract refuses.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-dhl-express/carrier';
import { crossBorder, domestic, samples } from '@scanship/carrier-dhl-express/harness';
import { manifest } from '@scanship/carrier-dhl-express/manifest';
import { simulator } from '@scanship/carrier-dhl-express/simulator';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { PickupResult } from '@scanship/connector-kit/carrier/pickup';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import { CONTRACT, CORRECTIONS, dutyPaid, insured, papers, returned, toLondon } from '../rigs/dhl-express-rig.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type ApiRequest } from '../judges/openapi.ts';

const { pickup, attachDocument } = carrier;
if (!carrier.ship || !pickup?.change || !pickup.cancel || !attachDocument)
  throw new Error('the connector lacks an operation');
const { book, change, cancel } = pickup;
const attach = attachDocument;
const ship = carrier.ship;

/** Below the host: the contract's servers lie under this path. */
const BASE = '/mydhlapi';
const options = { deadlineMs: 20_000, vendor: manifest.name };

interface Sent {
  readonly operation: CarrierOperation;
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly answer: unknown;
}

const wire = (request: HttpRequest): ApiRequest => {
  const url = new URL(BASE + request.path, 'http://vendor');
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const body = typeof request.body === 'string' ? request.body : undefined;
  return { method: request.method, path: `${url.pathname}${url.search}`, headers: { ...request.headers }, body };
};

withVendorContract('carriers/dhl-express', (folder) => {
  const contract = openContract(join(folder, CONTRACT), CORRECTIONS);
  let stand: TestSimulator;
  let all: Map<string, Sent>;
  const dataDir = mkdtempSync(join(tmpdir(), 'dhl-express-contract-'));
  const clock = { offsetMs: 0 };
  const now = (): Date => new Date(Date.now() + clock.offsetMs);
  const context: SimContext = {
    books: openBooks(join(dataDir, 'books.jsonl'), now),
    accounts: simulator.accounts,
    now,
    address: 'http://127.0.0.1',
    drawLabel: drawTestLabel,
    newId,
  };
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    all = await everything();
  });
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
  });

  /** One of everything the connector says, by name. */
  async function everything(): Promise<Map<string, Sent>> {
    const found = new Map<string, Sent>();
    const plain = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
    const recording = (operation: CarrierOperation, label: string): CarrierEnv => ({
      ...plain,
      http: {
        send: async (request) => {
          const response = await plain.http.send(request);
          const text = response.text();
          const answer: unknown = text === '' ? undefined : response.json();
          found.set(`${label}: ${request.name}`, {
            operation,
            name: request.name,
            request: wire(request),
            status: response.status,
            answer,
          });
          return response;
        },
      },
    });
    for (const [label, shipment] of [
      ['inside', insured],
      ['duty paid', dutyPaid],
      ['documents', papers],
      ['back', returned],
      ['imperial', toLondon],
    ] as const)
      await carrier.rate?.({ shipment }, recording('rate', label));
    const buy = async (label: string, shipment: ShipmentRequest, service: string, labelFormat: 'pdf' | 'zpl') => {
      const env = recording(shipment.return ? 'returns' : 'ship', label);
      const input: ShipInput = newPurchase({ samples, simulator: stand.simulator }, { shipment, service, labelFormat });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem, label).toBeUndefined();
      return { input, state };
    };
    const inside = await buy('inside', insured, 'N', 'zpl');
    const abroad = await buy('duty paid', dutyPaid, 'P', 'pdf');
    await buy('documents', papers, 'D', 'pdf');
    await buy('back', returned, 'P', 'pdf');
    await buy('imperial', toLondon, 'Y', 'zpl');
    const lost = recording('ship', 'lost');
    const recovered = await recoverStep(ship, 'create', inside.input, {}, lost, options);
    expect(recovered.ok && recovered.value.kind).toBe('found');
    await drive(carrier, ship, inside.input, lost, {
      finished: ['create'],
      kept: { waybill: inside.state.result.carrierShipmentId ?? '', labels: false },
      result: {},
    });
    const numbers = abroad.state.result.parcels?.map((parcel) => parcel.trackingNumber) ?? [];
    const waybill = abroad.state.result.carrierShipmentId ?? '';
    await carrier.track?.({ trackingNumbers: [waybill] }, recording('track', 'waybill'));
    await carrier.track?.({ trackingNumbers: numbers }, recording('track', 'pieces'));
    await carrier.landedCost?.({ shipment: dutyPaid, service: 'P' }, recording('landedCost', 'duty paid'));
    await carrier.checkAddress?.(domestic.to, recording('checkAddress', 'good'));
    await carrier.discoverServices?.(domestic.from, recording('discoverServices', 'from Toronto'));
    await carrier.testConnection?.(recording('testConnection', 'test'));
    // A courier: called, moved, sent away.
    const base = samples.pickup;
    if (!base) throw new Error('samples.pickup is missing');
    const wish = { ...base, date: workingDay(plain.now()) };
    const refs = newPurchase({ samples, simulator: stand.simulator });
    const env = recording('pickup', 'courier');
    const booked = await drive(
      carrier,
      book,
      { ...wish, reference: refs.reference, uuid: refs.uuid },
      env,
      freshDrive<PickupResult>(),
    );
    expect(booked.problem).toBeUndefined();
    const booking = {
      confirmation: booked.result.confirmation ?? '',
      reference: refs.reference,
      date: wish.date,
      wish,
      kept: {},
    };
    expect(
      (
        await drive(
          carrier,
          change,
          { booked: booking, wish, reference: refs.reference, uuid: refs.uuid },
          env,
          freshDrive(),
        )
      ).problem,
    ).toBeUndefined();
    expect((await drive(carrier, cancel, booking, env, freshDrive())).problem).toBeUndefined();
    // A month later: delivered, and old enough for documents.
    await stand.admin.setClock('dhl-express', 30 * 86_400_000);
    await carrier.proofOfDelivery?.(
      { trackingNumber: waybill, destination: { countryCode: 'US', zipcode: '14201' }, shipDate: crossBorder.shipDate },
      recording('proofOfDelivery', 'delivered'),
    );
    const kept = { ...abroad.state.kept, boughtAt: '2020-01-01T00:00:00Z' };
    const paper = {
      kind: 'commercial-invoice',
      name: 'i.pdf',
      format: 'pdf',
      bytes: new Uint8Array(Buffer.from('%PDF-1.4')),
    } as const;
    const attached = await drive(
      carrier,
      attach,
      {
        reference: abroad.input.reference,
        carrierShipmentId: waybill,
        trackingNumbers: numbers,
        shipDate: crossBorder.shipDate,
        originCountry: 'CA',
        destinationCountry: 'US',
        document: paper,
        kept,
      },
      recording('attachDocument', 'invoice'),
      freshDrive(),
    );
    expect(attached.problem).toBeUndefined();
    await stand.admin.setClock('dhl-express', 0);
    return found;
  }

  it('every request is valid by the contract', () => {
    const counts = new Map<CarrierOperation, { sent: number; valid: number }>();
    for (const [label, { request, operation }] of all) {
      const verdict = contract.judge(request);
      const count = counts.get(operation) ?? { sent: 0, valid: 0 };
      counts.set(operation, { sent: count.sent + 1, valid: count.valid + (verdict.accepted ? 1 : 0) });
      expect([label, verdict]).toEqual([label, { accepted: true, why: 'valid' }]);
    }
    expect(all.size).toBeGreaterThanOrEqual(22);
    for (const [operation, requests] of counts)
      noteEvidence('dhl-express', operation, {
        requests,
        ...(operation === 'ship' ? { recovery: 'by-reference' as const } : {}),
        ...(operation === 'pickup' ? { recovery: 'none' as const } : {}),
      });
  });

  it('the simulator answers as the contract says', () => {
    for (const [label, { request, status, answer, name }] of all) {
      // The contract says nothing about these two bodies.
      if (name === 'upload document' || name === 'cancel pickup') continue;
      expect([label, contract.judgeAnswer(request, status, answer)]).toEqual([label, { accepted: true, why: 'valid' }]);
    }
  });

  const EXCEPTIONS: readonly ListedException[] = [
    {
      match: /^lost: find shipment: without (shipmentReference|shipperAccountNumber|dateRange\w+)$/,
      reason: 'Optional by the schema; its words and its 400 example want account and time beside a reference.',
    },
    {
      match: /: track( delivery)?: without (shipment|piece)TrackingNumber$/,
      reason: 'Optional by the schema, since a reference may stand for it; without either there is no question.',
    },
    {
      match: /lineItems\[\d+\]\.quantity\.unitOfMeasurement/,
      reason: 'Only pieces are ever sent; the stand-in takes no other unit.',
    },
    { match: /lineItems\[\d+\]\.customerReferences\[0\]\.typeCode/, reason: 'Only part numbers are ever sent.' },
  ];

  const form = (route: SimRoute): RegExp => new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

  /** The route is called directly; what a schema could say is 422, or a 400 about a parameter or the body itself. */
  async function asked({ method, path, headers, body = '' }: ApiRequest): Promise<Verdict> {
    const url = new URL(path.slice(BASE.length), 'http://simulator');
    const route = simulator.routes.find((r) => r.method === method && form(r).test(url.pathname));
    if (!route) return { accepted: false, why: `there is no ${method} ${url.pathname}` };
    const answer = await route.handle(
      {
        method,
        path: url.pathname,
        params: { ...form(route).exec(url.pathname)?.groups },
        query: url.searchParams,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.from(body),
        text: () => body,
      },
      context,
    );
    const text = typeof answer.body === 'string' ? answer.body : '';
    const detail = /"detail":"([^"]*)"/.exec(text)?.[1] ?? '';
    const structural =
      [401, 415, 422].includes(answer.status) || /^(Parameters not|Missing mandatory|The body is not)/.test(detail);
    return { accepted: !structural, why: `${answer.status} ${detail}` };
  }

  const without = (headers: ApiRequest['headers'], name: string): ApiRequest['headers'] =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));

  function mutantsOf(request: ApiRequest): { what: string; request: ApiRequest }[] {
    const url = new URL(request.path, 'http://vendor');
    const query = [...new Set(url.searchParams.keys())].map((name) => {
      const other = new URL(url);
      other.searchParams.delete(name);
      return { what: `without ${name}`, request: { ...request, path: `${other.pathname}${other.search}` } };
    });
    const around = [
      { what: 'without sign-in', request: { ...request, headers: without(request.headers, 'authorization') } },
      { what: 'without x-version', request: { ...request, headers: without(request.headers, 'x-version') } },
      ...query,
    ];
    if (request.body === undefined) return around;
    const mutants = jsonMutants(JSON.parse(request.body)).map(({ what, value }) => ({
      what,
      request: { ...request, body: JSON.stringify(value) },
    }));
    // All of them in the long run; every fifth, from a place of its own for each request, in the quick one.
    const start = request.body.length % 5;
    return [...around, ...mutants.filter((_m, index) => process.env['VERIFY'] !== undefined || index % 5 === start)];
  }

  it('the simulator refuses what the contract refuses, and nothing else that a schema could say', async () => {
    const cases: DifferentialCase<ApiRequest>[] = [...all].map(([name, { request }]) => ({
      name,
      request,
      mutants: mutantsOf(request),
      contract: (one) => contract.judge(one),
      simulator: asked,
    }));
    const comparison = await compareVerdicts(cases, EXCEPTIONS);
    process.stdout.write(
      `DHL Express, contract and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the contract, ${comparison.differences.length} unlisted differences\n`,
    );
    expect(comparison.differences.slice(0, 40)).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(800);
    expect(comparison.refused).toBeGreaterThan(comparison.compared / 3);
  }, 60_000);
});
