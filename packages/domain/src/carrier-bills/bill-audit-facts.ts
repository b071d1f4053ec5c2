/** What the comparison of a bill is given and what it finds. */
import type { Dimensions } from '../values/measure.ts';
import type { PriceLine } from '../shipping/shipment.ts';
import type { DifferenceKind } from './bill-kinds.ts';
import type { ChargeKind, WeightBasis } from './bill-line.ts';

export interface AuditLine {
  readonly id: string;
  readonly trackingKey: string;
  readonly kind: ChargeKind;
  readonly code: string;
  readonly label: string;
  readonly minor: number;
  readonly billedGrams?: number | undefined;
  readonly weightBasis?: WeightBasis | undefined;
  readonly measured?: Dimensions | undefined;
}

/** A difference that was decided before. */
export interface SettledDifference {
  readonly kind: DifferenceKind;
  readonly minor: number;
}

export interface AuditInput {
  /** What the owner of the account was to pay: the purchase's cost lines, or one line where only the sum is known. */
  readonly expected: readonly PriceLine[];
  readonly declaredGrams: number;
  readonly declared?: Dimensions | undefined;
  /** The label was cancelled and the carrier accepted that: nothing is owed. */
  readonly voided: boolean;
  /** Every line billed for the shipment so far, over all invoices. */
  readonly lines: readonly AuditLine[];
  /** They are not found again. */
  readonly settled?: readonly SettledDifference[] | undefined;
  /** Differences up to this are rounding. */
  readonly toleranceMinor: number;
}

/**
 * Positive: the carrier asks for more. Negative: a credit of the carrier (`credit`, `service_credit`), what it has not billed
 * (`not_billed`), or of any other kind a charge that was decided and that the carrier takes back.
 */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Taxes included. */
  readonly minor: number;
  readonly taxMinor: number;
  readonly lineIds: readonly string[];
}
