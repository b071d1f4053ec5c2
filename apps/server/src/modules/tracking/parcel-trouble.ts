/** Parcels that need a person, as causes of the exceptions inbox. */
import type { ExceptionAction } from '@scanship/contracts/shipping/exceptions';
import type { LateFor } from '@scanship/domain/tracking/delay-watch';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { STANDS_STILL_MS } from '@scanship/domain/tracking/tracking-schedule';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';

export const parcelKey = (trackerId: string): string => `tracking:${trackerId}`;

/** A parcel that came back or was in trouble is listed for so long after its last news, unless somebody handles it before. */
const LISTED_DAYS = 60;
export const MOST_TROUBLES = 1_000;

export interface TroubledRow {
  readonly id: string;
  readonly shipment_id: string;
  readonly parcel_no: number;
  readonly slug: string;
  readonly status: TrackingStatus;
  readonly status_at: Date | null;
  readonly last_event_at: Date | null;
  readonly voided: boolean;
  readonly quiet: boolean;
  readonly late: LateFor | null;
  readonly promised_day: string | null;
  readonly tracking_number: string;
  readonly order_id: string;
  readonly number: string;
  readonly words: string | null;
  readonly lost: boolean;
}

const QUIET = sql`(t.due_at IS NOT NULL AND t.scanned_at IS NOT NULL AND t.status NOT IN ('delivered', 'returned')
  AND t.last_event_at < now() - ${STANDS_STILL_MS} * interval '1 millisecond')`;

/** Parcels in trouble of the current customer, or those of the named ones that are. */
export async function troubledParcels(
  tx: Tx,
  tenantId: string,
  trackerIds?: readonly string[],
): Promise<readonly TroubledRow[]> {
  return (await troubledSql(tenantId, trackerIds).execute(tx)).rows;
}

export function troubledSql(tenantId: string, trackerIds?: readonly string[]): RawBuilder<TroubledRow> {
  const recent = sql`t.status_at > now() - make_interval(days => ${LISTED_DAYS})`;
  const inTrouble = sql`t.status IN ('exception', 'returning', 'returned') AND ${recent}`;
  const late = sql`t.late IS NOT NULL AND t.last_event_at > now() - make_interval(days => ${LISTED_DAYS})`;
  const used = sql`t.stopped = 'voided' AND t.scanned_at IS NOT NULL AND ${recent}`;
  const ids =
    trackerIds === undefined
      ? sql`SELECT id FROM trackers AS t WHERE tenant_id = ${tenantId} AND ${inTrouble}
          UNION SELECT id FROM trackers AS t WHERE tenant_id = ${tenantId} AND ${QUIET}
          UNION SELECT id FROM trackers AS t WHERE tenant_id = ${tenantId} AND ${late}
          UNION SELECT id FROM trackers AS t WHERE tenant_id = ${tenantId} AND ${used} LIMIT ${MOST_TROUBLES}`
      : sql`SELECT id FROM trackers AS t WHERE tenant_id = ${tenantId} AND id = ANY (${[...trackerIds]}::uuid[])
          AND ((${inTrouble}) OR ${QUIET} OR (${late}) OR (${used}))`;
  return sql<TroubledRow>`
    SELECT t.id, t.shipment_id, t.parcel_no, t.slug, t.status, t.status_at, t.last_event_at,
      t.stopped IS NOT DISTINCT FROM 'voided' AS voided, ${QUIET} AS quiet, t.late, s.promised_day, coalesce(c.tracking_number, t.tracking_key) AS tracking_number,
      i.order_id, o.number, s.state = 'lost' AS lost,
      (SELECT e.text FROM tracking_events AS e WHERE e.tenant_id = t.tenant_id AND e.tracker_id = t.id AND e.status = t.status
        ORDER BY e.occurred_at DESC LIMIT 1) AS words
    FROM trackers AS t
    JOIN shipments AS s ON s.tenant_id = t.tenant_id AND s.id = t.shipment_id
    JOIN parcels AS c ON c.tenant_id = t.tenant_id AND c.shipment_id = t.shipment_id AND c.no = t.parcel_no
    JOIN LATERAL (SELECT order_id FROM shipment_items WHERE tenant_id = t.tenant_id AND shipment_id = t.shipment_id
      ORDER BY order_id LIMIT 1) AS i ON true
    JOIN orders AS o ON o.tenant_id = t.tenant_id AND o.id = i.order_id
    WHERE t.tenant_id = ${tenantId} AND t.id IN (${ids}) ORDER BY t.status_at`;
}

const COMMON: readonly ExceptionAction[] = ['contact-carrier', 'mark-handled', 'open-order', 'open-shipment'];
const dayOf = (time: Date | null): string => time?.toISOString().slice(0, 10) ?? 'long ago';

/** What is the matter with the parcel; undefined where a person has said already that it is lost. */
export function causeOfParcel(row: TroubledRow, carrierName: string): Cause | undefined {
  const parcel = `Parcel ${row.tracking_number} of order ${row.number}`;
  const words = row.words ? ` ${carrierName} says: "${row.words}"` : '';
  const base = {
    key: parcelKey(row.id),
    kind: 'tracking' as const,
    subject: {
      order: { id: row.order_id, name: row.number },
      shipment: { id: row.shipment_id, name: row.tracking_number },
    },
    since: row.status_at ?? undefined,
  };
  if (row.lost) return undefined;
  if (row.voided)
    return {
      ...base,
      reason: 'used-after-void',
      summary: `${parcel} travels although its label was cancelled.${words}`,
      nextStep: 'The carrier will charge it. Find out who used the label, and buy no second one for this order.',
      actions: COMMON,
    };
  switch (row.status) {
    case 'exception':
      return {
        ...base,
        reason: 'exception',
        summary: `${carrierName} has a problem with parcel ${row.tracking_number} of order ${row.number}.${words}`,
        nextStep: 'Ask the carrier what it needs, and tell the buyer.',
        actions: ['refresh-tracking', 'mark-lost', ...COMMON],
      };
    case 'returning':
    case 'returned':
      return {
        ...base,
        reason: row.status,
        summary: `${parcel} ${row.status === 'returned' ? 'came back' : 'is coming back'}.${words}`,
        nextStep: 'Agree with the buyer whether to send it again or to refund it.',
        actions: ['refresh-tracking', ...COMMON],
      };
    default:
      return row.quiet
        ? {
            ...base,
            since: row.last_event_at ?? undefined,
            reason: 'quiet',
            summary: `${parcel} has not moved since ${dayOf(row.last_event_at)}.`,
            nextStep: `Ask ${carrierName} where it is; if it cannot be found, mark it as lost.`,
            actions: ['refresh-tracking', 'mark-lost', ...COMMON],
          }
        : lateCause(row, base, parcel, carrierName);
  }
}

/** What the delay watch found. */
function lateCause(
  row: TroubledRow,
  base: Pick<Cause, 'key' | 'kind' | 'subject' | 'since'>,
  parcel: string,
  carrierName: string,
): Cause | undefined {
  const actions: readonly ExceptionAction[] = ['refresh-tracking', 'mark-lost', ...COMMON];
  if (row.late === 'still')
    return {
      ...base,
      since: row.last_event_at ?? undefined,
      reason: 'slow',
      summary: `${parcel} has not moved since ${dayOf(row.last_event_at)}, longer than 19 of 20 parcels on its way.`,
      nextStep: `Ask ${carrierName} where it is, and tell the buyer.`,
      actions,
    };
  if (row.late === 'promise')
    return {
      ...base,
      reason: 'promise-missed',
      summary: `${parcel} was promised for ${row.promised_day ?? 'another day'} and will be late.`,
      nextStep: `Tell the buyer. If ${carrierName} guarantees the day, claim the postage back.`,
      actions,
    };
  return undefined;
}

/** Opens or closes the exception of a parcel, in the transaction that changed it. */
export async function noteParcel(tx: Tx, tenantId: string, trackerId: string, carrierName: string): Promise<void> {
  const [row] = await troubledParcels(tx, tenantId, [trackerId]);
  const cause = row && causeOfParcel(row, carrierName);
  if (cause) await raiseException(tx, tenantId, cause);
  else await clearException(tx, tenantId, parcelKey(trackerId));
}
