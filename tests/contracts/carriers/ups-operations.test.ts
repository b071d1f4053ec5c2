/**
 * UPS beside buying, against its official documents and recorded answers: returns, pickups, addresses, proof of delivery,
 * landed cost, documents and the sign-in of a seller.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-ups/carrier';
import { crossBorder, samples } from '@scanship/carrier-ups/harness';
import { manifest } from '@scanship/carrier-ups/manifest';
import { simulator } from '@scanship/carrier-ups/simulator';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { BookedPickup, PickupResult } from '@scanship/connector-kit/carrier/pickup';
import {
  runCheckAddress,
  runLandedCost,
  runPickupAvailability,
  runProofOfDelivery,
  runRate,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
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
import { drawn, openUps, playing } from '../rigs/ups-rig.ts';

const { ship, pickup, attachDocument, onboarding } = carrier;
const { returned, pickup: wish, addresses } = samples;
if (!ship || !pickup?.cancel || !attachDocument || !onboarding || !returned || !wish || !addresses)
  throw new Error('the connector lacks an operation or a sample');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const application = { clientId: 'ups-platform-client', clientSecret: 'ups-platform-secret' };

interface Sent {
  readonly operation: CarrierOperation;
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly answer: unknown;
}

withVendorContract('carriers/ups', (folder) => {
  const contract = openUps(folder);
  const sample = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'samples/from-tests', `${name}.json`), 'utf8')) as unknown;
  const dataDir = mkdtempSync(join(tmpdir(), 'ups-operations-'));
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
  const all: Sent[] = [];
  const harness = () => ({ samples, simulator: stand.simulator });
  const recording = (operation: CarrierOperation, base = openHarnessEnv(manifest, harness())): CarrierEnv => {
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await base.http.send(request);
      const url = new URL(request.path, 'http://vendor');
      for (const [name, value] of Object.entries(request.query ?? {}))
        if (value !== undefined) url.searchParams.set(name, String(value));
      all.push({
        operation,
        name: request.name,
        status: response.status,
        answer: response.json(),
        request: {
          method: request.method,
          path: `${url.pathname}${url.search}`,
          headers: { ...request.headers },
          body: typeof request.body === 'string' ? request.body : undefined,
        },
      });
      return response;
    };
    return { ...base, http: { send } };
  };

  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    const buyer = recording('returns');
    expect((await runRate(carrier, { shipment: returned.shipment }, buyer)).ok).toBe(true);
    const iced = {
      ...returned,
      service: '01',
      shipment: {
        ...samples.domestic,
        options: { dangerousGoods: { kind: 'dry-ice' as const, dryIceGrams: 500 } },
      },
    };
    expect((await runRate(carrier, { shipment: iced.shipment }, recording('dangerousGoods'))).ok).toBe(true);
    const cold = await drive(carrier, ship, newPurchase(harness(), iced), recording('dangerousGoods'), freshDrive());
    expect(cold.problem).toBeUndefined();
    const state = await drive(carrier, ship, newPurchase(harness(), returned), buyer, freshDrive());
    expect(state.problem).toBeUndefined();
    const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
    await stand.admin.setClock('ups', 21 * 86_400_000);
    const proof = await runProofOfDelivery(
      carrier,
      { trackingNumber, destination: { countryCode: 'CA', zipcode: 'M5V 2T6' }, shipDate: '2026-11-23' },
      recording('proofOfDelivery'),
    );
    await stand.admin.setClock('ups', 0);
    expect(proof).toMatchObject({ ok: true, value: { signedBy: 'TESTER', files: [{ format: 'pdf' }] } });

    const caller = recording('pickup');
    const day = { ...wish, date: workingDay(new Date()) };
    expect(await runPickupAvailability(carrier, day, caller)).toMatchObject({ ok: true, value: { available: true } });
    // Sunday is an answer, not an error.
    expect(await runPickupAvailability(carrier, { ...wish, date: '2030-01-06' }, caller)).toMatchObject({
      ok: true,
      value: { available: false, messages: [expect.stringMatching(/^UPS: /)] },
    });
    const { reference, uuid } = newPurchase(harness());
    const input = { ...day, reference, uuid };
    const booking = await drive(carrier, pickup.book, input, caller, freshDrive<PickupResult>());
    expect(booking.problem).toBeUndefined();
    // Booked again, it is the same.
    expect(await recoverStep(pickup.book, 'book', input, {}, caller, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { confirmation: booking.result.confirmation } },
    });
    const booked: BookedPickup = {
      confirmation: booking.result.confirmation ?? '',
      reference,
      date: new Date().toISOString().slice(0, 10),
      wish: day,
      kept: {},
    };
    if (!pickup.cancel) throw new Error('no cancellation');
    expect((await drive(carrier, pickup.cancel, booked, caller, freshDrive())).problem).toBeUndefined();
    expect(await recoverStep(pickup.cancel, 'cancel', booked, {}, caller, options)).toMatchObject({
      ok: true,
      value: { kind: 'found' },
    });

    expect(await runCheckAddress(carrier, addresses.good, recording('checkAddress'))).toMatchObject({
      ok: true,
      value: { verdict: 'confirmed', residential: false },
    });
    expect(
      await runLandedCost(carrier, { shipment: crossBorder, service: '11' }, recording('landedCost')),
    ).toMatchObject({ ok: true, value: { total: { currency: 'CAD' }, items: [{ description: 'Cotton shirt' }] } });

    const abroad = newPurchase(harness(), { shipment: crossBorder, service: '11' });
    const bought = await drive(carrier, ship, abroad, openHarnessEnv(manifest, harness()), freshDrive());
    const document = {
      reference: abroad.reference,
      carrierShipmentId: bought.result.carrierShipmentId ?? '',
      trackingNumbers: bought.result.parcels?.map((p) => p.trackingNumber) ?? [],
      shipDate: '2026-11-23',
      originCountry: 'CA',
      destinationCountry: 'US',
      document: {
        kind: 'commercial-invoice' as const,
        name: 'invoice.pdf',
        format: 'pdf' as const,
        bytes: new Uint8Array(Buffer.from('%PDF-1.4 invoice')),
      },
      kept: bought.kept,
    };
    const attached = await drive(carrier, attachDocument, document, recording('attachDocument'), freshDrive());
    expect(attached.problem).toBeUndefined();
    const tied = (await stand.simulator.books()).filter((e) => e.kind === 'document');
    expect(tied.map((e) => e.id)).toEqual([attached.result.documentId]);

    // A seller signs in; his refresh token is replaced and kept before the new access is used.
    const app = openHarnessEnv({ ...manifest, credentials: manifest.onboarding?.app ?? [] }, harness(), application);
    const returnTo = 'http://127.0.0.1:1/return';
    const begun = await onboarding.begin(
      { state: 'signed', returnTo, simulatorConsent: stand.simulator.address, language: 'en' },
      app,
    );
    const page = new URL(begun.address);
    const said = await fetch(begun.address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams([...page.searchParams, ['answer', 'allow']]),
    });
    const back = new URL(said.headers.get('location') ?? '');
    const query = Object.fromEntries(back.searchParams);
    const joined = await onboarding.complete({ query, kept: {}, returnTo }, recording('onboarding', app));
    const kept: string[] = [];
    const credentials = { accountNumber: 'A1B2C3', refreshToken: joined.credentials['refreshToken'] ?? '' };
    const seller: CarrierEnv = {
      ...openHarnessEnv(manifest, harness(), credentials),
      app: application,
      replaceCredentials: (values) => Promise.resolve(void kept.push(values['refreshToken'] ?? '')),
    };
    expect((await runRate(carrier, { shipment: samples.domestic }, recording('onboarding', seller))).ok).toBe(true);
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toBe(credentials.refreshToken);
  }, 30_000);
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
  });

  it('requests validate against the official documents', () => {
    const tally = new Map<CarrierOperation, number>();
    for (const { operation, name, request } of all) {
      expect([name, contract.judge(request)]).toEqual([name, { accepted: true, why: 'valid' }]);
      tally.set(operation, (tally.get(operation) ?? 0) + 1);
    }
    for (const [operation, sent] of tally) noteEvidence('ups', operation, { requests: { sent, valid: sent } });
    noteEvidence('ups', 'pickup', { recovery: 'own-key' });
    noteEvidence('ups', 'attachDocument', { recovery: 'none' });
    expect(new Set(all.map(({ name }) => name))).toEqual(
      new Set([
        'sign in',
        'rates',
        'create shipment',
        'proof of delivery',
        'pickup price',
        'book pickup',
        'cancel pickup',
        'pending pickups',
        'check address',
        'landed cost',
        'upload document',
        'tie document to shipment',
        'exchange code',
        'renew access',
      ]),
    );
  });

  it('are answered by the simulator as the documents say', () => {
    for (const { name, request, status, answer } of all)
      expect([name, contract.judgeAnswer(request, status, answer)]).toEqual([name, { accepted: true, why: 'valid' }]);
  });

  /** Codes of refusals that a schema can cause; all others are rules UPS states in words. */
  const STRUCTURAL: ReadonlySet<string> = new Set(['10006', 'MALFORMED_JSON', 'UNSUPPORTED_MEDIA_TYPE']);
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
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
    return { accepted: !STRUCTURAL.has(code), why: `${answer.status} ${code}` };
  };

  it('the simulator refuses what the contract refuses, and nothing else that a schema could say', async () => {
    const seen = new Set(['rates', 'create shipment']);
    const cases: DifferentialCase<ApiRequest>[] = all
      .filter(({ request }) => request.body?.startsWith('{') === true)
      .filter(({ name }) => (seen.has(name) ? false : Boolean(seen.add(name))))
      .map(({ name, request }) => ({
        name,
        request,
        mutants: drawn(jsonMutants(JSON.parse(request.body ?? ''))).map(({ what, value }) => ({
          what,
          request: { ...request, body: JSON.stringify(value) },
        })),
        contract: (one) => contract.judge(one),
        simulator: asked,
      }));
    const comparison = await compareVerdicts(cases);
    process.stdout.write(
      `UPS beside buying, contract and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the contract, ${comparison.differences.length} differences\n`,
    );
    expect(comparison.differences.slice(0, 40)).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(150);
  }, 60_000);

  it('recorded answers: a pickup with its price, its cancellation, a refusal, an uploaded document', async () => {
    const input = { ...wish, ...newPurchase({ samples, simulator: undefined }) };
    expect(
      await runStep(pickup.book, 'book', input, {}, playing([{ json: sample('pickup.PickupResponse') }]), options),
    ).toMatchObject({
      ok: true,
      value: {
        result: {
          confirmation: '2929AONCALL02',
          charged: {
            lines: [{ kind: 'base', code: 'B', label: 'Base charge', amount: { minor: 650, currency: 'USD' } }],
            total: { minor: 650, currency: 'USD' },
          },
        },
      },
    });
    const refusal = [{ json: sample('pickup.PickupErrorResponse'), status: 400 }];
    expect(await runStep(pickup.book, 'book', input, {}, playing(refusal), options)).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', vendorCode: '9560131', message: 'UPS: Invalid pickup date.' },
    });
    const booked: BookedPickup = {
      confirmation: '2929AONCALL02',
      reference: 'K',
      date: '2026-11-24',
      wish,
      kept: {},
    };
    if (!pickup.cancel) throw new Error('no cancellation');
    const cancelled = [{ json: sample('pickup.PickupCancelResponse') }];
    expect(await runStep(pickup.cancel, 'cancel', booked, {}, playing(cancelled), options)).toMatchObject({ ok: true });
    noteEvidence('ups', 'pickup', { samples: 3 });

    const document = {
      reference: 'S',
      carrierShipmentId: '1ZA1B2C36500000012',
      trackingNumbers: ['1ZA1B2C36500000012'],
      shipDate: '2026-11-23',
      originCountry: 'CA',
      destinationCountry: 'US',
      document: { kind: 'other' as const, name: 'a.pdf', format: 'pdf' as const, bytes: new Uint8Array([1]) },
      kept: {},
    };
    const uploaded = [{ json: sample('document.DocumentUploadResponse') }];
    expect(await runStep(attachDocument, 'upload', document, {}, playing(uploaded), options)).toMatchObject({
      ok: true,
      value: { keep: { documentId: '2016-01-18-11.01.07.589501' } },
    });
    const forbidden = [{ json: sample('document.DocumentUploadErrorResponse'), status: 400 }];
    expect(await runStep(attachDocument, 'upload', document, {}, playing(forbidden), options)).toMatchObject({
      ok: false,
      problem: { vendorCode: '9590018', message: expect.stringContaining('not authorized') as string },
    });
    noteEvidence('ups', 'attachDocument', { samples: 2 });
  });
});
