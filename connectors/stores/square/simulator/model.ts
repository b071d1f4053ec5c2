/** What a seller of the simulator has, in Square's own shapes. Amounts are minor units, times RFC 3339. */
export interface SimMoney {
  readonly amount: number;
  readonly currency: string;
}

export interface SimAddress {
  readonly address_line_1: string;
  readonly address_line_2?: string | undefined;
  readonly locality: string;
  readonly administrative_district_level_1?: string | undefined;
  readonly postal_code: string;
  readonly country: string;
}

export interface SimLocation {
  readonly id: string;
  readonly name: string;
  readonly address: SimAddress;
  readonly timezone: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
}

export interface SimMerchant {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly locations: readonly SimLocation[];
}

export interface SimItem {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
  readonly variations: readonly {
    readonly id: string;
    readonly name: string;
    readonly sku: string;
    readonly price: number;
  }[];
}

export interface SimShipmentDetails {
  readonly recipient?: object | undefined;
  readonly carrier?: string | undefined;
  readonly shipping_note?: string | undefined;
  readonly shipping_type?: string | undefined;
  readonly tracking_number?: string | undefined;
  readonly tracking_url?: string | undefined;
  readonly placed_at?: string | undefined;
  readonly packaged_at?: string | undefined;
  readonly shipped_at?: string | undefined;
  readonly expected_shipped_at?: string | undefined;
  readonly canceled_at?: string | undefined;
}

export interface SimFulfilment {
  readonly uid: string;
  readonly type: 'SHIPMENT' | 'PICKUP' | 'DELIVERY';
  readonly state: 'PROPOSED' | 'RESERVED' | 'PREPARED' | 'COMPLETED' | 'CANCELED' | 'FAILED';
  readonly line_item_application: 'ALL' | 'ENTRY_LIST';
  readonly entries?:
    | readonly { readonly uid: string; readonly line_item_uid: string; readonly quantity: string }[]
    | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly shipment_details?: SimShipmentDetails | undefined;
  readonly pickup_details?: object | undefined;
}

export interface SimLine {
  readonly uid: string;
  readonly name: string;
  readonly variation_name: string;
  readonly quantity: string;
  readonly quantity_unit?: object | undefined;
  readonly catalog_object_id?: string | undefined;
  readonly item_type: 'ITEM' | 'CUSTOM_AMOUNT' | 'GIFT_CARD';
  readonly base_price_money: SimMoney;
  readonly variation_total_price_money: SimMoney;
  readonly gross_sales_money: SimMoney;
  readonly total_money: SimMoney;
}

export interface SimOrder {
  readonly id: string;
  readonly location_id: string;
  readonly reference_id?: string | undefined;
  readonly source: { readonly name: string };
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at?: string | undefined;
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELED' | 'DRAFT';
  /** Absent: not made through the API, so no app may change it. */
  readonly version?: number | undefined;
  readonly line_items: readonly SimLine[];
  readonly fulfillments: readonly SimFulfilment[];
  readonly total_money: SimMoney;
  readonly net_amount_due_money: SimMoney;
}

export const later = (date: Date, ms: number): string => new Date(date.getTime() + ms).toISOString();
