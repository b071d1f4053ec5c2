/** Invented contracts and prices of the simulator, in Australian dollars with 10 % GST. */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { SimAccount } from '@scanship/simulator-kit/simulator';
import type { ItemRequest } from './contract.ts';

export interface Product {
  readonly id: string;
  readonly type: string;
  readonly group: string;
  readonly abroad: boolean;
  /** Cents without GST for the first kilogram and each further one. */
  readonly first: number;
  readonly more: number;
  readonly days: number;
}

const product = (
  id: string,
  type: string,
  group: string,
  [first, more, days]: readonly [number, number, number],
): Product => ({ id, type, group, abroad: group === 'International', first, more, days });

/** Two contracts with the same types and other ids. */
const CONTRACTS: Readonly<Record<string, readonly Product[]>> = {
  '0000123456': [
    product('T28', 'PARCEL POST', 'Parcel Post', [780, 120, 4]),
    product('T28S', 'PARCEL POST + SIGNATURE', 'Parcel Post', [980, 120, 4]),
    product('E34', 'EXPRESS POST', 'Express Post', [1180, 310, 2]),
    product('E34S', 'EXPRESS POST + SIGNATURE', 'Express Post', [1380, 310, 2]),
    product('PTI8', 'INTL STANDARD/PACK & TRACK', 'International', [2240, 980, 9]),
    product('PTI7', "INT'L STANDARD WITH SIGNATURE", 'International', [2790, 980, 9]),
    product('ECM8', 'INTL EXPRESS MERCH', 'International', [4100, 1400, 4]),
  ],
  '0000654321': [
    product('3D03', 'PARCEL POST', 'Parcel Post', [790, 125, 4]),
    product('3D55', 'PARCEL POST + SIGNATURE', 'Parcel Post', [990, 125, 4]),
    product('3J55', 'EXPRESS POST + SIGNATURE', 'Express Post', [1390, 315, 2]),
    product('PTI8', 'INTL STANDARD/PACK & TRACK', 'International', [2250, 985, 9]),
  ],
};

export const productsOf = (account: SimAccount): readonly Product[] =>
  CONTRACTS[account.credentials['account'] ?? ''] ?? [];

export const productOf = (account: SimAccount, id: string): Product | undefined =>
  productsOf(account).find((one) => one.id === id);

const INCLUDED_COVER = 100;
const GST = 0.1;
const FUEL = 0.08;

type Priced = Pick<ItemRequest, 'weight' | 'features'>;

/** Cents without GST and without surcharges. */
function base({ first, more }: Product, { weight, features }: Priced): number {
  const cover = features?.TRANSIT_COVER?.attributes.cover_amount ?? 0;
  const insured = Math.round(Math.max(0, cover - INCLUDED_COVER) * 1.5);
  return first + Math.round(Math.max(0, weight - 1) * more) + insured;
}

const taxed = (cents: number, abroad: boolean): readonly [number, number, number] => {
  const gst = abroad ? 0 : Math.round(cents * GST);
  return [(cents + gst) / 100, cents / 100, gst / 100];
};

/** As the list of products states it: without fuel. */
export function itemPrice(one: Product, item: Priced): JsonObject {
  const [calculated_price, calculated_price_ex_gst, calculated_gst] = taxed(base(one, item), one.abroad);
  return {
    product_id: one.id,
    product_type: one.type,
    options: { signature_on_delivery_option: /SIGNATURE/.test(one.type), authority_to_leave_option: !one.abroad },
    calculated_price,
    calculated_price_ex_gst,
    calculated_gst,
    bundled_price: calculated_price,
    bundled_price_ex_gst: calculated_price_ex_gst,
    bundled_gst: calculated_gst,
  };
}

/** As a shipment states it: with fuel. */
export function summary(one: Product, item: Priced, status: string): { readonly [name: string]: Json } {
  const cents = base(one, item);
  const fuel = Math.round(cents * FUEL);
  const [total_cost, total_cost_ex_gst, total_gst] = taxed(cents + fuel, one.abroad);
  return { total_cost, total_cost_ex_gst, fuel_surcharge: fuel / 100, total_gst, status, number_of_items: 1 };
}
