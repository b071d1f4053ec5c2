/** Sellers who tell their buyers: a world of parcels beside a real mail server, and a clock that stands where a test needs it. */
import type { CarrierTrackingEvent } from '@scanship/connector-kit/carrier/carrier';
import type { NoticeSettings } from '@scanship/contracts/stores/buyer-notices';
import type { NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { sql } from 'kysely';
import type { ApplicationOptions } from '../src/application.ts';
import type { Config } from '../src/config/config.ts';
import { createBuyerNoticesModule, type NoticeFaults } from '../src/modules/buyer-notices/index.ts';
import { createMailModule } from '../src/modules/mail/index.ts';
import { followParcelsOf } from '../src/modules/shipments/index.ts';
import { createTenantsModule } from '../src/modules/tenants/index.ts';
import { applyReport } from '../src/modules/tracking/index.ts';
import { withClient } from '../src/platform/database/connection.ts';
import { createDns } from '../src/platform/dns.ts';
import { createJournal } from '../src/platform/journal/journal.ts';
import { copyParcels } from '../../../tests/support/many-parcels.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { makeParcelWorld, type ParcelWorld } from './parcel-world.ts';

export const HOUR_MS = 3_600_000;
export let world: ParcelWorld;
export let mailbox: Mailbox;
/** `ahead`: ahead of the real clock. Milliseconds. */
export const clock = { ahead: 0 };
/** Until it is the next such hour in Toronto, where the parcels go. */
export const until = (hour: number): number => {
  const local = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Toronto',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(new Date());
  const part = (type: string) => Number(local.find((each) => each.type === type)?.value);
  return ((hour * 60 - part('hour') * 60 - part('minute') + 24 * 60) % (24 * 60)) * 60_000;
};
export const now = (): Date => new Date(Date.now() + clock.ahead);

export async function openNotices(
  config: Partial<Config> = {},
  application: Partial<ApplicationOptions> = {},
): Promise<void> {
  mailbox = await openMailbox();
  world = await makeParcelWorld({
    application,
    services: {
      clock: { now },
      config: { smtpUrl: mailbox.url, mailFrom: { name: 'ScanShip', address: 'no-reply@scanship.example' }, ...config },
    },
  });
}
export async function closeNotices(): Promise<void> {
  await world.close();
  await mailbox.close();
}
/** Eleven in the morning in Toronto, an empty mailbox, a server that takes everything. */
export async function beginDay(): Promise<void> {
  mailbox.received.length = 0;
  mailbox.answer = undefined;
  clock.ahead = until(11);
  await world.after(clock.ahead / HOUR_MS);
}

export const inTenant = <T>(work: Parameters<typeof world.database.db.tenant<T>>[1]) =>
  world.database.db.tenant(world.seller, work);
export const call = <T>(method: string, path: string, body?: unknown) =>
  world.call<T>(world.seller, method, path, body);

export async function switchOn(
  kinds: readonly NoticeKind[],
  storeId: string | null = null,
  words: readonly unknown[] = [],
) {
  const query = storeId === null ? '' : `?storeId=${storeId}`;
  const { version } = (await call<NoticeSettings>('GET', `/buyer-notices/settings${query}`)).data;
  return call<NoticeSettings>('PUT', '/buyer-notices/settings', { storeId, own: true, kinds, words, version });
}
export const ALL: readonly NoticeKind[] = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delayed',
  'at_pickup_point',
  'attempted',
  'exception',
  'returned',
];

/** A parcel whose label is no trial, to a buyer with an address. */
export async function parcelOf(email: string | null, to: Readonly<Record<string, string>> = {}) {
  const { shipment, orderId } = await world.buy('testline-express');
  const trackerId = await inTenant(async (tx) => {
    await sql`UPDATE shipments SET test = false WHERE id = ${shipment.id}`.execute(tx);
    await sql`UPDATE order_details SET ship_to = ship_to || ${JSON.stringify({ ...to, email })}::jsonb
      WHERE order_id = ${orderId}`.execute(tx);
    const tracker = await tx
      .selectFrom('trackers')
      .select('id')
      .where('shipment_id', '=', shipment.id)
      .executeTakeFirstOrThrow();
    return tracker.id;
  });
  return { shipment, orderId, trackerId };
}
/** Bought once: buying and drawing a label takes a second, and what follows from its parcel is the same for a copy. */
let bought: ReturnType<typeof parcelOf> | undefined;
let copies = 0;

/** As many further parcels, to buyers for whom it is day. Their carrier knows nothing of them: it tells by itself. @returns their trackers */
export async function parcelsOf(count: number): Promise<readonly string[]> {
  bought ??= parcelOf('many@example.com');
  const { shipment } = await bought;
  copies += 1;
  const prefix = `C${copies}X`;
  return withClient(world.database.admin, async (client) => {
    const { numbers } = await copyParcels(
      async <R extends object>(statement: string, values: readonly unknown[]) =>
        (await client.query<R>(statement, [...values])).rows,
      shipment.id,
      count,
      prefix,
      now(),
    );
    const found = await client.query<{ id: string }>(
      'SELECT t.id FROM trackers AS t JOIN parcels AS p ON p.shipment_id = t.shipment_id WHERE p.tracking_number = ANY ($1) ORDER BY t.id',
      [numbers],
    );
    return found.rows.map(({ id }) => id);
  });
}

/** A further parcel, to a buyer with an address or none, at the place of every order unless told. Its carrier knows nothing of it. */
export async function parcelTo(email: string | null, to: Readonly<Record<string, string>> = {}) {
  const [trackerId = ''] = await parcelsOf(1);
  const orderId = await inTenant(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`UPDATE order_details AS d
      SET ship_to = first.ship_to || ${JSON.stringify({ ...to, email })}::jsonb
      FROM trackers AS t JOIN shipment_items AS i ON i.tenant_id = t.tenant_id AND i.shipment_id = t.shipment_id,
        order_details AS first
      WHERE t.id = ${trackerId} AND d.tenant_id = i.tenant_id AND d.order_id = i.order_id
        AND first.order_id = ${(await bought)?.orderId ?? ''} RETURNING d.order_id`.execute(tx);
    return rows[0]?.order_id ?? '';
  });
  return { trackerId, orderId };
}
export const senderWith = (faults: NoticeFaults = {}, config: Config = world.services.config) => {
  const services = { ...world.services, config };
  const tenants = createTenantsModule(services);
  const mail = createMailModule(services, { journal: createJournal(services), hosts: tenants.hosts });
  return createBuyerNoticesModule(services, {
    mail,
    dns: createDns(),
    hosts: tenants.hosts,
    nameOf: () => 'TestLine Express',
    sender: faults,
  });
};
export const event = (
  status: CarrierTrackingEvent['status'],
  at: Date,
  text = `It is ${status}`,
): CarrierTrackingEvent => ({
  occurredAt: at.toISOString(),
  status,
  code: status,
  text,
});
/** The carrier says this of the parcel now. */
export const tell = (trackerId: string, events: readonly CarrierTrackingEvent[], estimatedDelivery?: string) =>
  inTenant((tx) =>
    applyReport(
      tx,
      {
        tenantId: world.seller.tenantId,
        trackerId,
        source: 'push',
        carrierName: 'TestLine Express',
        now: now(),
        follow: followParcelsOf,
        tellBuyer: senderWith().tellBuyer,
      },
      {
        trackingNumber: 'any',
        events,
        problems: [],
        ...(estimatedDelivery === undefined ? {} : { estimatedDelivery }),
      },
    ),
  );
export const noticesOf = (trackerId: string) =>
  inTenant((tx) =>
    tx
      .selectFrom('buyer_notices')
      .select(['id', 'kind', 'state', 'reason', 'server_words', 'due_at', 'attempt', 'handed_at'])
      .where('tracker_id', '=', trackerId)
      .orderBy('id')
      .execute(),
  );
export const dueNow = (trackerId: string) =>
  inTenant((tx) =>
    sql`UPDATE buyer_notices SET due_at = now() - interval '1 second', lease_until = NULL
      WHERE tracker_id = ${trackerId} AND due_at IS NOT NULL`.execute(tx),
  );
export const work = () => world.application.notices.work();
