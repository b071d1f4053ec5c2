/** A document as a carrier hands it over. */
import type { LabelModel } from '@scanship/domain/printing/label';

export type DocumentKind =
  | 'label'
  | 'customs-invoice'
  | 'return-label'
  | 'receipt'
  | 'manifest'
  | 'proof-of-delivery'
  /** Shown at the counter in place of a printed label. */
  | 'qr-code';

export type CarrierFile =
  | {
      readonly kind: 'bytes';
      readonly document: DocumentKind;
      readonly format: 'pdf' | 'zpl' | 'png' | 'gif';
      readonly bytes: Uint8Array;
      readonly parcelNumber?: number | undefined;
      /** How a label in `png` or `gif` becomes a 4x6 inch page: degrees clockwise, and dots per inch (203 when absent). */
      readonly picture?: { readonly turn: 0 | 90 | 180 | 270; readonly dotsPerInch: number } | undefined;
    }
  /** Drawn by us from data (rate sheet). */
  | { readonly kind: 'drawn'; readonly document: 'label'; readonly model: LabelModel; readonly parcelNumber: number };
