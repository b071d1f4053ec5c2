/** What a shop of the simulator holds: the documents of wc/v3 as they are answered. */
import type { Json, JsonObject } from '@scanship/domain/values/json';

export interface ShopAbout {
  /** Host and folder, as its home page has them. */
  readonly account: string;
  readonly name: string;
  readonly timeZone: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** Whether the extension Shipment Tracking is there. */
  readonly shipmentTracking: boolean;
  readonly settings: Readonly<Record<'general' | 'products', Readonly<Record<string, string>>>>;
}

export type Meta = { readonly id: number; readonly key: string; readonly value: Json };

export type SimLine = JsonObject & {
  readonly id: number;
  readonly name: string;
  readonly product_id: number;
  readonly variation_id: number;
  readonly quantity: number;
  readonly subtotal: string;
};

export type SimRefund = JsonObject & { readonly id: number; readonly line_items: readonly JsonObject[] };

/** The order's document; what belongs to it but is asked for elsewhere is beside it. */
export interface SimOrder {
  readonly id: number;
  readonly doc: JsonObject & {
    readonly status: string;
    readonly date_modified_gmt: string;
    readonly line_items: readonly SimLine[];
    readonly meta_data: readonly Meta[];
  };
  readonly notes: readonly (JsonObject & { readonly id: number; readonly note: string })[];
  readonly trackings: readonly (JsonObject & { readonly tracking_id: string; readonly tracking_number: string })[];
  readonly refunds: readonly SimRefund[];
  /** Units that each refund put back into stock. */
  readonly restocked?: Readonly<Record<string, number>> | undefined;
}

export type SimProduct = JsonObject & {
  readonly id: number;
  readonly type: string;
  readonly date_modified_gmt: string;
};

export type SimVariation = JsonObject & { readonly id: number; readonly date_modified_gmt: string };

export interface SimHook {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly topic: string;
  readonly delivery_url: string;
  readonly secret: string;
}

/** WordPress writes GMT without a zone. */
export const gmtText = (at: Date): string => at.toISOString().slice(0, 19);
