/**
 * Freightcom against the samples of its reference: what we send has no member that the samples lack, the simulator takes the
 * sample's parcel and ours alike, and the sample answers are read with their meaning, whole and damaged.
 */
import { carrier } from '@scanship/carrier-freightcom/carrier';
import { samples } from '@scanship/carrier-freightcom/harness';
import { manifest } from '@scanship/carrier-freightcom/manifest';
import { detailsMessage, shipmentMessage } from '@scanship/carrier-freightcom/messages';
import { simulator } from '@scanship/carrier-freightcom/simulator';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers, type Played } from '../rigs/samples-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel || !samples.crossBorder) throw new Error('the connector lacks an operation');
const { shipment: abroad } = samples.crossBorder;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const SLUG = 'freightcom';
const ID = 'uQeh1XwbVIbIyP9mEPtVM2puAFZYmAYA';
const NUMBER = '1Z999AA10123456784';
const key = samples.account.credentials.key ?? '';
const env = (...answers: Played[]): ReturnType<typeof playing> =>
  playing(manifest, samples.account.credentials, answers);

type Json = Record<string, unknown>;
const asJson = (value: unknown): Json => value as Json;

withVendorContract('carriers/freightcom/samples/rest-v2', (folder) => {
  const rateSample = sampleJson(folder, 'rate_request');
  const shipSample = sampleJson(folder, 'shipping_request');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  const post = async (path: string, body: unknown): Promise<number> => {
    const response = await fetch(`${stand.simulator.address}${path}`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };

  const full = {
    ...abroad,
    from: { ...abroad.from, phone: '416-555-0100', email: 'a@example.com', taxIds: [{ kind: 'BN', number: '1' }] },
    to: { ...abroad.to, address2: 'Unit 2', phone: '716-555-0100', taxIds: [{ kind: 'EIN', number: '2' }] },
    options: { signature: 'adult' as const, insuredValue: money(5000, 'CAD') },
  };

  it('what we send has no member and no type that the samples lack', () => {
    const asked = { services: ['canpar.ground'], details: detailsMessage(samples.domestic) };
    expect(strangers(asked, rateSample)).toEqual([]);
    const one = { service: 'ups.standard', reference: 'S1', paymentMethod: 'P1' };
    const messages = [samples.domestic, abroad, full].map((shipment) => shipmentMessage(shipment, one));
    expect(messages.flatMap((message) => strangers(message, shipSample))).toEqual([]);
    for (const operation of ['rate', 'ship', 'international', 'insurance', 'signature'] as const)
      noteEvidence(SLUG, operation, { requests: { sent: 1, valid: 1 } });
  });

  it('the simulator takes the parcel of the sample, and refuses it once a value is not one of the reference', async () => {
    const details = asJson(rateSample.details);
    const { packages } = asJson(details.packaging_properties);
    const parcel = {
      ...details,
      origin: {
        ...asJson(details.origin),
        address: { ...asJson(asJson(details.origin).address), postal_code: 'N2L 3G1' },
      },
      destination: {
        ...asJson(details.destination),
        address: { ...asJson(asJson(details.destination).address), postal_code: 'N2L 3G1' },
      },
      packaging_type: 'package',
      packaging_properties: { packages },
    };
    expect(await post('/rate', { details: parcel })).toBe(202);
    const wrong: Json[] = [
      { packaging_type: 'crate' },
      { expected_ship_date: { year: 2026, month: 13, day: 1 } },
      { destination: { ...asJson(parcel.destination), signature_requirement: 'maybe' } },
      { destination: { ...asJson(parcel.destination), ready_at: undefined } },
      { origin: { ...asJson(parcel.origin), email_addresses: ['nobody'] } },
      { packaging_properties: { packages: [] } },
      { insurance: { type: 'internal', total_cost: { currency: 'CAD', value: '42.50' } } },
      { stranger: 1 },
    ];
    for (const change of wrong)
      expect(await post('/rate', { details: { ...parcel, ...change } }), JSON.stringify(change)).toBe(400);
    expect(await post('/shipment', { unique_id: 'x', payment_method_id: 'x', service_id: 'x', details: parcel })).toBe(
      400,
    );
  });

  const answer = sampleJson(folder, 'rate_response');
  const [rate] = answer.rates as Json[];
  // The sample repeats one amount everywhere, so its sum is mended; ids and names are its placeholders.
  const priced = { ...rate, total: { currency: 'CAD', value: '12750' }, transit_time_not_available: false };
  const rates = (list: readonly unknown[]): string => JSON.stringify({ ...answer, rates: list });
  const accepted = JSON.stringify({ request_id: 'RateRequest0001' });
  const askRates = (body: string): ReturnType<typeof runRate> =>
    runRate(carrier, { shipment: samples.domestic }, env({ status: 202, body: accepted }, body));

  it('prices in the smallest unit; one that does not add up is no price', async () => {
    const got = await askRates(rates([rate, priced]));
    expect(got.ok && got.value.problems).toEqual([{ message: 'rates[0].total do not add up to the total.' }]);
    expect(
      got.ok && got.value.offers.map((o) => [o.service, o.total, o.transitDays, o.expiresAt?.toISOString()]),
    ).toEqual([['string', money(12_750, 'CAD'), 5, '2006-06-07T23:59:59.000Z']]);
    expect(got.ok && got.value.offers[0]?.lines.map((l) => [l.kind, l.code, l.amount.minor])).toEqual([
      ['base', 'base', 4250],
      ['fuel', 'fuel', 4250],
      ['tax', 'fuel', 4250],
    ]);
    noteEvidence(SLUG, 'rate', { samples: 1 });
  });

  const input = newPurchase({ samples, simulator: undefined });
  const { shipment } = sampleJson(folder, 'shipping_response') as { shipment: Json };
  const booked = {
    ...shipment,
    id: ID,
    state: 'waiting-for-transit',
    primary_tracking_number: NUMBER,
    tracking_numbers: [NUMBER],
    tracking_url: 'https://www.ups.com/WebTracking?trackingNumber=1',
    labels: (shipment.labels as Json[]).map((label) => ({ ...label, url: 'https://s3.us-east-2.amazonaws.com/x.pdf' })),
    customs_invoice_url: 'https://s3.us-east-2.amazonaws.com/i.pdf',
    rate: priced,
  };
  const confirm = (value: Json): ReturnType<typeof runStep> =>
    runStep(ship, 'confirm', input, { shipmentId: ID }, env(JSON.stringify({ shipment: value })), options);

  it('a booking: its id, the carrier’s number, what it costs, its files; a draft is waited for', async () => {
    const made = sampleText(folder.replace(/rest-v2$/, 'rest-v2-2024'), 'create_shipment_response').replace(
      'string',
      ID,
    );
    expect(
      await runStep(ship, 'book', input, { paymentMethod: 'P1' }, env({ status: 202, body: made }), options),
    ).toMatchObject({
      value: { kind: 'done', keep: { shipmentId: ID } },
    });
    expect(await confirm({ ...booked, state: shipment.state })).toMatchObject({ value: { kind: 'wait' } });
    expect(await confirm(booked)).toMatchObject({
      value: {
        kind: 'done',
        result: { parcels: [{ number: 1, trackingNumber: NUMBER }], charged: { total: money(12_750, 'CAD') } },
      },
    });
    const pdf = new Uint8Array(Buffer.from('%PDF-1.4'));
    const played = env(JSON.stringify({ shipment: booked }), pdf, pdf);
    expect(await runStep(ship, 'files', input, { shipmentId: ID }, played, options)).toMatchObject({
      value: { result: { files: [{ document: 'label', format: 'pdf' }, { document: 'customs-invoice' }] } },
    });
    // Files lie with another company: no key goes there.
    expect(played.sent.slice(1).map((request) => request.headers?.authorization)).toEqual([undefined, undefined]);
    noteEvidence(SLUG, 'ship', { samples: 2, recovery: 'own-key' });
  });

  it('a shipment that moves, or is cancelled, is not cancelled', async () => {
    const bought = { reference: 'S1', carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} };
    const look = (state: string): ReturnType<typeof runStep> =>
      runStep(cancel, 'look', bought, {}, env(JSON.stringify({ shipment: { ...booked, state } })), options);
    expect(await look('waiting-for-transit')).toMatchObject({ value: { kind: 'done' } });
    for (const state of ['in-transit', 'delivered', 'cancelled'])
      expect(await look(state)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    noteEvidence(SLUG, 'cancel', { samples: 1, recovery: 'by-reference' });
  });

  const tracking = sampleJson(folder, 'tracking_response') as { events: Json[] };
  const event = {
    ...tracking.events[0],
    when: '2025-02-12T15:04:05Z',
    where: { city: 'Boisbriand', region: 'QC', country: 'CA' },
  };
  const track = (body: string): ReturnType<typeof runTrack> =>
    runTrack(carrier, { trackingNumbers: [NUMBER], shipmentIds: { [NUMBER]: ID } }, env(body));

  it('events with their type; the sample’s own time is no time and is said so', async () => {
    const got = await track(JSON.stringify({ events: [event, ...tracking.events] }));
    expect(got.ok && got.value[0]?.events.map((e) => [e.code, e.status, e.place])).toEqual([
      ['label-created', 'label-created', 'Boisbriand, QC, CA'],
    ]);
    expect(got.ok && got.value[0]?.problems.join(' ')).toMatch(/events\[1\]\.when should be/);
    noteEvidence(SLUG, 'track', { samples: 1 });
  });

  it('an error in the form of the sample is told in words, with our field', async () => {
    const body = sampleText(folder, 'error_response');
    // The player answers as the real client would have: an error status is read by the connector itself.
    const real = await fetch(`${stand.simulator.address}/rate`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(Object.keys((await real.json()) as Json).toSorted()).toEqual(
      Object.keys(JSON.parse(body) as Json).toSorted(),
    );
  });

  it('damaged answers: no crash, no wrong value', async () => {
    const done = await Promise.all([
      damage(rates([priced, { ...priced, service_id: 'canpar.ground' }]), askRates),
      damage(JSON.stringify({ shipment: booked }), (body) =>
        runStep(ship, 'confirm', input, { shipmentId: ID }, env(body), options),
      ),
      damage(JSON.stringify({ events: [event, event] }), track),
    ]);
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    expect(done.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThan(500);
  });
});
