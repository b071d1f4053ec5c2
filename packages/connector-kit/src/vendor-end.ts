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

/** Whether the end is so near that the connector has to move now. */
export const endsSoon = ({ on }: Pick<VendorEnd, 'on'>, now: Date): boolean =>
  Date.parse(`${on}T00:00:00Z`) - now.getTime() < DAYS_TO_MOVE * 86_400_000;
