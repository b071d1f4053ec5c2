/** What is declared beside the parcel: Saturday, and who pays the duties. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { clearanceMessage, rateClearance } from './src/customs.ts';
import { rateMessage } from './src/messages.ts';
import { ship } from './src/ship.ts';

let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

it('prices with Saturday delivery stand beside those without, and the one that was chosen is bought', async () => {
  const friday: ShipmentRequest = { ...domestic, shipDate: '2026-11-27' };
  const env = openHarnessEnv(carrier.manifest, harness);
  const offers = async (shipment: ShipmentRequest) => {
    const quoted = await runRate(carrier, { shipment, services: ['PRIORITY_OVERNIGHT', 'FEDEX_2_DAY'] }, env);
    return quoted.ok ? quoted.value.offers : [];
  };
  const all = await offers(friday);
  expect(all.map(({ service, saturdayDelivery }) => [service, saturdayDelivery])).toEqual([
    ['PRIORITY_OVERNIGHT', undefined],
    ['FEDEX_2_DAY', undefined],
    ['PRIORITY_OVERNIGHT', true],
  ]);
  const chosen = { ...friday, options: { saturdayDelivery: true } };
  expect(await offers(chosen)).toEqual([all[2]]);
  const input = newPurchase(harness, { shipment: chosen, service: 'PRIORITY_OVERNIGHT' });
  const state = await drive(carrier, ship, input, env, freshDrive());
  expect(state.problem).toBeUndefined();
  expect(state.result.charged?.total).toEqual(all[2]?.total);
});

it('Saturday variants are asked for where a day can lead to one, and never for a return', () => {
  const asks = (s: ShipmentRequest) =>
    rateMessage(s, { account: '740561073', pickup: 'DROPOFF_AT_FEDEX_LOCATION' }).rateRequestControlParameters
      .variableOptions;
  const on = (shipDate: string, more: Partial<ShipmentRequest> = {}) => asks({ ...domestic, shipDate, ...more });
  expect([on('2026-11-25'), on('2026-11-26'), on('2026-11-27')]).toEqual([
    undefined,
    'SATURDAY_DELIVERY',
    'SATURDAY_DELIVERY',
  ]);
  expect(on('2026-11-27', { return: {} })).toBeUndefined();
  expect(on('2026-11-27', { to: crossBorder.to })).toBeUndefined();
});

it('duties are billed to the account that is named', () => {
  const paid = (dutiesAccount: Customs['dutiesAccount']) => {
    if (!crossBorder.customs) throw new Error('the sample has no customs data');
    const customs: Customs = { ...crossBorder.customs, dutiesAccount };
    const s = { ...crossBorder, customs };
    return [
      clearanceMessage(s, customs, '740561073').dutiesPayment,
      rateClearance(s, customs, '740561073').dutiesPayment,
    ];
  };
  const payor = { responsibleParty: { accountNumber: { value: '123456789' } } };
  // The rate contract knows our own account alone.
  expect(paid({ holder: 'receiver', number: '123456789' })).toEqual([{ paymentType: 'RECIPIENT', payor }, undefined]);
  expect(paid({ holder: 'third-party', number: '123456789' })).toEqual([
    { paymentType: 'THIRD_PARTY', payor },
    undefined,
  ]);
  expect(() => paid({ holder: 'receiver', number: 'A1' })).toThrow('nine digits');
});
