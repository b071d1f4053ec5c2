/** What the demo's customers shipped before today: whom to, what, when. Numbers come from the rate sheet, not from here. */
import type { Address } from '@scanship/domain/addresses/address';

export interface PastShipping {
  /** Labels altogether. */
  readonly labels: number;
  /** Over so many days, the last of them so many days ago. */
  readonly overDays: number;
  readonly untilDaysAgo: number;
  /** Every so many a label was cancelled. */
  readonly voidEvery?: number;
  /** Sold above cost, in hundredths of a percent and cents. */
  readonly markup?: { readonly percentBp: number; readonly fixedMinor: number };
}

export interface PastParcel {
  readonly daysAgo: number;
  /** Minutes after midnight UTC. */
  readonly minute: number;
  readonly to: Address;
  readonly title: string;
  readonly sku: string;
  readonly unitMinor: number;
  readonly quantity: number;
  readonly grams: number;
  readonly voided: boolean;
}

const BUYERS: readonly (readonly [name: string, address1: string, city: string, province: string, zipcode: string])[] =
  [
    ['Ada Fraser', '120 Bremner Blvd', 'Toronto', 'ON', 'M5J 0A8'],
    ['Louis Roy', '780 Av Brewster', 'Montréal', 'QC', 'H4C 2K1'],
    ['Mary Beardy', '65 Garry St', 'Winnipeg', 'MB', 'R3C 4K4'],
    ['Owen Clarke', '1969 Upper Water St', 'Halifax', 'NS', 'B3J 3R7'],
    ['Sandeep Gill', '13401 108 Ave', 'Surrey', 'BC', 'V3T 5T3'],
    ['Julie Paquet', '2600 Bd Laurier', 'Québec', 'QC', 'G1V 4T3'],
    ['Hugo Martin', '99 Bank St', 'Ottawa', 'ON', 'K1P 6B9'],
    ['Ruth Enns', '201 1 Ave S', 'Saskatoon', 'SK', 'S7K 1J5'],
    ['Tara Singh', '10123 99 St NW', 'Edmonton', 'AB', 'T5J 3H1'],
    ['Ben Okoro', '240 Sparks St', 'Ottawa', 'ON', 'K1P 6C9'],
    ['Noor Aziz', '8 Spadina Ave', 'Toronto', 'ON', 'M5V 0S8'],
  ];
const GOODS = [
  { title: 'Enamel camp mug 350 ml', sku: 'MUG-ENAMEL', unitMinor: 1_850, grams: 180 },
  { title: 'Hiking socks, 2 pairs', sku: 'SOCK-2PK', unitMinor: 2_800, grams: 140 },
  { title: 'Trail atlas', sku: 'BOOK-TRAIL', unitMinor: 3_200, grams: 540 },
  { title: 'Maple syrup, amber, 250 ml', sku: 'SYRUP-250', unitMinor: 1_450, grams: 480 },
  { title: 'Sleeping pad', sku: 'PAD-R4', unitMinor: 15_900, grams: 620 },
] as const;

/** The same every time: parcel n of a customer, spread over its days, a little more of them towards the end. */
export const pastParcels = (past: PastShipping, seed: number): PastParcel[] =>
  Array.from({ length: past.labels }, (_, n) => {
    const mixed = (n * 7_919 + seed * 104_729) % 1_000_003;
    const share = Math.sqrt((n + 0.5) / past.labels);
    const [name, address1, city, provinceCode, zipcode] = BUYERS[mixed % BUYERS.length] ??
      BUYERS[0] ?? ['', '', '', '', ''];
    const good = GOODS[(mixed >> 3) % GOODS.length] ?? GOODS[0];
    return {
      ...good,
      daysAgo: past.untilDaysAgo + Math.floor((1 - share) * past.overDays),
      minute: 13 * 60 + (mixed % 480),
      to: { name, address1, city, provinceCode, zipcode, countryCode: 'CA', phone: '+1 416 555 0100' },
      quantity: 1 + (mixed % 3),
      grams: good.grams * (1 + (mixed % 3)) + 120,
      voided: past.voidEvery !== undefined && n % past.voidEvery === past.voidEvery - 1,
    };
  });
