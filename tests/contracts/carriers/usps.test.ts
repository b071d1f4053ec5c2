/**
 * USPS against its official documents and samples: every request validates, the simulator refuses what the contracts refuse, and
 * sample answers are read with their meaning.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCancel } from '@scanship/carrier-usps/cancel';
import { carrier } from '@scanship/carrier-usps/carrier';
import { samples } from '@scanship/carrier-usps/harness';
import { readLabel } from '@scanship/carrier-usps/label-answer';
import { manifest } from '@scanship/carrier-usps/manifest';
import { flat } from '@scanship/carrier-usps/multipart';
import { readPrices } from '@scanship/carrier-usps/price-answer';
import { errorOf } from '@scanship/carrier-usps/problems';
import { simulator } from '@scanship/carrier-usps/simulator';
import { readTracking } from '@scanship/carrier-usps/track';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import {
  runCheckAddress,
  runLandedCost,
  runPickupAvailability,
  runRate,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import type { ApiRequest } from '../judges/openapi.ts';
import {
  crossBorder,
  domestic,
  dutyPaid,
  flatRate,
  insured,
  military,
  openUsps,
  playing,
  returned,
} from '../rigs/usps-rig.ts';

const { ship, cancel, pickup, endOfDay } = carrier;
if (!ship || !cancel || !pickup?.change || !pickup.cancel || !endOfDay)
  throw new Error('the connector lacks an operation');
const { book, change, cancel: cancelPickup } = pickup;

interface Sent {
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
}

withVendorContract('carriers/usps', (folder) => {
  const contract = openUsps(folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'usps-contract-'));
  const now = (): Date => new Date();
  const context: SimContext = {
    books: openBooks(join(dataDir, 'books.jsonl'), now),
    accounts: simulator.accounts,
    now,
    address: 'http://127.0.0.1',
    drawLabel: drawTestLabel,
    newId,
  };
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
  });
  const sample = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'samples', name), 'utf8'));

  const wire = (request: HttpRequest): ApiRequest => {
    const url = new URL(request.path, 'http://vendor');
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const body = typeof request.body === 'string' ? request.body : undefined;
    return { method: request.method, path: `${url.pathname}${url.search}`, headers: { ...request.headers }, body };
  };
  const recording = (): { env: CarrierEnv; all: Sent[] } => {
    const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
    const all: Sent[] = [];
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await env.http.send(request);
      all.push({ name: request.name, request: wire(request), status: response.status });
      return response;
    };
    return { all, env: { ...env, http: { send } } };
  };

  /** One of everything the connector says, by operation and name. */
  const everything = async (): Promise<{ label: string; operation: CarrierOperation; request: ApiRequest }[]> => {
    const { env, all } = recording();
    const found: { label: string; operation: CarrierOperation; request: ApiRequest }[] = [];
    const keep = (operation: CarrierOperation, label: string): void => {
      for (const sent of all.splice(0))
        if (sent.name !== 'sign in') found.push({ label: `${label}: ${sent.name}`, operation, request: sent.request });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection', 'test');
    for (const [label, shipment] of Object.entries({ domestic, insured, flatRate, crossBorder, dutyPaid, returned })) {
      const answer = await runRate(carrier, { shipment }, env);
      expect(answer.ok && answer.value.offers.length > 0, `${label} ${JSON.stringify(answer)}`).toBe(true);
      keep(shipment.customs ? 'international' : shipment.return ? 'returns' : 'rate', `rate ${label}`);
    }
    expect((await runLandedCost(carrier, { shipment: dutyPaid, service: 'PRIORITY_MAIL_INTERNATIONAL' }, env)).ok).toBe(
      true,
    );
    keep('landedCost', 'duties');
    const buy = async (label: string, operation: CarrierOperation, shipment: ShipmentRequest, service: string) => {
      const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem, label).toBeUndefined();
      keep(operation, label);
      const id = state.result.carrierShipmentId ?? '';
      return {
        reference: input.reference,
        carrierShipmentId: id,
        trackingNumbers: [id],
        kept: state.kept,
        service,
        destination: 'US',
      };
    };
    const first = await buy('label', 'ship', insured, 'PRIORITY_MAIL');
    const second = await buy('ground label', 'ship', domestic, 'USPS_GROUND_ADVANTAGE');
    await buy('express label', 'signature', { ...insured, returnTo: undefined }, 'PRIORITY_MAIL_EXPRESS');
    await buy('flat rate label', 'ship', flatRate, 'PRIORITY_MAIL');
    await buy('military label', 'ship', military, 'PRIORITY_MAIL');
    await buy('return label', 'returns', returned, 'USPS_GROUND_ADVANTAGE');
    const abroad = await buy('label abroad', 'international', dutyPaid, 'PRIORITY_MAIL_INTERNATIONAL');
    expect((await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, env)).ok).toBe(true);
    keep('track', 'track');
    const refs = newPurchase({ samples, simulator: stand.simulator });
    const day = now().toISOString().slice(0, 10);
    const close = await drive(
      carrier,
      endOfDay,
      { ...refs, from: domestic.from, date: day, shipments: [second] },
      env,
      freshDrive(),
    );
    expect(close.problem).toBeUndefined();
    keep('endOfDay', 'SCAN form');
    for (const one of [first, abroad])
      expect((await drive(carrier, cancel, one, env, freshDrive())).problem).toBeUndefined();
    keep('cancel', 'cancel');
    expect((await runCheckAddress(carrier, domestic.to, env)).ok).toBe(true);
    keep('checkAddress', 'address');
    const wish = { ...samples.pickup, place: 'other' as const, instructions: 'Ring twice' };
    if (!samples.pickup) throw new Error('no sample of a pickup');
    const asked = { ...samples.pickup, ...wish, date: workday() };
    expect((await runPickupAvailability(carrier, asked, env)).ok).toBe(true);
    const booked = await drive(carrier, book, { ...asked, ...refs }, env, freshDrive<{ confirmation: string }>());
    expect(booked.problem).toBeUndefined();
    const booking = {
      confirmation: booked.result.confirmation ?? '',
      reference: refs.reference,
      date: asked.date,
      wish: asked,
      kept: {},
    };
    const moved = await drive(carrier, change, { booked: booking, wish: asked, ...refs }, env, freshDrive());
    expect(moved.problem).toBeUndefined();
    expect((await drive(carrier, cancelPickup, booking, env, freshDrive())).problem).toBeUndefined();
    keep('pickup', 'pickup');
    return found;
  };

  it('sends nothing that the documents refuse', async () => {
    const all = await everything();
    const tally = new Map<CarrierOperation, { sent: number; valid: number }>();
    const wrong: string[] = [];
    for (const { label, operation, request } of all) {
      const verdict = contract.judge(request);
      const count = tally.get(operation) ?? { sent: 0, valid: 0 };
      tally.set(operation, { sent: count.sent + 1, valid: count.valid + (verdict.accepted ? 1 : 0) });
      if (!verdict.accepted) wrong.push(`${label}: ${verdict.why}`);
    }
    expect(wrong).toEqual([]);
    for (const [operation, requests] of tally) noteEvidence('usps', operation, { requests });
    noteEvidence('usps', 'ship', { recovery: 'own-key' });
    noteEvidence('usps', 'cancel', { recovery: 'none' });
    noteEvidence('usps', 'pickup', { recovery: 'none' });
    noteEvidence('usps', 'endOfDay', { recovery: 'none' });
    expect(all.length).toBeGreaterThan(25);
  });

  const STRUCTURAL: ReadonlySet<string> = new Set([
    '010002',
    '401',
    '030010',
    'MALFORMED_JSON',
    'UNSUPPORTED_MEDIA_TYPE',
  ]);
  /** The route is called directly: its books are its own, so that tracking and voids find nothing. */
  const asked = async ({ method, path, headers, body = '' }: ApiRequest): Promise<Verdict> => {
    const url = new URL(path, 'http://simulator');
    const form = (route: SimRoute): RegExp => new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
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
    const code = answer.status < 300 ? '' : (/"code":"(\w+)","title"/.exec(text)?.[1] ?? '');
    return {
      accepted: !STRUCTURAL.has(code),
      why: `${answer.status} ${code} ${/"detail":"([^"]*)"/.exec(text)?.[1] ?? ''}`.trim(),
    };
  };

  /** Every `step`-th mutant, all of them at length. */
  const sampled = <T>(list: readonly T[], step: number): T[] =>
    list.filter((_one, index) => process.env['VERIFY'] !== undefined || index % step === 0);

  it('has a simulator that refuses what the documents refuse', async () => {
    const all = await everything();
    const seen = new Set<string>();
    const cases: DifferentialCase<ApiRequest>[] = [];
    for (const { label, request } of all) {
      const { body } = request;
      const kind = `${request.method} ${new URL(request.path, 'http://x').pathname}`;
      if (body === undefined || seen.has(`${kind} ${label}`)) continue;
      seen.add(`${kind} ${label}`);
      const mutants = sampled(jsonMutants(JSON.parse(body)), 9).map(({ what, value }) => ({
        what,
        request: { ...request, body: JSON.stringify(value), headers: withoutKey(request.headers) },
      }));
      cases.push({
        name: label,
        request: { ...request, headers: withoutKey(request.headers) },
        mutants,
        contract: (one) => contract.judge(one),
        simulator: asked,
      });
    }
    const comparison = await compareVerdicts(cases);
    process.stdout.write(
      `USPS, contract and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the contract, ${comparison.differences.length} unlisted differences\n`,
    );
    expect(comparison.differences.slice(0, 40)).toEqual([]);
    expect(comparison.refused).toBeGreaterThan(comparison.compared / 3);
  }, 60_000);

  it('reads the vendor’s sample answers', async () => {
    const prices = readPrices(sample('from-tests/rate.RateResponse.json'), {
      shipment: domestic,
      parcel: { number: 1, weightGrams: 24_948 },
      priceType: 'RETAIL',
      wanted: undefined,
    });
    const library = prices.offers.find((offer) => offer.service === 'LIBRARY_MAIL');
    expect(library).toMatchObject({ total: { minor: 4274, currency: 'USD' }, transitDays: 7, deliverBy: '2025-06-06' });
    expect(prices.problems).toEqual([]);
    noteEvidence('usps', 'rate', { samples: 1 });
    const tracked = sample('from-tests/tracking.TrackingResponse.json') as { readonly trackingNumber: string };
    const parcel = readTracking(tracked, tracked.trackingNumber);
    expect(parcel.problems).toEqual([]);
    expect(parcel.events.at(-1)).toEqual({
      occurredAt: '2024-11-22T13:58:00',
      zone: '-05:00',
      status: 'delivered',
      code: '01',
      text: 'Delivered, Parcel Locker',
      place: 'HERNANDO, FL, US',
    });
    expect(parcel.events.filter((one) => one.status === 'unknown')).toEqual([]);
    noteEvidence('usps', 'track', { samples: 1 });
    const cancelled = sample('from-tests/shipment.ShipmentCancelResponse.json');
    expect(readCancel(cancelled, '9234690361980900000142')).toMatchObject({ result: { refund: 'now' } });
    expect(readCancel({ trackingNumber: '92', status: 'DISPUTED', disputeId: '7' }, '92')).toMatchObject({
      keep: { disputeId: '7' },
      result: { refund: 'later' },
    });
    noteEvidence('usps', 'cancel', { samples: 1 });
    const label = readLabel(flat(sample('from-tests/return_shipment.ReturnShipmentResponseJSON.json')), {
      kind: 'label',
      format: 'pdf',
      parcelNumber: 1,
      prepaid: false,
    });
    expect(label).toMatchObject({ carrierShipmentId: '9234690361980900000142', charged: { total: { minor: 1876 } } });
    noteEvidence('usps', 'ship', { samples: 1 });
    expect(errorOf(sample('from-tests/tracking.AuthErrorResponse.json')).words).toBe('Client authentication failed.');
    const signedIn = sample('from-tests/authentication.LoginResponse.json');
    expect(
      (await carrier.testConnection?.(playing({ ...(signedIn as object), paymentAuthorizationToken: 'x.y.z' })))
        ?.accountName,
    ).toBe('11223344');
  });
});

/** Each mutant is its own purchase. */
const withoutKey = (headers: ApiRequest['headers']): ApiRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'x-idempotency-key'));

/** The next day that is no Sunday, two days ahead at least. */
function workday(): string {
  for (let ahead = 2; ; ahead += 1) {
    const day = new Date(Date.now() + ahead * 86_400_000);
    if (day.getUTCDay() !== 0) return day.toISOString().slice(0, 10);
  }
}
