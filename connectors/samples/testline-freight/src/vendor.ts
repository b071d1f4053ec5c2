/** Messages of the TestLine Freight API (see README.md). Lengths are whole centimetres, weights kilograms. */

export interface VendorParty {
  readonly contact: string;
  readonly company?: string | undefined;
  readonly street: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
  readonly residential: boolean;
}

export interface VendorUnit {
  readonly unit: number;
  readonly kg: number;
  readonly cm: readonly [number, number, number];
}

export interface VendorRequest {
  readonly pickupDate: string;
  readonly origin: VendorParty;
  readonly destination: VendorParty;
  readonly units: readonly VendorUnit[];
  readonly customs?:
    | {
        readonly currency: string;
        readonly lines: readonly {
          readonly text: string;
          readonly count: number;
          readonly value: string;
          readonly hs?: string | undefined;
          readonly origin?: string | undefined;
        }[];
      }
    | undefined;
}

export interface VendorBooking extends VendorRequest {
  readonly serviceId: string;
  readonly clientReference: string;
  readonly quoteId?: string | undefined;
  readonly remarks: readonly string[];
}
