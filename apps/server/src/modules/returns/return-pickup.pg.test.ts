/** A driver who comes for a return: chosen by rule or buyer, booked once at a simulated carrier, told to both, sent away with the return. */
import { samples } from '@scanship/carrier-ups/harness';
import { simulator } from '@scanship/carrier-ups/simulator';
import type { ReturnDetail, SeenReturnRules } from '@scanship/contracts/shipping/returns';
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';
import { eraseCopies } from '../stores/erase-copies.ts';

const OUT = 'testline-express';
/** Sells labels for returns and comes for them; base, fuel and tax of its simulator. */
const BACK = 'ups';
const PRICE = 927;
let world: ParcelWorld;
const grants: Record<string, string> = {};

const call = <T>(method: string, path: string, body?: unknown) => world.call<T>(world.seller, method, path, body);
const inTenant = async <T = Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  (await world.database.db.tenant(world.seller, (tx) => statement.execute(tx))).rows as T[];
const detail = async (id: string) => (await call<ReturnDetail>('GET', `/returns/${id}`)).data;
const linkOf = (orderId: string): string =>
  `${createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId })}/returns`;
const booked = async () => (await world.admin.books(BACK)).filter(({ kind }) => kind === 'pickup').length;
const cancelled = async () => (await world.admin.books(BACK)).filter(({ kind }) => kind === 'pickup-cancelled').length;
const work = () => world.application.returnLabels.work();

async function rules(change: Partial<SeenReturnRules>) {
  const { data } = await call<SeenReturnRules>('GET', '/returns/rules');
  const usual = { open: true, approval: 'at-once', handOver: 'pickup', grantId: null, service: null } as const;
  return call('PUT', '/returns/rules', { ...data, ...usual, pickupGrantId: null, pickupService: null, ...change });
}

async function page(path: string, form?: Readonly<Record<string, string>>, language = 'en') {
  const answer = await request(`${world.origin.replace('localhost', '127.0.0.1')}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: {
      host: 'first.test',
      'accept-language': language,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** Asked for on the page, with its label. @param reason `damaged`: the seller pays; `changed-mind`: the buyer */
async function asked(reason = 'damaged', more: Readonly<Record<string, string>> = {}) {
  const { orderId, shipment } = await world.buy(OUT);
  await inTenant(sql`UPDATE shipments SET state = 'delivered', delivered_at = now() WHERE id = ${shipment.id}`);
  const form = { shipment: shipment.id, q1: '1', reason, wish: 'money', note: '', lang: 'en', ...more };
  expect((await page(linkOf(orderId), form)).status).toBe(303);
  const [found] = await inTenant<{ id: string }>(sql`SELECT id FROM returns WHERE order_id = ${orderId}`);
  const id = found?.id ?? '';
  await work();
  await expect.poll(async () => (await detail(id)).state).toBe('label');
  return { id, orderId, link: linkOf(orderId) };
}
const daysOf = (text: string): string[] =>
  [...text.matchAll(/<option value="(\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day ?? '');
const WINDOW = '09:00-13:00';
const choose = (link: string, id: string, form: Readonly<Record<string, string>>) =>
  page(`${link}/${id}/pickup`, { lang: 'en', window: WINDOW, ...form });

beforeAll(async () => {
  world = await makeParcelWorld({
    booked: true,
    more: [{ slug: BACK, simulator, credentials: samples.account.credentials }],
  });
  for (const { carrier, grantId } of await world.application.carriers.accounts(world.seller)) grants[carrier] = grantId;
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.after(0);
  expect((await rules({})).status).toBe(200);
});

describe('a return that is picked up', () => {
  it('has its day and time chosen by the buyer, once, and both see when the driver comes; its price falls to who pays the label', async () => {
    const { id, link } = await asked();
    expect((await detail(id)).pickup).toEqual({
      booking: null,
      price: null,
      problem: null,
      nextStep: 'The buyer can choose another time on the page of the return, or bring the parcel to the carrier.',
    });
    const { text } = await page(link);
    expect(text).toContain('When may the driver of UPS');
    expect(text).toContain('keep it ready for the driver');
    expect(text).not.toContain('<script');
    const [day = '', other = ''] = daysOf(text);
    const before = await booked();
    // Pressed twice, and by another process for another day.
    const pressed = await Promise.all([
      choose(link, id, { day }),
      choose(link, id, { day }),
      choose(link, id, { day: other }),
    ]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await booked()).toBe(before + 1);
    const seen = await page(link);
    expect(seen.text).toMatch(/The driver comes [^<]+, between 9:00 a\.m\. and 1:00 p\.m\./);
    expect(seen.text).toMatch(/Number of the pickup: \w+/);
    expect(seen.text).not.toContain('Book the pickup');
    expect((await page(link, undefined, 'fr-CA')).text).toMatch(/Le chauffeur passe [^<]+, entre 9 h 00 et 13 h 00\./);
    const { pickup, payer } = await detail(id);
    expect(payer).toBe('seller');
    expect(pickup).toMatchObject({
      booking: { state: 'booked', readyTime: '09:00', closeTime: '13:00', confirmation: expect.stringMatching(/^29/) },
      price: { minor: PRICE, currency: 'CAD' },
      problem: null,
    });
  });

  it('that the buyer pays is booked only once its price was seen, and comes off the refund with the label', async () => {
    const { id, link } = await asked('changed-mind');
    const [day = ''] = daysOf((await page(link)).text);
    const before = await booked();
    const first = await choose(link, id, { day });
    expect(first.status).toBe(422);
    expect(first.text).toContain('The pickup costs $9.27; the seller takes it off your refund.');
    expect((await choose(link, id, { day, seen: '1' })).status).toBe(422);
    expect(await booked()).toBe(before);
    const label = (await detail(id)).price?.minor ?? 0;
    expect((await choose(link, id, { day, seen: String(PRICE) })).status).toBe(303);
    expect(await booked()).toBe(before + 1);
    expect((await page(link)).text).toContain(`The label costs $${((label + PRICE) / 100).toFixed(2)}`);
  });

  it('is refused in plain words to the buyer, and in the carrier’s to the seller, with what to do next', async () => {
    const { id, link } = await asked();
    const [day = ''] = daysOf((await page(link)).text);
    await world.after(24 * 20);
    const late = await choose(link, id, { day });
    expect(late.status).toBe(422);
    expect(late.text).toContain('UPS does not come then. Choose another day or time.');
    expect(late.text).not.toContain('Invalid');
    expect((await detail(id)).pickup).toMatchObject({
      booking: null,
      problem: expect.stringContaining('UPS'),
      nextStep: expect.stringContaining('another time'),
    });
    const wrongs: readonly Readonly<Record<string, string>>[] = [
      { day: '2020-01-06' },
      { day: "x' OR 1=1" },
      { day, window: '00:00-23:59' },
    ];
    for (const wrong of wrongs) expect((await choose(link, id, wrong)).text).toContain('Choose another day or time.');
    expect((await choose(link, 'x', { day })).status).toBe(404);
    const stranger = await asked();
    const before = await booked();
    expect((await choose(stranger.link, id, { day })).status).toBe(303);
    expect(await booked()).toBe(before);
    await world.after(0);
    expect((await choose(link, id, { day })).status).toBe(303);
    expect((await detail(id)).pickup).toMatchObject({ booking: { state: 'booked' }, problem: null });
  });

  it('has its driver sent away once it is over, its label is cancelled, or the seller says so; then another time may be chosen', async () => {
    const ended = await asked();
    const voided = await asked();
    const bySeller = await asked();
    for (const { id, link } of [ended, voided, bySeller])
      expect((await choose(link, id, { day: daysOf((await page(link)).text)[0] ?? '' })).status).toBe(303);
    const before = await cancelled();
    await work();
    expect(await cancelled()).toBe(before);
    expect((await call('POST', `/returns/${ended.id}/finish`)).status).toBe(200);
    await inTenant(
      sql`UPDATE shipments SET state = 'voided' FROM returns AS r WHERE r.id = ${voided.id} AND shipments.id = r.shipment_id`,
    );
    await Promise.all([work(), world.another().returnLabels.work()]);
    await expect.poll(cancelled).toBe(before + 2);
    await work();
    expect(await cancelled()).toBe(before + 2);

    const [row] = await inTenant<{ id: string }>(
      sql`SELECT p.id FROM pickups AS p JOIN returns AS r ON r.shipment_id = p.shipment_id WHERE r.id = ${bySeller.id}`,
    );
    expect((await call('POST', `/pickups/${row?.id}/change`, {})).status).toBeGreaterThanOrEqual(400);
    expect((await call('POST', `/pickups/${row?.id}/cancel`, {})).status).toBe(200);
    const again = await page(bySeller.link);
    expect(again.text).toContain('The pickup was cancelled. Choose another time');
    expect((await choose(bySeller.link, bySeller.id, { day: daysOf(again.text)[0] ?? '' })).status).toBe(303);
    expect((await detail(bySeller.id)).pickup?.booking?.state).toBe('booked');
  });
});

it('rules let the buyer choose, and name accounts whose carriers come', async () => {
  await rules({ handOver: 'buyer', pickupGrantId: grants[BACK] ?? '' });
  const { orderId, shipment } = await world.buy(OUT);
  await inTenant(sql`UPDATE shipments SET state = 'delivered', delivered_at = now() WHERE id = ${shipment.id}`);
  for (const language of ['en', 'fr', 'es', 'de', 'it', 'nl', 'pt', 'ja', 'zh'])
    expect((await page(linkOf(orderId), undefined, language)).text).toMatch(/<select id="s0h" name="handOver">/);
  const brought = await asked('damaged', { handOver: 'drop_off' });
  expect((await detail(brought.id)).pickup).toBeNull();
  expect((await page(brought.link)).text).not.toContain('Book the pickup');
  const picked = await asked('damaged', { handOver: 'pickup' });
  expect((await detail(picked.id)).pickup).not.toBeNull();
  expect((await page(picked.link)).text).toContain('Book the pickup');

  const wrong = await rules({ pickupGrantId: grants['testline-freight'] ?? '', pickupService: null });
  expect(wrong.errors).toMatchObject([
    { field: 'pickupGrantId', message: 'The carrier of this account does not come to buyers.' },
  ]);
  expect((await rules({ pickupService: 'EXPRESS' })).errors).toMatchObject([{ field: 'pickupService' }]);
});

it('what the carrier was asked goes with the buyer', async () => {
  const { id, orderId, link } = await asked();
  expect((await choose(link, id, { day: daysOf((await page(link)).text)[0] ?? '' })).status).toBe(303);
  const kept = () =>
    inTenant(sql`SELECT FROM carrier_calls WHERE subject_kind = 'pickup' AND request IS NOT NULL
      AND subject_id IN (SELECT unnest(ARRAY[p.effect_id, p.shipment_id]) FROM pickups AS p
        JOIN returns AS r ON r.shipment_id = p.shipment_id WHERE r.id = ${id})`);
  await expect.poll(async () => (await kept()).length).toBe(2);
  await inTenant(sql`INSERT INTO copies_to_erase (tenant_id, order_id) VALUES (${world.seller.tenantId}, ${orderId})`);
  await eraseCopies(world.services, world.seller.tenantId);
  expect(await kept()).toEqual([]);
});
