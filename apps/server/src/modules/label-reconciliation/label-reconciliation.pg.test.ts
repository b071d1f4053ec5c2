/** A carrier's list held against what is known here, with a real connector against its simulator. */
import { simulator } from '@scanship/carrier-chit-chats/simulator';
import { samples as uniuni } from '@scanship/carrier-uniuni/harness';
import { simulator as uniuniSimulator } from '@scanship/carrier-uniuni/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive } from '@scanship/connector-kit/conformance/conformance-harness';
import { withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { LabelReconciliation } from '@scanship/contracts/carriers/label-reconciliation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld } from '../../../test/carrier-world.ts';
import { BUYER } from '../../../test/order-fixture.ts';
import { newCarrierReference } from '../../platform/database/carrier-reference.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { finishRun } from './finish-run.ts';
import { keepPage } from './keep-page.ts';
import { planRuns } from './plan-runs.ts';
import { beginRun, failRun, leaseRun, readRun } from './run-rows.ts';

const ROUTE = 'list shipments';
const SERVICE = 'chit_chats_canada_tracked';
const BOX = { number: 1, weightGrams: 900, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } };
let w: CarrierWorld;
let account: { readonly id: string; readonly grantId: string };

beforeAll(async () => {
  w = await makeCarrierWorld({
    more: { 'chit-chats': simulator, uniuni: uniuniSimulator },
    labels: { quietMs: 0, pageSize: 3, firstPauseMs: 1 },
  });
  const added = await w.call('franchise', 'POST', '/shippingCarrier/add', {
    carrier: 'chit-chats',
    name: 'Chit Chats of the franchise',
    mode: 'simulator',
    credentials: { client: '900001', token: 'alpha-access-token-1' },
  });
  expect(added.status, added.text).toBe(200);
  account = added.json.data as typeof account;
});
afterAll(() => w.close());

interface Label {
  readonly purchaseId: string;
  readonly number: string;
  readonly reference: string;
}

const first = new Map<string, Promise<string>>();
let orders = 0;
/** The first order of a customer comes with its store and ship-from address. */
async function newOrder(who: 'admin' | 'basic'): Promise<string> {
  const known = first.get(who);
  if (!known) first.set(who, w.newOrderOf(w.world.people[who]));
  const id = await first.get(who);
  if (id === undefined || !known) return id ?? '';
  orders += 1;
  const made = await w.call(who, 'POST', '/orders/add', {
    number: `N-${orders}`,
    currency: 'CAD',
    shipTo: { ...BUYER, email: 'eloise@example.com' },
    items: [{ title: 'Mug', sku: 'MUG', quantity: 1, unitPriceMinor: 1_250, weightGrams: 400 }],
  });
  expect(made.status, made.text).toBe(200);
  return (made.json.data as { id: string }).id;
}

/** As which an account is lent to a customer. */
const grantOf = async (who: 'admin' | 'basic', accountId: string): Promise<string> =>
  (
    await w.database.db.tenant(w.world.people[who], (tx) =>
      tx.selectFrom('account_grants').select('id').where('account_id', '=', accountId).executeTakeFirstOrThrow(),
    )
  ).id;

/** A label that a customer buys here with the account; later tests add others of the same carrier at the same price. */
async function buy(who: 'admin' | 'basic'): Promise<Label> {
  const orderId = await newOrder(who);
  const quoted = await w.call(who, 'POST', '/quotes/single', { orderId, parcels: [BOX] });
  const { quoteId, rates } = quoted.json.data as {
    quoteId: string;
    rates: { id: string; service: string; grantId: string }[];
  };
  const grant = await grantOf(who, account.id);
  const rateId = rates.find(({ service, grantId }) => service === SERVICE && grantId === grant)?.id;
  const bought = await w.call(who, 'POST', '/shipment/create', { orderId, quoteId, rateId });
  expect(bought.text).toContain('trackingNumber');
  return w.database.db.tenant(w.world.people[who], async (tx) => {
    const row = await tx
      .selectFrom('purchases')
      .innerJoin('shipment_items', 'shipment_items.shipment_id', 'purchases.shipment_id')
      .innerJoin('parcels', 'parcels.purchase_id', 'purchases.id')
      .select(['purchases.id', 'carrier_ref', 'tracking_number'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return { purchaseId: row.id, number: row.tracking_number ?? '', reference: row.carrier_ref };
  });
}

const atTheCarrier = async (accountId = account.id) => {
  const grants = await w.application.carriers.grants.open(w.world.people.franchise);
  const grant = grants.find((each) => each.accountId === accountId);
  if (!grant) throw new Error('the account is not there');
  return { carrier: await grant.load(), env: await grant.environment() };
};

/** A label that is bought with the account behind our back. */
async function buyElsewhere(reference: string): Promise<string> {
  const { carrier, env } = await atTheCarrier();
  if (!carrier.ship) throw new Error('it sells labels');
  const input = { shipment: withinCanada, service: SERVICE, reference, uuid: newId(), labelFormat: 'pdf' as const };
  const { result, problem } = await drive(carrier, carrier.ship, input, env, freshDrive<ShipResult>());
  expect(problem).toBeUndefined();
  return result.carrierShipmentId ?? '';
}

async function voidAtTheCarrier(number: string): Promise<void> {
  const { carrier, env } = await atTheCarrier();
  if (!carrier.cancel) throw new Error('it voids labels');
  const input = { reference: '', carrierShipmentId: number, trackingNumbers: [number], kept: { shipmentId: number } };
  expect((await drive(carrier, carrier.cancel, input, env, freshDrive())).problem).toBeUndefined();
}

const seen = async (id = account.id): Promise<LabelReconciliation> =>
  (await w.call('franchise', 'GET', `/shippingCarrier/${id}/labels`)).json.data as LabelReconciliation;

async function compare(id = account.id): Promise<LabelReconciliation> {
  w.clock.value = new Date();
  const begun = await w.call('franchise', 'POST', `/shippingCarrier/${id}/labels/compare`);
  expect(begun.status, begun.text).toBe(200);
  await expect
    .poll(async () => (await w.application.labels.look(), (await seen(id)).runs[0]?.state))
    .not.toBe('running');
  return seen(id);
}

interface Line {
  readonly id: string;
  readonly reason: string;
  readonly summary: string;
  readonly evidence: readonly { readonly what: string }[];
}

/** What stands in the inbox of a customer. */
async function inbox(who: 'admin' | 'basic' | 'foreign'): Promise<readonly Line[]> {
  const list = await w.call(who, 'GET', '/exceptions');
  const { exceptions } = list.json.data as { exceptions: readonly Line[] };
  return Promise.all(
    exceptions.map(async ({ id }) => (await w.call(who, 'GET', `/exceptions/${id}`)).json.data as Line),
  );
}

const setState = (purchaseId: string, set: string) =>
  withClient(w.database.migrator, (client) => client.query(`UPDATE purchases SET ${set} WHERE id = '${purchaseId}'`));

/** As if it was bought three hours ago, under a number that the carrier does not list. */
async function lose({ purchaseId }: Label, number: string): Promise<void> {
  await setState(
    purchaseId,
    `vendor_ids = '{"carrierShipmentId":"${number}","parcels":[{"number":1,"trackingNumber":"${number}"}]}',
     carrier_ref = '${newCarrierReference()}'`,
  );
  await threeHoursOld(purchaseId);
  await withClient(w.database.migrator, (client) =>
    client.query(`UPDATE parcels SET tracking_key = NULL WHERE purchase_id = '${purchaseId}'`),
  );
}

async function threeHoursOld(purchaseId: string): Promise<void> {
  await setState(purchaseId, `sent_at = now() - interval '3 hours'`);
  await withClient(w.database.migrator, (client) =>
    client.query(`UPDATE shipments SET created_at = now() - interval '3 hours' WHERE id IN
      (SELECT shipment_id FROM purchases WHERE id = '${purchaseId}')`),
  );
}

const kinds = ({ findings }: LabelReconciliation) => findings.map(({ kind, number }) => `${kind} ${number}`).toSorted();

let [mine, second, ofTwo]: Label[] = [];
let unknown = '';

test('what both know is nobody’s business, whoever bought it; labels of other programs are counted', async () => {
  [mine, second] = [await buy('admin'), await buy('admin')];
  await buy('admin');
  ofTwo = await buy('basic');
  await buyElsewhere('SHOP-4711');
  const view = await compare();
  expect(view).toMatchObject({ whyNot: null, open: 0, findings: [] });
  expect(view.runs[0]).toMatchObject({
    why: 'asked',
    state: 'done',
    listed: 5,
    matched: 4,
    elsewhere: 1,
    found: 0,
    problems: [],
  });
  expect(await inbox('admin')).toEqual([]);
});

test('what one side lacks is found, each in the inbox of whoever’s label it is, and what the carrier charges in the owner’s alone', async () => {
  unknown = await buyElsewhere(newCarrierReference());
  const twice = await buyElsewhere(second?.reference ?? '');
  await voidAtTheCarrier(mine?.number ?? '');
  await setState(ofTwo?.purchaseId ?? '', `state = 'absent'`);
  const view = await compare();
  expect(kinds(view)).toEqual(
    [
      `unknown-here ${unknown}`,
      `twice ${twice}`,
      `voided-there ${mine?.number}`,
      `given-up-here ${ofTwo?.number}`,
    ].toSorted(),
  );
  expect(view.runs[0]).toMatchObject({ listed: 7, matched: 2, elsewhere: 1, found: 4 });
  expect(view.findings.find(({ kind }) => kind === 'unknown-here')).toMatchObject({
    customer: null,
    cost: { currency: 'CAD' },
  });
  expect(view.findings.find(({ kind }) => kind === 'twice')).toMatchObject({ customer: 'Customer one' });
  // Told in the owner's list of accounts, and to nobody it is lent to.
  const listed = async (who: 'franchise' | 'admin') =>
    (await w.call(who, 'GET', `/shippingCarrier/${account.id}`)).json.data as { differences?: number };
  expect([(await listed('franchise')).differences, (await listed('admin')).differences]).toEqual([4, undefined]);

  const own = await inbox('admin');
  expect(own.map(({ reason }) => reason).toSorted()).toEqual(['twice', 'voided-there']);
  expect(own.find(({ reason }) => reason === 'twice')?.summary).toContain(twice);
  expect(JSON.stringify(own)).toContain(`Its tracking number is ${twice}.`);
  expect(JSON.stringify(own)).not.toContain('It cost');
  expect((await inbox('basic')).map(({ reason }) => reason)).toEqual(['given-up-here']);
  expect(await inbox('foreign')).toEqual([]);
  const ofOwner = await w.database.db.tenant(w.world.people.franchise, (tx) =>
    tx.selectFrom('exceptions').select(['reason', 'evidence']).where('tenant_id', '=', w.world.first.id).execute(),
  );
  expect(ofOwner.map(({ reason }) => reason)).toEqual(['unknown-here']);
  expect(JSON.stringify(ofOwner)).toContain('It cost');
  // The sweep finds the same, also of an account of somebody above.
  await w.application.exceptions.sweep(w.world.people.admin.tenantId);
  expect(await inbox('admin')).toEqual(own);
});

test('what is gone is closed everywhere', async () => {
  await voidAtTheCarrier(unknown);
  await setState(ofTwo?.purchaseId ?? '', `state = 'complete'`);
  const view = await compare();
  expect(view.findings.map(({ kind }) => kind).toSorted()).toEqual(['twice', 'voided-there']);
  expect(await inbox('basic')).toEqual([]);
  const open = await w.database.db.tenant(w.world.people.franchise, (tx) =>
    tx.selectFrom('exceptions').select('id').where('resolved_at', 'is', null).execute(),
  );
  expect(open).toEqual([]);
});

test('a comparison that is cut off in the middle goes on where it stopped, and counts nothing twice', async () => {
  // The first page is answered, the second is not.
  await w.simulators.setFaults('chit-chats', [
    { kind: 'status-before-effect', status: 503, route: ROUTE, skip: 1, times: 4 },
  ]);
  const view = await compare();
  expect((await w.simulators.faultHits('chit-chats'))[0]).toBe(4);
  await w.simulators.clearFaults('chit-chats');
  expect(view.runs[0]).toMatchObject({ state: 'done', listed: 7, elsewhere: 1, found: 2 });
});

test('a label that is good here and not in the list is found, unless the list is of another account', async () => {
  await lose(await buy('admin'), 'T00000001');
  const view = await compare();
  expect(view.findings.map(({ kind }) => kind)).toContain('unknown-there');
  expect((await inbox('admin')).find(({ reason }) => reason === 'unknown-there')?.summary).toContain('T00000001');
});

test('where a list shows no references, many labels that are not known here are one sentence, and few are told each', async () => {
  const added = await w.call('franchise', 'POST', '/shippingCarrier/add', {
    carrier: 'uniuni',
    name: 'UniUni',
    mode: 'simulator',
    credentials: uniuni.account.credentials,
  });
  const { id } = added.json.data as { id: string };
  const { carrier, env } = await atTheCarrier(id);
  const ship = carrier.ship;
  if (!ship) throw new Error('it sells labels');
  const buyMany = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const input = {
        shipment: uniuni.domestic,
        service: uniuni.service,
        reference: `SHOP-${newId()}`,
        uuid: newId(),
        labelFormat: 'pdf' as const,
      };
      expect((await drive(carrier, ship, input, env, freshDrive<ShipResult>())).problem).toBeUndefined();
    }
  };
  await buyMany(2);
  expect((await compare(id)).findings.map(({ kind }) => kind)).toEqual(['unknown-here', 'unknown-here']);
  await buyMany(19);
  const many = await compare(id);
  expect(many.findings).toEqual([]);
  expect(many.runs[0]?.problems).toEqual([expect.stringContaining('lists 21 labels that are not known here')]);
});

test('by night each account is compared once, at the night of its owner', async () => {
  const listing = ['chit-chats'];
  const count = async () => (await seen()).runs.length;
  const before = await count();
  const planned = async (now: Date) => {
    await planRuns(w.database.db, { listing, withTest: true, quietMs: 0, now });
    return (await count()) - before;
  };
  // 14:00 and 02:30 in Toronto, two days later.
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  expect(await planned(new Date(`${day}T19:00:00Z`))).toBe(0);
  expect(await planned(new Date(`${day}T07:30:00Z`))).toBe(1);
  expect(await planned(new Date(`${day}T07:45:00Z`))).toBe(1);
});

test('is for the account’s owner alone, and only where the carrier lists its labels', async () => {
  const asked = async (who: 'admin' | 'foreign') =>
    (await w.call(who, 'GET', `/shippingCarrier/${account.id}/labels`)).status;
  expect([await asked('admin'), await asked('foreign')]).toEqual([404, 404]);
  expect((await w.call('admin', 'POST', `/shippingCarrier/${account.id}/labels/compare`)).status).toBe(404);
  const added = await w.call('admin', 'POST', '/shippingCarrier/add', {
    carrier: 'testline-express',
    name: 'Express',
    mode: 'simulator',
    credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
  });
  const { id } = added.json.data as { id: string };
  const view = (await w.call('admin', 'GET', `/shippingCarrier/${id}/labels`)).json.data as LabelReconciliation;
  expect(view.whyNot).toContain('does not list');
  expect((await w.call('admin', 'POST', `/shippingCarrier/${id}/labels/compare`)).status).toBe(403);
});

test('labels bought with another account of the same credential are nobody’s question', async () => {
  const label = await buy('admin');
  const added = await w.call('franchise', 'POST', '/shippingCarrier/add', {
    carrier: 'chit-chats',
    name: 'The same again',
    mode: 'simulator',
    credentials: { client: '900001', token: 'alpha-access-token-1' },
  });
  expect(added.status, added.text).toBe(200);
  const twin = added.json.data as typeof account;
  const before = (await seen()).findings.map(({ id }) => id);
  const compared = await compare(twin.id);
  expect(compared.runs[0]).toMatchObject({ state: 'done', matched: 0 });
  expect(compared.runs[0]?.elsewhere).toBeGreaterThan(0);
  expect(JSON.stringify(compared.findings)).not.toContain(label.number);
  expect((await compare()).findings.map(({ id }) => id)).toEqual(before);
});

test('a carrier that shows the same page again and again is not asked for ever', async () => {
  const { db } = w.database;
  const { franchise } = w.world.people;
  await db.tenant(franchise, (tx) =>
    beginRun(
      tx,
      { tenantId: franchise.tenantId, accountId: account.id },
      { why: 'asked', now: new Date(), quietMs: 0 },
    ),
  );
  const run = await leaseRun(db, 60_000);
  if (!run) throw new Error('it was begun');
  const keep = async (next: string | undefined) =>
    keepPage(
      db,
      run,
      await db.tenant(run, (tx) => readRun(tx, run)),
      {
        labels: [
          {
            carrierShipmentId: 'AGAIN',
            trackingNumbers: ['AGAIN'],
            reference: 'SHOP-1',
            madeAt: new Date(Date.now() - 3_600_000).toISOString(),
            state: 'live',
          },
        ],
        next,
        problems: [],
      },
      { showsReferences: true, leaseMs: 60_000 },
    );
  await keep('2');
  await expect(keep('3')).rejects.toThrow('the same labels on one page');
  // The last page may overlap the one before.
  await keep(undefined);
  await failRun(db, run, 'Ended by the test.');
});

test('a label that is voided here and good at the carrier is found, in words of whoever’s it is, also once the account is lent no more', async () => {
  const label = await buy('admin');
  const admin = w.world.people.admin.tenantId;
  const lend = (until: string) =>
    withClient(w.database.migrator, (client) =>
      client.query(
        `UPDATE account_grants SET valid_to = ${until} WHERE tenant_id = '${admin}' AND account_id = '${account.id}'`,
      ),
    );
  await setState(label.purchaseId, `state = 'voided'`);
  await lend('now()');
  expect(kinds(await compare())).toContain(`voided-here ${label.number}`);
  const line = (await inbox('admin')).find(({ reason }) => reason === 'voided-here');
  expect(line?.summary).toContain(`${label.number} of order`);
  expect(line?.summary).toContain('Chit Chats still has it as good');
  await lend('NULL');
  await setState(label.purchaseId, `state = 'complete'`);
  expect(kinds(await compare())).not.toContain(`voided-here ${label.number}`);
  expect((await inbox('admin')).map(({ reason }) => reason)).not.toContain('voided-here');
});

test('a purchase whose outcome is open and that the carrier lists is asked about at once', async () => {
  const label = await buy('admin');
  await setState(label.purchaseId, `state = 'unknown', vendor_ids = '{}', due_at = now() + interval '1 day'`);
  const standing = () =>
    w.database.db.tenant(w.world.people.admin, (tx) =>
      tx.selectFrom('purchases').select(['state', 'vendor_ids']).where('id', '=', label.purchaseId).executeTakeFirst(),
    );
  const view = await compare();
  expect(kinds(view)).not.toContain(`given-up-here ${label.number}`);
  await expect.poll(async () => JSON.stringify(await standing())).toContain(label.number);
  expect((await standing())?.state).not.toBe('unknown');
});

test('a label that its carrier dates by the draft, before the span, is in the list all the same', async () => {
  const label = await buy('admin');
  await threeHoursOld(label.purchaseId);
  const { db } = w.database;
  const { franchise } = w.world.people;
  const ref = { tenantId: franchise.tenantId, accountId: account.id };
  await db.tenant(franchise, (tx) => beginRun(tx, ref, { why: 'asked', now: new Date(), quietMs: 0 }));
  const run = await leaseRun(db, 60_000);
  if (!run) throw new Error('it was begun');
  const read = () => db.tenant(run, (tx) => readRun(tx, run));
  const drafted = {
    carrierShipmentId: label.number,
    trackingNumbers: [label.number],
    reference: label.reference,
    madeAt: new Date(Date.now() - 70 * 86_400_000).toISOString(),
    state: 'live' as const,
  };
  const list = { showsReferences: true, leaseMs: 60_000 };
  await keepPage(db, run, await read(), { labels: [drafted], next: undefined, problems: [] }, list);
  const finishing = { db, leaseMs: 60_000, nameOf: () => 'Chit Chats' };
  await finishRun(finishing, run, await read(), { carrierName: 'Chit Chats', showsReferences: true });
  const view = await seen();
  expect(view.runs[0]).toMatchObject({ state: 'done', listed: 1, matched: 1 });
  expect(kinds(view)).not.toContain(`unknown-there ${label.number}`);
});

test('a list with none of the labels bought here is of another account: it proves nothing, and ends no hold', async () => {
  const added = await w.call('franchise', 'POST', '/shippingCarrier/add', {
    carrier: 'chit-chats',
    name: 'Elsewhere',
    mode: 'simulator',
    credentials: { client: '900001', token: 'alpha-access-token-1' },
  });
  const other = added.json.data as typeof account;
  const grant = await grantOf('admin', other.id);
  for (let each = 0; each < 4; each += 1) {
    const label = await buy('admin');
    await lose(label, `T9000000${each}`);
    await setState(label.purchaseId, `grant_id = '${grant}'`);
  }
  await withClient(w.database.migrator, (client) =>
    client.query(`INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since)
      VALUES ('${other.id}', '${w.world.first.id}', now() - interval '1 day')`),
  );
  const view = await compare(other.id);
  expect(view.findings.map(({ kind }) => kind)).not.toContain('unknown-there');
  expect(view.runs[0]).toMatchObject({ why: 'restore', state: 'done' });
  expect(view.runs[0]?.problems).toEqual([expect.stringContaining('probably of another account')]);
  expect(view.unasked?.standing).toBe('unsure');
  // The same answer is not asked for every minute.
  await w.application.labels.look();
  expect((await seen(other.id)).runs.length).toBe(view.runs.length);
  const confirmed = await w.call('franchise', 'POST', `/shippingCarrier/${other.id}/labels/confirm`);
  expect(confirmed.json.data).toMatchObject({ unasked: null });
});
