/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { s10 } from '@scanship/simulator-kit/check-digits';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { ship } from './src/ship.ts';

const SLUG = 'testline-post';
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

it('tracking numbers carry the S10 check digit and end in a country that does not exist', async () => {
  const state = await drive(
    carrier,
    ship,
    newPurchase(harness),
    openHarnessEnv(carrier.manifest, harness),
    freshDrive(),
  );
  const number = state.result.parcels?.[0]?.trackingNumber ?? '';
  expect(number).toMatch(/^TP\d{9}XX$/);
  expect(s10(number.slice(2, 10))).toBe(Number(number[10]));
});

it('prices several parcels one by one and adds them up', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const [parcel] = samples.domestic.parcels;
  const three = { ...samples.domestic, parcels: [1, 2, 3].map((number) => ({ ...parcel, weightGrams: 1250, number })) };
  const [one, all] = [
    await runRate(carrier, { shipment: samples.domestic }, env),
    await runRate(carrier, { shipment: three }, env),
  ];
  const totals = (a: typeof one): (readonly [string, number])[] =>
    a.ok ? a.value.offers.map((o) => [o.service, o.total.minor] as const) : [];
  expect(totals(all)).toEqual(totals(one).map(([service, cents]) => [service, cents * 3]));
  expect(totals(one).length).toBeGreaterThan(1);
});

it('an error page in place of the label is not taken for one, and the label can be fetched later', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env, freshDrive(), 'label');
  await admin.setFaults(SLUG, [{ kind: 'html', route: 'label', times: 1 }]);
  expect(await runStep(ship, 'label', input, state.kept, env, options)).toMatchObject({
    ok: false,
    problem: { kind: 'vendor-broken' },
  });
  await drive(carrier, ship, input, env, state);
  expect(state.result.files).toHaveLength(1);
  expect((await admin.books(SLUG)).filter((b) => b.kind === 'paid' && b.reference === input.reference)).toHaveLength(1);
});

it('a label link to another host is not followed, so the password stays here', async () => {
  const env = openHarnessEnv(carrier.manifest, harness);
  const kept = { shipmentId: 'ps000000000000', labelLink: 'https://evil.example/label' };
  const fetched = await runStep(ship, 'label', newPurchase(harness), kept, env, options);
  expect(fetched).toMatchObject({
    ok: false,
    problem: { kind: 'vendor-broken', message: expect.stringContaining('evil.example') as string },
  });
});

it.each([['*/*'], ['application/vnd.testline.shipment-v1+xml'], ['application/xml']])(
  'the service refuses Accept %s',
  async (accept) => {
    const authorization = `Basic ${Buffer.from('post-alpha:alpha-word-1').toString('base64')}`;
    const created = await drive(
      carrier,
      ship,
      newPurchase(harness),
      openHarnessEnv(carrier.manifest, harness),
      freshDrive(),
    );
    const wild = await fetch(`${stand.simulator.address}/rs/1000001/shipment/${created.result.carrierShipmentId}`, {
      headers: { accept, authorization },
    });
    expect(wild.status).toBe(406);
  },
);

it('a customer number of somebody else is not authorised', async () => {
  const env = openHarnessEnv(carrier.manifest, harness, { ...samples.account.credentials, customer: '1000002' });
  expect(await runRate(carrier, { shipment: samples.domestic }, env)).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised' },
  });
});
