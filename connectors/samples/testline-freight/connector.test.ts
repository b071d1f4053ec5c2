/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runRefund } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { mod7 } from '@scanship/simulator-kit/check-digits';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { ship } from './src/ship.ts';

const SLUG = 'testline-freight';
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

it('is found in a list of several pages', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const first = newPurchase(harness);
  const booked = await runStep(ship, 'book', first, {}, env, options);
  for (let i = 0; i < 55; i += 1) await runStep(ship, 'book', newPurchase(harness), {}, env, options);
  const traces: string[] = [];
  const traced = openHarnessEnv(carrier.manifest, harness, samples.account.credentials, {
    trace: { record: (t) => traces.push(t.address) },
  });
  const found = await recoverStep(ship, 'book', first, {}, traced, options);
  expect(traces).toHaveLength(3);
  expect(found).toMatchObject({
    ok: true,
    value: {
      kind: 'found',
      step: 'book',
      keep: booked.ok && booked.value.kind === 'done' ? booked.value.keep : 'not booked',
    },
  });
});

it('a booking says "wait" until it is confirmed', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const input = newPurchase(harness);
  const booked = await runStep(ship, 'book', input, {}, env, options);
  const kept = booked.ok ? (booked.value.keep ?? {}) : {};
  expect(await runStep(ship, 'confirm', input, kept, env, options)).toMatchObject({
    ok: true,
    value: { kind: 'wait' },
  });
});

it('pays the price that was quoted, and not with a quote of another account', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const rated = await runRate(carrier, { shipment: samples.domestic, services: [samples.service] }, env);
  const offer = rated.ok ? rated.value.offers[0] : undefined;
  const input = newPurchase(harness, { rateToken: offer?.token });
  const state = await drive(carrier, ship, input, env, freshDrive());
  expect(state.result.charged?.total).toEqual(offer?.total);
  const other = openHarnessEnv(carrier.manifest, harness, samples.otherAccount.credentials);
  const stolen = await runStep(ship, 'book', newPurchase(harness, { rateToken: offer?.token }), {}, other, options);
  expect(stolen).toMatchObject({ ok: false, problem: { kind: 'refused', vendorCode: 'quote_gone' } });
});

it('an expired quote is refused in words', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const rated = await runRate(carrier, { shipment: samples.domestic, services: [samples.service] }, env);
  const rateToken = rated.ok ? rated.value.offers[0]?.token : undefined;
  await admin.setClock(SLUG, 8 * 86_400_000);
  const late = await runStep(ship, 'book', newPurchase(harness, { rateToken }), {}, env, options);
  await admin.setClock(SLUG, 0);
  expect(late).toMatchObject({
    ok: false,
    problem: { kind: 'refused', message: 'This price is no longer valid; ask for prices again.' },
  });
});

it('a refund is pending until the vendor has paid it', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const input = newPurchase(harness);
  const bought = await drive(carrier, ship, input, env, freshDrive());
  const booking = {
    reference: input.reference,
    carrierShipmentId: bought.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: bought.kept,
  };
  // Not cancelled: there is no refund to ask about.
  expect(await runRefund(carrier, booking, env)).toMatchObject({ ok: false, problem: { kind: 'vendor-broken' } });
  const cancelled = await runStep(cancel, 'cancel', booking, {}, env, options);
  expect(cancelled).toMatchObject({ ok: true, value: { result: { refund: 'later' } } });
  expect(await runRefund(carrier, booking, env)).toEqual({ ok: true, value: { state: 'pending', message: undefined } });
  await admin.setClock(SLUG, 3 * 86_400_000);
  expect(await runRefund(carrier, booking, env)).toMatchObject({ ok: true, value: { state: 'received' } });
  await admin.setClock(SLUG, 0);
});

it('tracking numbers carry a modulo 7 digit', async () => {
  const state = await drive(
    carrier,
    ship,
    newPurchase(harness),
    openHarnessEnv(carrier.manifest, harness),
    freshDrive(),
  );
  const number = state.result.parcels?.[0]?.trackingNumber ?? '';
  expect(number).toMatch(/^TF\d{10}$/);
  expect(mod7(number.slice(2, -1))).toBe(Number(number.at(-1)));
});
