/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { luhn } from '@scanship/simulator-kit/check-digits';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ship } from './src/ship.ts';

const SLUG = 'testline-express';
const options = { deadlineMs: 5000, vendor: carrier.manifest.name };
let stand: TestSimulator;
let admin: SimulatorAdmin;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  admin = stand.admin;
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

it('the same key twice at the same moment buys once and answers the same numbers', async () => {
  const input = newPurchase(harness);
  const env = openHarnessEnv(carrier.manifest, harness);
  const both = await Promise.all([1, 2, 3, 4].map(() => runStep(ship, 'create', input, {}, env, options)));
  const numbers = both.map((r) =>
    r.ok && r.value.kind === 'done' ? r.value.result?.parcels?.[0]?.trackingNumber : JSON.stringify(r),
  );
  expect(new Set(numbers).size).toBe(1);
  expect((await admin.books(SLUG)).filter((b) => b.kind === 'paid' && b.reference === input.reference)).toHaveLength(1);
});

it('a key that has bought something else is never taken for "nothing was bought"', async () => {
  const input = newPurchase(harness);
  const env = openHarnessEnv(carrier.manifest, harness);
  await runStep(ship, 'create', input, {}, env, options);
  const other = await runStep(ship, 'create', { ...input, service: 'SAVER' }, {}, env, options);
  expect(other).toMatchObject({ ok: false, problem: { kind: 'unknown-effect', vendorCode: 'KEY_REUSED' } });
  const asked = await recoverStep(ship, 'create', { ...input, service: 'SAVER' }, {}, env, options);
  expect(asked).toMatchObject({ ok: false, problem: { kind: 'unknown-effect', vendorCode: 'KEY_REUSED' } });
});

it('tracking numbers carry a Luhn digit', async () => {
  const state = await drive(
    carrier,
    ship,
    newPurchase(harness),
    openHarnessEnv(carrier.manifest, harness),
    freshDrive(),
  );
  const number = state.result.parcels?.[0]?.trackingNumber ?? '';
  expect(number).toMatch(/^TX\d{12}$/);
  expect(luhn(number.slice(2, -1))).toBe(Number(number.at(-1)));
});

it('names our field when the vendor refuses one', async () => {
  const shipment = { ...samples.domestic, to: { ...samples.domestic.to, zipcode: '90210' } };
  const answer = await runRate(carrier, { shipment }, openHarnessEnv(carrier.manifest, harness));
  expect(answer).toMatchObject({
    ok: false,
    problem: { kind: 'invalid-input', field: 'to.zipcode', vendorCode: 'INVALID_FIELD' },
  });
});

it('bills the dimensional weight of a light, large box', async () => {
  const large = { number: 1, weightGrams: 500, dimensions: { lengthMm: 500, widthMm: 400, heightMm: 300 } };
  const answer = await runRate(
    carrier,
    { shipment: { ...samples.domestic, parcels: [large] } },
    openHarnessEnv(carrier.manifest, harness),
  );
  // 60,000 cubic centimetres / 5000 = 12 kg.
  expect(answer.ok && answer.value.offers.map((o) => o.billableGrams)).toEqual([12_000, 12_000, 12_000]);
});

it('a token that expires between two calls is renewed without anyone noticing', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  expect((await runRate(carrier, { shipment: samples.domestic }, env)).ok).toBe(true);
  await admin.setClock(SLUG, 3_600_000);
  const later = await runRate(carrier, { shipment: samples.domestic }, env);
  await admin.setClock(SLUG, 0);
  expect(later.ok).toBe(true);
});

it('a parcel moves through its statuses and can no longer be voided once picked up', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const purchase = newPurchase(harness);
  const state = await drive(carrier, ship, purchase, env, freshDrive());
  const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
  await admin.setClock(SLUG, 10 * 86_400_000);
  const answer = await runTrack(carrier, { trackingNumbers: [trackingNumber] }, env);
  const cancel = carrier.cancel
    ? await drive(
        carrier,
        carrier.cancel,
        {
          reference: purchase.reference,
          carrierShipmentId: state.result.carrierShipmentId ?? '',
          trackingNumbers: [trackingNumber],
          kept: state.kept,
        },
        env,
        freshDrive(),
      )
    : undefined;
  await admin.setClock(SLUG, 0);
  expect(answer.ok && answer.value[0]?.events.map((e) => e.status)).toEqual([
    'label-created',
    'accepted',
    'in-transit',
    'out-for-delivery',
    'delivered',
  ]);
  expect(cancel?.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'IN_TRANSIT' });
});
