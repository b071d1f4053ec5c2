/**
 * What a carrier says of a parcel, written down: events one by one, then everything that follows from the set of them. The
 * order in which reports arrive does not matter, because the status is worked out anew from all events each time.
 */
import { createHash } from 'node:crypto';
import type { CarrierTrackingEvent, TrackedParcel } from '@scanship/connector-kit/carrier/carrier';
import { readTime } from '@scanship/domain/calendar/local-time';
import {
  type ParcelProgress,
  progressOf,
  TRACKING_STATUSES,
  type TrackingStatus,
} from '@scanship/domain/tracking/tracking';
import { newsOf, type News } from '@scanship/domain/tracking/buyer-notices';
import { type LateFor, watchOf } from '@scanship/domain/tracking/delay-watch';
import { nextAsk } from '@scanship/domain/tracking/tracking-schedule';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json, storable } from '../../platform/database/json-column.ts';
import { LANE } from './lanes.ts';
import { noteParcel } from './parcel-trouble.ts';

/** Runs in the transaction: moves the shipment and its orders after its parcels. */
export type FollowParcels = (tx: Tx, tenantId: string, shipmentId: string) => Promise<void>;

/** Runs in the transaction: writes down what the buyer is told. The newest news comes first. */
export type TellBuyer = (tx: Tx, tenantId: string, trackerId: string, news: readonly News[]) => Promise<void>;

export interface ReportContext {
  readonly tenantId: string;
  readonly trackerId: string;
  readonly source: 'poll' | 'push';
  /** Of the lease under which the carrier was asked; without it due time and lease are left to whoever holds them. */
  readonly attempt?: number | undefined;
  readonly carrierName: string;
  readonly now: Date;
  readonly follow: FollowParcels;
  readonly tellBuyer?: TellBuyer | undefined;
}

interface TrackerRow {
  readonly shipment_id: string;
  readonly status: TrackingStatus;
  readonly scanned_at: Date | null;
  readonly bought_at: Date;
  readonly pushed_at: Date | null;
  readonly due_at: Date | null;
  readonly attempt: number;
  readonly stopped: string | null;
  readonly unreadable: readonly string[];
  readonly eta_on: string | null;
  readonly late: LateFor | null;
}

interface TravellingShipment {
  readonly test: boolean;
  readonly promised_day: string | null;
  readonly crosses: boolean;
  /** Milliseconds by status, where its lane has a history. */
  readonly gaps: Readonly<Record<string, number>> | null;
}

/** More than any parcel has; guards the table against a carrier that makes up a new event with every answer. */
const MOST_EVENTS = 400;
const MOST_PROBLEMS = 20;
const DAY_MS = 86_400_000;
/** Clocks of depots run ahead by some hours, not by days; a far future would pin the status for good. */
const AHEAD_MS = 2 * DAY_MS;
/** A sandbox plays whole journeys within a moment. */
const AHEAD_IN_TEST_MS = 400 * DAY_MS;
const EARLIEST = Date.UTC(2000, 0, 1);

interface NewEvent {
  readonly hash: string;
  readonly at: Date;
  readonly zone: string | undefined;
  readonly event: CarrierTrackingEvent;
}

/** Covers the moment, so the same words at another time are another event; our reading of the code is left out. */
export function eventHash(event: Pick<CarrierTrackingEvent, 'code' | 'text' | 'place'>, at: Date): string {
  return createHash('sha256')
    .update([at.toISOString(), event.code, event.place ?? '', event.text].join('\u001F'))
    .digest('hex')
    .slice(0, 32);
}

/** Events that can be placed in time, and a sentence for each that cannot. */
export function readEvents(
  events: readonly CarrierTrackingEvent[],
  now: Date,
  test = false,
): { readonly readable: readonly NewEvent[]; readonly problems: readonly string[] } {
  const readable = new Map<string, NewEvent>();
  const problems: string[] = [];
  for (const event of events) {
    const time = readTime(event);
    const words = event.text || event.code;
    if (!time) problems.push(`"${words}" has no readable time (${event.occurredAt}).`);
    else if (!TRACKING_STATUSES.includes(event.status)) problems.push(`"${words}" has no known status.`);
    else if (time.instant.getTime() > now.getTime() + (test ? AHEAD_IN_TEST_MS : AHEAD_MS))
      problems.push(`"${words}" is dated in the future (${event.occurredAt}).`);
    else if (time.instant.getTime() < EARLIEST)
      problems.push(`"${words}" is dated too long ago (${event.occurredAt}).`);
    else {
      const hash = eventHash(event, time.instant);
      readable.set(hash, { hash, at: time.instant, zone: time.zone, event });
    }
  }
  return { readable: [...readable.values()], problems };
}

/** Whether the report told anything new of this parcel. */
export async function applyReport(tx: Tx, ctx: ReportContext, report: TrackedParcel): Promise<boolean> {
  const { tenantId, trackerId } = ctx;
  const known = await tx
    .selectFrom('trackers')
    .select('shipment_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', trackerId)
    .executeTakeFirst();
  if (!known) return false;
  // The shipment first, as everybody who changes both does.
  const shipment = await sql<TravellingShipment>`SELECT s.test, s.promised_day,
      s.from_address ->> 'countryCode' IS DISTINCT FROM s.to_address ->> 'countryCode' AS crosses,
      (SELECT json_object_agg(g.status, g.p95_ms) FROM lane_gaps AS g WHERE g.tenant_id = s.tenant_id AND g.slug = s.slug
        AND g.service = s.service AND g.lane = ${LANE}) AS gaps
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.id = ${known.shipment_id} FOR UPDATE OF s`.execute(tx);
  const locked =
    await sql<TrackerRow>`SELECT shipment_id, status, scanned_at, bought_at, pushed_at, due_at, attempt, stopped,
      unreadable, eta_on, late FROM trackers WHERE tenant_id = ${tenantId} AND id = ${trackerId} FOR UPDATE`.execute(
      tx,
    );
  const row = locked.rows[0];
  if (!row) return false;

  const { readable, problems } = readEvents(report.events, ctx.now, shipment.rows[0]?.test);
  const added = await insertEvents(tx, ctx, readable);
  const said = [...report.problems, ...problems].map((each) => storable(each).slice(0, 500));
  const progress = await readProgress(tx, tenantId, trackerId);
  const estimate = estimateOf(report.estimatedDelivery);
  const watch = nextWatch(ctx, row, shipment.rows[0], { ...progress, fresh: added.size > 0, estimate });
  await writeTracker(tx, ctx, row, { ...estimate, ...watch }, progress, said);
  const moved = progress.status !== row.status || (progress.scannedAt !== undefined) !== (row.scanned_at !== null);
  if (moved) await ctx.follow(tx, tenantId, row.shipment_id);
  await noteParcel(tx, tenantId, trackerId, ctx.carrierName);
  const news = newsOf({
    fresh: readable
      .filter(({ hash }) => added.has(hash))
      .map(({ at, event }) => ({ status: event.status, at: at.getTime(), text: event.text })),
    wasScanned: row.scanned_at !== null,
    progress,
    expected: {
      before: row.eta_on ?? shipment.rows[0]?.promised_day ?? undefined,
      now: estimate.eta_on ?? undefined,
    },
    now: ctx.now.getTime(),
  });
  if (news.length > 0 && row.stopped !== 'voided') await ctx.tellBuyer?.(tx, tenantId, trackerId, news);
  return added.size > 0;
}

/** @returns hashes of those that were not known */
async function insertEvents(tx: Tx, ctx: ReportContext, events: readonly NewEvent[]): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const kept = await sql<{ n: number }>`SELECT count(*)::int AS n FROM tracking_events
    WHERE tenant_id = ${ctx.tenantId} AND tracker_id = ${ctx.trackerId}`.execute(tx);
  const room = Math.max(0, MOST_EVENTS - (kept.rows[0]?.n ?? 0));
  const inserted = await tx
    .insertInto('tracking_events')
    .values(
      // The newest are worth most where there is no room for all.
      [...events]
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
        .slice(0, Math.max(1, room))
        .map(({ hash, at, zone, event }) => ({
          tenant_id: ctx.tenantId,
          tracker_id: ctx.trackerId,
          event_hash: hash,
          occurred_at: at,
          zone: zone ?? null,
          status: event.status,
          text: storable(event.text).slice(0, 500),
          place: event.place === undefined ? null : storable(event.place).slice(0, 200),
          code: storable(event.code).slice(0, 60),
          source: ctx.source,
        })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_hash')
    .execute();
  return new Set(inserted.map(({ event_hash: hash }) => hash));
}

async function readProgress(tx: Tx, tenantId: string, trackerId: string): Promise<ParcelProgress> {
  const rows = await tx
    .selectFrom('tracking_events')
    .select(['status', 'occurred_at'])
    .where('tenant_id', '=', tenantId)
    .where('tracker_id', '=', trackerId)
    .execute();
  return progressOf(rows.map((row) => ({ status: row.status as TrackingStatus, at: row.occurred_at.getTime() })));
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

async function writeTracker(
  tx: Tx,
  ctx: ReportContext,
  row: TrackerRow,
  changed: ReturnType<typeof estimateOf> & ReturnType<typeof nextWatch>,
  progress: ParcelProgress,
  problems: readonly string[],
): Promise<void> {
  const polled = ctx.source === 'poll';
  // A push tells what is new and not what it left out, so what could not be read before stays beside it.
  const unreadable = polled ? problems : [...new Set([...row.unreadable, ...problems])];
  await tx
    .updateTable('trackers')
    .set({
      status: progress.status,
      status_at: dateOf(progress.statusAt),
      scanned_at: dateOf(progress.scannedAt),
      last_event_at: dateOf(progress.lastEventAt),
      ...changed,
      unreadable: json(unreadable.slice(-MOST_PROBLEMS)),
      ...(polled ? { asked_at: ctx.now, failures: 0, problem: null } : { pushed_at: ctx.now }),
      ...nextLook(ctx, row, progress),
    })
    .where('tenant_id', '=', ctx.tenantId)
    .where('id', '=', ctx.trackerId)
    .execute();
}

/** When it is late unless there is news. A promise that was missed stays missed until it arrives; what stood still has moved. */
function nextWatch(
  ctx: ReportContext,
  row: TrackerRow,
  shipment: TravellingShipment | undefined,
  seen: ParcelProgress & { readonly fresh: boolean; readonly estimate: ReturnType<typeof estimateOf> },
): { readonly watch_at?: Date | null; readonly watch_for?: LateFor | null; readonly late?: LateFor | null } {
  if (!shipment || (!seen.fresh && seen.estimate.eta_on === undefined)) return {};
  const watch = watchOf(
    {
      status: seen.status,
      lastEventAt: seen.lastEventAt,
      scanned: seen.scannedAt !== undefined,
      crosses: shipment.crosses,
      ownMs: shipment.gaps?.[seen.status],
      promisedDay: shipment.promised_day ?? undefined,
      expectedDay: seen.estimate.eta_on ?? row.eta_on ?? undefined,
    },
    ctx.now.getTime(),
  );
  if (watch && row.late === 'promise') return {};
  if (!seen.fresh && row.late !== null) return {};
  return { watch_at: dateOf(watch?.at), watch_for: watch?.why ?? null, late: null };
}

/** When the carrier is asked next: written by whoever holds the lease, and by a push that changes where the parcel is. */
function nextLook(ctx: ReportContext, row: TrackerRow, progress: ParcelProgress) {
  const holds = ctx.attempt !== undefined && ctx.attempt === row.attempt;
  const pushed = ctx.source === 'push';
  if (row.stopped === 'voided' || row.stopped === 'not-offered') return {};
  // What is under way or not followed any more is left alone, unless there is news.
  if (!holds && !(pushed && progress.status !== row.status)) return {};
  const next = nextAsk(
    {
      status: progress.status,
      boughtAt: row.bought_at.getTime(),
      statusAt: progress.statusAt,
      lastEventAt: progress.lastEventAt,
      scanned: progress.scannedAt !== undefined,
      pushed: pushed || (row.pushed_at !== null && ctx.now.getTime() - row.pushed_at.getTime() < 7 * DAY_MS),
    },
    ctx.now.getTime(),
    spreadOf(ctx.trackerId),
  );
  const lease = holds ? { lease_until: null } : {};
  return 'stop' in next
    ? { ...lease, due_at: null, stopped: next.stop }
    : { ...lease, due_at: sql<Date>`clock_timestamp() + ${next.inMs} * interval '1 millisecond'`, stopped: null };
}

/** Steady and even over ids: their last bits are random. */
const spreadOf = (id: string): number => Number.parseInt(id.slice(-4), 16) / 0xffff;

function estimateOf(text: string | undefined): { readonly eta?: Date | null; readonly eta_on?: string | null } {
  if (text === undefined) return {};
  const time = readTime({ occurredAt: text, zone: undefined });
  if (time && text.length > 10) return { eta: time.instant, eta_on: time.localTime?.slice(0, 10) ?? null };
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && readTime({ occurredAt: text, zone: 'UTC' })
    ? { eta: null, eta_on: text }
    : {};
}
