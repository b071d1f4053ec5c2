/** Variants of a trial shop: customs codes, weights of nothing, sizes in the name; the name of each is put together as Shopify does. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);

interface Variant {
  readonly id: string;
  readonly name: string;
  readonly sku?: string | null;
  readonly barcode?: string;
  readonly price: string;
  /** In kilograms; absent where the answer names no weight at all. */
  readonly kg?: number;
  readonly customs?: readonly [hs: string, country: string];
  readonly image?: string;
}

const of = (
  name: string,
  updatedAt: string,
  variants: readonly Variant[],
  means: readonly string[],
  [currency, source] = ['CAD', 'airhorns/shopify-draft-proxy'],
): RealAnswer => ({
  name,
  operation: 'products',
  source,
  recorded: updatedAt.slice(0, 10),
  read: () =>
    shop.products(
      {},
      {
        body: {
          data: {
            productVariants: {
              nodes: variants.map((one) => ({
                id: `gid://shopify/ProductVariant/${one.id}`,
                sku: one.sku ?? null,
                barcode: one.barcode ?? null,
                displayName: one.name,
                price: one.price,
                updatedAt,
                media: { nodes: one.image === undefined ? [] : [{ preview: { image: { url: one.image } } }] },
                inventoryItem: {
                  harmonizedSystemCode: one.customs?.[0] ?? null,
                  countryCodeOfOrigin: one.customs?.[1] ?? null,
                  measurement: one.kg === undefined ? null : { weight: { unit: 'KILOGRAMS', value: one.kg } },
                },
              })),
              pageInfo: { hasNextPage: false, endCursor: null },
            },
            shop: { currencyCode: currency },
          },
        },
      },
    ),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'half a kilogram and a quarter of one, with barcodes',
    '2026-07-19T14:02:53Z',
    [
      {
        id: '51488122011954',
        name: 'Variant Bulk Conformance - Red',
        sku: 'HERMES-BULK-772608-RED',
        barcode: '1111111111111',
        price: '24.00',
        kg: 0.5,
        customs: ['123456', 'US'],
      },
      {
        id: '51488122044722',
        name: 'Variant Bulk Conformance - Blue',
        sku: 'HERMES-BULK-772608-BLUE',
        barcode: '2222222222222',
        price: '26.00',
        kg: 0.25,
        customs: ['123456', 'US'],
      },
    ],
    [
      '51488122011954 | Variant Bulk Conformance - Red | HERMES-BULK-772608-RED | 1111111111111 | 24.00 CAD | 500 g | - | 2026-07-19T14:02:53Z',
      '51488122044722 | Variant Bulk Conformance - Blue | HERMES-BULK-772608-BLUE | 2222222222222 | 26.00 CAD | 250 g | - | 2026-07-19T14:02:53Z',
    ].map((line) => `gid://shopify/ProductVariant/${line}`),
  ),
  of(
    'a snowboard whose weight is nothing: none was entered',
    '2026-04-25T23:58:27Z',
    [
      {
        id: '49875425296690',
        name: 'The Inventory Not Tracked Snowboard',
        sku: 'sku-untracked-1',
        price: '949.95',
        kg: 0,
      },
    ],
    [
      'gid://shopify/ProductVariant/49875425296690 | The Inventory Not Tracked Snowboard | sku-untracked-1 | - | 949.95 CAD | - | - | 2026-04-25T23:58:27Z',
    ],
  ),
  of(
    'the same colours changed in price',
    '2026-07-19T13:09:44Z',
    [
      {
        id: '51488052412722',
        name: 'Product Graph Updated - Blue',
        sku: 'GRAPH-BLUE-UPDATED-1784466577198',
        price: '89.99',
        kg: 0,
      },
      {
        id: '51488052445490',
        name: 'Product Graph Updated - Black',
        sku: 'GRAPH-BLACK-UPDATED-1784466577198',
        price: '59.99',
        kg: 0,
      },
    ],
    [
      'gid://shopify/ProductVariant/51488052412722 | Product Graph Updated - Blue | GRAPH-BLUE-UPDATED-1784466577198 | - | 89.99 CAD | - | - | 2026-07-19T13:09:44Z',
      'gid://shopify/ProductVariant/51488052445490 | Product Graph Updated - Black | GRAPH-BLACK-UPDATED-1784466577198 | - | 59.99 CAD | - | - | 2026-07-19T13:09:44Z',
    ],
  ),
  of(
    'made a moment ago: no SKU, no price yet, one of its choices dearer than the rest',
    '2026-07-19T14:08:06Z',
    [
      { id: '51488126402866', name: 'Narrow hydration update - Hydration value 01', price: '0.00' },
      { id: '51488126763314', name: 'Narrow hydration update - Hydration value 12', price: '912.34', kg: 0 },
    ],
    [
      'gid://shopify/ProductVariant/51488126402866 | Narrow hydration update - Hydration value 01 | - | - | 0.00 CAD | - | - | 2026-07-19T14:08:06Z',
      'gid://shopify/ProductVariant/51488126763314 | Narrow hydration update - Hydration value 12 | - | - | 912.34 CAD | - | - | 2026-07-19T14:08:06Z',
    ],
  ),
  of(
    'two choices in one name',
    '2026-07-19T14:55:03Z',
    [
      { id: '51488193315122', name: 'Bulk Variant Partial Update - Red / Small', price: '0.00' },
      {
        id: '51488193380658',
        name: 'Bulk Variant Partial Update - Blue / Large',
        sku: 'PVBU-901935-BLUE',
        price: '11.00',
        kg: 0,
      },
    ],
    [
      'gid://shopify/ProductVariant/51488193315122 | Bulk Variant Partial Update - Red / Small | - | - | 0.00 CAD | - | - | 2026-07-19T14:55:03Z',
      'gid://shopify/ProductVariant/51488193380658 | Bulk Variant Partial Update - Blue / Large | PVBU-901935-BLUE | - | 11.00 CAD | - | - | 2026-07-19T14:55:03Z',
    ],
  ),
  of(
    'gift cards are variants, too: ten dollars and a hundred',
    '2026-04-25T23:58:27Z',
    [
      { id: '49875425329458', name: 'Gift Card - $10', price: '10.00', kg: 0 },
      { id: '49875425427762', name: 'Gift Card - $100', price: '100.00', kg: 0 },
    ],
    [
      'gid://shopify/ProductVariant/49875425329458 | Gift Card - $10 | - | - | 10.00 CAD | - | - | 2026-04-25T23:58:27Z',
      'gid://shopify/ProductVariant/49875425427762 | Gift Card - $100 | - | - | 100.00 CAD | - | - | 2026-04-25T23:58:27Z',
    ],
  ),
  of(
    'a product of two options whose first variant was made by itself',
    '2026-04-26T01:30:18Z',
    [{ id: '50173032300850', name: 'Options - Polyester / Sport', price: '0.00' }],
    [
      'gid://shopify/ProductVariant/50173032300850 | Options - Polyester / Sport | - | - | 0.00 CAD | - | - | 2026-04-26T01:30:18Z',
    ],
  ),
  of(
    'two colours in another trial shop, of which one is not counted in stock',
    '2026-04-18T22:21:29Z',
    [
      {
        id: '50897201856745',
        name: 'Hermes Product Graph - Blue',
        sku: 'GRAPH-BLUE-1776550889941',
        price: '79.99',
      },
      {
        id: '50897201889513',
        name: 'Hermes Product Graph - Black',
        sku: 'GRAPH-BLACK-1776550889941',
        price: '69.99',
      },
    ],
    [
      'gid://shopify/ProductVariant/50897201856745 | Hermes Product Graph - Blue | GRAPH-BLUE-1776550889941 | - | 79.99 CAD | - | - | 2026-04-18T22:21:29Z',
      'gid://shopify/ProductVariant/50897201889513 | Hermes Product Graph - Black | GRAPH-BLACK-1776550889941 | - | 69.99 CAD | - | - | 2026-04-18T22:21:29Z',
    ],
  ),
  of(
    'a copy keeps the SKUs of what it was copied from',
    '2026-07-14T13:39:17Z',
    [
      {
        id: '51473263165746',
        name: 'Graph Copy - Blue',
        sku: 'GRAPH-BLUE-UPDATED-1784036357996',
        price: '89.99',
        kg: 0,
      },
    ],
    [
      'gid://shopify/ProductVariant/51473263165746 | Graph Copy - Blue | GRAPH-BLUE-UPDATED-1784036357996 | - | 89.99 CAD | - | - | 2026-07-14T13:39:17Z',
    ],
  ),
  of(
    'sizes of a shirt in a shop of the United States, without a SKU',
    '2023-05-08T00:00:00Z',
    [
      { id: '45121905918265', name: 'COLLEGIATE TEE - NAVY / SMALL', price: '32.00' },
      { id: '45121906049337', name: 'COLLEGIATE TEE - NAVY / 2XLARGE', price: '32.00' },
    ],
    [
      'gid://shopify/ProductVariant/45121905918265 | COLLEGIATE TEE - NAVY / SMALL | - | - | 32.00 USD | - | - | 2023-05-08T00:00:00Z',
      'gid://shopify/ProductVariant/45121906049337 | COLLEGIATE TEE - NAVY / 2XLARGE | - | - | 32.00 USD | - | - | 2023-05-08T00:00:00Z',
    ],
    ['USD', 'https://github.com (the page of a clothing shop, an answer kept in its code)'],
  ),
];
