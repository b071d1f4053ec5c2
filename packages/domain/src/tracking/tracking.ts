/**
 * Following a parcel: the twelve statuses, and what a set of events makes of a parcel and a shipment. Everything here is a
 * function of the set of events, so late, repeated and disordered ones end in the same state in whatever order they arrive.
 */
import type { ShipmentState } from '../shipping/shipment-states.ts';

/** The twelve statuses a parcel can have, with the rank that decides between events of the same moment. */
export const TRACKING_STATUSES = [
  'unknown',
  'label-created',
  'handed-over',
  'accepted',
  'in-transit',
  'customs',
  'out-for-delivery',
  'available-for-pickup',
  'exception',
  'returning',
  'returned',
  'delivered',
] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];

/** Later in the list wins when two events carry the same time. */
export const statusRank = (status: TrackingStatus): number => TRACKING_STATUSES.indexOf(status);

/** The carrier has the parcel in its hands. An exception alone does not say so (an address question before pick-up). */
const SCANS: ReadonlySet<TrackingStatus> = new Set([
  'handed-over',
  'accepted',
  'in-transit',
  'customs',
  'out-for-delivery',
  'available-for-pickup',
  'returning',
  'returned',
  'delivered',
]);
export const isScan = (status: TrackingStatus): boolean => SCANS.has(status);

/** Nothing more is expected of it. */
export const isFinal = (status: TrackingStatus): boolean => status === 'delivered' || status === 'returned';

/** What may follow an end: a depot's late scan does not fetch a delivered parcel back, a return or a complaint counts. */
const AFTER_END: Readonly<Record<'delivered' | 'returned', ReadonlySet<TrackingStatus>>> = {
  delivered: new Set(['delivered', 'exception', 'returning', 'returned']),
  returned: new Set(['returned', 'exception']),
};

export interface StatusEvent {
  readonly status: TrackingStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ParcelProgress {
  readonly status: TrackingStatus;
  /** Of the event since which it has this status without interruption; undefined without events. */
  readonly statusAt: number | undefined;
  /** First time in the carrier's hands. */
  readonly scannedAt: number | undefined;
  /** Of the newest event, whatever it says. */
  readonly lastEventAt: number | undefined;
}

/**
 * Where a set of events leaves a parcel: the greatest (time, rank) decides, with two exceptions. What is said before the
 * carrier has the parcel (`unknown`, `label-created`) never takes it back from the road; and after an end only a return or an
 * exception counts.
 */
export function progressOf(events: readonly StatusEvent[]): ParcelProgress {
  const ordered = events.toSorted((a, b) => a.at - b.at || statusRank(a.status) - statusRank(b.status));
  let status: TrackingStatus = 'unknown';
  let statusAt: number | undefined;
  let ended: 'delivered' | 'returned' | undefined;
  let moved = false;
  for (const event of ordered) {
    if (!counts(event.status, status, ended, moved)) continue;
    if (event.status !== status || statusAt === undefined) statusAt = event.at;
    status = event.status;
    moved ||= status !== 'unknown' && status !== 'label-created';
    if (status === 'delivered' || status === 'returned') ended = status;
  }
  return {
    status,
    statusAt,
    scannedAt: ordered.find((event) => isScan(event.status))?.at,
    lastEventAt: ordered.at(-1)?.at,
  };
}

function counts(
  next: TrackingStatus,
  current: TrackingStatus,
  ended: 'delivered' | 'returned' | undefined,
  moved: boolean,
): boolean {
  if (ended) return AFTER_END[ended].has(next);
  if (next === 'unknown') return current === 'unknown';
  if (next === 'label-created') return !moved;
  return true;
}

/** Needs a person, whatever the other parcels do; in this order. */
const URGENT: readonly TrackingStatus[] = ['exception', 'returned', 'returning'];

/** One word for several parcels: what needs a person first, else the one that is least far. Undefined without parcels. */
export function overallStatus(statuses: readonly TrackingStatus[]): TrackingStatus | undefined {
  const urgent = URGENT.find((status) => statuses.includes(status));
  return urgent ?? statuses.toSorted((a, b) => statusRank(a) - statusRank(b))[0];
}

/**
 * The state its parcels put a shipment in; undefined when it stays as it is. Only what was bought and not voided counts.
 * @param complete no label of the shipment is still to be bought
 */
export function stateOfTracking(
  state: ShipmentState,
  parcels: readonly { readonly status: TrackingStatus; readonly scanned: boolean }[],
  complete: boolean,
): 'handed_over' | 'delivered' | 'returned' | undefined {
  if (parcels.length === 0) return undefined;
  switch (state) {
    case 'bought':
      return parcels.some((parcel) => parcel.scanned) ? 'handed_over' : undefined;
    case 'partly_bought':
      return complete && parcels.some((parcel) => parcel.scanned) ? 'handed_over' : undefined;
    case 'handed_over':
    case 'lost': {
      if (!parcels.every((parcel) => isFinal(parcel.status))) return undefined;
      return parcels.every((parcel) => parcel.status === 'delivered') ? 'delivered' : 'returned';
    }
    case 'delivered':
      return parcels.some((parcel) => parcel.status === 'returned') ? 'returned' : undefined;
    default:
      return undefined;
  }
}
