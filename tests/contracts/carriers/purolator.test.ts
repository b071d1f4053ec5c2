/**
 * Purolator against the schemas of its WSDLs and the samples: every request validates, the simulator refuses what the
 * schemas refuse, and every sample answer is read with its meaning, whole and damaged.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-purolator/carrier';
import { samples } from '@scanship/carrier-purolator/harness';
import { manifest } from '@scanship/carrier-purolator/manifest';
import { simulator } from '@scanship/carrier-purolator/simulator';
import type { CancelInput, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Drive,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import type { PickupInput } from '@scanship/connector-kit/carrier/pickup';
import {
  runCheckAddress,
  runDiscoverServices,
  runPickupAvailability,
  runRate,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { Result } from '@scanship/domain/values/result';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type Verdict } from '../judges/differential.ts';
import {
  anyPurchase,
  cad,
  COLUMN_OF,
  drawn,
  drawnMutants,
  envelope,
  heavy,
  limitedQuantity,
  openSchemas,
  partsOf,
  pickupWish,
  playing,
  returned,
  toJapan,
  toUnitedStates,
} from '../rigs/purolator-rig.ts';
import { xmlMutants } from '../judges/xml-mutants.ts';

const { pickup } = carrier;
if (!carrier.ship || !carrier.cancel || !carrier.endOfDay || !pickup?.change || !pickup.cancel)
  throw new Error('the connector lacks an operation');
// Copied, since what was checked of a property is forgotten inside functions.
const { ship, cancel, endOfDay } = { ship: carrier.ship, cancel: carrier.cancel, endOfDay: carrier.endOfDay };
const { book, change, cancelPickup } = { book: pickup.book, change: pickup.change, cancelPickup: pickup.cancel };
const options = { deadlineMs: 20_000, vendor: manifest.name };

withVendorContract('carriers/purolator', (folder) => {
  const schemas = openSchemas(folder);
  const sample = (name: string): string => readFileSync(join(folder, 'samples', name), 'utf8');

  let stand: TestSimulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'purolator-contract-'));
  const now = (): Date => new Date();
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
  });
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
    schemas.close();
  });

  interface Exchanged {
    readonly request: HttpRequest;
    readonly answer: string;
  }
  const recording = (): { env: CarrierEnv; all: Exchanged[] } => {
    const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
    const all: Exchanged[] = [];
    return {
      all,
      env: {
        ...env,
        http: {
          send: async (request) => {
            const response = await env.http.send(request);
            if (request.method === 'POST') all.push({ request, answer: response.text() });
            return response;
          },
        },
      },
    };
  };
  const bodyOf = ({ request }: Exchanged): string => (typeof request.body === 'string' ? request.body : '');
  const operationOf = (one: Exchanged): string => /^<(\w+)Request/.exec(partsOf(bodyOf(one)).body)?.[1] ?? '';
  const refs = (): { reference: string; uuid: string } => newPurchase({ samples, simulator: undefined });

  const buy = async (
    env: CarrierEnv,
    shipment: ShipmentRequest,
    service: string,
    labelFormat: 'pdf' | 'zpl' = 'pdf',
  ): Promise<{ input: ShipInput; state: Drive<ShipResult>; bought: CancelInput }> => {
    const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service, labelFormat });
    const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
    expect(state.problem).toBeUndefined();
    const carrierShipmentId = state.result.carrierShipmentId ?? '';
    const trackingNumbers = state.result.parcels?.map((p) => p.trackingNumber) ?? [];
    return {
      input,
      state,
      bought: { reference: input.reference, carrierShipmentId, trackingNumbers, kept: state.kept },
    };
  };

  /** One of everything the connector says. */
  let said: Promise<readonly Exchanged[]> | undefined;
  const everything = (): Promise<readonly Exchanged[]> => {
    said ??= sayEverything();
    return said;
  };
  async function sayEverything(): Promise<readonly Exchanged[]> {
    const { env, all } = recording();
    const well = (result: Result<unknown, unknown>): void => expect(result).toMatchObject({ ok: true });
    for (const shipment of [heavy, toUnitedStates, toJapan, returned, limitedQuantity, envelope])
      well(await runRate(carrier, { shipment }, env));
    const plain = await buy(env, samples.domestic, 'PurolatorGround', 'zpl');
    const several = await buy(env, heavy, 'PurolatorExpress');
    await buy(env, toUnitedStates, 'PurolatorGroundU.S.');
    await buy(env, toJapan, 'PurolatorExpressInternational');
    await buy(env, limitedQuantity, 'PurolatorGround');
    await buy(env, envelope, 'PurolatorExpressEnvelope');
    await buy(env, returned, 'PurolatorGround');
    expect(await recoverStep(ship, 'create', several.input, several.state.kept, env, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { parcels: several.state.result.parcels } },
    });
    well(await runTrack(carrier, { trackingNumbers: plain.bought.trackingNumbers }, env));
    const proof = carrier.proofOfDelivery?.(
      {
        trackingNumber: plain.bought.carrierShipmentId,
        destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
        shipDate: samples.domestic.shipDate,
      },
      env,
    );
    await expect(proof).rejects.toThrow('no delivery details');
    expect((await drive(carrier, cancel, several.bought, env, freshDrive())).problem).toBeUndefined();
    const closing: EndOfDayInput = {
      ...refs(),
      from: samples.domestic.from,
      date: samples.domestic.shipDate,
      shipments: [{ ...plain.bought, service: 'PurolatorGround', destination: 'CA' }],
    };
    expect((await drive(carrier, endOfDay, closing, env, freshDrive())).problem).toBeUndefined();
    await sayPickups(env);
    for (const address of [samples.addresses?.good, toUnitedStates.to])
      if (address) well(await runCheckAddress(carrier, address, env));
    well(await runDiscoverServices(carrier, samples.domestic.from, env));
    await carrier.testConnection?.(env);
    return all;
  }
  async function sayPickups(env: CarrierEnv): Promise<void> {
    const soon = [1, 2, 3].map((d) => new Date(Date.now() + d * 86_400_000)).find((d) => d.getUTCDay() % 6 !== 0);
    const input: PickupInput = { ...pickupWish, date: soon?.toISOString().slice(0, 10) ?? '', ...refs() };
    expect((await runPickupAvailability(carrier, { ...input, place: 'loading-dock', language: 'fr' }, env)).ok).toBe(
      true,
    );
    const state = await drive(carrier, book, input, env, freshDrive<{ confirmation: string }>());
    expect(state.problem).toBeUndefined();
    const { confirmation = '' } = state.result;
    const booked = { confirmation, reference: input.reference, date: input.date, wish: input, kept: state.kept };
    const wish = { ...input, closeTime: '17:30' };
    const changed = await drive(carrier, change, { booked, wish, ...refs() }, env, freshDrive());
    expect(changed.problem).toBeUndefined();
    expect(await recoverStep(book, 'book', input, {}, env, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { confirmation } },
    });
    expect((await drive(carrier, cancelPickup, booked, env, freshDrive())).problem).toBeUndefined();
    expect(await recoverStep(cancelPickup, 'cancel', booked, {}, env, options)).toMatchObject({
      ok: true,
      value: { kind: 'found' },
    });
  }

  describe('requests', () => {
    it('validate against the schemas, header and body', async () => {
      const all = await everything();
      const counts = new Map<string, { sent: number; valid: number }>();
      for (const one of all) {
        const { header, body } = partsOf(bodyOf(one));
        expect(schemas.judge(one.request.path, header), header).toMatchObject({ accepted: true });
        const verdict = schemas.judge(one.request.path, body);
        const column = counts.get(operationOf(one)) ?? { sent: 0, valid: 0 };
        counts.set(operationOf(one), { sent: column.sent + 1, valid: column.valid + (verdict.accepted ? 1 : 0) });
        expect(verdict, body).toMatchObject({ accepted: true });
      }
      expect([...counts.keys()].toSorted()).toEqual(Object.keys(COLUMN_OF).toSorted());
      for (const [operation, requests] of counts) {
        const column = COLUMN_OF[operation];
        if (column) noteEvidence('purolator', column, { requests });
      }
      noteEvidence('purolator', 'ship', { recovery: 'by-reference' });
      noteEvidence('purolator', 'pickup', { recovery: 'listing' });
      noteEvidence('purolator', 'endOfDay', { recovery: 'listing' });
      noteEvidence('purolator', 'cancel', { recovery: 'none' });
      process.stdout.write(`Purolator: ${all.length} requests of ${counts.size} operations, all valid\n`);
    });

    it('validate for whatever people write, or are refused in words before the call', async () => {
      let built = 0;
      await fc.assert(
        fc.asyncProperty(anyPurchase, async ({ shipment, service }) => {
          let request: HttpRequest | undefined;
          const env: CarrierEnv = {
            ...playing([]),
            http: {
              send: (sent) => {
                request = sent;
                return Promise.reject(new ConnectorError({ kind: 'refused', message: 'Only the request is wanted.' }));
              },
            },
          };
          const input = { ...newPurchase({ samples, simulator: undefined }), shipment, service };
          const result = await runStep(ship, 'create', input, {}, env, options);
          expect(result.ok).toBe(false);
          if (!request) {
            expect(result).toMatchObject({ problem: { kind: 'invalid-input', field: expect.any(String) as string } });
            return;
          }
          built += 1;
          const { body } = partsOf(typeof request.body === 'string' ? request.body : '');
          expect(schemas.judge(request.path, body), body).toMatchObject({ accepted: true });
        }),
        { numRuns: 200 },
      );
      expect(built).toBeGreaterThan(10);
    });
  });

  describe('the simulator', () => {
    /** Whether the schema check let it pass; refusals inside the answer are rules that a schema cannot say. */
    const asked = async (one: Exchanged, body: string): Promise<Verdict> => {
      const { request } = one;
      const source = bodyOf(one).replace(partsOf(bodyOf(one)).body, () => body);
      const headers = { ...request.headers };
      const sim = {
        method: 'POST',
        path: request.path,
        params: {},
        query: new URLSearchParams(),
        headers,
        body: Buffer.from(source),
        text: () => source,
      };
      const route = simulator.routes.find((r) => r.path === request.path && r.when?.(sim));
      if (!route) throw new Error(`there is no route for ${request.name}`);
      const answer = await route.handle(sim, context);
      return { accepted: answer.status === 200, why: String(answer.status) };
    };

    it('refuses what the schemas refuse, and nothing else', async () => {
      const seen = new Set<string>();
      const cases = (await everything())
        .filter((one) => {
          // One of each message, with and without customs, is enough.
          const kind = `${operationOf(one)} ${bodyOf(one).includes('InternationalInformation')}`;
          return seen.has(kind) ? false : Boolean(seen.add(kind));
        })
        .map((one) => {
          const { body } = partsOf(bodyOf(one));
          return {
            name: operationOf(one),
            request: body,
            mutants: drawnMutants(xmlMutants(body)),
            contract: (xml: string) => schemas.judge(one.request.path, xml),
            simulator: (xml: string) => asked(one, xml),
          };
        });
      const comparison = await compareVerdicts(cases);
      process.stdout.write(
        `Purolator, schemas and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences.slice(0, 40)).toEqual([]);
      expect(comparison.compared).toBeGreaterThan(250);
      expect(comparison.refused).toBeGreaterThan(comparison.compared / 5);
    }, 120_000);

    it('answers in documents that the schemas accept', async () => {
      for (const one of await everything()) {
        // The tracking service wants details of events that the simulator does not tell.
        const { body } = partsOf(one.answer);
        expect(schemas.judge(one.request.path, body), body.slice(0, 3000)).toMatchObject({ accepted: true });
      }
    });
  });

  const purchase: ShipInput = { ...newPurchase({ samples, simulator: undefined }), service: 'PurolatorExpress' };
  const kept = { pin: '329015010179', pieces: ['329015010179'] };
  const toCancel: CancelInput = {
    reference: purchase.reference,
    carrierShipmentId: '329014521622',
    trackingNumbers: [],
    kept: {},
  };
  const bookedPickup = {
    confirmation: '12312312',
    reference: purchase.reference,
    date: '2026-01-05',
    wish: pickupWish,
    kept: {},
  };
  const burnaby = { ...samples.domestic.to, city: 'Burnaby', zipcode: 'V5E 4H9' };
  const TRACKED = '335702383951';
  const ask = {
    rate: (body: string) => runRate(carrier, { shipment: samples.domestic }, playing([body])),
    create: (body: string) => runStep(ship, 'create', purchase, {}, playing([body]), options),
    papers: (body: string) => runStep(ship, 'papers', purchase, kept, playing([body]), options),
    cancel: (body: string) => runStep(cancel, 'void', toCancel, {}, playing([body]), options),
    track: (body: string) => runTrack(carrier, { trackingNumbers: [TRACKED] }, playing([body])),
    address: (body: string) => runCheckAddress(carrier, burnaby, playing([body])),
    pickup: (body: string) => runPickupAvailability(carrier, { ...pickupWish, date: '2026-01-05' }, playing([body])),
    cancelPickup: (body: string) => runStep(cancelPickup, 'cancel', bookedPickup, {}, playing([body]), options),
  };
  const SAMPLES = {
    rate: sample('from-tests/rate.RATE_RESPONSE_XML.xml'),
    create: sample('from-tests/shipment.SHIPMENT_RESPONSE_XML.xml'),
    papers: sample('from-tests/shipment.SHIPMENT_DOCUMENT_RESPONSE_XML.xml'),
    cancel: sample('from-tests/shipment.SHIPMENT_CANCEL_RESPONSE_XML.xml'),
    track: sample('shipment-tracking-v2.TrackingByPinsOrReferencesResponse.xml'),
    address: sample('from-tests/address.AddressValidationResponseXML.xml'),
    pickup: sample('from-tests/pickup.PickupValidationResponseXML.xml'),
    cancelPickup: sample('from-tests/pickup.PickupCancelResponseXML.xml'),
  };

  describe('sample answers', () => {
    it('rates: services with base, surcharges, options and taxes that add up', async () => {
      const answer = await ask.rate(SAMPLES.rate);
      if (!answer.ok) throw new Error(answer.problem.message);
      // The sample gives this code twice; Purolator's own example names the second PurolatorGroundDistribution.
      expect(answer.value.problems).toEqual([
        {
          service: 'PurolatorGround',
          message: 'Purolator gave several prices for Purolator Ground; the highest is shown.',
        },
      ]);
      expect(answer.value.offers.map((o) => [o.service, o.total.minor, o.transitDays, o.deliverBy])).toEqual([
        ['PurolatorExpress9AM', 10816, 1, '2009-04-17'],
        ['PurolatorExpress10:30AM', 10010, 1, '2009-04-17'],
        ['PurolatorExpress', 9038, 1, '2009-04-17'],
        ['PurolatorGround', 13_596, 4, '2009-04-22'],
      ]);
      expect(answer.value.offers[0]?.lines).toEqual([
        { kind: 'base', code: 'BASE', label: 'Transportation', amount: cad(6235) },
        { kind: 'surcharge', code: 'ResidentialDelivery', label: 'Residential Delivery', amount: cad(185) },
        { kind: 'fuel', code: 'Fuel', label: 'Fuel', amount: cad(281) },
        { kind: 'option', code: 'DangerousGoodsClass', label: 'Dangerous Goods Class', amount: cad(3600) },
        { kind: 'tax', code: 'GST', label: 'GST', amount: cad(515) },
      ]);
      noteEvidence('purolator', 'rate', { samples: 1 });
    });

    it('purchase, label and void', async () => {
      expect(await ask.create(SAMPLES.create)).toMatchObject({
        ok: true,
        value: {
          kind: 'done',
          keep: { pin: '329014521622', pieces: ['329014521622'] },
          result: { carrierShipmentId: '329014521622', parcels: [{ number: 1, trackingNumber: '329014521622' }] },
        },
      });
      const papers = await ask.papers(SAMPLES.papers);
      if (!papers.ok || papers.value.kind !== 'done') throw new Error(JSON.stringify(papers));
      const [label] = papers.value.result?.files ?? [];
      if (label?.kind !== 'bytes') throw new Error('there is no label');
      expect([label.document, label.format, label.parcelNumber]).toEqual(['label', 'pdf', 1]);
      expect(Buffer.from(label.bytes.subarray(0, 8)).toString('latin1')).toBe('%PDF-1.4');
      expect(await ask.cancel(SAMPLES.cancel)).toMatchObject({ ok: true, value: { result: { refund: 'now' } } });
      noteEvidence('purolator', 'ship', { samples: 2 });
      noteEvidence('purolator', 'cancel', { samples: 1 });
    });

    it('tracking: three events with their places, times and statuses', async () => {
      const answer = await ask.track(SAMPLES.track);
      if (!answer.ok) throw new Error(answer.problem.message);
      const [parcel] = answer.value;
      expect(parcel).toMatchObject({ trackingNumber: TRACKED, estimatedDelivery: '2022-11-18', problems: [] });
      expect(parcel?.events.map((e) => [e.occurredAt, e.code, e.status, e.place])).toEqual([
        ['2022-11-17T10:48:28', '2300', 'accepted', 'TORONTO, ON'],
        ['2022-11-15T16:52:16', '9310', 'exception', 'MISSISSAUGA, ON'],
        ['2022-11-14T13:26:33', '3010', 'label-created', 'MISSISSAUGA, ON'],
      ]);
      noteEvidence('purolator', 'track', { samples: 1 });
    });

    it('addresses and pickups', async () => {
      expect(await ask.address(SAMPLES.address)).toEqual({
        ok: true,
        value: { verdict: 'confirmed', level: 'city', suggestions: [], messages: [] },
      });
      expect(await ask.pickup(SAMPLES.pickup)).toMatchObject({ ok: true, value: { available: true, bookBy: '17:30' } });
      expect(await ask.cancelPickup(SAMPLES.cancelPickup)).toEqual({
        ok: true,
        value: { kind: 'done', result: { messages: [] } },
      });
      noteEvidence('purolator', 'checkAddress', { samples: 1 });
      noteEvidence('purolator', 'pickup', { samples: 2 });
    });

    it('damaged: no crash, no lost sibling, no wrong value', async () => {
      const costly = new Set<string>(['create', 'cancel', 'cancelPickup']);
      const faults: string[] = [];
      let runs = 0;
      for (const name of [
        'rate',
        'create',
        'papers',
        'cancel',
        'track',
        'address',
        'pickup',
        'cancelPickup',
      ] as const) {
        // Each service once, as in Purolator's own example: of two prices of one, a damaged one leaves the other.
        const body = SAMPLES[name].replace(/(.*<ServiceID>PurolatorGround)(?=<)/s, '$1Distribution');
        const whole: Result<unknown, unknown> = await ask[name](body);
        if (!whole.ok) throw new Error(`${name}: the whole sample is not read`);
        for (const mutation of drawn(
          mutationsOf('text/xml', Buffer.from(body)),
          name === 'rate' || name === 'papers' ? 9 : 4,
        )) {
          runs += 1;
          const got = await ask[name](Buffer.from(mutation.body).toString('utf8'));
          const where = `${name} ${mutation.path} ${mutation.how}`;
          if (!got.ok) {
            if (got.problem.vendorCode === 'connector-fault') faults.push(`${where}: crash`);
            if (costly.has(name) && got.problem.kind !== 'unknown-effect' && got.problem.kind !== 'refused')
              faults.push(`${where}: done ends as ${got.problem.kind}`);
            if (mutation.insideItem && !costly.has(name) && name !== 'papers')
              faults.push(`${where}: one bad item failed the whole answer`);
            continue;
          }
          const { wrong, lostItems } = survival(whole.value, got.value);
          const verdictChanged = name === 'address' || name === 'pickup';
          if (wrong.length > 0 && !verdictChanged && !/"kind":"wait"/.test(JSON.stringify(got.value)))
            faults.push(`${where}: wrong ${wrong.join(', ')}`);
          const lost = Object.values(lostItems);
          if (mutation.insideItem && lost.some((n) => n > 1)) faults.push(`${where}: lost siblings`);
        }
      }
      process.stdout.write(`Purolator, damaged sample answers: ${runs} read, ${faults.length} faults\n`);
      expect(faults.slice(0, 20)).toEqual([]);
      expect(runs).toBeGreaterThan(80);
    }, 60_000);
  });
});
