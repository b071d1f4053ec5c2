/**
 * GLS Canada against its samples: what we send has no member that the samples lack, the simulator takes the recorded requests
 * and ours alike, and the sample answers are read with their meaning, whole and damaged.
 */
import { carrier } from '@scanship/carrier-gls-canada/carrier';
import { samples } from '@scanship/carrier-gls-canada/harness';
import { manifest } from '@scanship/carrier-gls-canada/manifest';
import { rateMessage, shipmentMessage } from '@scanship/carrier-gls-canada/messages';
import { pickupMessage } from '@scanship/carrier-gls-canada/pickup';
import { simulator } from '@scanship/carrier-gls-canada/simulator';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { runProofOfDelivery, runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers, type Played } from '../rigs/samples-rig.ts';

const { ship, cancel, pickup } = carrier;
if (!ship || !cancel || !pickup || !samples.pickup) throw new Error('the connector lacks an operation');
const wish = samples.pickup;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const SLUG = 'gls-canada';
const env = (...answers: Played[]): ReturnType<typeof playing> =>
  playing(manifest, samples.account.credentials, answers);

type Json = Record<string, unknown>;

withVendorContract('carriers/gls-canada-dicom/samples', (folder) => {
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  const part = (file: string, name: string): Json => sampleJson(folder, file)[name] as Json;
  const { user = '', password = '', billing = '' } = samples.account.credentials;
  const post = async (path: string, body: unknown, secret = password): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${stand.simulator.address}/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  const full: ShipmentRequest = {
    ...samples.domestic,
    to: { ...samples.domestic.to, address2: 'Unit 2', phone: '604 555 0100', email: 'a@example.com' },
    options: { insuredValue: money(5050, 'CAD'), signature: 'any' },
  };

  it('what we send has no member and no type that the samples lack', () => {
    const shipments = [samples.domestic, full];
    const rated = shipments.map((shipment) => rateMessage(shipment, 'GRD', billing));
    expect(rated.flatMap((m) => strangers(m, part('rates', 'RateRequest')))).toEqual([]);
    const shipped = shipments.map((shipment) => shipmentMessage(shipment, 'AIR', billing, 'S1'));
    expect(shipped.flatMap((m) => strangers(m, part('shipments', 'ShipmentRequest')))).toEqual([]);
    const booked = pickupMessage({ ...wish, reference: 'S1', uuid: 'u' }, new Date('2026-11-23T12:00:00Z'));
    expect(strangers(booked, part('pickups', 'PickupRequest'))).toEqual([]);
    for (const operation of ['rate', 'ship', 'insurance', 'signature', 'pickup'] as const)
      noteEvidence(SLUG, operation, { requests: { sent: 1, valid: 1 } });
  });

  it('the simulator takes the recorded requests, and refuses what the samples rule out', async () => {
    const question = part('rates', 'RateRequest');
    expect((await post('/rate', question)).status).toBe(200);
    const wrong: Json[] = [
      { unitOfMeasurement: 'ST' },
      { deliveryType: 'SEA' },
      { sender: { ...(question.sender as Json), postalCode: '90210' } },
      { consignee: { ...(question.consignee as Json), countryCode: 'US' } },
      { parcels: [] },
      { paymentType: undefined },
      { billing: '999999' },
      { stranger: 1 },
    ];
    for (const change of wrong) {
      const refused = await post('/rate', { ...question, ...change });
      expect(refused.status, JSON.stringify(change)).toBe(400);
      expect(Object.keys(refused.body)).toEqual(
        Object.keys(sampleJson(folder, 'from-tests/tracking.ErrorResponseJSON')),
      );
    }
    expect(await post('/rate', question, 'wrong')).toEqual({
      status: 401,
      body: sampleJson(folder, 'from-tests/tracking.ErrorResponseJSON'),
    });
    const made = await post('/shipment', { ...part('shipments', 'ShipmentRequest'), billingAccount: billing });
    expect(made.status).toBe(201);
    expect(Object.keys(made.body).toSorted()).toEqual(Object.keys(part('shipments', 'ShipmentResponse')).toSorted());
    const date = '2096-11-26';
    for (const name of ['PickupRequest', 'ShipmentPickupRequest', 'PickupUpdateRequest'])
      expect((await post('/pickup', { ...part('pickups', name), date })).status, name).toBe(201);
    expect((await post('/pickup', part('pickups', 'PickupRequest'))).status).toBe(400);
  });

  const answered = part('rates', 'RateResponse');
  const askRates = (body: string): ReturnType<typeof runRate> =>
    runRate(carrier, { shipment: samples.domestic, services: ['GRD'] }, env(body));

  it('sub-total, fuel and taxes are the price', async () => {
    const got = await askRates(JSON.stringify(answered));
    expect(got.ok && got.value).toEqual({
      offers: [
        {
          service: 'GRD',
          serviceName: 'GLS Canada Ground',
          lines: [
            { kind: 'base', code: 'subTotal', label: 'Transportation', amount: money(2821, 'CAD') },
            { kind: 'fuel', code: 'fuelCharge', label: 'Fuel surcharge', amount: money(494, 'CAD') },
            { kind: 'tax', code: 'taxes', label: 'Taxes', amount: money(497, 'CAD') },
          ],
          total: money(3812, 'CAD'),
          retail: undefined,
          transitDays: 1,
        },
      ],
      problems: [{ message: 'GLS Canada remarks: string' }],
    });
    noteEvidence(SLUG, 'rate', { samples: 1 });
  });

  const bought = { ...part('shipments', 'ShipmentResponse'), ID: '78852145', trackingNumber: 'W1234567' };
  const input = newPurchase({ samples, simulator: undefined });
  const buy = (body: string): ReturnType<typeof runStep> => runStep(ship, 'buy', input, {}, env(body), options);

  it('a shipment, its number and its label; a number that is none is not taken for one', async () => {
    expect(await buy(JSON.stringify(bought))).toMatchObject({
      value: {
        kind: 'done',
        keep: { shipmentId: '78852145' },
        result: { carrierShipmentId: '78852145', parcels: [{ number: 1, trackingNumber: 'W1234567' }] },
      },
    });
    expect(await buy(JSON.stringify(part('shipments', 'ShipmentResponse')))).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect' },
    });
    const played = env(new Uint8Array(Buffer.from('%PDF-1.4')));
    expect(await runStep(ship, 'label', input, { shipmentId: '78852145' }, played, options)).toMatchObject({
      ok: true,
    });
    expect(played.sent[0]).toMatchObject({ method: 'GET', path: '/v1/shipment/label/78852145' });
    noteEvidence(SLUG, 'ship', { samples: 1, recovery: 'none' });
  });

  const single = sampleText(folder, 'from-tests/tracking.TrackingResponseJSON');
  const NUMBER = 'W1234567';
  const track = (body: string): ReturnType<typeof runTrack> =>
    runTrack(carrier, { trackingNumbers: [NUMBER] }, env(body));

  it('the way of a parcel, alone or in a list; who signed', async () => {
    const events = [
      { occurredAt: '2021-02-10T04:27:31Z', status: 'delivered', code: 'DL', text: 'Delivered', place: 'MTL' },
    ];
    for (const body of [single, sampleText(folder, 'tracking')]) {
      const got = await track(body);
      expect(got.ok && got.value[0]).toEqual({ trackingNumber: NUMBER, events, problems: [] });
    }
    const proof = { trackingNumber: NUMBER, destination: { countryCode: 'CA', zipcode: '' }, shipDate: '2021-02-08' };
    const signed = await runProofOfDelivery(carrier, proof, env(single));
    expect(signed.ok && signed.value).toEqual({
      signedBy: 'Georges',
      deliveredAt: '2021-02-10T04:27:31Z',
      place: 'MTL',
      files: [],
    });
    noteEvidence(SLUG, 'track', { requests: { sent: 1, valid: 1 }, samples: 2 });
    noteEvidence(SLUG, 'proofOfDelivery', { samples: 1 });
  });

  it('a shipment that is on its way, one that is deleted, a booked driver', async () => {
    const one = { reference: 'S1', carrierShipmentId: '78852145', trackingNumbers: [NUMBER], kept: {} };
    expect(await runStep(cancel, 'look', one, {}, env(single), options)).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
    const played = env('');
    expect(await runStep(cancel, 'delete', one, {}, played, options)).toMatchObject({ value: { kind: 'done' } });
    expect(played.sent[0]).toMatchObject({ method: 'DELETE', path: '/v1/shipment/78852145' });
    noteEvidence(SLUG, 'cancel', { requests: { sent: 1, valid: 1 }, recovery: 'none' });
    const booking = { ...wish, reference: 'S2', uuid: 'u' };
    const booked = await runStep(pickup.book, 'book', booking, {}, env(JSON.stringify({ ID: '564' })), options);
    expect(booked).toMatchObject({ value: { result: { confirmation: '564' } } });
    noteEvidence(SLUG, 'pickup', { samples: 1, recovery: 'none' });
  });

  it('damaged answers: no crash, no wrong value', async () => {
    const done = await Promise.all([
      damage(JSON.stringify(answered), askRates),
      damage(JSON.stringify(bought), buy, 2),
      damage(single, track),
      damage(sampleText(folder, 'tracking'), track),
    ]);
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    expect(done.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThan(500);
  });
});
