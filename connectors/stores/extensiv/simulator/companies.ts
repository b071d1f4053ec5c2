/** The two companies and their first day. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { CompanyAbout, SimLine, SimOrder, SimProduct } from './model.ts';

export interface Company {
  readonly about: CompanyAbout;
  readonly orders: Map<number, SimOrder>;
  readonly products: Map<number, SimProduct>;
  /** Reports are taken and nothing is entered. */
  deaf: boolean;
}

type Change =
  | { readonly what: 'order'; readonly value: SimOrder }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'deaf'; readonly value: boolean };

const place = (street: string, city: string, state: string, zipCode: string, country: string) => ({
  address1: street,
  address2: null,
  address3: null,
  city,
  state,
  zipCode,
  country,
});

export const ABOUT: readonly CompanyAbout[] = [
  {
    id: 'company-4101',
    name: 'Maple Wholesale',
    token: 'simulatorMapleExtensivToken0001',
    currency: 'CAD',
    warehouses: [
      { id: 4_120, name: 'Second floor', active: true },
      { id: 4_101, name: 'Toronto', active: true },
    ],
    address: place('10 Sender Road', 'Toronto', 'ON', 'M5V 2T6', 'CA'),
  },
  {
    id: 'company-5202',
    name: 'Prairie Wholesale',
    token: 'simulatorPrairieExtensivToken02',
    currency: 'USD',
    warehouses: [{ id: 5_202, name: 'Omaha', active: true }],
    address: place('7 Wheat Street', 'Omaha', 'NE', '68102', 'US'),
  },
];

const SEEDS: readonly Omit<SimProduct, 'modified'>[] = [
  { id: 70_001, sku: 'SHIRT-M', name: 'Shirt, size M', pounds: 0, ounces: 9, price: 30 },
  { id: 70_002, sku: 'SOAP-3', name: 'Soap, three bars', pounds: 1, ounces: 2.5, price: 12.5 },
];

const DAY_MS = 86_400_000;
/** Shipped long ago; enough for a second page. */
const HISTORY = 104;
export const FIRST_ORDER = 900_001;

export const lineOf = (product: SimProduct, orderId: number, at: number, quantity: number): SimLine => ({
  id: orderId * 10 + at,
  productId: product.id,
  sku: product.sku,
  name: product.name,
  quantity,
  price: product.price,
});

export const newProduct = (id: number, modified: string): SimProduct => ({
  id,
  sku: `THING-${id}`,
  name: `Thing ${id}`,
  pounds: 0,
  ounces: 10,
  price: 9.5,
  modified,
});

function past(id: number, at: string, product: SimProduct): SimOrder {
  return {
    id,
    placed: at,
    modified: at,
    status: 'SHIPPED',
    notes: null,
    lines: [lineOf(product, id, 0, 1)],
    shipments: [
      {
        id: id + 5_000_000,
        trackingNumber: `1ZPAST${id}`,
        carrier: 'UPS',
        created: at,
        notifyCustomer: true,
        updateChannel: true,
      },
    ],
  };
}

export const companies = createShopState<Company, Change>({
  slug: 'extensiv',
  seed: (start) =>
    new Map(
      ABOUT.map((about, i) => {
        const modified = new Date(start.getTime() - 30 * DAY_MS).toISOString();
        const products = SEEDS.map((seed) => ({ ...seed, modified }));
        // An order says in which money a company sells.
        const orders = Array.from({ length: i === 0 ? HISTORY : 1 }, (_v, index) =>
          past(
            FIRST_ORDER + index,
            new Date(start.getTime() - (HISTORY - index + 5) * DAY_MS).toISOString(),
            products[0] ?? newProduct(1, modified),
          ),
        );
        return [
          about.id,
          {
            about,
            orders: new Map(orders.map((one) => [one.id, one])),
            products: new Map(products.map((one) => [one.id, one])),
            deaf: false,
          },
        ];
      }),
    ),
  apply(company, change) {
    switch (change.what) {
      case 'order':
        company.orders.set(change.value.id, change.value);
        break;
      case 'product':
        company.products.set(change.value.id, change.value);
        break;
      case 'deaf':
        company.deaf = change.value;
        break;
    }
  },
});
