/** What a vendor of the simulator has. */
export interface VendorAbout {
  readonly name: string;
  readonly apiKey: string;
  readonly currency: string;
}

export interface SimLine {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** "499.00" */
  readonly price: string;
}

export interface SimTrack {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly at: string;
  readonly lines: readonly { readonly id: number; readonly quantity: number }[];
}

export interface SimOrder {
  readonly number: number;
  readonly placedAt: string;
  readonly updatedAt: string;
  readonly payment: string;
  readonly cancelledAt?: string | undefined;
  readonly note?: string | undefined;
  readonly lines: readonly SimLine[];
  /** One for an order: the last report replaces what was there. */
  readonly track?: SimTrack | undefined;
  readonly refunded: readonly { readonly id: number; readonly quantity: number }[];
}

export interface SimOffer {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
}
