/** What a site of the simulator has, in Wix's own shapes where the API shows them. */
export interface SimSite {
  /** The installation of the demo app. */
  readonly instanceId: string;
  readonly siteId: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly weightUnit: 'KG' | 'LB';
  readonly catalog: 'V1_CATALOG' | 'V3_CATALOG';
  readonly address: {
    readonly streetNumber: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly country: string;
  };
}

export interface SimProduct {
  readonly id: string;
  readonly name: string;
  readonly updatedDate: string;
  readonly createdDate: string;
  readonly variants: readonly {
    readonly id: string;
    /** "Size: M", or empty. */
    readonly choice: string;
    readonly sku: string;
    readonly price: string;
    readonly weight: number;
  }[];
}

export interface SimAddress {
  readonly country: string;
  readonly subdivision: string;
  readonly city: string;
  readonly postalCode: string;
  readonly addressLine: string;
  readonly addressLine2?: string | undefined;
}

export interface SimLine {
  readonly id: string;
  readonly name: string;
  readonly choice: string;
  readonly productId: string;
  readonly variantId: string;
  readonly sku: string;
  readonly quantity: number;
  readonly price: string;
  readonly weight: number;
}

export interface SimFulfilment {
  readonly id: string;
  readonly createdDate: string;
  readonly lineItems: readonly { readonly id: string; readonly quantity: number }[];
  readonly trackingInfo?:
    | {
        readonly trackingNumber: string;
        readonly shippingProvider?: string | undefined;
        readonly trackingLink?: string | undefined;
      }
    | undefined;
  readonly completed: boolean;
}

export interface SimOrder {
  readonly id: string;
  readonly number: string;
  readonly createdDate: string;
  readonly updatedDate: string;
  readonly status: 'INITIALIZED' | 'APPROVED' | 'CANCELED' | 'PENDING' | 'REJECTED';
  readonly paymentStatus: 'PAID' | 'NOT_PAID';
  readonly firstName: string;
  readonly lastName: string;
  readonly address: SimAddress;
  readonly note?: string | undefined;
  readonly service: { readonly code: string; readonly title: string; readonly cost: string };
  readonly pickup: boolean;
  readonly lines: readonly SimLine[];
  readonly fulfilments: readonly SimFulfilment[];
  /** Deleted again; Wix shows these to nobody. */
  readonly deleted: readonly SimFulfilment[];
}
