/** What sellers switch on and word, what they see of it, and how buyers end it. */
import type { DataOf } from '@scanship/contracts/call';
import type { listNotices, listSuppressed, NoticeSettings } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALL,
  beginDay,
  call,
  closeNotices,
  event,
  inTenant,
  mailbox,
  noticesOf,
  now,
  openNotices,
  parcelOf,
  switchOn,
  tell,
  work,
  world,
} from '../../../test/notice-world.ts';
import { newId } from '../../platform/database/ids.ts';

beforeAll(() => openNotices(), 60_000);
afterAll(closeNotices);
beforeEach(beginDay);

describe('settings', () => {
  const words = (subject: string, body: string) => [{ kind: 'shipped', language: 'en', subject, body }];
  it('begin switched off, and show the words, their variables and the usual ones', async () => {
    const other = world.people.foreign;
    const seen = await world.call<NoticeSettings>(other, 'GET', '/buyer-notices/settings');
    expect(seen.data).toMatchObject({ kinds: [], rule: 'open', version: 0 });
    expect(seen.data.words).toHaveLength(16);
    expect(seen.data.variables).toContainEqual({ name: 'expected_day', type: 'day', inSubject: false });
  });

  it.each([
    ['Your {{ordernumber}}', 'Text', 'words.shipped.en.subject', /There is no variable "ordernumber"/],
    ['Soon: {{expected_day}}', 'Text', 'words.shipped.en.subject', /not always known/],
    ['Subject', 'Hello {{buyer_name}', 'words.shipped.en.body', /two braces/],
    ['Subject', '  ', 'words.shipped.en.body', /Enter a text/],
  ])('refuse words at their field: %s / %s', async (subject, body, field, message) => {
    const { version } = (await call<NoticeSettings>('GET', '/buyer-notices/settings')).data;
    const sent = { storeId: null, own: true, kinds: ['shipped'], words: words(subject, body), version };
    const refused = await call('PUT', '/buyer-notices/settings', sent);
    expect(refused.errors).toMatchObject([{ field, message: expect.stringMatching(message) as string }]);
  });

  it('put the seller’s words into the mail; a line whose variable has no value is left out', async () => {
    await switchOn(['delivered'], null, [
      {
        kind: 'delivered',
        language: 'en',
        subject: 'Done: {{order_number}}',
        body: 'Dear {{buyer_name}}\nIt was to come on {{expected_day}}.\n<b>Enjoy</b>',
      },
    ]);
    const { trackerId, shipment } = await parcelOf('words@example.com');
    await inTenant(async (tx) => {
      await sql`UPDATE shipments SET promised_day = NULL WHERE id = ${shipment.id}`.execute(tx);
      await sql`UPDATE trackers SET eta_on = NULL, eta = NULL WHERE id = ${trackerId}`.execute(tx);
    });
    await tell(trackerId, [event('delivered', now())]);
    await work();
    const mail = mailbox.received[0]?.text ?? '';
    expect(mail).toMatch(/^Subject: Done: P-\d+/m);
    expect(mail).toContain('&lt;b&gt;Enjoy');
    expect(mail).not.toContain('It was to come');
    await switchOn([]);
  });

  it('leave kinds out for a carrier’s service, also once they wait; the next news of the parcel is told', async () => {
    const put = async (services: readonly unknown[]) => {
      const { version } = (await call<NoticeSettings>('GET', '/buyer-notices/settings')).data;
      const kinds = ['shipped', 'out_for_delivery', 'delivered'];
      return call<NoticeSettings>('PUT', '/buyer-notices/settings', {
        storeId: null,
        own: true,
        kinds,
        services,
        words: [],
        version,
      });
    };
    const parcel = await parcelOf('service@example.com');
    const { service } = await inTenant((tx) =>
      tx.selectFrom('shipments').select('service').where('id', '=', parcel.shipment.id).executeTakeFirstOrThrow(),
    );
    const carrier = 'testline-express';
    const saved = await put([
      { carrier, service, leftOut: ['shipped'] },
      { carrier: 'testline-ground', service: null, leftOut: ['delivered'] },
      { carrier, service: 'another', leftOut: ['delivered'] },
      { carrier, service: 'nothing', leftOut: [] },
    ]);
    expect(saved.data.services.map((each) => each.service)).toEqual([service, null, 'another']);
    await tell(parcel.trackerId, [event('accepted', now())]);
    expect(await noticesOf(parcel.trackerId)).toEqual([]);
    await tell(parcel.trackerId, [event('out-for-delivery', now())]);
    await put([{ carrier, service: null, leftOut: ['out_for_delivery'] }]);
    await work();
    expect(await noticesOf(parcel.trackerId)).toMatchObject([{ state: 'suppressed', reason: 'switched-off' }]);
    await tell(parcel.trackerId, [event('delivered', now())]);
    await work();
    expect(mailbox.received.map(({ to }) => to)).toEqual([['service@example.com']]);
    // A form that knows nothing of services leaves them.
    await switchOn([]);
    expect((await call<NoticeSettings>('GET', '/buyer-notices/settings')).data.services.length).toBe(1);
    await put([]);
    await switchOn([]);
  });

  it('know which platforms write to buyers themselves, and never write to Amazon’s', async () => {
    await switchOn(['delivered']);
    const storeOf = async (platform: string) => {
      const id = newId();
      await inTenant((tx) =>
        sql`INSERT INTO stores (tenant_id, id, platform_code, external_account, name, mode, state)
          VALUES (${world.seller.tenantId}, ${id}, ${platform}, ${id}, ${platform}, 'simulator', 'connected')`.execute(
          tx,
        ),
      );
      return id;
    };
    const shopify = await storeOf('shopify');
    const seen = await call<NoticeSettings>('GET', `/buyer-notices/settings?storeId=${shopify}`);
    expect(seen.data).toMatchObject({ kinds: [], own: false, rule: 'own-mails' });
    expect(seen.data.because).toContain('Shopify sends its own');
    expect((await switchOn(['delivered'], shopify)).data).toMatchObject({ kinds: ['delivered'], own: true });
    const woo = await storeOf('woocommerce');
    const inherited = await call<NoticeSettings>('GET', `/buyer-notices/settings?storeId=${woo}`);
    expect(inherited.data).toMatchObject({ kinds: ['delivered'], own: false, rule: 'open' });
    const amazon = await storeOf('amazon-ca');
    const refused = await switchOn(['delivered'], amazon);
    expect(refused).toMatchObject({ status: 400, code: 'validation' });
    expect((await call<NoticeSettings>('GET', `/buyer-notices/settings?storeId=${amazon}`)).data).toMatchObject({
      kinds: [],
      rule: 'forbidden',
    });
    // Another company's store is not there.
    const foreign = await world.call(world.people.foreign, 'GET', `/buyer-notices/settings?storeId=${shopify}`);
    expect(foreign.status).toBe(404);
  });

  it('can be looked at and sent to oneself before they are saved', async () => {
    const body = {
      storeId: null,
      kind: 'delayed',
      language: 'fr',
      subject: 'Retard',
      body: 'Prévu : {{expected_day}}',
    };
    const shown = await call<{ html: string; subject: string }>('POST', '/buyer-notices/preview', body);
    expect(shown.data.subject).toBe('Retard');
    expect(shown.data.html).toMatch(/Prévu.{1,40}(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)/);
    const sent = await call<{ to: string }>('POST', '/buyer-notices/test', body);
    expect(mailbox.received[0]?.to).toEqual([sent.data.to]);
    mailbox.answer = () => ({ responseCode: 550, message: 'No' });
    expect(await call('POST', '/buyer-notices/test', body)).toMatchObject({ status: 502, code: 'mail_not_taken' });
  });
});

describe('the log', () => {
  it('is searched by order, address, kind and state, and is the seller’s own', async () => {
    await switchOn(ALL);
    const { trackerId, orderId } = await parcelOf('Find.Me@example.com');
    await tell(trackerId, [event('delivered', now())]);
    await work();
    const found = (query: string) => call<DataOf<typeof listNotices>>('GET', `/buyer-notices?${query}`);
    const [row] = (await found('address=find.me')).data.notices;
    expect(row).toMatchObject({ orderId, kind: 'delivered', state: 'sent', address: 'Find.Me@example.com' });
    expect((await found(`order=%23${row?.orderNumber}&state=sent`)).data.notices[0]?.orderId).toBe(orderId);
    expect((await found(`order=${row?.orderNumber}&state=failed`)).data.notices).toEqual([]);
    expect((await found(`order=${row?.orderNumber}&kind=shipped`)).data.notices).toEqual([]);
    const foreign = await world.call<DataOf<typeof listNotices>>(world.people.foreign, 'GET', '/buyer-notices');
    expect(foreign.data.notices).toEqual([]);
  });
});

describe('the link to end them', () => {
  it('asks on a GET, ends on a POST of a mail program, and does nothing when it was not made here', async () => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('stop@example.com');
    await tell(trackerId, [event('out-for-delivery', now())]);
    await work();
    const path = /List-Unsubscribe: <https?:\/\/[^/]+(\/unsubscribe\/[\w-]{64})>/.exec(
      mailbox.received[0]?.text ?? '',
    )?.[1];
    const listed = async () =>
      (await call<DataOf<typeof listSuppressed>>('GET', '/buyer-notices/suppressed?address=stop')).data.addresses;
    const asked = await fetch(`${world.origin}${path}`);
    expect(asked.status).toBe(200);
    expect(await asked.text()).toContain('Send no more e-mails');
    expect(asked.headers.get('set-cookie')).toBeNull();
    expect(await listed()).toEqual([]);
    const ended = await fetch(`${world.origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(ended.status).toBe(200);
    expect(await listed()).toMatchObject([{ reason: 'unsubscribed' }]);
    await tell(trackerId, [event('delivered', now())]);
    await work();
    expect((await noticesOf(trackerId))[1]).toMatchObject({ state: 'suppressed', reason: 'on-the-list' });
    const forged = `${path?.slice(0, -1)}${path?.endsWith('A') ? 'B' : 'A'}`;
    expect((await fetch(`${world.origin}${forged}`, { method: 'POST' })).status).toBe(404);
  });
});
