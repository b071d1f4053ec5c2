/** What a shop of the simulator holds. Ids are numbers; the API shows them as "gid://shopify/Order/1". */
export interface SimAddress {
  readonly name: string;
  readonly company?: string | undefined;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly provinceCode: string;
  readonly zip: string;
  readonly countryCode: string;
  readonly phone?: string | undefined;
}

export interface SimVariant {
  readonly id: number;
  readonly productId: number;
  readonly name: string;
  readonly sku?: string | undefined;
  readonly barcode?: string | undefined;
  /** "24.00", in the shop's currency. */
  readonly price: string;
  readonly weight?: { readonly value: number; readonly unit: string } | undefined;
  readonly hsCode?: string | undefined;
  readonly origin?: string | undefined;
  readonly updatedAt: string;
}

export interface SimLine {
  readonly id: number;
  readonly name: string;
  readonly sku?: string | undefined;
  readonly quantity: number;
  /** Without removed units. */
  readonly current: number;
  readonly price: string;
  readonly weight?: { readonly value: number; readonly unit: string } | undefined;
  readonly variantId?: number | undefined;
  readonly requiresShipping: boolean;
}

export interface SimGroup {
  readonly id: number;
  readonly status: string;
  readonly locationId: number;
  readonly fulfillAt?: string | undefined;
  readonly fulfillBy?: string | undefined;
  readonly holds: readonly { readonly id: number; readonly reason: string; readonly notes?: string | undefined }[];
  readonly lines: readonly {
    readonly id: number;
    readonly lineId: number;
    readonly total: number;
    readonly remaining: number;
  }[];
}

export interface SimFulfilment {
  readonly id: number;
  readonly status: 'SUCCESS' | 'CANCELLED';
  readonly locationId: number;
  readonly createdAt: string;
  readonly notified: boolean;
  readonly tracking: readonly {
    readonly company?: string | undefined;
    readonly number?: string | undefined;
    readonly url?: string | undefined;
  }[];
  readonly lines: readonly {
    readonly groupId: number;
    readonly groupLineId: number;
    readonly lineId: number;
    readonly quantity: number;
  }[];
}

export interface SimRefund {
  readonly id: number;
  readonly note?: string | undefined;
  readonly at: string;
  readonly notified: boolean;
  /** What it was asked with, so that a repeat is known. */
  readonly key: string;
  readonly input: string;
  /** "24.00". */
  readonly amount: string;
  readonly shipping: string;
  readonly lines: readonly {
    readonly lineId: number;
    readonly quantity: number;
    readonly restocked: boolean;
    readonly locationId?: number | undefined;
  }[];
}

export interface SimOrder {
  readonly id: number;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancelledAt?: string | undefined;
  readonly financial: string;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly tags: readonly string[];
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
  readonly total: string;
  readonly shipping?: { readonly code: string; readonly title: string } | undefined;
  readonly address?: SimAddress | undefined;
  readonly lines: readonly SimLine[];
  readonly groups: readonly SimGroup[];
  readonly fulfilments: readonly SimFulfilment[];
  readonly shippingPrice?: string | undefined;
  /** Of goods and shipping; 13 is 13 %. */
  readonly taxPercent?: number | undefined;
  /** Prices contain it, else it is added. */
  readonly taxesIncluded?: boolean | undefined;
  readonly refunds?: readonly SimRefund[] | undefined;
}

export interface SimSubscription {
  readonly id: number;
  readonly clientId: string;
  readonly topic: string;
  readonly uri: string;
  readonly includeFields: readonly string[];
}

export interface SimLocation {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly address: SimAddress;
}

export interface ShopAbout {
  readonly domain: string;
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly weightUnit: string;
  readonly address: SimAddress;
  readonly locations: readonly SimLocation[];
}

export interface SimApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** Number of a global id of this type, or undefined. */
export function numberOf(type: string, id: string): number | undefined {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d{1,15})$/.exec(id);
  return match?.[1] === type ? Number(match[2]) : undefined;
}

/** Shopify's times have whole seconds. */
export const instant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** Units of a line that no live fulfilment covers. */
export const unfulfilled = (order: SimOrder, line: SimLine): number => {
  const sent = order.fulfilments
    .filter((f) => f.status === 'SUCCESS')
    .flatMap((f) => f.lines)
    .filter((l) => l.lineId === line.id)
    .reduce((sum, l) => sum + l.quantity, 0);
  return Math.max(0, line.current - sent);
};
