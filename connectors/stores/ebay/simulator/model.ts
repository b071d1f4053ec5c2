/** What a seller of the simulator has. Times are ISO instants with milliseconds, amounts decimal texts. */
export interface SimAddress {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly province: string;
  readonly zip: string;
  readonly country: string;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

export interface SimLine {
  readonly id: string;
  readonly sku?: string | undefined;
  readonly title: string;
  readonly quantity: number;
  /** Of one unit, in minor units of the seller's currency. */
  readonly priceMinor: number;
}

export interface SimFulfilment {
  readonly id: string;
  readonly trackingNumber?: string | undefined;
  readonly carrier?: string | undefined;
  readonly shippedAt: string;
  readonly lines: readonly { readonly lineItemId: string; readonly quantity: number }[];
}

export interface SimOrder {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly payment: 'PAID' | 'PENDING' | 'FAILED' | 'FULLY_REFUNDED' | 'PARTIALLY_REFUNDED';
  readonly cancel: 'NONE_REQUESTED' | 'IN_PROGRESS' | 'CANCELED';
  readonly cancelledAt?: string | undefined;
  readonly note?: string | undefined;
  /** The buyer's user name; a usual one when absent. */
  readonly buyer?: string | undefined;
  readonly service: string;
  readonly shippingMinor: number;
  readonly address: SimAddress;
  readonly shipBy: string;
  readonly lines: readonly SimLine[];
  readonly fulfilments: readonly SimFulfilment[];
  readonly refunds?:
    | readonly {
        readonly id: string;
        readonly minor: number;
        /** Not by the call: without a number until it is issued, and then with another kind of number. */
        readonly elsewhere?: 'pending' | 'issued' | 'failed' | undefined;
        /** None: of the order as a whole. */
        readonly items: readonly { readonly lineItemId: string; readonly minor: number }[];
      }[]
    | undefined;
}

export interface SimItem {
  readonly sku: string;
  readonly title: string;
  readonly upc?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly weight?: { readonly value: number; readonly unit: string } | undefined;
  readonly size?: { readonly length: number; readonly width: number; readonly height: number; readonly unit: string };
}

export interface SellerAbout {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly marketplace: string;
  readonly currency: string;
  readonly address: SimAddress;
}

/** Units of a line that are in some fulfilment. */
export const shippedUnits = (order: SimOrder, lineId: string): number =>
  order.fulfilments
    .flatMap((f) => f.lines)
    .filter((l) => l.lineItemId === lineId)
    .reduce((sum, l) => sum + l.quantity, 0);
