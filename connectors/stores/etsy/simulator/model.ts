/** What a shop of the simulator holds. Amounts are minor units of the shop's currency, times seconds since 1970. */
export interface ShopAbout {
  readonly shopId: number;
  readonly userId: number;
  readonly name: string;
  readonly login: string;
  readonly currency: string;
  readonly country: string;
}

export interface SimListing {
  readonly id: number;
  readonly title: string;
  readonly state: 'active' | 'inactive' | 'sold_out' | 'draft' | 'expired';
  readonly updated: number;
  readonly digital: boolean;
  readonly weight?: { readonly value: number; readonly unit: 'oz' | 'lb' | 'g' | 'kg' } | undefined;
  readonly size?: { readonly sides: readonly [number, number, number]; readonly unit: 'in' | 'cm' } | undefined;
  readonly products: readonly {
    readonly id: number;
    readonly sku: string;
    readonly price: number;
    readonly choices: readonly { readonly name: string; readonly value: string }[];
  }[];
}

export interface SimAddress {
  readonly name: string;
  readonly firstLine: string;
  readonly secondLine?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

export interface SimTransaction {
  readonly id: number;
  readonly title: string;
  readonly listingId: number;
  readonly productId: number;
  readonly sku: string;
  readonly quantity: number;
  readonly price: number;
  readonly digital: boolean;
  readonly choices: readonly { readonly name: string; readonly value: string }[];
}

export interface SimShipment {
  readonly id: number;
  readonly carrier: string;
  readonly code: string;
  readonly at: number;
  readonly toSellerToo: boolean;
}

export interface SimReceipt {
  readonly id: number;
  readonly created: number;
  readonly updated: number;
  readonly status: 'paid' | 'completed' | 'open' | 'payment processing' | 'canceled' | 'fully refunded';
  readonly paid: boolean;
  readonly shipped: boolean;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly gift?: string | undefined;
  readonly address: SimAddress;
  readonly shippingMethod: string;
  readonly shippingUpgrade?: string | undefined;
  readonly shippingCost: number;
  readonly transactions: readonly SimTransaction[];
  readonly shipments: readonly SimShipment[];
}

export const seconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

export const itemsTotal = (receipt: SimReceipt): number =>
  receipt.transactions.reduce((sum, t) => sum + t.price * t.quantity, 0);
