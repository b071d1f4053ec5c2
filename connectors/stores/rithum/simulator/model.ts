/** What a profile of the simulator has. Times are ISO 8601 instants. */
export interface SimProfile {
  readonly id: string;
  readonly accountName: string;
  readonly companyName: string;
  readonly currency: string;
  readonly timeZone: string;
}

export interface SimProduct {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly price: number;
  readonly harmonizedCode: string;
  readonly updated: string;
}

export interface SimItem {
  readonly id: number;
  readonly productId: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly harmonizedCode: string;
  readonly bundle: boolean;
  /** Units a cancellation of the item took off. */
  readonly cancelled: number;
}

export const DELIVERY = [
  'NoChange',
  'InTransit',
  'ReadyForPickup',
  'Complete',
  'Canceled',
  'ThirdPartyManaged',
] as const;

export interface SimFulfilment {
  readonly id: number;
  readonly status: (typeof DELIVERY)[number];
  readonly tracking: string | null;
  readonly carrier: string | null;
  readonly shippingClass: string | null;
  readonly sellerId: string | null;
  readonly shipped: string | null;
  readonly parts: readonly { readonly id: number; readonly itemId: number; readonly quantity: number }[];
}

export const CHECKOUT = [
  'NotVisited',
  'Completed',
  'Visited',
  'CompletedAndVisited',
  'Disabled',
  'CompletedOffline',
  'OnHold',
] as const;
export const PAYMENT = ['NotYetSubmitted', 'Cleared', 'Submitted', 'Failed', 'Deposited'] as const;
export const SHIPPING = [
  'Unshipped',
  'Shipped',
  'PartiallyShipped',
  'PendingShipment',
  'Canceled',
  'ThirdPartyManaged',
] as const;

export interface SimPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

export interface SimOrder {
  readonly id: number;
  readonly siteName: string;
  readonly created: string;
  readonly updated: string;
  readonly checkout: (typeof CHECKOUT)[number];
  readonly payment: (typeof PAYMENT)[number];
  readonly shipping: (typeof SHIPPING)[number];
  readonly externally: boolean;
  readonly instructions: string | null;
  readonly person: SimPerson;
  readonly items: readonly SimItem[];
  readonly fulfilments: readonly SimFulfilment[];
  /** Apps that marked it as exported. */
  readonly exportedBy: readonly string[];
}
