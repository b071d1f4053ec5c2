/**
 * What is printed on a 4x6 label that we draw ourselves (rate sheet, simulators): data only. `packages/documents` turns it
 * into PDF or ZPL, so that a connector never depends on a drawing library.
 */
import type { Address } from '../addresses/address.ts';

/** Symbologies whose data may differ from the printed number. GS1 data carry their identifiers in brackets: "(420)78745(92)…". */
export interface LinearBarcode {
  readonly symbology: 'code128' | 'gs1-128';
  readonly data: string;
}

export interface MatrixBarcode {
  readonly symbology: 'qr' | 'datamatrix' | 'pdf417';
  readonly data: string;
}

export interface LabelModel {
  /** Language of the captions; English when absent. */
  readonly language?: 'en' | 'fr' | undefined;
  readonly carrierName: string;
  readonly serviceName: string;
  readonly trackingNumber: string;
  /** Shown as groups under the barcode ("MS 0000 0012 34 5"); the barcode itself carries `trackingNumber`. */
  readonly trackingText?: string | undefined;
  /** Where the tracking barcode carries more than the number (USPS: routing code and number in GS1-128). */
  readonly trackingBarcode?: LinearBarcode | undefined;
  /** A two-dimensional symbol beside the address, at most 25 mm square. */
  readonly matrixBarcode?: MatrixBarcode | undefined;
  readonly from: Address;
  readonly to: Address;
  /** Routing barcode above the tracking barcode, e.g. the postal code; left out when absent. */
  readonly routingCode?: string | undefined;
  /** Large sorting text such as a zone or depot ("ZONE 3"). */
  readonly sortCode?: string | undefined;
  readonly weightGrams: number;
  readonly shipDate: string;
  readonly parcelNumber: number;
  readonly parcelCount: number;
  /** Free lines at the foot: order number, SKU summary, note. */
  readonly references: readonly string[];
  /** Sandbox and simulator labels carry a large TEST in every format. */
  readonly test: boolean;
}
