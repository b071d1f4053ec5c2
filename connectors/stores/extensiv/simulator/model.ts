/** What a company of the simulator has. */
export interface CompanyAbout {
  /** "company-4101", of its lowest warehouse. */
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly currency: string;
  readonly warehouses: readonly { readonly id: number; readonly name: string; readonly active: boolean }[];
  readonly address: Readonly<Record<string, string | null>>;
}

export const STATUSES = [
  'AWAITING_SHIPMENT',
  'AWAITING_PAYMENT',
  'ON_HOLD',
  'UNRESOLVED',
  'SHIPPED',
  'CANCELLED',
] as const;

export interface SimLine {
  readonly id: number;
  readonly productId: number;
  readonly sku: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}

export interface SimShipment {
  readonly id: number;
  readonly trackingNumber: string;
  readonly carrier: string;
  readonly created: string;
  readonly notifyCustomer: boolean;
  readonly updateChannel: boolean;
}

export interface SimOrder {
  readonly id: number;
  readonly placed: string;
  readonly modified: string;
  readonly status: (typeof STATUSES)[number];
  readonly notes: string | null;
  readonly lines: readonly SimLine[];
  readonly shipments: readonly SimShipment[];
}

export interface SimProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly pounds: number;
  readonly ounces: number;
  readonly price: number;
  readonly modified: string;
}
