/** What a store of the simulator has. Times are seconds since 1970, as Ecwid tells them. */
export interface SimStore {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly weightUnit: 'KILOGRAM' | 'GRAM' | 'POUND' | 'OUNCE' | 'CARAT';
  readonly dimensionsUnit: 'MM' | 'CM' | 'IN' | 'YD';
  readonly timezone: string;
  readonly company: {
    readonly street: string;
    readonly city: string;
    readonly countryCode: string;
    readonly postalCode: string;
    readonly stateOrProvinceCode: string;
    readonly phone: string;
  };
}

export interface SimVariation {
  readonly id: number;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly sku?: string | undefined;
  readonly price?: number | undefined;
  readonly weight?: number | undefined;
}

export interface SimProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly weight: number;
  readonly created: number;
  readonly updated: number;
  readonly variations: readonly SimVariation[];
}

export interface SimPerson {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly countryCode: string;
  readonly postalCode: string;
  readonly stateOrProvinceCode: string;
  readonly phone: string;
}

export interface SimLine {
  readonly id: number;
  readonly productId: number;
  readonly variationId?: number | undefined;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  readonly price: number;
  readonly weight: number;
  readonly options: SimVariation['options'];
}

export const PAYMENT = [
  'AWAITING_PAYMENT',
  'PAID',
  'CANCELLED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'INCOMPLETE',
  'CUSTOM_PAYMENT_STATUS_1',
  'CUSTOM_PAYMENT_STATUS_2',
  'CUSTOM_PAYMENT_STATUS_3',
] as const;
export const FULFILMENT = [
  'AWAITING_PROCESSING',
  'PROCESSING',
  'SHIPPED',
  'DELIVERED',
  'WILL_NOT_DELIVER',
  'RETURNED',
  'READY_FOR_PICKUP',
  'OUT_FOR_DELIVERY',
  'CUSTOM_FULFILLMENT_STATUS_1',
  'CUSTOM_FULFILLMENT_STATUS_2',
  'CUSTOM_FULFILLMENT_STATUS_3',
] as const;

export interface SimOrder {
  readonly id: string;
  readonly internalId: number;
  readonly created: number;
  readonly updated: number;
  readonly paymentStatus: (typeof PAYMENT)[number];
  readonly fulfillmentStatus: (typeof FULFILMENT)[number];
  readonly trackingNumber: string;
  readonly comments?: string | undefined;
  readonly person: SimPerson;
  readonly service: { readonly name: string; readonly carrier?: string | undefined; readonly rate: number };
  readonly pickup: boolean;
  readonly lines: readonly SimLine[];
  /** Every time it was marked as shipped; those that were taken back are not live. */
  readonly reports: readonly { readonly numbers: string; readonly live: boolean }[];
}
