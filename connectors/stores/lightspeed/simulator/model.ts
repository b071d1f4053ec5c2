/** What a shop of the simulator has. Times are ISO 8601 instants, amounts major units without tax. */
export interface SimShop {
  /** Cluster and number ("us1-301244"). */
  readonly id: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly domain: string;
  readonly email: string;
  readonly currency: string;
  /** Of its addresses; the first is the shop's own. */
  readonly languages: readonly string[];
  readonly place: {
    readonly street: string;
    readonly zipcode: string;
    readonly city: string;
    readonly region: string;
    readonly country: string;
    readonly phone: string;
  };
}

export interface SimVariant {
  readonly id: number;
  readonly productId: number;
  readonly product: string;
  readonly title: string;
  readonly sku: string;
  readonly hs: string;
  readonly price: number;
  readonly weight: number;
  readonly weightUnit: 'g' | 'kg' | 'oz' | 'lb';
  readonly created: string;
  readonly updated: string;
}

export interface SimPerson {
  readonly name: string;
  /** Empty for a private person. */
  readonly company: string;
  readonly street: string;
  readonly number: string;
  readonly extension: string;
  readonly street2: string;
  readonly zipcode: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
}

export interface SimLine {
  readonly id: number;
  readonly variantId: number;
  readonly product: string;
  readonly variant: string;
  readonly sku: string;
  readonly quantity: number;
  readonly refunded: number;
  readonly price: number;
}

export const STATUSES = [
  'on_hold',
  'processing_awaiting_payment',
  'processing_awaiting_shipment',
  'processing_awaiting_pickup',
  'processing_ready_for_pickup',
  'completed',
  'completed_shipped',
  'completed_picked_up',
  'cancelled',
] as const;
export const SHIPMENT_STATUSES = ['not_shipped', 'shipped', 'cancelled'] as const;

export interface SimShipment {
  readonly id: number;
  readonly status: (typeof SHIPMENT_STATUSES)[number];
  readonly trackingCode: string;
  readonly notified: boolean;
  readonly updated: string;
}

export interface SimOrder {
  readonly id: number;
  readonly number: string;
  readonly created: string;
  readonly updated: string;
  readonly status: (typeof STATUSES)[number];
  readonly comment: string;
  readonly person: SimPerson;
  readonly service: { readonly title: string; readonly price: number };
  readonly pickup: boolean;
  readonly lines: readonly SimLine[];
  readonly shipments: readonly SimShipment[];
  /** Every time a shipment was set to shipped; those that were taken back are not live. */
  readonly reports: readonly { readonly shipmentId: number; readonly number: string; readonly live: boolean }[];
}

export interface SimHook {
  readonly id: number;
  readonly itemGroup: string;
  readonly itemAction: string;
  readonly address: string;
}
