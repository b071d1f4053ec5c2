/** Of whom a label's figures are kept, and which labels count in them. */

/** A customer with everybody above it, and how each counts its days. */
export interface Line {
  readonly customerId: string;
  readonly customerZone: string;
  readonly franchiseId: string;
  readonly franchiseZone: string;
  readonly platformId: string;
  readonly platformZone: string;
}

/** What stands counts; what was voided is told beside it. */
export const STANDING = ['bought', 'handed_over', 'delivered', 'returned', 'lost', 'voiding'] as const;

/** A customer's labels of a day. */
export interface LabelSpan {
  readonly customerId: string;
  readonly from: Date;
  readonly to: Date;
  /** Of who counts the day. */
  readonly zone: string;
}
