/** After a restore or failover nothing is bought with an account until its carrier was asked for what may be missing here. */
import { simulator } from '@scanship/carrier-chit-chats/simulator';
import type { LabelReconciliation } from '@scanship/contracts/carriers/label-reconciliation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld } from '../../../test/carrier-world.ts';
import { BUYER } from '../../../test/order-fixture.ts';
import { holdAccounts } from '../../commands/after-restore.ts';
import { withClient } from '../../platform/database/connection.ts';
import { createStateModule } from '../operations/state/index.ts';

const SERVICE = 'chit_chats_canada_tracked';
const BOX = { number: 1, weightGrams: 900, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } };
let w: CarrierWorld;
let ofFranchise = '';
let own = '';

const add = async (who: 'franchise' | 'admin', carrier: string, credentials: object): Promise<string> => {
  const added = await w.call(who, 'POST', '/shippingCarrier/add', {
    carrier,
    name: carrier,
    mode: 'simulator',
    credentials,
  });
  expect(added.status, added.text).toBe(200);
  return (added.json.data as { id: string }).id;
};

beforeAll(async () => {
  w = await makeCarrierWorld({ more: { 'chit-chats': simulator }, labels: { firstPauseMs: 1 } });
  ofFranchise = await add('franchise', 'chit-chats', { client: '900001', token: 'alpha-access-token-1' });
  own = await add('admin', 'testline-express', { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' });
});
afterAll(() => w.close());

let orders = 0;
async function quote(carrier: string) {
  orders += 1;
  const made =
    orders === 1
      ? await w.newOrderOf(w.world.people.admin)
      : (
          (
            await w.call('admin', 'POST', '/orders/add', {
              number: `R-${orders}`,
              currency: 'CAD',
              shipTo: { ...BUYER, email: 'eloise@example.com' },
              items: [{ title: 'Mug', sku: 'MUG', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
            })
          ).json.data as { id: string }
        ).id;
  const quoted = await w.call('admin', 'POST', '/quotes/single', { orderId: made, parcels: [BOX] });
  const { quoteId, rates } = quoted.json.data as {
    quoteId: string;
    rates: { id: string; service: string; carrier: string }[];
  };
  const rate = rates.find((each) => each.carrier === carrier && (carrier !== 'chit-chats' || each.service === SERVICE));
  return { orderId: made, quoteId, rateId: rate?.id };
}
const buy = (rate: object) => w.call('admin', 'POST', '/shipment/create', rate);

const view = async (who: 'franchise' | 'admin', id: string): Promise<LabelReconciliation> =>
  (await w.call(who, 'GET', `/shippingCarrier/${id}/labels`)).json.data as LabelReconciliation;

const hold = (moment?: string) => holdAccounts(w.database.db, { moment, withTest: true });

/** A lost commit: the shipment is gone here, its label is not gone at the carrier. No reference is its own reverse. */
const forget = (orderId: string) =>
  withClient(w.database.migrator, async (client) => {
    await client.query(`UPDATE purchases SET carrier_ref = reverse(carrier_ref), state = 'refused', vendor_ids = '{}'
      WHERE shipment_id IN (SELECT shipment_id FROM shipment_items WHERE order_id = '${orderId}')`);
    await client.query(`UPDATE parcels SET tracking_key = NULL
      WHERE shipment_id IN (SELECT shipment_id FROM shipment_items WHERE order_id = '${orderId}')`);
  });

const onHold = async (): Promise<number | undefined> =>
  (await createStateModule(w.application.services, 'test').checks()).find(({ id }) => id === 'unasked-accounts')?.value;

test('a database that did not go back asks for the moment', async () => {
  await expect(hold()).rejects.toThrow('Name the moment');
  await expect(hold('yesterday')).rejects.toThrow('is not a moment');
  await expect(hold('2999-01-01T00:00:00Z')).rejects.toThrow('has not come yet');
  expect(await onHold()).toBe(0);
});

test('nothing is bought with an account until its carrier was asked; what it has and is missing here is told, then it is bought with again', async () => {
  const lost = await quote('chit-chats');
  expect((await buy(lost)).text).toContain('trackingNumber');
  const rate = await quote('chit-chats');
  await forget(lost.orderId);

  const lines = await hold(new Date(Date.now() - 3_600_000).toISOString());
  expect(lines.join('\n')).toContain('First: chit-chats');
  expect(lines.join('\n')).toMatch(/Cannot be asked[^]*Customer one: testline-express/);
  expect(await onHold()).toBe(2);
  const refused = await buy(rate);
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('The database went back in time')]);
  const lent = await w.call('admin', 'GET', `/shippingCarrier/${ofFranchise}`);
  expect(lent.json.data).toMatchObject({ lent: true, unaskedSince: expect.any(String) });

  w.clock.value = new Date();
  await expect
    .poll(async () => (await w.application.labels.look(), (await view('franchise', ofFranchise)).unasked))
    .toBeNull();
  const found = await view('franchise', ofFranchise);
  expect(found.runs[0]).toMatchObject({ why: 'restore', state: 'done', listed: 1 });
  expect(found.findings.map(({ kind }) => kind)).toEqual(['unknown-here']);
  expect(await onHold()).toBe(1);
  expect((await buy(rate)).text).toContain('trackingNumber');
});

test('what cannot be asked is a person’s question: its owner confirms it, and nobody else', async () => {
  const rate = await quote('testline-express');
  expect((await buy(rate)).status).toBe(503);
  expect((await view('admin', own)).unasked).not.toBeNull();
  expect((await w.call('franchise', 'POST', `/shippingCarrier/${own}/labels/confirm`)).status).toBe(404);
  expect((await w.call('basic', 'POST', `/shippingCarrier/${own}/labels/confirm`)).status).toBe(404);
  const confirmed = await w.call('admin', 'POST', `/shippingCarrier/${own}/labels/confirm`);
  expect(confirmed.json.data).toMatchObject({ unasked: null });
  expect((await w.call('admin', 'POST', `/shippingCarrier/${own}/labels/confirm`)).status).toBe(404);
  expect((await buy(rate)).text).toContain('trackingNumber');
  expect(await onHold()).toBe(0);
  expect(await hold().catch(String)).toContain('Name the moment');
});

test('a database that went back knows the moment itself, and asking again says what is left', async () => {
  await withClient(w.database.migrator, (client) =>
    client.query(`UPDATE maintenance.lineage SET rewound_at = clock_timestamp()`),
  );
  expect((await hold()).join('\n')).toContain('with 2 carrier accounts');
  expect((await hold()).join('\n')).not.toContain('may be missing here');
  expect(await onHold()).toBe(2);
  // A second time while the first still waits: all are asked again.
  await withClient(w.database.migrator, async (client) => {
    await client.query(`DELETE FROM maintenance.unasked_accounts WHERE account_id = $1`, [own]);
    await client.query(`UPDATE maintenance.lineage SET rewound_at = clock_timestamp()`);
  });
  expect(await onHold()).toBe(1);
  expect((await hold()).join('\n')).toContain('with 2 carrier accounts');
  expect((await hold()).join('\n')).not.toContain('may be missing here');
});

const EXPRESS = { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' };
const confirm = (id: string) => w.call('admin', 'POST', `/shippingCarrier/${id}/labels/confirm`);

test('an account that waits is not disconnected, and one connected beside it waits as well', async () => {
  expect((await view('admin', own)).unasked?.standing).toBe('by-hand');
  const kept = await w.call('admin', 'DELETE', `/shippingCarrier/${own}`);
  expect([kept.status, kept.text]).toEqual([403, expect.stringContaining('on hold after a restore')]);
  const again = await add('admin', 'testline-express', EXPRESS);
  expect((await view('admin', again)).unasked).toEqual({
    since: (await view('admin', own)).unasked?.since,
    markedAt: expect.any(String),
    standing: 'by-hand',
  });
  // Another carrier's waits for nothing.
  const other = await add('admin', 'chit-chats', { client: '900001', token: 'alpha-access-token-1' });
  expect((await view('admin', other)).unasked).toBeNull();
  expect((await confirm(own)).status).toBe(200);
  expect((await view('admin', again)).unasked).not.toBeNull();
  expect((await w.call('admin', 'DELETE', `/shippingCarrier/${own}`)).status).toBe(200);
  expect((await confirm(again)).status).toBe(200);
  const later = await add('admin', 'testline-express', EXPRESS);
  expect((await view('admin', later)).unasked).toBeNull();
});

test('a mark of an account that is gone holds nobody up', async () => {
  const gone = await add('admin', 'testline-express', EXPRESS);
  expect((await w.call('admin', 'DELETE', `/shippingCarrier/${gone}`)).status).toBe(200);
  const before = (await onHold()) ?? 0;
  await withClient(w.database.migrator, (client) =>
    client.query(`INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since) VALUES ($1, $2, now())`, [
      gone,
      w.world.people.admin.tenantId,
    ]),
  );
  expect(await onHold()).toBe(before + 1);
  await withClient(w.database.migrator, (client) =>
    client.query(`UPDATE carrier_accounts SET state = 'paused' WHERE id = $1`, [ofFranchise]),
  );
  await w.application.labels.look();
  expect(await onHold()).toBe(before);
});

test('each end of a hold says what it is, and a comparison that a person asks for ends it', async () => {
  const standing = async () => (await view('franchise', ofFranchise)).unasked?.standing;
  const runs = async () => (await view('franchise', ofFranchise)).runs.filter(({ why }) => why === 'restore').length;
  const before = await runs();
  expect(await standing()).toBe('paused');
  expect((await hold()).join('\n')).toMatch(/Are paused[^]*First: chit-chats/);
  await w.application.labels.look();
  expect(await runs()).toBe(before);
  const resume = { name: 'chit-chats', paused: false };
  expect((await w.call('franchise', 'PUT', `/shippingCarrier/${ofFranchise}`, resume)).status).toBe(200);
  expect(await standing()).toBe('waiting');

  await w.simulators.setFaults('chit-chats', [
    { kind: 'status-before-effect', status: 401, route: 'list shipments', times: 1 },
  ]);
  await expect.poll(async () => (await w.application.labels.look(), standing())).toBe('failed');
  await w.simulators.clearFaults('chit-chats');
  expect((await hold()).join('\n')).toMatch(/Could not be asked yet[^]*First: chit-chats/);
  // Not again at once, unless a person asks.
  await w.application.labels.look();
  expect([await standing(), await runs()]).toEqual(['failed', before + 1]);
  w.clock.value = new Date();
  expect((await w.call('franchise', 'POST', `/shippingCarrier/${ofFranchise}/labels/compare`)).status).toBe(200);
  await expect.poll(async () => (await w.application.labels.look(), standing())).toBeUndefined();
  const { runs: all } = await view('franchise', ofFranchise);
  expect(all[0]).toMatchObject({ why: 'restore', state: 'done' });
});
