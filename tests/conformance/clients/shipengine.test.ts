/** ShipEngine’s own client (the ShipStation API under its older name) at the simulator: prices, a label, its end. */
import { samples } from '@scanship/carrier-shipstation-api/harness';
import { simulator } from '@scanship/carrier-shipstation-api/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import type * as sdk from 'shipengine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atRoot, type AtRoot } from '../../support/at-root.ts';

let stand: TestSimulator;
let root: AtRoot;
let ShipEngine: typeof sdk.ShipEngine;
const { fetch } = globalThis;
beforeAll(async () => {
  // Its import puts node-fetch in the place of Node's own.
  ({ ShipEngine } = await import('shipengine'));
  stand = await startTestSimulator(simulator);
  root = await atRoot(stand.simulator.address);
});
afterAll(async () => {
  globalThis.fetch = fetch;
  await root.close();
  await stand.close();
});

it('an ordinary shipment, no more than addresses and a weight: priced, bought and voided', async () => {
  const client = new ShipEngine({
    apiKey: samples.account.credentials['apiKey'] ?? '',
    baseURL: root.address,
    retries: 0,
  });
  const carrier = (await client.listCarriers()).find(({ carrierCode }) => carrierCode === 'canada_post_walleted');
  const place = (
    name: string,
    addressLine1: string,
    cityLocality: string,
    stateProvince: string,
    postalCode: string,
  ) => ({
    name,
    phone: '416-555-0100',
    addressLine1,
    cityLocality,
    stateProvince,
    postalCode,
    countryCode: 'CA' as const,
    addressResidentialIndicator: 'no' as const,
  });
  const shipment = {
    shipFrom: place('Test Sender', '10 Sender Road', 'Toronto', 'ON', 'M5V 2T6'),
    shipTo: place('Test Receiver', '20 Receiver Avenue', 'Vancouver', 'BC', 'V6B 1A1'),
    packages: [{ weight: { value: 0.9, unit: 'kilogram' as const } }],
  };
  const asked = await client.getRatesWithShipmentDetails({
    rateOptions: { carrierIds: [carrier?.carrierId ?? ''] },
    shipment,
  });
  const [rate] = asked.rateResponse.rates ?? [];
  expect(rate?.shippingAmount.amount).toBeGreaterThan(0);
  const label = await client.createLabelFromShipmentDetails({
    shipment: {
      ...shipment,
      carrierId: rate?.carrierId ?? '',
      serviceCode: rate?.serviceCode ?? '',
      shipDate: new Date().toISOString().slice(0, 10),
    },
  });
  expect(label.trackingNumber).toMatch(/^SE/);
  expect((await client.voidLabelWithLabelId(label.labelId)).approved).toBe(true);
  expect((await stand.simulator.books()).map(({ kind }) => kind)).toEqual(['paid', 'voided']);
});
