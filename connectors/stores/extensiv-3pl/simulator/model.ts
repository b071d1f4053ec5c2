/** What a customer of a warehouse has at the simulator. Times are ISO instants; Extensiv shows them in the account's time zone. */
export interface SimContact {
  readonly companyName: string;
  readonly name: string;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

export interface SimFacility {
  readonly id: number;
  readonly name: string;
  readonly windowsZone: string;
  readonly contact: SimContact;
}

export interface SimCustomer {
  /** As our side names it. */
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userLogin: string;
  /** Demanded with the credentials of this warehouse; undefined where they are of the newer kind. */
  readonly tpl?: string | undefined;
  readonly zone: string;
  readonly id: number;
  /** As Extensiv writes it. */
  readonly created: string;
  readonly company: SimContact;
  readonly facilities: readonly SimFacility[];
  readonly invoiced: boolean;
}

export interface SimItem {
  readonly id: number;
  readonly sku: string;
  readonly description: string;
  readonly price: number;
  readonly pounds: number;
  readonly created: string;
  readonly modified: string;
}

export interface SimLine {
  readonly id: number;
  readonly itemId: number;
  readonly sku: string;
  readonly quantity: number;
  readonly price: number;
}

export interface SimOrder {
  readonly id: number;
  readonly reference: string;
  /** Another customer of the same warehouse may own it. */
  readonly customerId: number;
  readonly facilityId: number;
  readonly placed: string;
  readonly modified: string;
  /** Goes up with every change; the entity tag. */
  readonly version: number;
  readonly status: 'open' | 'closed' | 'cancelled';
  readonly holdReason?: string | undefined;
  readonly allocated: boolean;
  readonly notes?: string | undefined;
  /** The warehouse prints the seller's invoice, so prices are in the order. */
  readonly invoiced: boolean;
  readonly carrier: string;
  readonly mode: string;
  readonly trackingNumber: string;
  readonly person: SimContact;
  readonly lines: readonly SimLine[];
  /** Every number that was ever reported, for judges. */
  readonly reports: readonly { readonly number: string; readonly live: boolean }[];
}
