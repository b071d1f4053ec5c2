/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance-harness';
import { runRate } from '@scanship/connector-kit/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/step-runner';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { mod10Weights31 } from '@scanship/simulator-kit/check-digits';
import { startSimulatorHost, type RunningSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ship } from './src/ship.ts';

const SLUG = 'testline-ground';
const dataDir = mkdtempSync(join(tmpdir(), `${SLUG}-`));
const options = { deadlineMs: 5000, vendor: carrier.manifest.name };
let host: RunningSimulatorHost;
let admin: SimulatorAdmin;
let harness: Harness;
beforeAll(async () => {
  host = await startSimulatorHost({ port: 0, dataDir, simulators: { [SLUG]: () => Promise.resolve(simulator) } });
  admin = createSimulatorAdmin(host.address);
  harness = {
    samples,
    simulator: {
      address: host.addressOf(SLUG),
      books: () => admin.books(SLUG),
      clearFaults: () => admin.clearFaults(SLUG),
      setFaults: () => Promise.resolve(),
    },
  };
});
afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
});

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
