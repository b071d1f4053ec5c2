/** What a shop of the simulator holds. */
export interface ShopAbout {
  readonly id: string;
  readonly name: string;
  readonly apiKey: string;
  readonly currency: string;
  readonly province: string;
  readonly city: string;
  readonly zip: string;
}

export interface SimAddress {
  readonly firstname: string;
  readonly lastname: string;
  readonly company?: string | undefined;
  readonly street_1: string;
  readonly street_2?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  /** ISO 3166-1 alpha-3. */
  readonly country_iso_code: string;
  readonly phone?: string | undefined;
}

export interface SimLine {
  readonly id: string;
  readonly offerId: number;
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  /** Of one unit, in cents. */
  readonly priceMinor: number;
  readonly cancelled: number;
}

export interface SimTracking {
  readonly carrier_code?: string | undefined;
  readonly carrier_name?: string | undefined;
  readonly tracking_number?: string | undefined;
  readonly tracking_url?: string | undefined;
}

export interface SimShipment {
  readonly id: string;
  readonly at: string;
  readonly shipped: boolean;
  readonly tracking?: SimTracking | undefined;
  readonly lines: readonly { readonly order_line_id: string; readonly quantity: number }[];
}

export interface SimOrder {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: string;
  readonly service: { readonly code: string; readonly label: string };
  readonly address: SimAddress;
  readonly note?: string | undefined;
  readonly lines: readonly SimLine[];
  /** Of the whole order (OR23). */
  readonly tracking?: SimTracking | undefined;
  /** When the whole order was validated (OR24). */
  readonly wholeAt?: string | undefined;
  readonly shipments: readonly SimShipment[];
}

export interface SimOffer {
  readonly id: number;
  readonly sku: string;
  readonly title: string;
  readonly priceMinor: number;
  readonly upc: string;
}
