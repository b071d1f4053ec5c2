/**
 * Asendia USA against its samples: what we send has no member that the samples lack, the simulator takes the recorded requests
 * and ours alike, and the sample answers are read with their meaning, whole and damaged.
 */
import { carrier } from '@scanship/carrier-asendia-usa/carrier';
import { samples, unitedStatesToCanada } from '@scanship/carrier-asendia-usa/harness';
import { manifest } from '@scanship/carrier-asendia-usa/manifest';
import { packageMessage, rateQuery } from '@scanship/carrier-asendia-usa/messages';
import { simulator } from '@scanship/carrier-asendia-usa/simulator';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers, type Played } from '../rigs/samples-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const SLUG = 'asendia-usa';
const { credentials } = samples.account;
const account = { accountNumber: '1000217', subAccountNumber: '77', processingLocation: 'SFO' };
const env = (...answers: Played[]): ReturnType<typeof playing> => playing(manifest, credentials, answers);

/** Everything a shipment can say at once. */
const rich: ShipmentRequest = {
  ...unitedStatesToCanada,
  from: {
    ...unitedStatesToCanada.from,
    address2: 'Dock 4',
    email: 'shop@example.com',
    taxIds: [{ kind: 'IOSS', number: 'IM0000000001' }],
  },
  to: {
    ...unitedStatesToCanada.to,
    companyName: 'Receiver & Sons',
    address2: 'Unit 4',
    phone: '604-555-0100',
    email: 'receiver@example.com',
    taxIds: [{ kind: 'BN', number: '123456789' }],
  },
};

withVendorContract('carriers/asendia-us/samples', (folder) => {
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());
  const headers = {
    authorization: `Basic ${Buffer.from(`${credentials['username']}:${credentials['password']}`).toString('base64')}`,
    'x-asendiaone-apikey': credentials['apiKey'] ?? '',
    'content-type': 'application/json',
  };
  const at = (path: string): string => `${stand.simulator.address}/api/A1/v1.0/ShippingPlatform${path}`;

  it('what we send is what the samples have', () => {
    expect(strangers(rateQuery(rich, account), sampleJson(folder, 'rate_request'))).toEqual([]);
    const whole = sampleJson(folder, 'shipping_request');
    for (const shipment of [samples.domestic, unitedStatesToCanada, rich])
      expect(strangers(packageMessage(shipment, '66', account, 'S1', 'pdf'), whole)).toEqual([]);
    noteEvidence(SLUG, 'rate', { requests: { sent: 1, valid: 1 } });
    noteEvidence(SLUG, 'ship', { requests: { sent: 3, valid: 3 }, recovery: 'none' });
    noteEvidence(SLUG, 'international', { requests: { sent: 2, valid: 2 } });
  });

  it('the simulator takes the recorded requests, with our account in them', async () => {
    const own = { accountNumber: credentials['accountNumber'] ?? '' };
    const asked = { ...sampleJson(folder, 'from-tests/rate.RateRequest'), ...own };
    const query = new URLSearchParams(Object.entries(asked));
    const rates = await fetch(at(`/ShippingRate?${query.toString()}`), { headers });
    expect(rates.status).toBe(200);
    const recorded = { ...sampleJson(folder, 'from-tests/shipment.ShipmentRequest'), ...own };
    // What the recorded one leaves to the API, ours always say.
    const body = JSON.stringify({ ...recorded, labelType: 'PDF', packageID: 'RECORDED1' });
    const made = await fetch(at('/Package'), { method: 'POST', headers, body });
    expect(await made.json()).toMatchObject({ packageLabel: { packageId: 'RECORDED1' } });
    const gone = new URLSearchParams({ ...own, packageID: 'RECORDED1' });
    expect((await fetch(at(`/Package?${gone.toString()}`), { method: 'DELETE', headers })).status).toBe(200);
    const strange = await fetch(at('/Package'), {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...recorded, x: 1 }),
    });
    expect(strange.status).toBe(400);
  });

  const purchase = { ...newPurchase({ samples, simulator: undefined }), shipment: samples.domestic, service: '65' };
  const NUMBER = 'RL924104146CH';
  const PDF = Buffer.from('%PDF-1.4').toString('base64');
  /** A sample whose places hold "string" and 0, with what stands there in earnest. */
  const filled = (name: string): string =>
    sampleText(folder, name)
      .replace(
        /"productCode": "string",\s*"rate": 0(\.0)?,\s*"currencyType": "string"/,
        '"productCode": "65", "rate": 12.5, "currencyType": "USD"',
      )
      .replace('"trackingNumber": "string"', '"trackingNumber": "AS123456789US"')
      .replace('"content": "string"', `"content": "${PDF}"`);
  const ask = {
    rate: (body: string) => runRate(carrier, { shipment: samples.domestic }, env(body)),
    create: (body: string) => runStep(ship, 'create', purchase, {}, env(body), options),
    track: (body: string) => runTrack(carrier, { trackingNumbers: [NUMBER] }, env(body)),
  };

  it('the samples: a price, a package, a deletion, a refused sign-in', async () => {
    expect(await ask.rate(filled('rate_response'))).toMatchObject({
      ok: true,
      value: { offers: [{ service: '65', total: money(1250, 'USD') }], problems: [] },
    });
    noteEvidence(SLUG, 'rate', { samples: 1 });
    expect(await ask.create(filled('shipping_response'))).toMatchObject({
      ok: true,
      value: {
        keep: { packageId: 'string', links: [] },
        result: {
          carrierShipmentId: 'string',
          parcels: [{ number: 1, trackingNumber: 'AS123456789US' }],
          files: [{ document: 'label', format: 'pdf' }],
          charged: { total: money(1250, 'USD') },
        },
      },
    });
    noteEvidence(SLUG, 'ship', { samples: 1 });
    const input = { reference: 'S1', carrierShipmentId: '794947717776', trackingNumbers: [], kept: {} };
    const gone = env(sampleText(folder, 'from-tests/shipment.ShipmentCancelResponse'));
    expect(await runStep(cancel, 'delete', input, {}, gone, options)).toMatchObject({ ok: true });
    const wanted = sampleJson(folder, 'from-tests/shipment.ShipmentCancelRequest');
    expect(Object.keys(gone.sent[0]?.query ?? {})).toEqual(expect.arrayContaining(Object.keys(wanted)));
    expect(gone.sent[0]?.query?.['packageID']).toBe(wanted['packageID']);
    noteEvidence(SLUG, 'cancel', { samples: 1, requests: { sent: 1, valid: 1 } });
    const denied = await runTestConnection(carrier, env({ status: 401, body: sampleText(folder, 'error_response') }));
    expect(denied).toMatchObject({ ok: false, problem: { kind: 'not-authorised', vendorCode: '401' } });
    noteEvidence(SLUG, 'testConnection', { samples: 1, requests: { sent: 1, valid: 1 } });
  });

  it('the samples: the way of a parcel', async () => {
    const tracked = await ask.track(sampleText(folder, 'tracking_response'));
    const [parcel] = tracked.ok ? tracked.value : [];
    expect(parcel?.problems).toEqual([]);
    expect(parcel?.events.map(({ status }) => status)).toEqual([
      'delivered',
      'in-transit',
      'customs',
      'in-transit',
      'in-transit',
      'in-transit',
      'in-transit',
      'in-transit',
      'accepted',
      'label-created',
    ]);
    expect(parcel?.events[3]).toMatchObject({ occurredAt: '2021-08-07T09:43:00+00:00', place: 'LAKSI MAIL CENTER' });
    noteEvidence(SLUG, 'track', { samples: 1, requests: { sent: 1, valid: 1 } });
  });

  it.each([
    ['prices', filled('rate_response'), ask.rate],
    ['a package', filled('shipping_response'), ask.create],
    ['tracking', sampleText(folder, 'tracking_response'), ask.track],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, body, play) => {
    const { faults, played } = await damage<unknown>(body, play);
    expect(faults).toEqual([]);
    expect(played).toBeGreaterThan(15);
  });
});
