/** Returns from the buyer's form to the packing table, over real HTTP, with labels bought at simulated carriers. */
import { request as ask } from 'node:http';
import { samples } from '@scanship/carrier-ups/harness';
import { simulator } from '@scanship/carrier-ups/simulator';
import type { DataOf } from '@scanship/contracts/call';
import type { decideReturns, listReturns, ReturnDetail, SeenReturnRules } from '@scanship/contracts/shipping/returns';
import type { Report, ReportTableId } from '@scanship/contracts/money/reports';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';

let world: ParcelWorld;

interface Page {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly text: string;
}

const linkOf = (orderId: string, tenantId = world.seller.tenantId): string =>
  createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId, orderId });

const open = (
  path: string,
  form?: Readonly<Record<string, string>>,
  { host = 'first.test', language = 'en-CA' } = {},
): Promise<Page> =>
  new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString();
    const asked = ask(
      `${world.origin.replace('localhost', '127.0.0.1')}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host,
          'accept-language': language,
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('latin1').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            type: answer.headers['content-type'],
            text: Buffer.from(text, 'latin1').toString('utf8'),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

const call = async <T>(method: string, path: string, body?: unknown, person = world.seller) =>
  world.call<T>(person, method, path, body);
const inTenant = (statement: ReturnType<typeof sql>) =>
  world.database.db.tenant(world.seller, (tx) => statement.execute(tx));
const list = async (query = '') => (await call<DataOf<typeof listReturns>>('GET', `/returns${query}`)).data;
const detail = async (id: string) => (await call<ReturnDetail>('GET', `/returns/${id}`)).data;

async function rules(change: Partial<SeenReturnRules> = {}): Promise<void> {
  const { data } = await call<SeenReturnRules>('GET', '/returns/rules');
  const saved = await call('PUT', '/returns/rules', {
    ...data,
    open: true,
    windowDays: 30,
    notSkus: [],
    notTags: [],
    approval: 'by-hand',
    grantId: null,
    service: null,
    wishes: ['money', 'exchange'],
    ...change,
  });
  expect(saved.status).toBe(200);
}

/** An order of two mugs that has arrived `days` ago. */
async function delivered(days = 1): Promise<{ readonly orderId: string; readonly shipment: ShipmentSummary }> {
  const bought = await world.buy('testline-express');
  await inTenant(
    sql`UPDATE order_items SET qty = 2, qty_allocated = 2, qty_shipped = 2 WHERE order_id = ${bought.orderId}`,
  );
  await inTenant(sql`UPDATE shipment_items SET qty = 2 WHERE shipment_id = ${bought.shipment.id}`);
  await inTenant(sql`UPDATE shipments SET state = 'delivered', delivered_at = now() - ${days} * interval '1 day'
    WHERE id = ${bought.shipment.id}`);
  return bought;
}

const form = (shipmentId: string, change: Readonly<Record<string, string>> = {}) => ({
  shipment: shipmentId,
  q1: '1',
  reason: 'changed-mind',
  wish: 'money',
  note: '',
  lang: 'en',
  ...change,
});

/** Asked for on the page; answers its id. */
async function asked(change: Readonly<Record<string, string>> = {}) {
  const { orderId, shipment } = await delivered();
  const sent = await open(`${linkOf(orderId)}/returns`, form(shipment.id, change));
  expect([sent.status, sent.location]).toEqual([303, `${linkOf(orderId)}/returns?lang=en`]);
  const found = await inTenant(sql`SELECT id FROM returns WHERE order_id = ${orderId}`);
  const id = (found.rows[0] as { readonly id: string }).id;
  return { id, orderId, shipment };
}

/** Until the return's label is bought. */
async function labelled(id: string): Promise<ReturnDetail> {
  await world.application.returnLabels.work();
  expect((await detail(id)).problem).toBeNull();
  await expect.poll(async () => (await detail(id)).state).toBe('label');
  return detail(id);
}

const approve = (ids: readonly string[]) =>
  call<DataOf<typeof decideReturns>>('POST', '/returns/decide', { ids, approve: true });

beforeAll(async () => {
  world = await makeParcelWorld({
    booked: true,
    more: [{ slug: 'ups', simulator, credentials: samples.account.credentials }],
  });
}, 60_000);
afterAll(() => world.close());
beforeEach(() => rules());

describe('what a buyer may ask', () => {
  it('is led to from the page of the order only where the seller takes returns', async () => {
    const { orderId } = await delivered();
    expect((await open(linkOf(orderId))).text).toContain('Send something back');
    await rules({ open: false });
    const { text } = await open(`${linkOf(orderId)}/returns`);
    expect(text).toContain('The seller takes no returns here.');
    expect(text).not.toContain('<form');
  });

  it('stands in the buyer’s language, without a script, with who pays for which reason', async () => {
    await rules({ intro: { en: 'Unworn items only.', fr: 'Articles non portés seulement.' } });
    const { orderId } = await delivered();
    const english = await open(`${linkOf(orderId)}/returns`);
    expect(english.status).toBe(200);
    expect(english.text).toContain('How many of Blue mug (up to 2)');
    expect(english.text).toContain('I changed my mind (you pay for the label)');
    expect(english.text).toContain('Unworn items only.');
    expect(english.text).not.toMatch(/<script|Robin|Queen St|12\.50/);
    const french = await open(`${linkOf(orderId)}/returns`, undefined, { language: 'fr-CA' });
    expect(french.text).toContain('Combien de Blue mug (au plus 2)');
    expect(french.text).toContain('Articles non portés seulement.');
  });

  it.each([
    ['nothing', { q1: '0' }, 'Choose at least one item'],
    ['more than was sent', { q1: '3' }, 'That is more than can be sent back'],
    ['less than nothing', { q1: '-1' }, 'Choose at least one item'],
    ['parts of a unit', { q1: '1.5' }, 'Choose at least one item'],
    ['no number', { q1: 'all' }, 'Choose at least one item'],
    ['a line that is not there', { q1: '0', q7: '1' }, 'Choose at least one item'],
    ['a reason of its own', { reason: "x' OR 1=1" }, 'Choose a reason'],
    ['a wish the seller does not grant', { wish: 'credit' }, 'Choose what you would like'],
  ])('%s is refused, and what was typed is kept', async (_what, change, words) => {
    const { orderId, shipment } = await delivered();
    const { status, text } = await open(
      `${linkOf(orderId)}/returns`,
      form(shipment.id, { note: '<b>Too "small"</b>', ...change }),
    );
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).toContain('&lt;b&gt;Too &quot;small&quot;&lt;/b&gt;</textarea>');
    expect((await inTenant(sql`SELECT 1 FROM returns WHERE order_id = ${orderId}`)).rows).toEqual([]);
  });

  it.each([
    ['the window is over', 33, {}, 'The time for returns is over.'],
    ['the product is excluded', 1, { notSkus: [' mug '] }, 'This item cannot be returned.'],
    ['the order’s tag is excluded', 1, { notTags: ['FINAL'] }, 'This item cannot be returned.'],
  ] as const)('nothing where %s', async (_why, days, change, words) => {
    await rules({
      ...change,
      notSkus: [...('notSkus' in change ? change.notSkus : [])],
      notTags: [...('notTags' in change ? change.notTags : [])],
    });
    const { orderId, shipment } = await delivered(days);
    await inTenant(sql`INSERT INTO order_tags (tenant_id, order_id, tag, placed_at)
      VALUES (${world.seller.tenantId}, ${orderId}, 'Final', now())`);
    const page = await open(`${linkOf(orderId)}/returns`);
    expect(page.text).toContain(words);
    expect(page.text).not.toContain('<form');
    expect((await open(`${linkOf(orderId)}/returns`, form(shipment.id))).status).toBe(422);
  });

  it('nothing of a parcel that has not arrived, and nothing of another order', async () => {
    const { orderId, shipment } = await world.buy('testline-express');
    const page = await open(`${linkOf(orderId)}/returns`);
    expect(page.text).toContain('Once it has arrived, you can ask to send it back.');
    expect((await open(`${linkOf(orderId)}/returns`, form(shipment.id))).status).toBe(422);
    const other = await delivered();
    expect((await open(`${linkOf(orderId)}/returns`, form(other.shipment.id))).status).toBe(422);
    expect(
      (await inTenant(sql`SELECT 1 FROM returns WHERE return_of IN (${shipment.id}, ${other.shipment.id})`)).rows,
    ).toEqual([]);
  });

  it('a link of another order, seller, host or none leads nowhere, for the form and the label alike', async () => {
    const { id, orderId, shipment } = await asked();
    const stranger = await delivered();
    for (const [path, host] of [
      [`${linkOf(orderId, world.people.basic.tenantId)}/returns`, 'first.test'],
      [`${linkOf(orderId)}/returns`, 'second.test'],
      [`/track/${'A'.repeat(64)}/returns`, 'first.test'],
    ] as const) {
      expect((await open(path, undefined, { host })).status, path).toBe(404);
      expect((await open(path, form(shipment.id), { host })).status, path).toBe(404);
    }
    await approve([id]);
    await labelled(id);
    expect((await open(`${linkOf(orderId)}/returns/${id}/label`)).type).toBe('application/pdf');
    for (const wrong of [
      `${linkOf(stranger.orderId)}/returns/${id}/label`,
      `${linkOf(orderId)}/returns/${stranger.orderId}/label`,
      `${linkOf(orderId)}/returns/x/label`,
    ])
      expect((await open(wrong)).status, wrong).toBe(404);
    expect((await open(`${linkOf(orderId)}/returns/${id}/label`, undefined, { host: 'second.test' })).status).toBe(404);
  });

  it('the same units once, however often and at once the form is sent', async () => {
    const { orderId, shipment } = await delivered();
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => open(`${linkOf(orderId)}/returns`, form(shipment.id, { q1: '2' }))),
    );
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422, 422, 422]);
    expect((await open(`${linkOf(orderId)}/returns`)).text).toContain('A return of it was asked for already.');
    // What was refused may be asked for again.
    const [first] = (await list(`?order=${(await list()).returns[0]?.orderNumber}`)).returns;
    await call('POST', '/returns/decide', { ids: [first?.id], approve: false, answer: 'It was worn.' });
    const page = await open(`${linkOf(orderId)}/returns`);
    expect(page.text).toContain('The seller says: It was worn.');
    expect(page.text).toContain('How many of Blue mug (up to 2)');
  });
});

describe('a return', () => {
  it('goes from the form to the table: approved, label bought once and printed by the buyer, on the way, arrived, checked, done', async () => {
    const { id, orderId, shipment } = await asked({ note: 'Too small' });
    expect(await detail(id)).toMatchObject({
      state: 'asked',
      note: 'Too small',
      reason: 'I changed my mind',
      payer: 'buyer',
      wish: 'money',
      units: 1,
      items: [{ line: 1, sku: 'MUG', quantity: 1, unit: { minor: 1_250, currency: 'CAD' } }],
    });
    expect((await approve([id])).data).toEqual({ decided: [id], passedOver: [] });
    expect((await approve([id])).data).toEqual({ decided: [], passedOver: [id] });
    // Two processes at once buy one.
    await Promise.all([world.application.returnLabels.work(), world.another().returnLabels.work()]);
    const ready = await labelled(id);
    const back = await world.shipment(ready.shipmentId ?? '');
    expect(back).toMatchObject({ state: 'bought', direction: 'return' });
    const facts = await inTenant(sql`SELECT s.return_of, s.from_address ->> 'city' AS source, c.weight_g, i.qty, i.held,
        (SELECT count(*)::int FROM shipments AS o WHERE o.return_of = s.return_of) AS labels
      FROM shipments AS s JOIN parcels AS c ON c.shipment_id = s.id JOIN shipment_items AS i ON i.shipment_id = s.id
      WHERE s.id = ${back.id}`);
    // 800 g went out with two mugs of 400 g, of which one stays.
    expect(facts.rows).toEqual([
      { return_of: shipment.id, source: 'Toronto', weight_g: 400, qty: 1, held: false, labels: 1 },
    ]);
    expect(ready.price?.minor).toBeGreaterThan(0);
    const page = await open(`${linkOf(orderId)}/returns`);
    expect(page.text).toContain('Your label is ready');
    expect(page.text).toMatch(/The label costs \$\d+\.\d\d; the seller takes it off your refund\./);
    const label = await open(`${linkOf(orderId)}/returns/${id}/label`);
    expect([label.type, label.text.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    // Its bytes lie where they cannot be fetched for now: the page says to come back, and not that there is none.
    await inTenant(sql`UPDATE blobs SET place = 'object', object_key = 'x', bytes = NULL FROM documents d
      WHERE d.blob = blobs.sha256 AND d.shipment_id = ${back.id}`);
    const later = await open(`${linkOf(orderId)}/returns/${id}/label`);
    expect([later.status, later.text.includes('cannot be opened right now')]).toEqual([503, true]);

    await inTenant(sql`UPDATE shipments SET state = 'handed_over' WHERE id = ${back.id}`);
    expect((await detail(id)).state).toBe('on_the_way');
    expect((await list('?state=on_the_way')).returns.map((each) => each.id)).toContain(id);
    expect((await open(`${linkOf(orderId)}/returns/${id}/label`)).status).toBe(404);

    const scanned = await call<ReturnDetail>('POST', '/returns/scan', { code: ready.trackingNumber });
    expect(scanned.data).toMatchObject({ id, state: 'arrived' });
    expect((await call<ReturnDetail>('POST', '/returns/scan', { code: ready.number })).data).toMatchObject({
      id,
      state: 'arrived',
      arrivedAt: scanned.data.arrivedAt,
    });
    const tooMany = await call('POST', `/returns/${id}/check`, {
      items: [{ line: 1, received: 2, condition: 'as_new' }],
    });
    expect(tooMany.errors).toMatchObject([
      { field: 'items.0.received', message: 'The buyer asked to return 1, not 2.' },
    ]);
    const checked = await call<ReturnDetail>('POST', `/returns/${id}/check`, {
      items: [{ line: 1, received: 1, condition: 'opened' }],
      note: 'Box torn',
    });
    expect(checked.data).toMatchObject({
      state: 'checked',
      checkNote: 'Box torn',
      items: [{ received: 1, condition: 'opened' }],
    });
    expect((await call<ReturnDetail>('POST', `/returns/${id}/finish`)).data.state).toBe('done');
    expect((await open(`${linkOf(orderId)}/returns`)).text).toContain('This return is settled.');
    expect(
      (await call('POST', `/returns/${id}/check`, { items: [{ line: 1, received: 0, condition: 'damaged' }] })).code,
    ).toBe('return_state');
  });

  it('is approved at once where the rules say so, in the name of who set them', async () => {
    await rules({ approval: 'at-once' });
    const { id } = await asked();
    expect(await detail(id)).toMatchObject({ state: 'approved', decidedBy: null });
    const ready = await labelled(id);
    const by = await inTenant(sql`SELECT created_by FROM shipments WHERE id = ${ready.shipmentId}`);
    expect(by.rows).toEqual([{ created_by: world.seller.userId }]);
  });

  it('whose label was cancelled says so, and gets another one', async () => {
    const { id } = await asked();
    await approve([id]);
    const first = await labelled(id);
    expect((await call('POST', `/returns/${id}/label`)).code).toBe('return_state');
    await inTenant(sql`UPDATE shipments SET state = 'voided' WHERE id = ${first.shipmentId}`);
    expect(await detail(id)).toMatchObject({
      state: 'approved',
      problem: 'Its label was cancelled.',
      may: { buy: true },
    });
    expect((await call('POST', `/returns/${id}/label`)).status).toBe(200);
    const second = await labelled(id);
    expect(second.shipmentId).not.toBe(first.shipmentId);
  });

  it('whose label nobody sells says why and waits for a person', async () => {
    await rules({ service: null });
    const { id, shipment } = await asked();
    await inTenant(
      sql`UPDATE shipments SET to_address = to_address || '{"zipcode":"","city":""}' WHERE id = ${shipment.id}`,
    );
    await approve([id]);
    await world.application.returnLabels.work();
    const stuck = await detail(id);
    expect(stuck.state).toBe('approved');
    expect(stuck.problem).toMatch(/\w/);
    expect((await list('?state=approved')).returns.find((each) => each.id === id)?.problem).toBe(stuck.problem);
  });

  it('that was finished or taken in before its label is bought gets none', async () => {
    const { id } = await asked();
    await approve([id]);
    expect((await call('POST', `/returns/${id}/finish`)).status).toBe(200);
    await world.application.returnLabels.work();
    expect(await detail(id)).toMatchObject({ state: 'done', shipmentId: null });
  });

  it('is scanned only where it was approved; a code that is no return’s is said to be none', async () => {
    const { id } = await asked();
    const { number } = await detail(id);
    expect((await call('POST', '/returns/scan', { code: number })).message).toBe('This return is not approved yet.');
    expect((await call('POST', '/returns/scan', { code: 'nothing' })).status).toBe(404);
    expect((await call('POST', '/returns/decide', { ids: [id], approve: false })).errors).toMatchObject([
      { field: 'answer' },
    ]);
  });

  it('of one seller is nobody else’s', async () => {
    const { id } = await asked();
    const stranger = world.people.basic;
    const foreign = await call<DataOf<typeof listReturns>>('GET', '/returns', undefined, stranger);
    expect(foreign.data?.returns ?? []).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/returns/${id}`, undefined],
      ['POST', `/returns/${id}/label`, undefined],
      ['POST', `/returns/${id}/finish`, undefined],
    ] as const)
      expect([403, 404], path).toContain((await call(method, path, body, stranger)).status);
    const decided = await call<DataOf<typeof decideReturns>>(
      'POST',
      '/returns/decide',
      { ids: [id], approve: true },
      stranger,
    );
    expect(decided.data?.decided ?? []).toEqual([]);
    expect((await detail(id)).state).toBe('asked');
  });

  it('loses the buyer’s words when the buyer is erased', async () => {
    const { id, orderId } = await asked({ note: 'Call me at 555' });
    await inTenant(
      sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${orderId}`,
    );
    expect((await detail(id)).note).toBeNull();
  });
});

describe('rules', () => {
  it('refuse what contradicts itself and somebody else’s version', async () => {
    const { data: now } = await call<SeenReturnRules>('GET', '/returns/rules');
    const twice = [now.reasons[0], now.reasons[0]];
    expect((await call('PUT', '/returns/rules', { ...now, reasons: twice })).errors).toMatchObject([
      { field: 'reasons.1.code' },
    ]);
    const foreign = { grantId: '0198a000-0000-7000-8000-000000000001' };
    expect((await call('PUT', '/returns/rules', { ...now, ...foreign })).errors).toMatchObject([{ field: 'grantId' }]);
    expect((await call('PUT', '/returns/rules', { ...now, version: now.version - 1 })).code).toBe('stale_version');
    expect((await call('PUT', '/returns/rules', { ...now, windowDays: 91 })).status).toBe(400);
  });

  it('name the account and service that labels are bought from', async () => {
    const { rows } = await inTenant(sql`SELECT id FROM account_grants WHERE slug = 'ups' LIMIT 1`);
    const grantId = (rows[0] as { readonly id: string }).id;
    await rules({ grantId });
    const { id } = await asked();
    await approve([id]);
    const { shipmentId } = await labelled(id);
    const bought = await inTenant(sql`SELECT slug FROM shipments WHERE id = ${shipmentId}`);
    expect(bought.rows).toEqual([{ slug: 'ups' }]);
  });
});

describe('the report', () => {
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date());
  const reportOf = async (person = world.seller) =>
    (await call<Report>('GET', `/reports/spend?from=${today()}&to=${today()}`, undefined, person)).data;
  const rowsOf = (report: Report, id: ReportTableId) => report.tables.find((table) => table.id === id)?.rows ?? [];
  /** Units returned, arrived and faulty of the rows whose name ends like this, less what they were. */
  const grown = (before: Report, after: Report, id: ReportTableId, end: string): readonly (number | null)[] => {
    const sum = (report: Report) =>
      [0, 1, 2].map((at) =>
        rowsOf(report, id)
          .filter(({ name }) => name?.endsWith(end))
          .reduce((total, row) => total + (row.now[at] ?? 0), 0),
      );
    const was = sum(before);
    return sum(after).map((value, at) => value - (was[at] ?? 0));
  };

  it('says what came back of a product and why; refused ones are in no sum', async () => {
    const before = await reportOf();
    const kept = await asked({ q1: '2', reason: 'damaged' });
    await approve([kept.id]);
    const ready = await labelled(kept.id);
    await call('POST', '/returns/scan', { code: ready.number });
    await call('POST', `/returns/${kept.id}/check`, { items: [{ line: 1, received: 2, condition: 'damaged' }] });
    await asked({ reason: 'does-not-fit' });
    const refused = await asked({ reason: 'wrong-item' });
    await call('POST', '/returns/decide', { ids: [refused.id], approve: false, answer: 'It was worn.' });
    const after = await reportOf();
    expect(grown(before, after, 'returns', 'MUG')).toEqual([3, 2, 2]);
    expect(grown(before, after, 'return-reasons', 'MUG · It arrived damaged')).toEqual([2, 2, 2]);
    expect(grown(before, after, 'return-reasons', 'MUG · It does not fit')).toEqual([1, 0, 0]);
    expect(grown(before, after, 'return-reasons', 'MUG · I got something else')).toEqual([0, 0, 0]);
    // Yesterday beside it had none, and another company has none at all.
    expect(rowsOf(after, 'returns').map((row) => row.before)).toEqual([[0, 0, 0]]);
    expect(rowsOf(await reportOf(world.people.basic), 'returns')).toEqual([]);
    const days = `from=${today()}&to=${today()}`;
    const file = await world.file(
      world.seller,
      `/reports/spend/export?table=return-reasons&format=csv&${days}`,
      undefined,
    );
    expect(await file.text()).toMatch(/Blue mug · MUG · It arrived damaged,2,0,2,0,2,0,CAD/);
  });
});
