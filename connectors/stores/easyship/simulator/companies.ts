/** The two companies and their first day. */
import { createShopState } from '@scanship/simulator-kit/shop-state';
import type { CompanyAbout, SimItem, SimProduct, SimShipment } from './model.ts';

export interface Company {
  readonly about: CompanyAbout;
  readonly shipments: Map<string, SimShipment>;
  readonly products: Map<string, SimProduct>;
  /** Permissions its token lost. */
  readonly withheld: Set<string>;
}

type Change =
  | { readonly what: 'shipment'; readonly value: SimShipment }
  | { readonly what: 'product'; readonly value: SimProduct }
  | { readonly what: 'withheld'; readonly value: readonly string[] };

export const ABOUT: readonly CompanyAbout[] = [
  {
    id: 'CCA000017',
    name: 'Maple Exports',
    token: 'sand_mapleEasyshipStoreToken0001',
    currency: 'CAD',
    platform: 'Shopify',
    address: {
      line_1: '10 Sender Road',
      line_2: 'Suite 4',
      city: 'Toronto',
      state: 'ON',
      postal_code: 'M5V 2T6',
      country_alpha2: 'CA',
      company_name: 'Maple Exports',
      contact_name: 'Ann Maple',
      contact_phone: '+14165550100',
      contact_email: 'ann@maple.example',
    },
  },
  {
    id: 'CUS000018',
    name: 'Prairie Trading',
    token: 'sand_prairieEasyshipStoreToken02',
    currency: 'USD',
    platform: null,
    address: {
      line_1: '7 Wheat Street',
      line_2: null,
      city: 'Omaha',
      state: 'NE',
      postal_code: '68102',
      country_alpha2: 'US',
      company_name: null,
      contact_name: 'Bo Prairie',
      contact_phone: '+14025550100',
      contact_email: 'bo@prairie.example',
    },
  },
];

const uuid = (kind: string, number: number): string =>
  `${kind.padStart(8, '0')}-58c1-4607-8fe0-${String(number).padStart(12, '0')}`;

const SEEDS: readonly Omit<SimProduct, 'updated'>[] = [
  {
    id: uuid('a1', 1),
    sku: 'SHIRT-M',
    name: 'Shirt, size M',
    kilograms: 0.25,
    price: 30,
    hsCode: '610910',
    origin: 'CA',
  },
  {
    id: uuid('a1', 2),
    sku: 'SOAP-3',
    name: 'Soap, three bars',
    kilograms: 0.42,
    price: 12.5,
    hsCode: '340111',
    origin: 'CA',
  },
];

const DAY_MS = 86_400_000;
/** Labelled long ago; enough for a second page. */
const HISTORY = 104;

export const itemOf = (product: SimProduct, shipment: number, at: number, quantity: number): SimItem => ({
  id: uuid(`c${at}`, shipment),
  sku: product.sku,
  description: product.name,
  quantity,
  value: product.price,
  kilograms: product.kilograms,
  hsCode: product.hsCode,
  origin: product.origin,
});

export const newProduct = (number: number, updated: string): SimProduct => ({
  id: uuid('a2', number),
  sku: `THING-${number}`,
  name: `Thing ${number}`,
  kilograms: 0.3,
  price: 9.5,
  hsCode: '950300',
  origin: 'CA',
  updated,
});

/** The number of a shipment is counted through; the country it goes to stands in its id. */
export const shipmentId = (number: number): string => `ESCA1000${String(number).padStart(4, '0')}`;

function past(number: number, start: Date, product: SimProduct, isReturn: boolean): SimShipment {
  const at = new Date(start.getTime() - (HISTORY - number + 5) * DAY_MS).toISOString();
  return {
    id: shipmentId(number),
    orderNumber: `#${1_000 + number}`,
    ordered: at,
    created: at,
    updated: at,
    state: 'created',
    label: 'generated',
    isReturn,
    notes: null,
    items: [itemOf(product, number, 0, 1)],
  };
}

export const companies = createShopState<Company, Change>({
  slug: 'easyship-store',
  seed: (start) =>
    new Map(
      ABOUT.map((about, i) => {
        const updated = new Date(start.getTime() - 30 * DAY_MS).toISOString();
        const products = SEEDS.map((seed) => ({ ...seed, updated }));
        const shipped = products[0] ?? newProduct(1, updated);
        const shipments = Array.from({ length: i === 0 ? HISTORY : 0 }, (_v, index) =>
          past(index + 1, start, shipped, index === 3),
        );
        return [
          about.id,
          {
            about,
            shipments: new Map(shipments.map((one) => [one.id, one])),
            products: new Map(products.map((one) => [one.id, one])),
            withheld: new Set<string>(),
          },
        ];
      }),
    ),
  apply(company, change) {
    switch (change.what) {
      case 'shipment':
        company.shipments.set(change.value.id, change.value);
        break;
      case 'product':
        company.products.set(change.value.id, change.value);
        break;
      case 'withheld':
        company.withheld.clear();
        for (const permission of change.value) company.withheld.add(permission);
        break;
    }
  },
});
