/** The day a vendor stops to serve the interface that a connector is written for, as the vendor publishes it. */
export interface VendorEnd {
  /** What ends: "GraphQL Admin API 2026-10". */
  readonly what: string;
  /** Its last day, YYYY-MM-DD. */
  readonly on: string;
  readonly source: string;
}

/** Days to move a connector to the interface that follows. */
export const DAYS_TO_MOVE = 60;

const DAY_MS = 86_400_000;

/** Whole days from today until it ends, days of UTC; negative once it is over. */
export const daysUntil = ({ on }: Pick<VendorEnd, 'on'>, now: Date): number =>
  Math.round((Date.parse(`${on}T00:00:00Z`) - Math.floor(now.getTime() / DAY_MS) * DAY_MS) / DAY_MS);

/** Whether the end is so near that the connector has to move now. */
export const endsSoon = (end: Pick<VendorEnd, 'on'>, now: Date): boolean => daysUntil(end, now) <= DAYS_TO_MOVE;
