/** Shops of the simulator as they are on their first day. */
import type { JsonObject } from '@scanship/domain/values/json';
import { gmtText, type ShopAbout, type SimOrder, type SimProduct, type SimVariation } from './model.ts';
import { makeOrder } from './new-order.ts';

export interface Seed {
  readonly about: ShopAbout;
  readonly products: readonly SimProduct[];
  /** By product. */
  readonly variations: ReadonlyMap<number, readonly SimVariation[]>;
  readonly orders: readonly SimOrder[];
}

const times = (at: string): JsonObject => ({
  date_created: at,
  date_created_gmt: at,
  date_modified: at,
  date_modified_gmt: at,
});

export const product = (
  id: number,
  name: string,
  at: string,
  more: { readonly price: string; readonly weight: string; readonly sku: string; readonly type?: string },
): SimProduct => ({
  id,
  name,
  type: more.type ?? 'simple',
  ...times(at),
  date_modified_gmt: at,
  status: 'publish',
  sku: more.sku,
  price: more.price,
  regular_price: more.price,
  virtual: false,
  weight: more.weight,
  dimensions: { length: '10', width: '8', height: '4.5' },
  images: [{ id: id + 5_000, src: `https://shop.example/wp-content/uploads/${id}.jpg`, name: '', alt: '' }],
  variations: [],
  meta_data: [],
});

const variation = (id: number, option: string, at: string, price: string, weight: string): SimVariation => ({
  id,
  ...times(at),
  date_modified_gmt: at,
  status: 'publish',
  sku: `SHIRT-${option.toUpperCase()}`,
  price,
  weight,
  dimensions: { length: '30', width: '20', height: '2' },
  image: { id: id + 5_000, src: `https://shop.example/wp-content/uploads/${id}.jpg`, name: '', alt: '' },
  attributes: [{ id: 6, name: 'Color', option }],
  meta_data: [],
});

const BUYER = {
  first_name: 'Test',
  last_name: 'Buyer',
  company: '',
  address_1: '20 Receiver Avenue',
  address_2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  postcode: 'V6B 1A1',
  country: 'CA',
  phone: '+16045550100',
};

/** Many small orders of the last days, so that a list has more than one page. */
const history = (count: number, now: Date, currency: string): SimOrder[] =>
  Array.from({ length: count }, (_v, index) =>
    makeOrder(
      { lines: [{ productId: 101, name: 'Maple mug', price: '12.50', quantity: 1 + (index % 3) }], shipping: BUYER },
      {
        id: 1_001 + index * 4,
        placed: new Date(now.getTime() - (count - index) * 3_600_000 - 7_200_000),
        currency,
        lineId: (line) => 1_002 + index * 4 + line,
      },
    ),
  );

const maple = (now: Date): Seed => {
  const at = gmtText(new Date(now.getTime() - 86_400_000));
  return {
    about: {
      account: 'maple-woo.example',
      name: 'Maple Woo &amp; Co',
      timeZone: 'America/Toronto',
      consumerKey: `ck_${'1a'.repeat(20)}`,
      consumerSecret: `cs_${'2b'.repeat(20)}`,
      shipmentTracking: true,
      settings: {
        general: {
          woocommerce_store_address: '10 Shipper Street',
          woocommerce_store_address_2: '',
          woocommerce_store_city: 'Toronto',
          woocommerce_default_country: 'CA:ON',
          woocommerce_store_postcode: 'M5V 2T6',
          woocommerce_currency: 'CAD',
        },
        products: { woocommerce_weight_unit: 'kg', woocommerce_dimension_unit: 'cm' },
      },
    },
    products: [
      product(101, 'Maple mug', at, { price: '12.50', weight: '0.35', sku: 'MUG' }),
      product(102, 'Shirt', at, { price: '20.00', weight: '0.2', sku: 'SHIRT', type: 'variable' }),
      product(105, 'Everything for the table', at, { price: '', weight: '', sku: '', type: 'grouped' }),
    ],
    variations: new Map([
      [102, [variation(103, 'Green', at, '20.00', '0.2'), variation(104, 'Black', at, '21.00', '0.25')]],
    ]),
    orders: history(60, now, 'CAD'),
  };
};

const birch = (now: Date): Seed => {
  const at = gmtText(new Date(now.getTime() - 86_400_000));
  return {
    about: {
      account: 'birch.example/shop',
      name: 'Birch Supply',
      timeZone: 'America/New_York',
      consumerKey: `ck_${'3c'.repeat(20)}`,
      consumerSecret: `cs_${'4d'.repeat(20)}`,
      shipmentTracking: false,
      settings: {
        general: {
          woocommerce_store_address: '1 Main Street',
          woocommerce_store_address_2: 'Floor 2',
          woocommerce_store_city: 'Albany',
          woocommerce_default_country: 'US:NY',
          woocommerce_store_postcode: '12207',
          woocommerce_currency: 'USD',
        },
        products: { woocommerce_weight_unit: 'lbs', woocommerce_dimension_unit: 'in' },
      },
    },
    products: [
      product(201, 'Birch bowl', at, { price: '30.00', weight: '1.5', sku: 'BOWL' }),
      product(202, 'Birch shirt', at, { price: '18.00', weight: '0.5', sku: 'BSHIRT', type: 'variable' }),
    ],
    variations: new Map([[202, [variation(203, 'White', at, '18.00', '0.5')]]]),
    orders: [],
  };
};

export const SEEDS: readonly ((now: Date) => Seed)[] = [maple, birch];
