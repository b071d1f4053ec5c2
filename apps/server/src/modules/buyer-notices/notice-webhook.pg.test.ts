/** Notices by webhook, over real HTTP: signed, once, retried with patience, never inside, and seen in the log. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NoticeSettings, SentNotice } from '@scanship/contracts/stores/buyer-notices';
import type { NoticeWebhook } from '@scanship/contracts/stores/notice-webhook';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Hooked, type HookHost, startHookHost } from '../../../test/outside-host.ts';
import {
  beginDay,
  call,
  clock,
  closeNotices,
  event,
  HOUR_MS,
  inTenant,
  mailbox,
  now,
  openNotices,
  parcelOf,
  switchOn,
  tell,
  until,
  work,
} from '../../../test/notice-world.ts';

let hooks: HookHost;
let secret = '';
const URL_OF = 'https://hooks.example/notices?key=1';
const hook = <T = NoticeWebhook>(method: string, more = '', body?: unknown) =>
  call<T>(method, `/buyer-notices/webhook${more}`, body);

beforeAll(async () => {
  hooks = await startHookHost();
  await openNotices({}, { notices: { outside: hooks.dispatcher } });
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
const logged = async () => (await call<{ notices: SentNotice[] }>('GET', '/buyer-notices')).data.notices;

describe('a notice by webhook', () => {
  it('is posted once for each kind and parcel, signed, with the number of the buyer; no mail goes out', async () => {
    await send('webhook');
    const { trackerId, orderId } = await parcelOf('jo@example.com', { phone: '(514) 555-0142', countryCode: 'CA' });
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
      message: { subject: expect.stringContaining('P-') },
    });
    expect(await logged()).toMatchObject([
      { channel: 'webhook', state: 'sent', address: null, serverWords: '200: thanks' },
    ]);
  });

  it('goes beside the mail where both are wanted; without an address, or left alone by mail, it goes all the same', async () => {
    await send('both');
    const both = await parcelOf('both@example.com');
    await shipped(both.trackerId);
    const none = await parcelOf(null);
    await shipped(none.trackerId);
    await call('POST', '/buyer-notices/suppressed', { address: 'alone@example.com' });
    const alone = await parcelOf('alone@example.com');
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

  it('waits for the morning of the buyer, and says nothing of a buyer who was erased', async () => {
    await send('webhook');
    hooks.answer = (response) => response.writeHead(500).end('night@example.com is unknown here');
    const told = await parcelOf('night@example.com');
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
    const { trackerId, orderId } = await parcelOf('night@example.com');
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
    const { trackerId } = await parcelOf('later@example.com');
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

    const late = await parcelOf('late@example.com');
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
      const { trackerId } = await parcelOf('x@example.com');
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
    const silent = [await parcel(), await parcel(), await parcel(), await parcel(), await parcel()];
    const began = performance.now();
    await work();
    // The rest of the seller's waits without trying, so that nobody is held up for long.
    expect(performance.now() - began).toBeLessThan(25_000);
    expect(hooks.got.length).toBeLessThanOrEqual(3);
    const found = (await Promise.all(silent.map(postsOf))).flat();
    expect(found.map(({ state }) => state)).toEqual(silent.map(() => 'waiting'));
    expect(found.filter(({ answer }) => answer === 'no answer within 10 seconds').length).toBe(hooks.got.length);

    await inTenant((tx) => sql`UPDATE notice_webhooks SET url = 'https://inside.example/'`.execute(tx));
    const inside = await parcel();
    await work();
    expect(await postsOf(inside)).toMatchObject([{ state: 'failed', reason: 'hook-inside', answer: null }]);
  }, 60_000);

  it('that answers without end is not read to the end', async () => {
    await send('webhook');
    const { trackerId } = await parcelOf('endless@example.com');
    await shipped(trackerId);
    hooks.answer = (response) => response.writeHead(200).end(Buffer.alloc(300_000, 'x'));
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'sent', answer: '200' }]);
  });
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
    const { trackerId } = await parcelOf('gone@example.com');
    await shipped(trackerId);
    const before = await secrets();
    await hook('DELETE');
    await hook('DELETE');
    await work();
    expect(await postsOf(trackerId)).toMatchObject([{ state: 'suppressed', reason: 'no-webhook' }]);
    expect((await hook('POST', '/test')).status).toBe(404);
    expect(await secrets()).toBe(before - 1);
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
