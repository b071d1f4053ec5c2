/** Notices by webhook, over real HTTP: signed, once, retried with patience, never inside, and seen in the log. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NoticeSettings, SentNotice } from '@scanship/contracts/stores/buyer-notices';
import { type NoticeWebhook, testNoticeWebhook } from '@scanship/contracts/stores/notice-webhook';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askerOf } from '../../../test/ask-call.ts';
import { contextOf } from '../../../test/order-fixture.ts';
import { type Hooked, type HookHost, startHookHost } from '../../../test/outside-host.ts';
import {
  parcelTo,
  beginDay,
  call,
  clock,
  closeNotices,
  event,
  HOUR_MS,
  inTenant,
  mailbox,
  noticesOf,
  now,
  openNotices,
  parcelsOf,
  senderWith,
  switchOn,
  tell,
  until,
  work,
  world,
} from '../../../test/notice-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import type { Services } from '../../platform/services.ts';
import { openWebhook } from './webhook/webhook-rows.ts';

let hooks: HookHost;
let secret = '';
const URL_OF = 'https://hooks.example/notices?key=1';
const hook = <T = NoticeWebhook>(method: string, more = '', body?: unknown) =>
  call<T>(method, `/buyer-notices/webhook${more}`, body);

beforeAll(async () => {
  hooks = await startHookHost();
  await openNotices({}, { notices: { outside: hooks.dispatcher, postDeadlineMs: 400 } });
}, 120_000);
afterAll(async () => {
  await closeNotices();
  await hooks.close();
});
beforeEach(async () => {
  await beginDay();
  hooks.got.length = 0;
  hooks.answer = undefined;
  await inTenant(async (tx) => {
    await sql`UPDATE notice_posts SET due_at = NULL, state = 'suppressed' WHERE due_at IS NOT NULL`.execute(tx);
    await sql`DELETE FROM buyer_notice_settings`.execute(tx);
    await sql`DELETE FROM notice_webhooks`.execute(tx);
  });
  secret = (await hook('PUT', '', { url: URL_OF, version: 0 })).data.secret ?? '';
});

const send = async (channel: 'webhook' | 'both', kinds: readonly string[] = ['shipped']) => {
  const saved = await call<NoticeSettings>('PUT', '/buyer-notices/settings', {
    storeId: null,
    own: true,
    kinds,
    channels: kinds.map((kind) => ({ kind, channel })),
    words: [],
    version: 0,
  });
  expect(saved.status).toBe(200);
  return saved.data;
};
const shipped = (trackerId: string) => tell(trackerId, [event('accepted', now())]);
/** As docs/notice-webhook.md says it is checked. */
const isGenuine = ({ headers, body }: Hooked, key = secret): boolean => {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64');
  return headers['webhook-signature'] === `v1,${expected}`;
};
const postsOf = (trackerId: string) =>
  inTenant((tx) =>
    tx
      .selectFrom('notice_posts')
      .select(['state', 'reason', 'answer', 'failures', 'due_at'])
      .where('tracker_id', '=', trackerId)
      .execute(),
  );
const secrets = async (): Promise<number> => {
  const { count } = await inTenant((tx) =>
    tx
      .selectFrom('secrets')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('purpose', '=', 'notice-webhook')
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
};
const dueNow = () =>
  inTenant((tx) =>
    sql`UPDATE notice_posts SET due_at = now() - interval '1 second', lease_until = NULL WHERE due_at IS NOT NULL`.execute(
      tx,
    ),
  );
/** Another company's, of parcels that are gone: it is settled as soon as it is looked at. */
const ofAnotherSeller = () =>
  withClient(world.database.admin, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(`INSERT INTO notice_posts (tenant_id, id, tracker_id, kind, shipment_id, order_id, store_id, number_key, occurred_at)
      VALUES ('${world.people.basic.tenantId}', gen_random_uuid(), gen_random_uuid(), 'shipped', gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), 'X', now())`);
  });
const othersOpen = async (): Promise<number> => {
  const { rows } = await world.database.db.tenant(world.people.basic, (tx) =>
    sql`SELECT FROM notice_posts WHERE due_at IS NOT NULL`.execute(tx),
  );
  return rows.length;
};
const logged = async () => (await call<{ notices: SentNotice[] }>('GET', '/buyer-notices')).data.notices;

describe('a notice by webhook', () => {
  it('is posted once for each kind and parcel, signed, with the number of the buyer; no mail goes out', async () => {
    await send('webhook');
    const { trackerId, orderId } = await parcelTo('jo@example.com', { phone: '(514) 555-0142', countryCode: 'CA' });
    await shipped(trackerId);
    await shipped(trackerId);
    await Promise.all([work(), work()]);
    await work();
    expect(mailbox.received).toEqual([]);
    expect(hooks.got.length).toBe(1);
    const [delivery] = hooks.got;
    if (!delivery) throw new Error('nothing came');
    expect(delivery.path).toBe('/notices?key=1');
    expect(isGenuine(delivery)).toBe(true);
    expect(isGenuine({ ...delivery, body: delivery.body.replace('514', '515') })).toBe(false);
    const payload = JSON.parse(delivery.body) as Record<string, unknown>;
    expect(payload).toMatchObject({
      id: delivery.headers['webhook-id'],
      type: 'shipped',
      test: false,
      order: { id: orderId },
      parcel: {
        carrier: expect.stringContaining('TestLine Express'),
        trackingPage: expect.stringMatching(/^https?:\/\/[^/]+\/track\/[\w-]{64}\?lang=en$/),
      },
      buyer: { email: 'jo@example.com', phone: '+15145550142', language: 'en' },
      message: { subject: expect.stringMatching(/C\d+X0+1/) },
    });
    expect(await logged()).toMatchObject([
      { channel: 'webhook', state: 'sent', address: null, serverWords: '200: thanks' },
    ]);
  });

  it('goes beside the mail where both are wanted; without an address, or left alone by mail, it goes all the same', async () => {
    await send('both');
    const both = await parcelTo('both@example.com');
    await shipped(both.trackerId);
    const none = await parcelTo(null);
    await shipped(none.trackerId);
    await call('POST', '/buyer-notices/suppressed', { address: 'alone@example.com' });
    const alone = await parcelTo('alone@example.com');
    await shipped(alone.trackerId);
    await work();
    expect(mailbox.received.map(({ to }) => to)).toEqual([['both@example.com']]);
    expect(hooks.got.length).toBe(3);
    const seen = await logged();
    expect(
      seen
        .filter(({ orderId }) => orderId === both.orderId)
        .map(({ channel }) => channel)
        .toSorted(),
    ).toEqual(['mail', 'webhook']);
  });

  it('keeps nothing of an answer that comes after its buyer was erased', async () => {
    await send('webhook');
    const { trackerId, orderId } = await parcelTo('slow@example.com');
    await shipped(trackerId);
    hooks.answer = (response) => {
      const erased = inTenant((tx) =>
        sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${orderId}`.execute(
          tx,
        ),
      );
      void erased.then(() => response.writeHead(200).end('slow@example.com is told'));
    };
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'sent', answer: null }]);
  });

  it('waits for the morning of the buyer, and says nothing of a buyer who was erased', async () => {
    await send('webhook');
    hooks.answer = (response) => response.writeHead(500).end('night@example.com is unknown here');
    const told = await parcelTo('night@example.com');
    await shipped(told.trackerId);
    await work();
    expect(await postsOf(told.trackerId)).toMatchObject([{ answer: '500: night@example.com is unknown here' }]);
    await inTenant((tx) =>
      sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${told.orderId}`.execute(
        tx,
      ),
    );
    expect(await postsOf(told.trackerId)).toMatchObject([{ answer: null }]);
    hooks.got.length = 0;
    const { trackerId, orderId } = await parcelTo('night@example.com');
    clock.ahead = until(23);
    await shipped(trackerId);
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'held', reason: 'night' }]);
    await inTenant((tx) =>
      sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-01-01"}' WHERE order_id = ${orderId}`.execute(
        tx,
      ),
    );
    await dueNow();
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'suppressed', reason: 'erased' }]);
    expect(hooks.got).toEqual([]);
  });
});

describe('a webhook that does not take it', () => {
  it('is asked again later under the same id, with what it answered in the log, until it is no use any more', async () => {
    await send('webhook');
    const { trackerId } = await parcelTo('later@example.com');
    await shipped(trackerId);
    hooks.answer = (response) => response.writeHead(500).end('database\u0000 down\n<b>');
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'waiting', reason: 'hook-retry', failures: 1 }]);
    expect((await logged())[0]).toMatchObject({
      state: 'waiting',
      problem: 'Your webhook did not accept it; it is retried.',
      serverWords: '500: database down <b>',
    });
    await work();
    expect(hooks.got.length).toBe(1);
    await dueNow();
    hooks.answer = undefined;
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'sent' }]);
    expect(new Set(hooks.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    const late = await parcelTo('late@example.com');
    await shipped(late.trackerId);
    hooks.answer = (response) => response.writeHead(404).end();
    clock.ahead += 71.99 * HOUR_MS;
    await work();
    expect(await postsOf(late.trackerId)).toMatchObject([
      { state: 'failed', reason: 'hook-gave-up', answer: '404', due_at: null },
    ]);
  });

  it('is not followed where it redirects, waited for when it is silent, or called when its name leads inside', async () => {
    await send('webhook');
    const parcel = async () => {
      const { trackerId } = await parcelTo('x@example.com');
      await shipped(trackerId);
      return trackerId;
    };
    hooks.answer = (response) => response.writeHead(307, { location: 'https://hooks.example/elsewhere' }).end();
    const moved = await parcel();
    await work();
    expect(hooks.got.map((each) => each.path)).toEqual(['/notices?key=1']);
    expect(await postsOf(moved)).toMatchObject([
      { state: 'waiting', answer: '307: a redirect, which is not followed' },
    ]);

    hooks.got.length = 0;
    hooks.answer = () => undefined;
    const silent = await parcelsOf(5);
    for (const trackerId of silent) await shipped(trackerId);
    const began = performance.now();
    await work();
    // The rest of the seller's waits without trying, so that nobody is held up for long.
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(hooks.got.length).toBeLessThanOrEqual(3);
    const found = (await Promise.all(silent.map(postsOf))).flat();
    expect(found.map(({ state }) => state)).toEqual(silent.map(() => 'waiting'));
    expect(found.filter(({ answer }) => answer === 'no answer within 0.4 seconds').length).toBe(hooks.got.length);

    await inTenant((tx) => sql`UPDATE notice_webhooks SET url = 'https://inside.example/'`.execute(tx));
    const inside = await parcel();
    await work();
    expect(await postsOf(inside)).toMatchObject([{ state: 'failed', reason: 'hook-inside', answer: null }]);
  }, 60_000);

  it('that is slow holds back nobody else, and what another process took up meanwhile is not posted by both', async () => {
    await send('webhook');
    for (const trackerId of await parcelsOf(12)) await shipped(trackerId);
    await ofAnotherSeller();
    const waiting: (() => void)[] = [];
    hooks.answer = (response) => void waiting.push(() => response.writeHead(200).end());
    // With the patience of the product.
    const working = senderWith({ outside: hooks.dispatcher }).sender.work();
    await vi.waitUntil(() => hooks.got.length === 2);
    // Another seller's rows are worked off meanwhile, those too that fall due only now.
    await vi.waitUntil(async () => (await othersOpen()) === 0, 5_000);
    await ofAnotherSeller();
    await vi.waitUntil(async () => (await othersOpen()) === 0, 5_000);
    const claimed = await inTenant((tx) => sql`SELECT FROM notice_posts WHERE state = 'sending'`.execute(tx));
    expect(claimed.rows.length).toBe(10);
    // The lease of what was claimed and not yet posted lapses, and another process takes it up.
    const posted = hooks.got.map(({ headers }) => String(headers['webhook-id']));
    await inTenant((tx) =>
      sql`UPDATE notice_posts SET attempt = attempt + 1 WHERE state = 'sending' AND id <> ALL (${posted}::uuid[])`.execute(
        tx,
      ),
    );
    hooks.answer = undefined;
    for (const each of waiting) each();
    await working;
    expect(hooks.got.length).toBe(4);
  });

  it('that is slow has its turn, and then others have theirs', async () => {
    await send('webhook');
    for (const trackerId of await parcelsOf(12)) await shipped(trackerId);
    hooks.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 400);
    await senderWith({ outside: hooks.dispatcher, turnMs: 300 }).sender.work();
    expect(hooks.got.length).toBe(2);
    const { rows } = await inTenant((tx) =>
      sql`SELECT FROM notice_posts WHERE state = 'waiting' AND reason IS NULL AND due_at > now() + interval '50 seconds'`.execute(
        tx,
      ),
    );
    expect(rows.length).toBe(10);
  });

  it('that is silent has everything of its seller put off at once', async () => {
    await send('webhook');
    for (const trackerId of await parcelsOf(13)) await shipped(trackerId);
    hooks.answer = (response) => void response.destroy();
    await work();
    const { rows } = await inTenant((tx) =>
      sql<{
        count: string;
        tried: string;
      }>`SELECT count(*), count(*) FILTER (WHERE failures > 0) AS tried FROM notice_posts
        WHERE state = 'waiting' AND reason = 'hook-retry' AND due_at > now() + interval '50 seconds'`.execute(tx),
    );
    expect(Number(rows[0]?.count)).toBe(13);
    expect(Number(rows[0]?.tried)).toBeLessThanOrEqual(3);
  });

  it('is called by nobody while nothing leaves the installation, as a copy that is tried has no mail server', async () => {
    await send('both');
    const { trackerId } = await parcelTo('copy@example.com');
    await shipped(trackerId);
    const copy = senderWith({ outside: hooks.dispatcher }, { ...world.services.config, smtpUrl: undefined });
    await copy.sender.work();
    expect([hooks.got, mailbox.received]).toEqual([[], []]);
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'suppressed', reason: 'hook-kept', due_at: null }]);
    const ctx = contextOf(world.seller, { userId: world.seller.userId });
    const tried = await askerOf(copy.routes)(testNoticeWebhook, ctx);
    expect(tried).toEqual({ accepted: false, answer: expect.stringContaining('nothing leaves it') });
    expect(hooks.got).toEqual([]);
  });

  it('that answers without end is not read to the end', async () => {
    await send('webhook');
    const { trackerId } = await parcelTo('endless@example.com');
    await shipped(trackerId);
    hooks.answer = (response) => response.writeHead(200).end(Buffer.alloc(300_000, 'x'));
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'sent', answer: '200' }]);
  });
});

it('a notice whose shipment is gone is settled, by webhook and by mail, and not looked at for ever', async () => {
  await send('both');
  const { trackerId } = await parcelTo('gone@example.com');
  await shipped(trackerId);
  await inTenant(async (tx) => {
    await sql`UPDATE notice_posts SET shipment_id = id WHERE tracker_id = ${trackerId}`.execute(tx);
    await sql`UPDATE buyer_notices SET shipment_id = id WHERE tracker_id = ${trackerId}`.execute(tx);
  });
  await work();
  const settled = [{ state: 'failed', reason: 'fault', due_at: null }];
  expect(await postsOf(trackerId)).toMatchObject(settled);
  expect(await noticesOf(trackerId)).toMatchObject(settled);
});

describe('setting a webhook', () => {
  it.each([
    'http://hooks.example/',
    'https://localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://10.0.0.7/x',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://hooks.example:8443/',
    'https://me:secret@hooks.example/',
    'ftp://hooks.example/',
    'hooks.example',
  ])('refuses %s', async (url) => {
    const refused = await hook('PUT', '', { url, version: 1 });
    expect(refused.errors?.map(({ field }) => field)).toEqual(['url']);
    expect((await hook('GET')).data.url).toBe(URL_OF);
  });

  it('tells its secret once, anew when it is asked for, and is tried with a made-up notice', async () => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect((await hook('GET')).data).toEqual({ url: URL_OF, version: 1, secret: null });
    expect((await hook('PUT', '', { url: 'https://hooks.example/b', version: 0 })).code).toBe('stale_version');
    expect((await hook('PUT', '', { url: 'https://hooks.example/b', version: 1 })).data.secret).toBeNull();
    const renewed = (await hook('POST', '/secret')).data.secret ?? '';
    expect(renewed).not.toBe(secret);
    expect((await hook('POST', '/test')).data).toEqual({ accepted: true, answer: '200: thanks' });
    const [delivery] = hooks.got;
    expect(delivery && isGenuine(delivery, renewed)).toBe(true);
    expect(delivery && isGenuine(delivery)).toBe(false);
    expect(JSON.parse(delivery?.body ?? '{}')).toMatchObject({ test: true, buyer: { phone: '+15145550199' } });
    await inTenant((tx) => sql`UPDATE notice_webhooks SET url = 'https://metadata.example/latest'`.execute(tx));
    expect((await hook('POST', '/test')).data).toMatchObject({
      accepted: false,
      answer: 'The address of your webhook leads into a private network, so it is not called.',
    });
  });

  it('taken away, what waits is not posted, and its secret is gone', async () => {
    await send('webhook');
    const { trackerId } = await parcelTo('gone@example.com');
    await shipped(trackerId);
    const before = await secrets();
    await hook('DELETE');
    await hook('DELETE');
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'suppressed', reason: 'no-webhook' }]);
    expect((await hook('POST', '/test')).status).toBe(404);
    expect(await secrets()).toBe(before - 1);
  });

  it('given a new secret while a post is made up, the new one is used; nothing is dropped for want of a secret', async () => {
    const { db } = world.services;
    const { tenantId } = world.seller;
    let times = 1;
    let newest = '';
    /** The database, where somebody asks for a new secret between the two readings. */
    const between: Services['db'] = {
      ...db,
      async secrets(who, read, options) {
        if (times > 0) newest = (await hook('POST', '/secret')).data.secret ?? '';
        times -= 1;
        return db.secrets(who, read, options);
      },
    };
    const opened = await openWebhook({ ...world.services, db: between }, tenantId);
    expect(opened?.secret).toBe(newest);
    times = 5;
    await expect(openWebhook({ ...world.services, db: between }, tenantId)).rejects.toThrow('secret of a webhook');
  });

  it('taken away while a new secret is made, leaves neither behind', async () => {
    const before = await secrets();
    let removed: Promise<unknown> = Promise.resolve();
    await inTenant(async (tx) => {
      await sql`SELECT FROM notice_webhooks FOR UPDATE`.execute(tx);
      removed = hook('DELETE');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await sql`WITH made AS (INSERT INTO secrets (tenant_id, id, purpose, key_id, sealed)
          SELECT tenant_id, gen_random_uuid(), 'notice-webhook', 'key', 'x' FROM notice_webhooks RETURNING id)
        UPDATE notice_webhooks SET secret_id = made.id FROM made`.execute(tx);
      await sql`DELETE FROM secrets WHERE purpose = 'notice-webhook' AND id NOT IN (SELECT secret_id FROM notice_webhooks)
        AND tenant_id = ${world.seller.tenantId}`.execute(tx);
    });
    await removed;
    expect(await secrets()).toBeLessThan(before);
    expect(await secrets()).toBe(0);
  });

  it('leaves what is not named as it is: a form that knows nothing of webhooks keeps them', async () => {
    const { version } = await send('webhook', ['shipped', 'delivered']);
    await call('PUT', '/buyer-notices/settings', { storeId: null, own: true, kinds: ['shipped'], words: [], version });
    const { data } = await call<NoticeSettings>('GET', '/buyer-notices/settings');
    expect(data.channels).toEqual([
      { kind: 'shipped', channel: 'webhook' },
      { kind: 'delivered', channel: 'webhook' },
    ]);
    await switchOn(['shipped']);
  });
});

it('docs/notice-webhook.md names every field that is posted', async () => {
  await hook('POST', '/test');
  const names = (value: unknown, before: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => names(inner, before === '' ? key : `${before}.${key}`))
      : [before];
  const text = readFileSync(path.join(import.meta.dirname, '../../../../../docs/notice-webhook.md'), 'utf8');
  const fields = names(JSON.parse(hooks.got[0]?.body ?? '{}'), '');
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter((field) => !text.includes(`\`${field}\``))).toEqual([]);
});
