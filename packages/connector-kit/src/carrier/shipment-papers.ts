/** Papers around a shipment that was bought: proof of delivery, and documents sent to the carrier for customs. */
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import type { JsonObject } from '@scanship/domain/values/json';
import type { CarrierFile } from './carrier-file.ts';

export interface ProofOfDeliveryInput {
  readonly trackingNumber: string;
  readonly carrierShipmentId?: string | undefined;
  /** Some carriers want the place it went to before they answer. */
  readonly destination: { readonly countryCode: string; readonly zipcode: string };
  /** Day of hand-over, YYYY-MM-DD. */
  readonly shipDate: string;
}

export interface ProofOfDelivery {
  readonly signedBy?: string | undefined;
  /** ISO 8601 with offset, or local time with `zone`. */
  readonly deliveredAt?: string | undefined;
  readonly zone?: string | undefined;
  readonly place?: string | undefined;
  /** Documents of kind `proof-of-delivery`; may be empty where the carrier only answers facts. */
  readonly files: readonly CarrierFile[];
}

export interface AttachDocumentInput {
  /** Our reference of the purchase. */
  readonly reference: string;
  readonly carrierShipmentId: string;
  readonly trackingNumbers: readonly string[];
  readonly shipDate: string;
  readonly originCountry: string;
  readonly destinationCountry: string;
  readonly document: {
    readonly kind: TradeDocument;
    /** File name, with extension. */
    readonly name: string;
    readonly format: 'pdf' | 'png' | 'gif' | 'jpg';
    readonly bytes: Uint8Array;
  };
  /** What the purchase's steps kept. */
  readonly kept: JsonObject;
}

export interface AttachDocumentResult {
  /** The carrier's number of the document. */
  readonly documentId: string;
}
