/** Notices to buyers: from a simulated carrier's scan to a real SMTP server's mailbox. */
import type { DataOf } from '@scanship/contracts/call';
import type { listSuppressed } from '@scanship/contracts/stores/buyer-notices';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ALL,
  beginDay,
  call,
  clock,
  closeNotices,
  dueNow,
  event,
  HOUR_MS,
  inTenant,
  mailbox,
  noticesOf,
  now,
  openNotices,
  parcelOf,
  senderWith,
  switchOn,
  tell,
  until,
  work,
  world,
} from '../../../test/notice-world.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';

beforeAll(() => openNotices(), 60_000);
afterAll(closeNotices);
beforeEach(beginDay);

describe('a notice', () => {
  it('goes from the carrier’s scan to the mailbox, once, in the seller’s name, with the buyer’s page', async () => {
    await switchOn(['shipped', 'delivered']);
    const { shipment, orderId, trackerId } = await parcelOf('robin@example.com');
    await world.after((clock.ahead += 3 * HOUR_MS) / HOUR_MS);
    await world.poll(shipment.id);
    // Written with the event, sent by nobody yet.
    expect(await noticesOf(trackerId)).toMatchObject([{ kind: 'shipped', state: 'waiting' }]);
    expect(mailbox.received).toHaveLength(0);
    await work();
    const [mail] = mailbox.received;
    expect(mailbox.received).toHaveLength(1);
    expect(mail?.to).toEqual(['robin@example.com']);
    const seller = await world.database.db.reference((tx) =>
      tx.selectFrom('tenants').select('name').where('id', '=', world.seller.tenantId).executeTakeFirstOrThrow(),
    );
    expect(mail?.text).toMatch(new RegExp(`^From: "?${seller.name}"? <no-reply@scanship\\.example>`, 'm'));
    expect(mail?.text).toMatch(/^Subject: Your order P-\d+ is on its way/m);
    expect(mail?.text).toMatch(/^Date: \w{3}, \d{1,2} \w{3} \d{4} /m);
    expect(mail?.text).toContain('Hello Robin Lee,');
    const page = createBuyerLinks(world.services.cookieSecret).pathOf({ tenantId: world.seller.tenantId, orderId });
    expect(mail?.text).toContain(`${page}?lang=en`);
    expect(mail?.text).toMatch(/^List-Unsubscribe: <https?:\/\/[^/]+\/unsubscribe\/[\w-]{64}>/m);
    expect(mail?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sent', due_at: null }]);
    // The same news again, and a carrier that says it at another minute.
    await world.poll(shipment.id);
    await tell(trackerId, [event('accepted', new Date(now().getTime() - 60_000))]);
    await work();
    expect(mailbox.received).toHaveLength(1);
    clock.ahead -= 3 * HOUR_MS;
    for (let day = 1; day <= 7 && (await noticesOf(trackerId)).length < 2; day += 1) {
      await world.after((clock.ahead += 24 * HOUR_MS) / HOUR_MS);
      await world.poll(shipment.id);
    }
    await work();
    expect(mailbox.received).toHaveLength(2);
    expect(mailbox.received[1]?.text).toMatch(/^Subject: Your order P-\d+ was delivered/m);
  });

  it('is one for each kind, however often and by however many processes the event is told', async () => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('often@example.com');
    const at = (minutes: number) => new Date(now().getTime() - minutes * 60_000);
    for (let i = 0; i < 3; i += 1)
      await Promise.all([
        tell(trackerId, [event('out-for-delivery', at(30 - i))]),
        tell(trackerId, [event('out-for-delivery', at(20 - i))]),
      ]);
    expect((await noticesOf(trackerId)).map(({ kind }) => kind)).toEqual(['out_for_delivery']);
    const others = [senderWith().sender, senderWith().sender, world.application.notices];
    await Promise.all(others.map((sender) => sender.work()));
    expect(mailbox.received).toHaveLength(1);
  });

  it.each([
    ['out_for_delivery', 'out-for-delivery', 'Out', /arrives today/],
    ['at_pickup_point', 'available-for-pickup', 'At the depot', /ready for pickup/],
    ['attempted', 'exception', 'Delivery attempted, notice card left', /could not deliver/],
    ['exception', 'exception', 'Address is not complete', /There is a problem/],
    ['returned', 'returning', 'Back to sender', /is going back/],
  ] as const)('tells of %s', async (kind, status, text, subject) => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('kinds@example.com');
    await tell(trackerId, [event(status, now(), text)]);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ kind, state: 'sent' }]);
    const mail = mailbox.received[0]?.text ?? '';
    expect(mail).toMatch(subject);
    // What the buyer has to act on is no courtesy that can be ended by a header.
    expect(/^List-Unsubscribe:/m.test(mail)).toBe(kind === 'out_for_delivery');
  });

  it('tells of a later day than the carrier named before', async () => {
    await switchOn(['delayed']);
    const { shipment, trackerId } = await parcelOf('late@example.com');
    await inTenant((tx) => sql`UPDATE shipments SET promised_day = NULL WHERE id = ${shipment.id}`.execute(tx));
    await tell(trackerId, [], '2026-12-01');
    // Nobody has handed it over yet.
    await tell(trackerId, [], '2026-12-03');
    await tell(trackerId, [event('accepted', now())], '2026-12-03');
    expect(await noticesOf(trackerId)).toEqual([]);
    await tell(trackerId, [], '2026-12-07');
    await tell(trackerId, [], '2026-12-09');
    await work();
    expect(mailbox.received).toHaveLength(1);
    expect(mailbox.received[0]?.text).toContain('Now expected: ');
    expect(mailbox.received[0]?.text).toContain('December 9');
  });

  it('is in French where the parcel goes to Québec', async () => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('luc@example.com', {
      provinceCode: 'QC',
      zipcode: 'H2X 1Y4',
      name: 'Luc Roy',
    });
    await tell(trackerId, [event('delivered', now())]);
    await work();
    expect(mailbox.received[0]?.text).toMatch(/^Subject: Votre commande P-\d+ a été livrée/m);
    expect(mailbox.received[0]?.text).toContain('Bonjour Luc Roy,');
  });
});

describe('nothing is sent', () => {
  it('for TEST labels, before it is switched on, and of what is days old', async () => {
    const { shipment, trackerId } = await parcelOf('none@example.com');
    await switchOn([]);
    await tell(trackerId, [event('out-for-delivery', new Date(now().getTime() - HOUR_MS))]);
    await switchOn(ALL);
    await tell(trackerId, [event('exception', new Date(now().getTime() - 80 * HOUR_MS))]);
    await inTenant((tx) => sql`UPDATE shipments SET test = true WHERE id = ${shipment.id}`.execute(tx));
    await tell(trackerId, [event('delivered', now())]);
    expect(await noticesOf(trackerId)).toEqual([]);
  });

  it.each([
    ['no-address', null],
    ['no-address', 'a@example.com\r\nBcc: b@example.com'],
    ['forbidden', 'x1y2z3@marketplace.amazon.ca'],
  ])('where it cannot be: %s', async (reason, email) => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf(email);
    await tell(trackerId, [event('delivered', now())]);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'suppressed', reason }]);
    expect(mailbox.received).toHaveLength(0);
  });

  it('to a buyer who was erased, and nothing of the address is left', async () => {
    await switchOn(ALL);
    const told = await parcelOf('erased@example.com');
    await tell(told.trackerId, [event('out-for-delivery', now())]);
    await work();
    await call('POST', '/buyer-notices/suppressed', { address: 'erased@example.com' });
    await tell(told.trackerId, [event('delivered', now())]);
    await inTenant((tx) =>
      sql`UPDATE order_details SET imported = imported || '{"erasedAt":"2026-11-24T00:00:00Z"}'
        WHERE order_id = ${told.orderId}`.execute(tx),
    );
    await work();
    expect(mailbox.received).toHaveLength(1);
    expect((await noticesOf(told.trackerId)).map(({ reason }) => reason)).toEqual([null, 'erased']);
    const rest = await inTenant((tx) =>
      sql<{
        n: number;
      }>`SELECT (SELECT count(*) FROM buyer_notices WHERE address IS NOT NULL AND order_id = ${told.orderId})
        + (SELECT count(*) FROM suppressed_addresses WHERE address = 'erased@example.com') AS n`.execute(tx),
    );
    expect(Number(rest.rows[0]?.n)).toBe(0);
    // Still left alone: the hash stays.
    const next = await parcelOf('Erased@example.com');
    await tell(next.trackerId, [event('delivered', now())]);
    await work();
    expect(await noticesOf(next.trackerId)).toMatchObject([{ state: 'suppressed', reason: 'on-the-list' }]);
  });
});

describe('the night of the buyer', () => {
  it('holds a notice until eight in the morning there', async () => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('night@example.com');
    const west = await parcelOf('west@example.com', { provinceCode: 'BC', zipcode: 'V6B 1A1' });
    clock.ahead = until(22);
    await tell(trackerId, [event('delivered', now())]);
    await work();
    const [held] = await noticesOf(trackerId);
    expect(held).toMatchObject({ state: 'held', reason: 'night' });
    const hours = ((held?.due_at?.getTime() ?? 0) - Date.now()) / HOUR_MS;
    expect(hours).toBeGreaterThan(9.9);
    expect(hours).toBeLessThan(10.1);
    // Vancouver is three hours behind: it is evening there.
    await tell(west.trackerId, [event('delivered', now())]);
    await work();
    expect(mailbox.received.map(({ to }) => to[0])).toEqual(['west@example.com']);
    clock.ahead += 10.1 * HOUR_MS;
    await dueNow(trackerId);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sent' }]);
  });

  it('drops what would be no use in the morning, or is overtaken by then', async () => {
    await switchOn(ALL);
    const evening = await parcelOf('evening@example.com');
    const early = await parcelOf('early@example.com');
    clock.ahead = until(21);
    await tell(evening.trackerId, [event('out-for-delivery', new Date(now().getTime() - 60_000))]);
    await work();
    expect(await noticesOf(evening.trackerId)).toMatchObject([{ state: 'suppressed', reason: 'too-late' }]);
    clock.ahead = until(6);
    await tell(early.trackerId, [event('out-for-delivery', now())]);
    await work();
    expect(await noticesOf(early.trackerId)).toMatchObject([{ state: 'held' }]);
    clock.ahead += 2.2 * HOUR_MS;
    await tell(early.trackerId, [event('delivered', now())]);
    await dueNow(early.trackerId);
    await work();
    expect(await noticesOf(early.trackerId)).toMatchObject([
      { kind: 'out_for_delivery', state: 'suppressed', reason: 'overtaken' },
      { kind: 'delivered', state: 'sent' },
    ]);
    expect(mailbox.received).toHaveLength(1);
  });
});

describe('a mail server', () => {
  it('that knows no such address has it left alone, until the seller takes it off the list', async () => {
    await switchOn(ALL);
    mailbox.answer = () => ({ responseCode: 550, message: '5.1.1 No such user here' });
    const gone = await parcelOf('Gone@example.com');
    await tell(gone.trackerId, [event('out-for-delivery', now())]);
    await work();
    expect(await noticesOf(gone.trackerId)).toMatchObject([
      { state: 'failed', reason: 'refused', server_words: expect.stringContaining('No such user') as string },
    ]);
    mailbox.answer = undefined;
    await tell(gone.trackerId, [event('delivered', now())]);
    await work();
    expect((await noticesOf(gone.trackerId))[1]).toMatchObject({ state: 'suppressed', reason: 'on-the-list' });
    const list = await call<DataOf<typeof listSuppressed>>('GET', '/buyer-notices/suppressed?address=gone');
    expect(list.data.addresses).toMatchObject([{ address: 'gone@example.com', reason: 'refused' }]);
    await call('DELETE', `/buyer-notices/suppressed/${list.data.addresses[0]?.id}`);
    const again = await parcelOf('gone@example.com');
    await tell(again.trackerId, [event('delivered', now())]);
    await work();
    expect(mailbox.received).toHaveLength(1);
  });

  it.each([
    [550, '5.7.1 Blocked by policy'],
    [550, '5.1.8 The domain of the sender does not exist'],
    [553, '5.1.7 The address of the sender is no address'],
    [550, 'The sender could not be verified'],
    [552, '5.2.2 Mailbox full'],
  ])('whose refusal is not about the address (%i %s) puts nobody on the list', async (responseCode, message) => {
    await switchOn(ALL);
    mailbox.answer = () => ({ responseCode, message });
    const { trackerId } = await parcelOf('policy@example.com');
    await tell(trackerId, [event('delivered', now())]);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'failed', reason: 'refused' }]);
    const list = await call<DataOf<typeof listSuppressed>>('GET', '/buyer-notices/suppressed?address=policy');
    expect(list.data.addresses).toEqual([]);
  });

  it('that says "later" is asked again, later each time, and not for ever', async () => {
    await switchOn(ALL);
    mailbox.answer = () => ({ responseCode: 451, message: 'Greylisted' });
    const { trackerId } = await parcelOf('grey@example.com');
    await tell(trackerId, [event('delivered', now())]);
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'waiting', reason: 'retry', handed_at: null }]);
    mailbox.answer = undefined;
    await dueNow(trackerId);
    await work();
    expect(mailbox.received).toHaveLength(1);
    mailbox.answer = () => ({ responseCode: 451, message: 'Greylisted' });
    const other = await parcelOf('never@example.com');
    await tell(other.trackerId, [event('delivered', new Date(now().getTime() - 71.9 * HOUR_MS))]);
    for (let i = 0; i < 4; i += 1) {
      await work();
      await dueNow(other.trackerId);
    }
    expect(await noticesOf(other.trackerId)).toMatchObject([{ state: 'failed', reason: 'gave-up' }]);
  });
});

describe('a process that dies', () => {
  it.each([
    ['before the mail is handed over', 'onMarked', 0],
    ['between the server’s answer and our note of it', 'onSent', 1],
  ] as const)('%s never sends it twice; the log says that nobody knows', async (_when, point, mails) => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('crash@example.com');
    await tell(trackerId, [event('delivered', now())]);
    await senderWith({
      [point]: () => {
        throw new Error('the process ends here');
      },
    }).sender.work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sending' }]);
    expect(mailbox.received).toHaveLength(mails);
    // Its lease holds others off; when that lapses they know that it was handed over.
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'sending' }]);
    await dueNow(trackerId);
    await work();
    await work();
    expect(await noticesOf(trackerId)).toMatchObject([{ state: 'failed', reason: 'unknown', due_at: null }]);
    expect(mailbox.received).toHaveLength(mails);
  });

  it('before it marked anything loses nothing', async () => {
    await switchOn(ALL);
    const { trackerId } = await parcelOf('claimed@example.com');
    await tell(trackerId, [event('delivered', now())]);
    await inTenant((tx) =>
      sql`UPDATE buyer_notices SET state = 'sending', attempt = 1, due_at = now() - interval '1 second',
        lease_until = now() - interval '1 second' WHERE tracker_id = ${trackerId}`.execute(tx),
    );
    await work();
    expect(mailbox.received).toHaveLength(1);
  });
});
