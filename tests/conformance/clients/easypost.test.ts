/** EasyPost’s own client at its simulator: what it sends is taken, what comes back it understands. */
import EasyPostClient from '@easypost/api';
import { samples } from '@scanship/carrier-easypost/harness';
import { simulator } from '@scanship/carrier-easypost/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';

let stand: TestSimulator;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
});
afterAll(() => stand.close());

it('an ordinary shipment, no more than addresses and a parcel: rated, bought, tracked and given back', async () => {
  const client = new EasyPostClient(samples.account.credentials['apiKey'] ?? '', {
    baseUrl: `${stand.simulator.address}/v2/`,
  });
  const place = (name: string, street1: string, city: string, state: string, zip: string) => ({
    name,
    street1,
    city,
    state,
    zip,
    country: 'US',
    phone: '4153334445',
  });
  const shipment = await client.Shipment.create({
    from_address: place('EasyPost', '417 Montgomery Street', 'San Francisco', 'CA', '94104'),
    to_address: place('Dr. Steve Brule', '179 N Harbor Dr', 'Redondo Beach', 'CA', '90277'),
    parcel: { length: 20.2, width: 10.9, height: 5, weight: 65.9 },
  });
  expect(shipment.rates.length).toBeGreaterThan(1);
  const rate = shipment.lowestRate();
  const bought = await client.Shipment.buy(shipment.id, rate);
  expect(bought.selected_rate?.id).toBe(rate.id);
  expect(bought.postage_label?.label_url).toMatch(/^http/);
  expect((await client.Shipment.retrieve(shipment.id)).tracking_code).toBe(bought.tracking_code);
  expect((await client.Shipment.refund(shipment.id)).refund_status).toBe('submitted');
  const kinds = (await stand.simulator.books()).map(({ kind }) => kind);
  expect(kinds).toEqual(['draft', 'paid', 'voided']);
});

it('a claim on the insurance of a label: filed, refused a second time, found again', async () => {
  const client = new EasyPostClient(samples.account.credentials['apiKey'] ?? '', {
    baseUrl: `${stand.simulator.address}/v2/`,
  });
  const place = (name: string, street1: string, city: string, state: string, zip: string) => ({
    name,
    street1,
    city,
    state,
    zip,
    country: 'US',
  });
  const shipment = await client.Shipment.create({
    from_address: place('EasyPost', '417 Montgomery Street', 'San Francisco', 'CA', '94104'),
    to_address: place('Dr. Steve Brule', '179 N Harbor Dr', 'Redondo Beach', 'CA', '90277'),
    parcel: { length: 20.2, width: 10.9, height: 5, weight: 65.9 },
  });
  const { tracking_code } = await client.Shipment.buy(shipment.id, shipment.lowestRate());
  const asked = {
    tracking_code,
    type: 'loss',
    amount: '50.00',
    description: 'It never came.',
    contact_email: 'test@example.com',
    recipient_name: 'Test Shop',
    payment_method: 'easypost_wallet',
  };
  await expect(client.Claim.create(asked)).rejects.toThrow('No insurance was found');
  expect((await client.Shipment.insure(shipment.id, 100)).insurance).toBe('100');
  const claim = await client.Claim.create(asked);
  expect(claim).toMatchObject({ status: 'submitted', requested_amount: '50.00', tracking_code });
  await expect(client.Claim.create(asked)).rejects.toThrow('A claim exists');
  expect((await client.Claim.retrieve(claim.id)).id).toBe(claim.id);
  expect((await client.Claim.all()).claims.map(({ id }) => id)).toEqual([claim.id]);
});
