/** The carrier's own hand-over paper: Canada Post's manifest, USPS's SCAN form, the Ground close, a consolidation, a batch. */
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { CarrierFile } from './carrier-file.ts';

export interface ClosingShipment {
  /** Our reference of the purchase. */
  readonly reference: string;
  readonly carrierShipmentId: string;
  readonly service: string;
  readonly trackingNumbers: readonly string[];
  readonly destination: string;
  /** What the purchase's steps kept. */
  readonly kept: JsonObject;
}

export interface EndOfDayInput {
  /** Ours, unique: 16 characters A-Z0-9, the same on every retry. */
  readonly reference: string;
  readonly uuid: string;
  /** Where the parcels leave. */
  readonly from: Address;
  /** Day of hand-over, YYYY-MM-DD. */
  readonly date: string;
  /** At least one; at most `manifest.endOfDay.shipmentsPerCall`. */
  readonly shipments: readonly ClosingShipment[];
}

export interface EndOfDayResult {
  /** Numbers of the carrier's papers; some close into several. */
  readonly manifestNumbers: readonly string[];
  /** Documents of kind `manifest`; empty where the carrier makes no paper. */
  readonly files: readonly CarrierFile[];
  /** Shipments the carrier left out, by our reference, with its words. The others are closed. */
  readonly leftOut: readonly { readonly reference: string; readonly message: string }[];
}
