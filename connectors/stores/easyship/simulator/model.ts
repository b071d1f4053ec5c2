/** What a company of the simulator has. */
export interface CompanyAbout {
  /** Easyship's id of it. */
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly currency: string;
  readonly address: Readonly<Record<string, string | null>>;
  /** Shipments of a shop that is connected there; others are typed in by hand. */
  readonly platform: string | null;
}

export interface SimItem {
  readonly id: string;
  readonly sku: string;
  readonly description: string;
  readonly quantity: number;
  /** Of one unit. */
  readonly value: number;
  readonly kilograms: number;
  readonly hsCode: string;
  readonly origin: string;
}

export const SHIPMENT_STATES = ['created', 'draft', 'cancelled'] as const;
export const LABEL_STATES = ['not_created', 'pending', 'generated', 'failed', 'voided'] as const;

export interface SimShipment {
  readonly id: string;
  readonly orderNumber: string | null;
  readonly ordered: string | null;
  readonly created: string;
  readonly updated: string;
  readonly state: (typeof SHIPMENT_STATES)[number];
  readonly label: (typeof LABEL_STATES)[number];
  readonly isReturn: boolean;
  readonly notes: string | null;
  readonly items: readonly SimItem[];
}

export interface SimProduct {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly kilograms: number;
  readonly price: number;
  readonly hsCode: string;
  readonly origin: string;
  readonly updated: string;
}
