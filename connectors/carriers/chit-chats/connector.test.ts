/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { shipmentMessage } from './src/messages.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track.ts';

const { manifest } = carrier;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const refusedField = (shipment: ShipmentRequest): string | undefined => refusedFieldOf(() => shipmentMessage(shipment));

it('a price question leaves no draft behind', async () => {
  const answer = await runRate(carrier, { shipment: samples.domestic }, openHarnessEnv(manifest, harness));
  expect(answer.ok).toBe(true);
  const books = await stand.simulator.books();
  expect(books.filter((e) => e.kind === 'draft').length).toBe(books.filter((e) => e.data.deleted === true).length);
});

it('what is quoted is what is charged, with insurance and signature', async () => {
  const shipment = { ...samples.domestic, options: { insuredValue: money(10_000, 'CAD'), signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment, services: [samples.service] }, env);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
  expect(state.result.charged?.lines.map((l) => l.code)).toContain('insurance_fee');
});

it('what cannot be said is refused before the call', () => {
  const { domestic, crossBorder } = samples;
  const abroad = crossBorder?.shipment ?? domestic;
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...abroad, options: { insuredValue: money(5001, 'CAD') } })).toBe('options.insuredValue');
  const paid = { ...abroad, customs: abroad.customs && { ...abroad.customs, dutiesPaidBy: 'Shipper' as const } };
  expect(refusedField(paid)).toBe('from.taxIds');
  const number = { kind: 'IOSS', number: 'IM0000000001' };
  expect(refusedField({ ...paid, from: { ...paid.from, taxIds: [number] } })).toBe('accepted');
});

it('events by type, else by their words', () => {
  const said = ['Delivered, Front Door', 'Delivery Attempt: no access', 'Out for Delivery', 'Arrived at Facility', '?'];
  expect(said.map((title) => statusOf('tracking_event', title))).toEqual([
    'delivered',
    'exception',
    'out-for-delivery',
    'in-transit',
    'unknown',
  ]);
  expect(statusOf('receive_shipment', 'anything')).toBe('accepted');
});
