/**
 * Nationex against its samples: what we send has no member that the samples lack, the simulator takes the recorded requests and
 * ours alike, and the sample answers are read with their meaning, whole and damaged.
 */
import { carrier } from '@scanship/carrier-nationex/carrier';
import { samples } from '@scanship/carrier-nationex/harness';
import { manifest } from '@scanship/carrier-nationex/manifest';
import { rateMessage, shipmentMessage } from '@scanship/carrier-nationex/messages';
import { simulator } from '@scanship/carrier-nationex/simulator';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { runProofOfDelivery, runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers, type Played } from '../rigs/samples-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const SLUG = 'nationex';
const env = (...answers: Played[]): ReturnType<typeof playing> =>
  playing(manifest, samples.account.credentials, answers);

type Json = Record<string, unknown>;

withVendorContract('carriers/nationex/samples', (folder) => {
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  const { customer = '', key = '' } = samples.account.credentials;
  const post = async (path: string, body: unknown, secret = key): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${stand.simulator.address}/api/v4${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${customer}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  it('what we send has no member and no type that the samples lack', () => {
    const full = {
      ...samples.domestic,
      to: { ...samples.domestic.to, address2: 'Unit 2', phone: '604 555 0100', email: 'a@example.com' },
      options: { insuredValue: money(5050, 'CAD') },
    };
    const rated = [samples.domestic, full].map((shipment) => rateMessage(shipment, 113_300));
    expect(rated.flatMap((m) => strangers(m, sampleJson(folder, 'rate_request')))).toEqual([]);
    const shipped = [samples.domestic, full].map((s) =>
      shipmentMessage(s, { customer: 113_300, billing: '165556' }, 'S1'),
    );
    expect(shipped.flatMap((m) => strangers(m, sampleJson(folder, 'shipment_request')))).toEqual([]);
    for (const operation of ['rate', 'ship', 'insurance'] as const)
      noteEvidence(SLUG, operation, { requests: { sent: 1, valid: 1 } });
  });

  it('the simulator takes the recorded question, and refuses what the samples rule out', async () => {
    const question = sampleJson(folder, 'from-tests/rate.RateRequest');
    expect((await post(`/Customers/${customer}/rates`, question)).status).toBe(200);
    const wrong: Json[] = [
      { UnitsOfMeasurement: 'ST' },
      { SourcePostalCode: '90210' },
      { ExpeditionDate: 'tomorrow' },
      { TotalParcels: 2 },
      { Parcels: [] },
      { Accessory: undefined },
      { stranger: 1 },
    ];
    for (const change of wrong) {
      const refused = await post(`/Customers/${customer}/rates`, { ...question, ...change });
      expect(refused.status, JSON.stringify(change)).toBe(400);
      expect(Object.keys(refused.body).toSorted()).toEqual(Object.keys(sampleJson(folder, 'error')).toSorted());
    }
    expect((await post(`/Customers/${customer}/rates`, question, 'wrong')).status).toBe(401);
    const recorded = sampleJson(folder, 'from-tests/shipment.ShipmentRequest').shipment as Json;
    expect((await post('/Shipments', { ...recorded, BillingAccount: undefined })).status).toBe(200);
  });

  const whole = sampleJson(folder, 'rate_response');
  // The sample's parts are invented and exceed its total; with a total that is theirs they are a price.
  const mended = { ...whole, Total: 163.3, TotalBillableWeight: 12.2 };
  const askRates = (body: string): ReturnType<typeof runRate> =>
    runRate(carrier, { shipment: samples.domestic }, env(body));

  it('a price is its parts, to a tenth of a cent each; the sample as it stands is none', async () => {
    const none = await askRates(JSON.stringify(whole));
    expect(none.ok && none.value).toEqual({
      offers: [],
      problems: [{ message: 'prices[0].Total do not add up to the total.' }],
    });
    const got = await askRates(JSON.stringify(mended));
    expect(got.ok && got.value.offers[0]).toMatchObject({
      service: 'Delivery',
      total: money(16_330, 'CAD'),
      transitDays: 2,
      deliverBy: '2021-05-05',
      billableGrams: 5534,
    });
    expect(got.ok && got.value.offers[0]?.lines.map((l) => `${l.kind} ${l.label} ${l.amount.minor}`)).toEqual(
      expect.arrayContaining([
        'base Transportation 4722',
        'surcharge Oversized parcel - Lenght 240',
        'option DELIVERY BEFORE 10H30 1635',
        'surcharge Not conveyable 400',
        'fuel Fuel surcharge 251',
        'tax PST 155',
      ]),
    );
    noteEvidence(SLUG, 'rate', { samples: 1 });
  });

  const input = newPurchase({ samples, simulator: undefined });
  const recordedShipment = sampleJson(folder, 'shipment_response');
  // The sample is of two parcels; here each is bought by itself.
  const bought = { ...recordedShipment, ParcelIds: ['50188393801'], RatesDetail: mended };
  const buy = (body: string): ReturnType<typeof runStep> => runStep(ship, 'buy', input, {}, env(body), options);

  it('a shipment, its parcel and its price; numbers may be text or not', async () => {
    const expected = {
      value: {
        kind: 'done',
        keep: { shipmentId: '501883938' },
        result: {
          carrierShipmentId: '501883938',
          parcels: [{ number: 1, trackingNumber: '50188393801' }],
          charged: { total: money(16_330, 'CAD') },
        },
      },
    };
    expect(await buy(JSON.stringify(bought))).toMatchObject(expected);
    expect(await buy(JSON.stringify({ ...bought, ParcelIds: [50_188_393_801] }))).toMatchObject(expected);
    expect(await buy(JSON.stringify({ ...recordedShipment, RatesDetail: mended }))).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect' },
    });
    noteEvidence(SLUG, 'ship', { samples: 1, recovery: 'none' });
  });

  it('an empty answer is a deletion, an error is none', async () => {
    const one = { reference: 'S1', carrierShipmentId: '501883938', trackingNumbers: [], kept: {} };
    const played = env(sampleText(folder, 'from-tests/shipment.ShipmentCancelResponse'));
    expect(await runStep(cancel, 'delete', one, {}, played, options)).toMatchObject({ value: { kind: 'done' } });
    expect(played.sent[0]).toMatchObject({ method: 'DELETE', path: '/api/v4/Shipments/501883938' });
    const refused = await runStep(cancel, 'delete', one, {}, env(sampleText(folder, 'error')), options);
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    noteEvidence(SLUG, 'cancel', { requests: { sent: 1, valid: 1 }, samples: 1, recovery: 'none' });
  });

  const told = sampleJson(folder, 'tracking_response') as Json & { Parcels: Json[]; StatusHistories: Json[] };
  // The sample's parcel is one of another shipment.
  const ID = '103882774';
  const NUMBER = `${ID}01`;
  const tracked = { ...told, Parcels: told.Parcels.map((p) => ({ ...p, ParcelId: Number(NUMBER) })) };
  const track = (body: string): ReturnType<typeof runTrack> =>
    runTrack(carrier, { trackingNumbers: [NUMBER] }, env(body));

  it('the way of a shipment, and what the sample says of another parcel', async () => {
    const got = await track(JSON.stringify(tracked));
    expect(got.ok && got.value[0]).toMatchObject({
      events: [
        { occurredAt: '2019-08-24T14:15:22Z', status: 'label-created', text: 'Data received', place: 'St-Hubert' },
      ],
      estimatedDelivery: '2021-04-16',
      problems: [],
    });
    const other = await track(JSON.stringify(told));
    expect(other.ok && other.value[0]?.problems).toEqual([`Nationex does not know parcel ${NUMBER}.`]);
    const gone = await track(sampleText(folder, 'from-tests/tracking.ErrorResponse'));
    expect(gone.ok && gone.value[0]?.problems).toEqual([`Nationex does not know ${NUMBER}.`]);
    noteEvidence(SLUG, 'track', { samples: 2 });
  });

  it('a delivery with the picture of the sample', async () => {
    const delivered = {
      ...tracked,
      StatusHistories: [...told.StatusHistories, { ...told.StatusHistories[0], ShipmentStatus: 'Delivered' }],
    };
    const proof = { trackingNumber: NUMBER, destination: { countryCode: 'CA', zipcode: '' }, shipDate: '2021-03-30' };
    const got = await runProofOfDelivery(carrier, proof, env(JSON.stringify(delivered)));
    expect(got.ok && got.value).toMatchObject({ deliveredAt: '2019-08-24T14:15:22Z', files: [{ format: 'png' }] });
    const early = await runProofOfDelivery(carrier, proof, env(JSON.stringify(tracked)));
    expect(!early.ok && early.problem.vendorCode).toBe('not-delivered');
    noteEvidence(SLUG, 'proofOfDelivery', { samples: 1 });
  });

  it('damaged answers: no crash, no wrong value', async () => {
    const done = await Promise.all([
      damage(JSON.stringify(mended), askRates),
      damage(JSON.stringify(bought), buy, 2),
      damage(JSON.stringify({ ...tracked, Photos: [] }), track),
    ]);
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    expect(done.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThan(500);
  });
});
