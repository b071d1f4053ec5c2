/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { mod10Weights31 } from '@scanship/simulator-kit/check-digits';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ship } from './src/ship.ts';

const options = { deadlineMs: 5000, vendor: carrier.manifest.name };
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

it('a lost label is found again by our reference, with the same number and file', async () => {
  const input = newPurchase(harness);
  const env = openHarnessEnv(carrier.manifest, harness);
  const bought = await runStep(ship, 'create', input, {}, env, options);
  const found = await recoverStep(ship, 'create', input, {}, env, options);
  const first = bought.ok && bought.value.kind === 'done' ? bought.value.result : undefined;
  expect(found).toMatchObject({
    ok: true,
    value: {
      kind: 'found',
      step: 'create',
      result: { carrierShipmentId: first?.carrierShipmentId, parcels: first?.parcels },
    },
  });
  expect(found.ok && found.value.kind === 'found' && found.value.result?.files).toEqual(first?.files);
});

it('another account does not find it', async () => {
  const input = newPurchase(harness);
  await runStep(ship, 'create', input, {}, openHarnessEnv(carrier.manifest, harness), options);
  const other = openHarnessEnv(carrier.manifest, harness, samples.otherAccount.credentials);
  expect(await recoverStep(ship, 'create', input, {}, other, options)).toEqual({ ok: true, value: { kind: 'absent' } });
});

it('tracking numbers carry a modulo 10 digit', async () => {
  const state = await drive(
    carrier,
    ship,
    newPurchase(harness),
    openHarnessEnv(carrier.manifest, harness),
    freshDrive(),
  );
  const number = state.result.parcels?.[0]?.trackingNumber ?? '';
  expect(number).toMatch(/^TG\d{13}$/);
  expect(mod10Weights31(number.slice(2, -1))).toBe(Number(number.at(-1)));
});

it('two parcels cannot be bought in one call', async () => {
  const [parcel] = samples.domestic.parcels;
  const shipment = { ...samples.domestic, parcels: [1, 2].map((number) => ({ ...parcel, weightGrams: 500, number })) };
  const bought = await runStep(
    ship,
    'create',
    newPurchase(harness, { shipment }),
    {},
    openHarnessEnv(carrier.manifest, harness),
    options,
  );
  expect(bought).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'parcels' } });
});

it('names our field when the vendor refuses one', async () => {
  const shipment = { ...samples.domestic, to: { ...samples.domestic.to, zipcode: '90210' } };
  const answer = await runRate(carrier, { shipment }, openHarnessEnv(carrier.manifest, harness));
  expect(answer).toMatchObject({
    ok: false,
    problem: { kind: 'invalid-input', field: 'to.zipcode', vendorCode: 'E100' },
  });
});
