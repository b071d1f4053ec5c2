/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ratesMessage } from './src/messages.ts';
import { PLACES } from './src/places.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track.ts';

const { manifest, cancel, endOfDay } = carrier;
if (!cancel || !endOfDay || !PLACES['US']) throw new Error('the connector lacks an operation');
const place = { ...PLACES['US'], country: 'US' };
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { domestic } = samples;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined =>
  refusedFieldOf(() => ratesMessage(shipment, place, 'R'));

it('what is quoted is what is charged, with signature and insurance', async () => {
  const shipment = { ...domestic, options: { signature: 'any' as const, insuredValue: money(25_000, 'USD') } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive<ShipResult>());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.lines.map(({ code }) => code)).toEqual([
    'BASE_RATE',
    'FUEL_SURCHARGE',
    'INSURANCE',
    'CUST_SIG_VERIFICATION',
  ]);
});

it('the adult’s signature is another service than the plain one', async () => {
  const shipment = { ...domestic, options: { signature: 'adult' as const } };
  const quoted = await runRate(carrier, { shipment }, openHarnessEnv(manifest, harness));
  expect(quoted.ok && quoted.value.offers[0]?.lines.at(-1)?.code).toBe('ADULT_SIGNATURE_CONFIRMATION');
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  expect(refusedField({ ...domestic, to: { ...domestic.to, countryCode: 'CA' } })).toBe('to.countryCode');
  expect(refusedField({ ...domestic, from: { ...domestic.from, countryCode: 'GB' } })).toBe('from.countryCode');
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, dimensions: undefined }] })).toBe('parcels.0.dimensions');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'CAD') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, options: { dangerousGoods: { kind: 'dry-ice' } } })).toBe(
    'options.dangerousGoods',
  );
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: 'x'.repeat(61) } })).toBe('to.address1');
  expect(refusedField({ ...domestic, to: { ...domestic.to, phone: '1'.repeat(21) } })).toBe('to.phone');
  expect(refusedField({ ...domestic, options: { dangerousGoods: { kind: 'lithium-ion-in-equipment' } } })).toBe(
    'accepted',
  );
});

it('a battery is declared with its number and packing instruction', () => {
  const shipment = { ...domestic, options: { dangerousGoods: { kind: 'lithium-metal-with-equipment' as const } } };
  expect(ratesMessage(shipment, place, 'R')).toMatchObject({
    packages: [
      {
        isHazmat: true,
        items: [
          {
            isHazmat: true,
            dangerousGoodsDetails: {
              unitedNationsRegulatoryId: 'UN3091',
              transportationRegulatoryClass: '9',
              packingInstruction: 'PI969_SECTION_II',
            },
          },
        ],
      },
    ],
  });
});

it('too heavy: the simulator’s reason is told, nothing is offered', async () => {
  const parcels = domestic.parcels.map((parcel) => ({ ...parcel, weightGrams: 25_000 }));
  const answer = await runRate(carrier, { shipment: { ...domestic, parcels } }, openHarnessEnv(manifest, harness));
  expect(answer.ok && answer.value.offers).toEqual([]);
  expect(answer.ok && answer.value.problems[0]).toEqual({
    service: 'std-us-swa-mfn',
    message: 'Amazon Shipping Ground: The package is too heavy for the offering.',
    vendorCode: 'WEIGHT_RESTRICTIONS',
  });
});

it('prices that ran out before the purchase are left unknown, never taken for "not bought"', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), 'purchase');
  await stand.admin.setClock('amazon-shipping', 700_000);
  try {
    const outcome = await runStep(ship, 'purchase', input, state.kept, env, options);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'unknown-effect', vendorCode: 'TOKEN_EXPIRED' } });
    expect(await recoverStep(ship, 'purchase', input, state.kept, env, options)).toMatchObject({ ok: false });
  } finally {
    await stand.admin.setClock('amazon-shipping', 0);
  }
});

it('another country’s account uses its own business, network and money', async () => {
  const gamma = simulator.accounts.find(({ id }) => id === 'amazon-gamma');
  const env = openHarnessEnv(manifest, harness, gamma?.credentials);
  const place = { city: 'London', provinceCode: '', zipcode: 'SW1A 1AA', countryCode: 'GB' };
  const shipment = { ...domestic, from: { ...domestic.from, ...place }, to: { ...domestic.to, ...place } };
  const answer = await runRate(carrier, { shipment }, env);
  expect(answer.ok && answer.value.offers.map(({ service, total }) => [service, total.currency])).toEqual([
    ['SWA-UK-PREM', 'GBP'],
    ['SWA-UK-2D', 'GBP'],
  ]);
});

it('a collection form without shipments is refused in words', async () => {
  const gamma = simulator.accounts.find(({ id }) => id === 'amazon-gamma');
  const env = openHarnessEnv(manifest, harness, gamma?.credentials);
  const { reference, uuid } = newPurchase(harness);
  const input = { reference, uuid, from: domestic.from, date: '2026-11-23', shipments: [] };
  const state = await drive(carrier, endOfDay, input, env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'nothing-waiting' });
});

it('bad input to each remaining call: words, no crash', async () => {
  const env = openHarnessEnv(manifest, harness);
  const tracked = await runTrack(carrier, { trackingNumbers: ['TBA000000000000'] }, env);
  expect(tracked.ok && tracked.value[0]?.problems).toEqual(['Amazon Shipping does not know TBA000000000000.']);
  const strange = { reference: 'S1', carrierShipmentId: 'unknown-1', trackingNumbers: [], kept: {} };
  expect((await drive(carrier, cancel, strange, env, freshDrive())).problem?.problem.message).toBe(
    'Amazon: The shipment was not found.',
  );
  expect(() => openHarnessEnv(manifest, harness, { ...samples.account.credentials, country: 'ZZ' })).toThrow(
    /Country of the Amazon Shipping account/,
  );
  const wrong = openHarnessEnv(manifest, harness, { ...samples.account.credentials, clientSecret: 'not-the-secret' });
  expect(await runTestConnection(carrier, wrong)).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', vendorCode: 'invalid_client' },
  });
});

it('events on the way back are a return', () => {
  expect(['Departed', 'Delivered', 'Undeliverable', 'Teleported'].map((code) => statusOf(code, true))).toEqual([
    'returning',
    'returned',
    'exception',
    'unknown',
  ]);
  expect(statusOf('Delivered', false)).toBe('delivered');
});

it('a parcel that Amazon has received is accepted, though its contract has no such code', () => {
  expect(statusOf('Received', false)).toBe('accepted');
});
