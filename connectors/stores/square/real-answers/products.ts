/** The catalogue of a web shop and of a furniture seller: two variations, one of them for one location alone, a name of its own. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const seller = answeredByStore(store, samples);

interface Variation {
  readonly id: string;
  readonly item: string;
  readonly name: string;
  readonly at: string;
  readonly created: string;
  readonly cents: number;
  readonly ordinal: number;
  readonly more: object;
}

const variation = (one: Variation, present: object) => ({
  type: 'ITEM_VARIATION',
  id: one.id,
  updated_at: one.at,
  created_at: one.created,
  version: Date.parse(one.at),
  is_deleted: false,
  ...present,
  item_variation_data: {
    item_id: one.item,
    name: one.name,
    ordinal: one.ordinal,
    pricing_type: 'FIXED_PRICING',
    price_money: { amount: one.cents, currency: 'USD' },
    ...one.more,
  },
});

const item = (id: string, at: string, created: string, present: object, data: object) => ({
  type: 'ITEM',
  id,
  updated_at: at,
  created_at: created,
  version: Date.parse(at),
  is_deleted: false,
  ...present,
  item_data: { is_taxable: true, product_type: 'REGULAR', is_archived: false, ...data },
});

const everywhere = { present_at_all_locations: true };
const there = { location_overrides: [{ location_id: 'LR94XVQK1SCP6', track_inventory: true }] };
const PILLOW = 'J7PMV33TQ3BJ4KGFOAHKYGKA';
const CHAIR = 'UJW5CY37FPJGQIWVMJR73BSB';

const of = (name: string, source: string, recorded: string, object: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'products',
  source: `https://github.com (${source})`,
  recorded,
  read: () => seller.products({}, { body: { objects: [object], latest_time: `${recorded}T23:00:00Z` } }),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'a pillow in two sizes, the plain one first: hundredths of a second, and no SKU',
    'a script of a web shop in Python, its own catalogue kept in it',
    '2024-02-14',
    item(PILLOW, '2024-02-14T00:37:22.349Z', '2024-02-13T22:05:31.033Z', everywhere, {
      name: 'Test Sun - Tufted Square Pillow',
      description: 'One-sided \nMade in the USA',
      visibility: 'PRIVATE',
      variations: [
        variation(
          {
            id: 'TMFHYEABUA2NSSNGUE55RU5Q',
            item: PILLOW,
            name: 'Regular',
            at: '2024-02-14T00:28:14.173Z',
            created: '2024-02-13T22:05:31.033Z',
            cents: 3399,
            ordinal: 1,
            more: { ...there, track_inventory: true, inventory_alert_type: 'NONE', sellable: true, stockable: true },
          },
          everywhere,
        ),
        variation(
          {
            id: 'COG3B3GQB5RDJBYHGZCSFKED',
            item: PILLOW,
            name: 'Large Tufted Pillow',
            at: '2024-02-14T00:28:52.453Z',
            created: '2024-02-14T00:28:14.173Z',
            cents: 4500,
            ordinal: 2,
            more: { ...there, track_inventory: false, sellable: true, stockable: true },
          },
          everywhere,
        ),
      ],
      skip_modifier_screen: false,
      ecom_available: true,
      ecom_visibility: 'VISIBLE',
      image_ids: ['OSYYH3XYSEEW5CKEYRMUCDQU'],
    }),
    [
      'TMFHYEABUA2NSSNGUE55RU5Q | Test Sun - Tufted Square Pillow | - | - | 33.99 USD | - | - | 2024-02-14T00:28:14.173Z',
      'COG3B3GQB5RDJBYHGZCSFKED | Test Sun - Tufted Square Pillow (Large Tufted Pillow) | - | - | 45.00 USD | - | - | 2024-02-14T00:28:52.453Z',
    ],
  ),
  of(
    'not to be sold over the counter, one variation with a name of its own, two dollars',
    'an application of a label printer in Dart, an answer kept below its code',
    '2024-04-29',
    item(CHAIR, '2024-04-29T11:05:55.013Z', '2024-04-29T11:05:55.013Z', everywhere, {
      name: 'furniture',
      abbreviation: 'fnr',
      available_for_pickup: true,
      variations: [
        variation(
          {
            id: 'D4CJTYQPU4EJSSHCGDXTEGXB',
            item: CHAIR,
            name: 'test oak chair',
            at: '2024-04-29T11:05:55.013Z',
            created: '2024-04-29T11:05:55.013Z',
            cents: 200,
            ordinal: 0,
            more: { available_for_booking: false, sellable: false, stockable: true },
          },
          everywhere,
        ),
      ],
    }),
    ['D4CJTYQPU4EJSSHCGDXTEGXB | furniture (test oak chair) | - | - | 2.00 USD | - | - | 2024-04-29T11:05:55.013Z'],
  ),
];
