/** The demo's people as the start prints them, and orders for them. */
import type { ManualOrder } from '@scanship/contracts/orders/orders';

export const DEMO_PASSWORD = 'ship-demo-2026';

export type DemoUser =
  | 'aurora'
  | 'packer'
  | 'boreal'
  | 'corner'
  | 'maple'
  | 'support'
  | 'agent'
  | 'nordic'
  | 'north'
  | 'super';

/** Host name of the franchise each person belongs to. */
export const hostOf = (user: DemoUser): string =>
  user === 'nordic' || user === 'north' ? 'north.localhost' : 'localhost';

const TORONTO: ManualOrder['shipTo'] = {
  name: 'Hannah Schmidt',
  address1: '88 Harbour St',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5J 0C3',
  countryCode: 'CA',
};

/** An order within Toronto that every carrier takes. */
export const orderTo = (number: string, more: Partial<ManualOrder> = {}): ManualOrder => ({
  number,
  currency: 'CAD',
  shipTo: TORONTO,
  items: [{ sku: 'MUG', title: 'Enamel mug', quantity: 2, unitPriceMinor: 1850, weightGrams: 380 }],
  ...more,
});

/** An order to the United States, complete for customs. */
export const orderAbroad = (number: string): ManualOrder =>
  orderTo(number, {
    shipTo: {
      name: 'Olivia Brown',
      address1: '233 S Wacker Dr',
      city: 'Chicago',
      provinceCode: 'IL',
      zipcode: '60606',
      countryCode: 'US',
      phone: '312 555 0176',
    },
    items: [
      {
        sku: 'TENT-2P',
        title: 'Two-person tent',
        quantity: 1,
        unitPriceMinor: 38_900,
        weightGrams: 2450,
        hsCode: '630622',
        originCountry: 'CA',
      },
    ],
  });
