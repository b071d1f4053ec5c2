/**
 * How orders are to be shipped without asking anybody: what a person chose for each (by hand or by a preset on keys 1 to 9;
 * it wins over rules), else the rules, else the mapping of the requested service, else the customer's defaults.
 */
import type { Decision } from '@scanship/domain/automation-decision';
import type { Dimensions } from '@scanship/domain/measure';
import type { Tx } from '../../platform/database/database.ts';

export interface AutomationContext {
  readonly tenantId: string;
  readonly currency: string;
}

/** The package a decision names, as rating needs it: outer size, and what it weighs empty. */
export interface DecidedPackage {
  readonly id: string;
  readonly name: string;
  readonly dimensions: Dimensions;
  readonly tareGrams: number;
  /** Grams, contents and package together. */
  readonly maxGrams: number | null;
  /** Carrier packaging preset (`Parcel.packaging`) and the carrier it belongs to; null for the customer's own box. */
  readonly packaging: string | null;
  readonly packagingCarrier: string | null;
}

export interface OrderDecision extends Decision {
  readonly orderId: string;
  /** Null: nobody named one, or it is gone. Then `fallback` counts. */
  readonly package: DecidedPackage | null;
  /** The parcel a customer's label begins with when no package is named and the order has no weight. */
  readonly fallback: { readonly dimensions: Dimensions | null; readonly weightGrams: number | null };
}

/**
 * Decides for many orders in a handful of statements, whatever their number. Reads only.
 * `rankOffers(decision, offers)` of `@scanship/domain/automation-decision` then puts the carriers' offers in order.
 * Whoever acts on a decision keeps its reasons with `keepDecisions`.
 * @returns by order id; orders of another tenant are left out
 */
export type DecideFor = (
  ctx: AutomationContext,
  tx: Tx,
  orderIds: readonly string[],
) => Promise<ReadonlyMap<string, OrderDecision>>;
