/** An order as a buyer places it, in the form wc/v3 answers it. */
import type { JsonObject } from '@scanship/domain/values/json';
import { gmtText, type SimLine, type SimOrder } from './model.ts';

export interface OrderWish {
  readonly lines: readonly {
    readonly productId?: number | undefined;
    readonly variationId?: number | undefined;
    readonly name: string;
    readonly price: string;
    readonly quantity: number;
    readonly sku?: string | undefined;
  }[];
  readonly shipping?: Readonly<Record<string, string>> | undefined;
  readonly billing?: Readonly<Record<string, string>> | undefined;
  readonly email?: string | undefined;
  readonly note?: string | undefined;
  readonly status?: string | undefined;
  readonly method?: { readonly id: string; readonly title: string } | undefined;
  /** Added to goods and shipping; 13 is 13 %. */
  readonly taxPercent?: number | undefined;
  /** "bacs" is a bank transfer, which no gateway pays back. */
  readonly payment?: string | undefined;
}

export interface Placing {
  readonly id: number;
  readonly placed: Date;
  readonly currency: string;
  lineId(index: number): number;
}

const EMPTY = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
  phone: '',
};

const cents = (price: string): number => Math.round(Number(price) * 100);
const taxOf = (minor: number, percent = 0): number => Math.round((minor * percent) / 100);
const taxesOf = (minor: number, percent = 0): JsonObject[] =>
  percent === 0 ? [] : [{ id: 75, total: amount(taxOf(minor, percent)), subtotal: amount(taxOf(minor, percent)) }];
const amount = (minor: number): string => (minor / 100).toFixed(2);

export function makeOrder(wish: OrderWish, placing: Placing): SimOrder {
  const at = gmtText(placing.placed);
  const lines = wish.lines.map(
    (line, index): SimLine => ({
      id: placing.lineId(index),
      name: line.name,
      product_id: line.productId ?? 0,
      variation_id: line.variationId ?? 0,
      quantity: line.quantity,
      tax_class: '',
      subtotal: amount(cents(line.price) * line.quantity),
      subtotal_tax: amount(taxOf(cents(line.price) * line.quantity, wish.taxPercent)),
      total: amount(cents(line.price) * line.quantity),
      total_tax: amount(taxOf(cents(line.price) * line.quantity, wish.taxPercent)),
      taxes: taxesOf(cents(line.price) * line.quantity, wish.taxPercent),
      meta_data: [],
      sku: line.sku ?? '',
      price: Number(line.price),
    }),
  );
  const goods = wish.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0);
  const tax =
    wish.lines.reduce((sum, line) => sum + taxOf(cents(line.price) * line.quantity, wish.taxPercent), 0) +
    taxOf(1_000, wish.taxPercent);
  const shipping: JsonObject = { ...EMPTY, ...wish.shipping };
  const billing: JsonObject = { ...EMPTY, ...(wish.billing ?? wish.shipping), email: wish.email ?? '' };
  const doc: SimOrder['doc'] = {
    id: placing.id,
    parent_id: 0,
    number: String(placing.id),
    order_key: `wc_order_${placing.id}`,
    created_via: 'checkout',
    status: wish.status ?? 'processing',
    currency: placing.currency,
    date_created: at,
    date_created_gmt: at,
    date_modified: at,
    date_modified_gmt: at,
    shipping_total: '10.00',
    total: amount(goods + 1_000 + tax),
    total_tax: amount(tax),
    prices_include_tax: false,
    customer_id: 0,
    customer_note: wish.note ?? '',
    billing,
    shipping,
    payment_method: wish.payment ?? 'stripe',
    date_completed_gmt: null,
    meta_data: [{ id: placing.lineId(lines.length + 1), key: 'is_vat_exempt', value: 'no' }],
    line_items: lines,
    shipping_lines: [
      {
        id: placing.lineId(lines.length),
        method_title: wish.method?.title ?? 'Flat rate',
        method_id: wish.method?.id ?? 'flat_rate',
        total: '10.00',
        total_tax: amount(taxOf(1_000, wish.taxPercent)),
        taxes: taxesOf(1_000, wish.taxPercent),
      },
    ],
    needs_processing: true,
    refunds: [],
  };
  return { id: placing.id, doc, notes: [], trackings: [], refunds: [] };
}
