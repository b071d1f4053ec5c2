/** The buyer's pages over real HTTP, of labels that were really bought at simulated carriers. */
import { request as ask } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { BuyerPageSettings, SeenBuyerPageSettings } from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { statementsOf } from '../../../test/statements.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import { createApplication } from '../../application.ts';
import { json } from '../../platform/database/json-column.ts';
import { createBuyerLinks } from './links.ts';

let world: ParcelWorld;
const path = (orderId: string): string =>
  createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** As a browser asks; with a form it is sent. */
const open = (
  address: string,
  {
    host = 'first.test',
    language = 'en-CA',
    form,
  }: { readonly host?: string; readonly language?: string; readonly form?: Readonly<Record<string, string>> } = {},
): Promise<Page> =>
  new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString();
    const asked = ask(
      `${world.origin.replace('localhost', '127.0.0.1')}${address}`,
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
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

/** Labels of simulators are trials; a real one is told apart by this mark alone. */
const madeReal = (shipmentId: string) =>
  world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE shipments SET test = false WHERE id = ${shipmentId}`.execute(tx),
  );
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1_050));
const exceptions = async () =>
  (
    await world.call<{ exceptions: { reason: string; summary: string; state: string }[] }>(
      world.seller,
      'GET',
      '/exceptions',
    )
  ).data.exceptions.filter(({ reason }) => reason === 'not-received');

beforeAll(async () => {
  world = await makeParcelWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.after(0));

describe('the page of an order', () => {
  it('says where each parcel is, and follows within a second; no name, street or price is on it', async () => {
    const { orderId, shipment } = await world.buy('testline-express', 2);
    const first = await open(path(orderId));
    expect(first.status).toBe(200);
    expect(first.text).toContain('<html lang="en-CA" dir="ltr">');
    expect(first.text).toContain('Order P-');
    expect(first.text).toContain('Customer one');
    expect(first.text).toContain('Parcel 1 of 2');
    expect(first.text).toContain('Parcel 2 of 2');
    expect(first.text).toContain('The label is made');
    expect(first.text).toContain('To Toronto, M5H');
    expect(first.text).toContain('1 × Blue mug');
    expect(first.text).not.toMatch(/Robin|Queen St|M5H ?2M5|555.?0182|12\.50/);
    expect(first.text).not.toMatch(/<script|javascript:|\son\w+=/i);

    await world.after(24 * 4);
    await world.poll(shipment.id);
    await aSecond();
    const later = await open(path(orderId));
    expect(later.text).toContain('<p class="state">Delivered</p>');
    expect(later.text).toContain('Out for delivery');
    expect(later.text).toContain('Montreal, QC');
  });

  it('says which day was promised and which is an estimate, and what to do when it is past', async () => {
    const { orderId, shipment } = await world.buy('testline-express');
    await madeReal(shipment.id);
    const planned = async (promised: string, estimated: string | null) => {
      await world.database.db.tenant(world.seller, async (tx) => {
        await sql`UPDATE shipments SET promised_day = ${promised} WHERE id = ${shipment.id}`.execute(tx);
        await sql`UPDATE trackers SET eta_on = ${estimated}, eta = NULL
          WHERE shipment_id = ${shipment.id}`.execute(tx);
      });
      await aSecond();
      return (await open(path(orderId))).text;
    };
    const promised = await planned('2199-03-05', null);
    expect(promised).toMatch(/Promised for [^<]*March 5/);
    expect(promised).not.toContain('it may change');
    const both = await planned('2199-03-05', '2199-03-07');
    expect(both).toMatch(
      /Promised for [^<]*March 5[^]*Expected [^<]*March 7[^]*This is the carrier’s estimate; it may change\./,
    );
    expect(both).not.toContain('It is later than planned.');
    const past = await planned('2026-01-05', '2026-01-07');
    expect(past).toContain('It is later than planned.');
    expect(past).toContain('If it is late: give it one more working day');
  });

  it('is reached from the seller’s order by the very link', async () => {
    const { orderId } = await world.buy('testline-express');
    const { data } = await world.call<{ buyerPage: string }>(world.seller, 'GET', `/orders/${orderId}`);
    expect(data.buyerPage).toBe(path(orderId));
    expect((await open(data.buyerPage)).text).toContain('The label is made');
  });

  it('is small, kept by nobody, and asks nothing of anybody else', async () => {
    const { orderId } = await world.buy('testline-express');
    const { headers, text } = await open(path(orderId));
    expect(gzipSync(text).length).toBeLessThan(10_000);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const nonce = /<style nonce="([^"]+)">/.exec(text)?.[1];
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(
      text.match(/\s(?:src|href|action)="[^"]*"/g)?.filter((each) => /"(?:https?:)?\/\//.test(each)) ?? [],
    ).toEqual(
      text.match(/ href="https?:\/\/[^"]*" rel="noreferrer noopener"/g)?.map((each) => each.replace(/ rel=.*/, '')) ??
        [],
    );
  });

  it('is read once a second, however many look at once', async () => {
    const { orderId } = await world.buy('testline-express');
    const started = performance.now();
    const sent = await statementsOf(async () => {
      const pages = await Promise.all(Array.from({ length: 30 }, () => open(path(orderId))));
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    });
    const most = 1 + Math.floor((performance.now() - started) / 800);
    const readings = sent.filter((text) => text.includes('t.realm_id AS franchise_id, o.number'));
    expect(readings.length).toBeGreaterThan(0);
    expect(readings.length).toBeLessThanOrEqual(most);
    // Whose page it is stands in what was read, and is not asked for each who looks.
    expect(sent.filter((text) => text.includes('"realm_id"') && text.includes('"tenants"')).length).toBe(0);
  });

  it('is read anew so early that the answer is out within the second', async () => {
    const { orderId } = await world.buy('testline-express');
    await open(path(orderId));
    await new Promise((resolve) => setTimeout(resolve, 850));
    const sent = await statementsOf(() => open(path(orderId)));
    expect(sent.filter((text) => text.includes('t.realm_id AS franchise_id, o.number')).length).toBe(1);
  });

  it('is in French for whoever reads French, and in the language that was chosen', async () => {
    const { orderId } = await world.buy('testline-express');
    const french = await open(path(orderId), { language: 'fr-CA,fr;q=0.9,en;q=0.1' });
    expect(french.text).toContain('<html lang="fr-CA" dir="ltr">');
    expect(french.text).toContain('Commande P-');
    expect(french.text).toContain('L’étiquette est prête');
    expect(french.text).toContain('À destination de Toronto, M5H');
    const chosen = await open(`${path(orderId)}?lang=en`, { language: 'fr-CA' });
    expect(chosen.text).toContain('The label is made');
  });

  it('of a trial label says that nothing was sent, and offers no report', async () => {
    const { orderId, shipment } = await world.buy('testline-express');
    expect(shipment.test).toBe(true);
    await world.after(24 * 4);
    await world.poll(shipment.id);
    const { text } = await open(path(orderId));
    expect(text).toContain('TEST: this label is a trial. Nothing was sent.');
    expect(text).not.toContain('<form');
  });

  it('before anything is sent says so', async () => {
    const { id } = await world.newOrder();
    expect((await open(path(id))).text).toContain('Nothing has been sent yet.');
  });

  it('shows hostile words as words', async () => {
    const { orderId, shipment } = await world.buy('testline-express');
    await world.after(10);
    await world.poll(shipment.id);
    const evil = `"'><script>alert(1)</script>&{0}$&`;
    await world.database.db.tenant(world.seller, async (tx) => {
      await sql`UPDATE order_items SET title = ${evil} WHERE order_id = ${orderId}`.execute(tx);
      await sql`UPDATE orders SET number = ${`N${evil}`} WHERE id = ${orderId}`.execute(tx);
      await sql`UPDATE shipments SET to_address = to_address || ${json({ city: `C${evil}` })} WHERE id = ${shipment.id}`.execute(
        tx,
      );
      await sql`UPDATE stores SET branding = ${json({ displayName: `S${evil}`, email: `${evil}@x.example`, phone: evil, website: `javascript:${evil}` })}`.execute(
        tx,
      );
      await sql`UPDATE purchases SET vendor_ids = ${json({ parcels: [{ number: 1, trackingUrl: 'javascript:alert(1)' }] })}
        WHERE shipment_id = ${shipment.id}`.execute(tx);
      await sql`INSERT INTO tracking_events (tenant_id, tracker_id, event_hash, occurred_at, status, text, place)
        SELECT tenant_id, id, 'evil', now(), 'exception', ${`E${evil}`}, ${`P${evil}`} FROM trackers
        WHERE shipment_id = ${shipment.id}`.execute(tx);
    });
    const { text } = await open(path(orderId));
    expect(text).not.toContain('<script');
    expect(text).not.toContain('href="javascript:');
    const shown = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;{0}$&amp;';
    for (const start of ['N', 'C', 'S', 'E', 'P']) expect(text).toContain(`${start}${shown}`);
    await world.database.db.tenant(world.seller, (tx) => sql`UPDATE stores SET branding = '{}'`.execute(tx));
  });
});

describe('a link that leads nowhere', () => {
  it('is answered alike: changed, made up, of another installation, on another franchise’s host, too old, erased', async () => {
    const { orderId } = await world.buy('testline-express');
    const good = path(orderId);
    const { tenantId } = world.seller;
    const erased = await world.buy('testline-express');
    const old = await world.buy('testline-express');
    await world.database.db.tenant(world.seller, async (tx) => {
      await sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${erased.orderId}`.execute(
        tx,
      );
      await sql`UPDATE orders SET created_at = now() - interval '91 days' WHERE id = ${old.orderId}`.execute(tx);
      await sql`UPDATE shipments SET created_at = now() - interval '91 days' WHERE id = ${old.shipment.id}`.execute(tx);
    });
    const wrong = [
      [`${good.slice(0, -1)}${good.endsWith('A') ? 'Q' : 'A'}`],
      [good.replace('/track/', '/track/A').slice(0, -1)],
      ['/track/x'],
      [`/track/${'A'.repeat(64)}`],
      [`/track/${encodeURIComponent('\u0000‮<script>')}`],
      [createBuyerLinks('another secret').pathOf({ tenantId, orderId })],
      // Ours, of a customer and an order that are not together.
      [createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.people.basic.tenantId, orderId })],
      [good, 'second.test'],
      [good, 'unknown.test'],
      [path(erased.orderId)],
      [path(old.orderId)],
    ] as const;
    for (const [address, host] of wrong) {
      const { status, text } = await open(address, { host: host ?? 'first.test' });
      expect(status, address).toBe(404);
      expect(text, address).toContain('This link does not lead to an order');
      expect(text).not.toMatch(/Toronto|Blue mug|P-\d/);
    }
    expect((await open(good)).status).toBe(200);
    // One that arrived late lives from its arrival.
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE shipments SET delivered_at = now() - interval '89 days' WHERE id = ${old.shipment.id}`.execute(tx),
    );
    await aSecond();
    expect((await open(path(old.orderId))).status).toBe(200);
  });
});

it('a link lives as long as the seller says, and as long as a return may be asked for', async () => {
  const { orderId, shipment } = await world.buy('testline-express');
  const put = (lifeDays: number, version: number) =>
    world.call<{ version: number }>(world.seller, 'PUT', '/buyer-page/settings', { lifeDays, version });
  const days = (count: number) =>
    world.database.db.tenant(world.seller, async (tx) => {
      await sql`UPDATE orders SET created_at = now() - ${count} * interval '1 day' WHERE id = ${orderId}`.execute(tx);
      await sql`UPDATE shipments SET created_at = now() - ${count} * interval '1 day' WHERE id = ${shipment.id}`.execute(
        tx,
      );
    });
  await days(40);
  expect((await open(path(orderId))).status).toBe(200);
  expect((await put(29, 0)).status).toBe(400);
  expect((await put(30, 0)).data.version).toBe(1);
  expect((await put(60, 0)).code).toBe('stale_version');
  await aSecond();
  expect((await open(path(orderId))).status).toBe(404);
  expect((await put(365, 1)).status).toBe(200);
  await days(300);
  await aSecond();
  expect((await open(path(orderId))).status).toBe(200);
  await put(90, 2);
});

it('what is in a parcel is said where the seller wants it said', async () => {
  const { orderId } = await world.buy('testline-express');
  const settings = async () =>
    (await world.call<SeenBuyerPageSettings>(world.seller, 'GET', '/buyer-page/settings')).data;
  const put = async (change: Partial<BuyerPageSettings>) => {
    const { lifeDays, version } = await settings();
    expect(
      (await world.call(world.seller, 'PUT', '/buyer-page/settings', { lifeDays, version, ...change })).status,
    ).toBe(200);
    await aSecond();
  };
  expect((await open(path(orderId))).text).toContain('1 × Blue mug');
  await put({ contents: false });
  const { text } = await open(path(orderId));
  expect(text).toContain('The label is made');
  expect(text).not.toMatch(/Blue mug|In this parcel/);
  // Who knows nothing of the switch leaves it.
  await put({});
  expect((await settings()).contents).toBe(false);
  await put({ contents: true });
  expect((await open(path(orderId))).text).toContain('1 × Blue mug');
});

describe('the look-up', () => {
  const find = (number: string, proof: string, host?: string) =>
    open('/track', { form: { number, proof, lang: 'en' }, ...(host === undefined ? {} : { host }) });

  it('leads to the page, as people type: case, blanks, #, e-mail', async () => {
    const { id, number } = await world.newOrder();
    await world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE order_details SET ship_to = ship_to || '{"email":"Robin@Example.com"}' WHERE order_id = ${id}`.execute(
        tx,
      ),
    );
    for (const [typed, proof] of [
      [number, 'M5H 2M5'],
      [` #${number.toLowerCase()} `, 'm5h2m5'],
      [number, ' m5h-2m5 '],
      [number, ' robin@example.COM '],
    ] as const) {
      const { status, headers } = await find(typed, proof);
      expect([status, headers['location']], `${typed} ${proof}`).toEqual([303, `${path(id)}?lang=en`]);
    }
    expect((await open('/track')).text).toContain('Find your order');
    expect((await open('/track', { host: 'unknown.test' })).status).toBe(404);
  });

  it('says nothing of what exists: wrong, unknown, half, foreign and hostile are the same answer after the same time', async () => {
    const { id, number } = await world.newOrder();
    const tries = [
      [number, 'M5H 2M6'],
      [number, 'M5H'],
      [number, 'Toronto'],
      [number, '@'],
      [number, ' '],
      ['P-9999', 'M5H 2M5'],
      [`${number}\u0000`, 'M5H 2M5'],
      [`${number}' OR 1=1`, '%'],
      ['x'.repeat(300), 'M5H 2M5'],
    ] as const;
    const plain = (text: string, typed: readonly string[]) =>
      text
        .replaceAll(/nonce="[^"]*"/g, '')
        .replaceAll(/value="[^"]*"/g, '')
        .replaceAll(typed[0] ?? '', '');
    const answers = new Set<string>();
    const times: number[] = [];
    for (const typed of tries) {
      const began = performance.now();
      const { status, text } = await find(typed[0], typed[1]);
      times.push(performance.now() - began);
      answers.add(`${status} ${plain(text, typed)}`);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toContain('No order was found for what you typed.');
    expect([...answers][0]).toMatch(/^404/);
    expect(Math.min(...times)).toBeGreaterThan(390);
    expect((await find(number, 'M5H 2M5', 'second.test')).status).toBe(404);
    // Two sellers with one number and one postal code: nobody is shown a stranger's parcel.
    const { basic } = world.people;
    await world.database.db.tenant(world.seller, async (tx) => {
      await sql`UPDATE order_tokens SET token = 'same-1' WHERE order_id = ${id} AND field = 'number'`.execute(tx);
    });
    expect((await find('SAME-1', 'M5H 2M5')).status).toBe(303);
    const twin = await twinOf(id, basic.tenantId);
    expect((await find('SAME-1', 'M5H 2M5')).status).toBe(404);
    expect(twin).toBe(1);
  });

  /** The same order at another seller of the franchise. */
  const twinOf = (orderId: string, tenantId: string) =>
    world.database.db.tenant({ tenantId }, async (tx) => {
      await sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name)
        VALUES (${tenantId}, ${orderId}, 'manual', 'twin', 'Twin')`.execute(tx);
      await sql`INSERT INTO orders (tenant_id, id, store_id, platform_code, external_id, number, placed_at, currency)
        VALUES (${tenantId}, ${orderId}, ${orderId}, 'manual', 'twin', 'SAME-1', now(), 'CAD')`.execute(tx);
      await sql`INSERT INTO order_details (tenant_id, order_id, ship_to)
        VALUES (${tenantId}, ${orderId}, ${json({ zipcode: 'M5H 2M5' })})`.execute(tx);
      const made = await sql`INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
        VALUES (${tenantId}, 'number', 'same-1', ${orderId}, now())`.execute(tx);
      return Number(made.numAffectedRows ?? 0);
    });

  it('takes forms alone, and small ones', async () => {
    const send = (type: string, body: string) =>
      fetch(`${world.origin}/track`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await send('application/json', '{"number":"1"}')).status).toBe(400);
    expect((await send('application/x-www-form-urlencoded', `number=${'1'.repeat(5_000)}`)).status).toBe(413);
  });
});

describe('what a buyer reports', () => {
  it('is an exception of the seller, once a parcel, for parcels on the page alone; handled stays handled', async () => {
    const { orderId, shipment } = await world.buy('testline-express', 2);
    await madeReal(shipment.id);
    const untouched = await open(path(orderId), { form: { parcel: `${shipment.id}.1` } });
    expect(untouched.status).toBe(200);
    expect(await exceptions()).toEqual([]);

    await world.after(24 * 4);
    await world.poll(shipment.id);
    await aSecond();
    expect((await open(path(orderId))).text.match(/<form method="post"/g)).toHaveLength(2);
    for (const parcel of ['', `${shipment.id}.9`, `${orderId}.1`, "x' OR 1=1"])
      await open(path(orderId), { form: { parcel } });
    expect(await exceptions()).toEqual([]);
    expect((await open(path(orderId), { host: 'second.test', form: { parcel: `${shipment.id}.1` } })).status).toBe(404);
    expect(await exceptions()).toEqual([]);

    const said = await Promise.all(
      [1, 2, 3].map(() => open(path(orderId), { form: { parcel: `${shipment.id}.1`, lang: 'fr' } })),
    );
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await open(path(orderId))).text).toContain('The seller has been told that this parcel did not arrive.');
    expect((await open(path(orderId))).text.match(/<form method="post"/g)).toHaveLength(1);
    const [exception, ...more] = await exceptions();
    expect(more).toEqual([]);
    expect(exception?.summary).toMatch(/^The buyer says that parcel \S+ of order P-\d+ did not arrive\.$/);

    await world.application.exceptions.sweep(world.seller.tenantId);
    expect(await exceptions()).toHaveLength(1);
  });
});

it('a flood from one address is told to wait, in the reader’s language, and others look up as before', async () => {
  const { db } = world.database;
  const services = testServices(db, { config: { trustProxy: 1, budgets: { 'look-ups/address': 3 } } });
  const application = createApplication(services, { version: 'test' });
  const app = await application.http();
  const lookUp = (from: string) =>
    app.inject({
      method: 'POST',
      url: '/track',
      headers: {
        host: 'first.test',
        'x-forwarded-for': from,
        'accept-language': 'fr',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'number=P-1&proof=H0H0H0',
    });
  const answers = await Promise.all(Array.from({ length: 8 }, () => lookUp('203.0.113.7')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(5);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.body).toContain('Trop de tentatives');
  expect((await lookUp('203.0.113.8')).statusCode).toBe(404);
  await app.close();
  await application.close();
});
