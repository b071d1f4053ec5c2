/** What a seller of the simulator has. Times are ISO instants, amounts minor units of the marketplace's currency. */
export interface SimAddress {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly address3?: string | undefined;
  readonly city: string;
  readonly province: string;
  readonly zip: string;
  readonly country: string;
  readonly phone?: string | undefined;
}

export interface SimItem {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Of one unit. */
  readonly priceMinor: number;
  readonly giftMessage?: string | undefined;
}

export interface SimPackage {
  readonly id: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly shippedAt: string;
  readonly madeAt: string;
  readonly lines: readonly { readonly itemId: string; readonly quantity: number }[];
}

export interface SimOrder {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** `pending`: payment is not authorised yet. */
  readonly state: 'pending' | 'placed' | 'cancelled';
  readonly by: 'MERCHANT' | 'AMAZON';
  readonly prime: boolean;
  readonly service: string;
  readonly shippingMinor: number;
  readonly email: string;
  readonly address: SimAddress;
  readonly instruction?: string | undefined;
  /** Why the buyer wants to cancel; absent: they do not. */
  readonly cancelWish?: string | undefined;
  readonly shipBy: string;
  readonly items: readonly SimItem[];
  readonly packages: readonly SimPackage[];
}

export interface SimListing {
  readonly sku: string;
  readonly asin: string;
  readonly title: string;
  readonly barcode?: string | undefined;
  readonly priceMinor: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly weight?: { readonly value: number; readonly unit: string } | undefined;
  readonly size?:
    | { readonly length: number; readonly width: number; readonly height: number; readonly unit: string }
    | undefined;
}

export interface SellerAbout {
  /** The selling partner id. */
  readonly id: string;
  readonly storeName: string;
  readonly business: string;
  readonly address: SimAddress;
}

export interface Place {
  readonly slug: string;
  readonly marketplaceId: string;
  readonly marketplaceName: string;
  readonly domain: string;
  readonly country: string;
  readonly currency: string;
  readonly language: string;
}

/** Units of an item that are in some package. */
export const shippedUnits = (order: SimOrder, itemId: string): number =>
  order.packages
    .flatMap((p) => p.lines)
    .filter((l) => l.itemId === itemId)
    .reduce((sum, l) => sum + l.quantity, 0);
