/**
 * Canpar against its schemas and samples: every request validates, the simulator refuses what the schemas refuse, and every
 * sample answer is read with its meaning, whole and damaged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-canpar/carrier';
import { samples } from '@scanship/carrier-canpar/harness';
import { manifest } from '@scanship/carrier-canpar/manifest';
import { simulator } from '@scanship/carrier-canpar/simulator';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { runCheckAddress, runRate } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { anyShipment, openSchemas, playing, soapMutants } from '../rigs/canpar-rig.ts';
import { compareVerdicts } from '../judges/differential.ts';

const { ship, cancel, endOfDay, pickup } = carrier;
if (!ship || !cancel || !endOfDay || !pickup?.cancel || !samples.crossBorder || !samples.pickup)
  throw new Error('the connector lacks an operation');
const { shipment: abroad } = samples.crossBorder;
const wish = samples.pickup;
const cancelPickup = pickup.cancel;
const options = { deadlineMs: 20_000, vendor: manifest.name };

/** Everything a shipment can say at once. */
const rich: ShipmentRequest = {
  ...samples.domestic,
  to: {
    ...samples.domestic.to,
    companyName: 'Receiver & Sons',
    address2: 'Unit 4',
    phone: '604 555 0100',
    residential: false,
  },
  parcels: [1, 2].map((number) => ({
    number,
    weightGrams: 900,
    dimensions: { lengthMm: 2200, widthMm: 200, heightMm: 100 },
  })),
  options: {
    signature: 'none',
    insuredValue: money(25_001, 'CAD'),
    saturdayDelivery: true,
    dangerousGoods: { kind: 'limited-quantity' },
  },
};

withVendorContract('carriers/canpar', (folder) => {
  const schemas = openSchemas(folder);
  const sample = (name: string): string => readFileSync(join(folder, 'samples/from-tests', `${name}.xml`), 'utf8');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    schemas.close();
  });

  interface Sent {
    readonly operation: CarrierOperation;
    readonly request: HttpRequest;
  }
  const bodyOf = ({ body }: HttpRequest): string => (typeof body === 'string' ? body : '');

  /** One of everything the connector says, against the simulator. */
  async function sayAll(): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    const envFor = (operation: CarrierOperation): CarrierEnv => {
      const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
      return {
        ...env,
        http: {
          send: (request) => {
            sent.push({ operation, request });
            return env.http.send(request);
          },
        },
      };
    };
    const harness = { samples, simulator: stand.simulator };
    const buy = async (operation: CarrierOperation, shipment: ShipmentRequest, service: string) => {
      const input = newPurchase(harness, { shipment, service });
      const state = await drive(carrier, ship as NonNullable<typeof ship>, input, envFor(operation), freshDrive());
      expect(state.problem).toBeUndefined();
      const trackingNumbers = state.result.parcels?.map((p) => p.trackingNumber) ?? [];
      return {
        input,
        reference: input.reference,
        carrierShipmentId: state.result.carrierShipmentId ?? '',
        trackingNumbers,
        kept: state.kept,
      };
    };
    const env = envFor('rate');
    expect((await runRate(carrier, { shipment: rich }, env)).ok).toBe(true);
    expect((await runRate(carrier, { shipment: abroad, services: ['2'] }, env)).ok).toBe(true);
    const first = await buy('ship', rich, '1');
    const second = await buy('international', abroad, '2');
    expect((await ship?.recover?.(first.input, 'create', {}, envFor('ship')))?.kind).toBe('found');
    await carrier.track?.({ trackingNumbers: first.trackingNumbers }, envFor('track'));
    await drive(carrier, cancel as NonNullable<typeof cancel>, first, envFor('cancel'), freshDrive());
    const closing = {
      reference: 'E1',
      uuid: '',
      from: samples.domestic.from,
      date: '2026-11-23',
      shipments: [{ ...second, service: '2', destination: 'US' }],
    };
    const closed = await drive(
      carrier,
      endOfDay as NonNullable<typeof endOfDay>,
      closing,
      envFor('endOfDay'),
      freshDrive(),
    );
    expect(closed.problem).toBeUndefined();
    const pickups = envFor('pickup');
    const booking = { ...wish, date: workingDay(new Date()), reference: 'P1', uuid: '' };
    await pickup?.availability?.(booking, pickups);
    const booked = await drive(carrier, (pickup as NonNullable<typeof pickup>).book, booking, pickups, freshDrive());
    expect(booked.problem).toBeUndefined();
    expect((await pickup?.book.recover?.(booking, 'book', {}, pickups))?.kind).toBe('found');
    const one = {
      confirmation: booked.result.confirmation ?? '',
      reference: 'P1',
      date: booking.date,
      wish: booking,
      kept: booked.kept,
    };
    await drive(carrier, cancelPickup, one, pickups, freshDrive());
    expect((await cancelPickup.recover?.(one, 'cancel', {}, pickups))?.kind).toBe('found');
    await carrier.checkAddress?.(samples.domestic.from, envFor('checkAddress'));
    await carrier.discoverServices?.(samples.domestic.from, envFor('discoverServices'));
    await carrier.testConnection?.(envFor('testConnection'));
    return sent;
  }

  let said: Promise<readonly Sent[]> | undefined;
  const everything = (): Promise<readonly Sent[]> => (said ??= sayAll());

  it('every request validates against the schemas', async () => {
    const sent = await everything();
    const valid = new Map<CarrierOperation, { sent: number; valid: number }>();
    for (const { operation, request } of sent) {
      const verdict = schemas.judge(request.path, bodyOf(request));
      expect(verdict, `${request.name}: ${bodyOf(request)}`).toMatchObject({ accepted: true });
      const so = valid.get(operation) ?? { sent: 0, valid: 0 };
      valid.set(operation, { sent: so.sent + 1, valid: so.valid + 1 });
    }
    expect([...valid.keys()].length).toBe(10);
    for (const [operation, requests] of valid) noteEvidence('canpar', operation, { requests });
    noteEvidence('canpar', 'ship', { recovery: 'by-reference' });
    noteEvidence('canpar', 'pickup', { recovery: 'listing' });
    noteEvidence('canpar', 'endOfDay', { recovery: 'by-reference' });
  });

  it('whatever people write validates, or is refused in words before the call', async () => {
    let built = 0;
    await fc.assert(
      fc.asyncProperty(anyShipment, async (shipment) => {
        let request: HttpRequest | undefined;
        const env: CarrierEnv = {
          ...playing([]),
          http: {
            send: (sent) => {
              request = sent;
              return Promise.reject(fail('refused', 'Only the request is wanted.'));
            },
          },
        };
        const input: ShipInput = { ...newPurchase({ samples, simulator: undefined }), shipment, service: '1' };
        const result = await runStep(ship, 'create', input, {}, env, options);
        if (!request) {
          expect(result).toMatchObject({ problem: { kind: 'invalid-input', field: expect.any(String) as string } });
          return;
        }
        built += 1;
        expect(schemas.judge(request.path, bodyOf(request)), bodyOf(request)).toMatchObject({ accepted: true });
      }),
      { numRuns: 150, seed: 6 },
    );
    expect(built).toBeGreaterThan(10);
  });

  it('the simulator refuses what the schemas refuse, and nothing else', async () => {
    const seen = new Set<string>();
    const cases = (await everything())
      .filter(({ request }) => {
        const action = `${request.headers?.soapaction} ${bodyOf(request).includes('proforma')}`;
        return seen.has(action) ? false : Boolean(seen.add(action));
      })
      .map(({ request }) => {
        const all = soapMutants(bodyOf(request));
        // A fixed sample for every day, all of them when the whole is verified.
        const mutants = process.env.VERIFY ? all : all.filter((_m, index) => index % 17 === 3);
        return {
          name: request.name,
          request: bodyOf(request),
          mutants,
          contract: (xml: string) => schemas.judge(request.path, xml),
          simulator: async (xml: string) => {
            const headers = { ...request.headers };
            const response = await fetch(`${stand.simulator.address}${request.path}`, {
              method: 'POST',
              headers,
              body: xml,
            });
            const text = await response.text();
            return { accepted: !text.includes('ADBException'), why: text.slice(0, 400) };
          },
        };
      });
    const comparison = await compareVerdicts(cases);
    process.stdout.write(
      `Canpar, schemas and stand-in: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
    );
    expect(comparison.differences.slice(0, 20)).toEqual([]);
    expect(comparison.refused).toBeGreaterThan(comparison.compared / 5);
  }, 60_000);

  describe('sample answers', () => {
    const purchase: ShipInput = { ...newPurchase({ samples, simulator: undefined }), service: '1' };
    const bought = { reference: 'S1', carrierShipmentId: '10000696', trackingNumbers: [], kept: {} };
    const ask = {
      rate: (body: string) => runRate(carrier, { shipment: samples.domestic, services: ['1'] }, playing([body])),
      ship: (body: string) => runStep(ship, 'create', purchase, {}, playing([body]), options),
    };
    const lines = [
      { kind: 'base', code: 'freight', label: 'Freight', amount: money(757, 'CAD') },
      { kind: 'surcharge', code: 'ra', label: 'Residential address', amount: money(275, 'CAD') },
      { kind: 'tax', code: 'ONHST', label: 'HST (ON)', amount: money(134, 'CAD') },
    ];

    it('a price of Ground: charges, weight in pounds, the day in Eastern time', async () => {
      const answer = await ask.rate(sample('rate.RateResponseXml'));
      expect(answer).toEqual({
        ok: true,
        value: {
          offers: [
            {
              service: '1',
              serviceName: 'Ground',
              lines,
              total: money(1166, 'CAD'),
              billableGrams: 454,
              transitDays: 1,
              deliverBy: '2012-06-18',
              zone: '1',
            },
          ],
          problems: [],
        },
      });
      noteEvidence('canpar', 'rate', { samples: 1 });
    });

    it('a processed shipment: id, barcode, charges', async () => {
      expect(await ask.ship(sample('shipment.ShipmentResponseXML'))).toMatchObject({
        ok: true,
        value: {
          kind: 'done',
          keep: { id: '10000696', barcodes: ['D999999990000000461001'] },
          result: {
            carrierShipmentId: '10000696',
            parcels: [{ number: 1, trackingNumber: 'D999999990000000461001' }],
            charged: { lines, total: money(1166, 'CAD') },
          },
        },
      });
      noteEvidence('canpar', 'ship', { samples: 2 });
    });

    it('a label that is no picture is named, and the step can be repeated', async () => {
      const body = sample('shipment.ShipmentLabelResponseXML');
      const played = await runStep(ship, 'labels', purchase, { id: '10000696' }, playing([body]), options);
      expect(played).toMatchObject({ ok: false, problem: { kind: 'vendor-broken', vendorCode: 'unreadable' } });
      const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
      const real = body.replace('...ENCODED INFORMATION...', png);
      expect(await runStep(ship, 'labels', purchase, { id: '10000696' }, playing([real]), options)).toMatchObject({
        value: { kind: 'done', result: { files: [{ format: 'png', parcelNumber: 1 }] } },
      });
    });

    it('a void', async () => {
      const played = await runStep(
        cancel,
        'void',
        bought,
        {},
        playing([sample('shipment.VoidShipmentResponseXML')]),
        options,
      );
      expect(played).toEqual({ ok: true, value: { kind: 'done', result: { refund: 'now' } } });
      noteEvidence('canpar', 'cancel', { samples: 1 });
    });

    it('a pickup booked and cancelled', async () => {
      const booking = { ...wish, reference: 'P1', uuid: '' };
      const { book } = pickup;
      expect(
        await runStep(book, 'book', booking, {}, playing([sample('pickup.PickupResponseXML')]), options),
      ).toMatchObject({
        value: { kind: 'done', result: { confirmation: '10000696' } },
      });
      const one = { confirmation: '10000696', reference: 'P1', date: wish.date, wish, kept: {} };
      const answer = [sample('pickup.PickupCancelResponseXML')];
      expect(await runStep(cancelPickup, 'cancel', one, {}, playing(answer), options)).toMatchObject({
        ok: true,
        value: { kind: 'done', result: { messages: [] } },
      });
      noteEvidence('canpar', 'pickup', { samples: 2 });
    });

    it('an address: confirmed as it was asked, corrected else', async () => {
      const asked = {
        ...samples.domestic.from,
        address1: '565 Sherbourne Street',
        zipcode: 'm4x 1w7',
      };
      const body = sample('address.AddressValidationResponseXML');
      expect(await runCheckAddress(carrier, asked, playing([body]))).toMatchObject({
        value: { verdict: 'confirmed', level: 'street', suggestions: [{ name: 'Test Sender', zipcode: 'M4X 1W7' }] },
      });
      expect(await runCheckAddress(carrier, { ...asked, zipcode: 'M4X 1W8' }, playing([body]))).toMatchObject({
        value: { verdict: 'corrected', suggestions: [{ address1: '565 SHERBOURNE ST', city: 'TORONTO' }] },
      });
      noteEvidence('canpar', 'checkAddress', { samples: 1 });
    });

    it.each([
      ['rate.RateResponseXml', ask.rate],
      ['shipment.ShipmentResponseXML', ask.ship],
    ] as const)('%s damaged: no crash, no wrong value', async (name, play) => {
      const whole = await play(sample(name));
      if (!whole.ok) throw new Error(whole.problem.message);
      const faults: string[] = [];
      const all = mutationsOf('application/xml', Buffer.from(sample(name)));
      for (const mutation of process.env.VERIFY ? all : all.filter((_m, index) => index % 5 === 1)) {
        const got = await play(Buffer.from(mutation.body).toString('utf8'));
        const what = `${mutation.path} ${mutation.how}`;
        if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
        if (!got.ok && name.startsWith('shipment') && got.problem.kind !== 'unknown-effect')
          faults.push(`${what}: ${got.problem.kind}`);
        if (got.ok && survival(whole.value, got.value).wrong.length > 0) faults.push(`${what}: wrong value`);
      }
      expect(all.length).toBeGreaterThan(200);
      expect(faults).toEqual([]);
    });
  });
});
