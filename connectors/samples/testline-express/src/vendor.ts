/** Messages of the TestLine Express API, version 1 (see README.md). */

export interface VendorAddress {
  readonly name: string;
  readonly company?: string | undefined;
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly phone?: string | undefined;
  readonly residential: boolean;
}

export interface VendorPiece {
  readonly number: number;
  readonly weightKg: number;
  readonly lengthCm: number;
  readonly widthCm: number;
  readonly heightCm: number;
}

export interface VendorCustoms {
  readonly currency: string;
  readonly purpose: string;
  readonly incoterm: string;
  readonly dutiesPaidBy: 'SENDER' | 'RECEIVER';
  readonly items: readonly {
    readonly description: string;
    readonly quantity: number;
    readonly unitValue: string;
    readonly unitWeightKg: number;
    readonly hsCode?: string | undefined;
    readonly origin?: string | undefined;
  }[];
}

export interface VendorShipment {
  readonly shipDate: string;
  readonly from: VendorAddress;
  readonly to: VendorAddress;
  readonly pieces: readonly VendorPiece[];
  readonly signature: 'NONE' | 'ANY' | 'ADULT';
  readonly customs?: VendorCustoms | undefined;
}

export interface VendorRateRequest extends VendorShipment {
  readonly services?: readonly string[] | undefined;
}

export interface VendorShipRequest extends VendorShipment {
  readonly serviceCode: string;
  readonly reference: string;
  readonly labelFormat: 'PDF' | 'ZPL';
  readonly notes: readonly string[];
}

export interface VendorPickup {
  readonly address: VendorAddress;
  readonly date: string;
  readonly readyTime: string;
  readonly closeTime: string;
  readonly place: string;
  readonly instructions?: string | undefined;
  readonly pieces: number;
  readonly weightKg: number;
}

export interface VendorClosing {
  readonly date: string;
  readonly reference: string;
  readonly from: VendorAddress;
  /** Ids of shipments. */
  readonly shipments: readonly string[];
}
