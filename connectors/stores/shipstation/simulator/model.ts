/** What an account of the simulator has. Times are ISO instants; ShipStation shows them in Pacific time. */
export interface SimAccount {
  /** As our side names it. */
  readonly id: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly stores: readonly { readonly id: number; readonly name: string; readonly active: boolean }[];
  readonly warehouse: {
    readonly id: number;
    readonly name: string;
    readonly origin: {
      readonly street1: string;
      readonly city: string;
      readonly state: string;
      readonly postalCode: string;
      readonly country: string;
      readonly phone: string;
    };
  };
}

export interface SimProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly weightOz: number;
  readonly created: string;
  readonly modified: string;
}

export interface SimLine {
  readonly id: number;
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly weightOz: number;
  readonly adjustment?: boolean | undefined;
}

export const STATUSES = [
  'awaiting_payment',
  'awaiting_shipment',
  'pending_fulfillment',
  'shipped',
  'on_hold',
  'cancelled',
] as const;

export interface SimFulfillment {
  readonly id: number;
  readonly trackingNumber: string;
  readonly carrierCode: string;
  readonly shipDate: string;
  readonly notifyCustomer: boolean;
  readonly notifySalesChannel: boolean;
  readonly created: string;
}

export interface SimOrder {
  readonly id: number;
  readonly number: string;
  readonly storeId: number;
  readonly placed: string;
  readonly modified: string;
  readonly status: (typeof STATUSES)[number];
  readonly notes?: string | undefined;
  readonly service: string;
  readonly person: {
    readonly name: string;
    readonly street1: string;
    readonly street2?: string | undefined;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    readonly country: string;
  };
  readonly lines: readonly SimLine[];
  readonly fulfillments: readonly SimFulfillment[];
}

export interface SimHook {
  readonly id: number;
  readonly event: string;
  readonly address: string;
  readonly name: string;
}
