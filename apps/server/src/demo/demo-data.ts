/** Who and what the demo shows: two franchises, a customer on each plan. Names are invented. */
import type { Address } from '@scanship/domain/addresses/address';
import type { BrandingInput } from '../modules/tenants/index.ts';
import type { BuiltInRole } from '../modules/roles/index.ts';
import type { PagePermission } from '@scanship/contracts/call';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { PastShipping } from './demo-history.ts';
import type { DemoBrand } from './demo-pictures.ts';

/** Public on purpose; it signs in only on the machine the demo runs on. */
export { PRINTED_DEMO_PASSWORD as DEMO_PASSWORD } from '../config/config.ts';

export interface DemoUser {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: BuiltInRole;
  /** Name of one of the company's custom roles, on that base role. */
  readonly customRole?: string;
  readonly locale?: 'fr';
}

export interface DemoRole {
  readonly name: string;
  readonly baseRole: BuiltInRole;
  readonly pages: readonly PagePermission[];
  readonly rights: readonly ActionRight[];
}

export interface DemoCustomer {
  readonly name: string;
  readonly planName: 'Basic' | 'Standard' | 'Advanced';
  readonly locale?: 'fr';
  readonly timeZone: string;
  readonly people: readonly DemoUser[];
  readonly locations: readonly { readonly name: string; readonly address: Address }[];
  /** Gets the demo orders. */
  readonly withOrders?: boolean;
  readonly roles?: readonly DemoRole[];
  /** What it shipped before today. */
  readonly past?: PastShipping;
  /** Days since its plan began; absent: today. */
  readonly planDays?: number;
  /** User name of its sales agent. */
  readonly agent?: string;
  /** It may owe so much, in cents. */
  readonly creditMinor?: number;
}

export interface DemoFranchise {
  readonly brand: DemoBrand;
  readonly hosts: readonly string[];
  readonly branding: BrandingInput;
  readonly people: readonly DemoUser[];
  readonly roles?: readonly DemoRole[];
  readonly customers: readonly DemoCustomer[];
}

const place = (
  companyName: string,
  name: string,
  address1: string,
  city: string,
  provinceCode: string,
  zipcode: string,
  phone: string,
): Address => ({
  name,
  companyName,
  address1,
  city,
  provinceCode,
  zipcode,
  countryCode: 'CA',
  phone,
});

export const PLATFORM_STAFF: DemoUser = {
  userName: 'super',
  firstName: 'Sam',
  lastName: 'Okafor',
  role: 'ROLE_SUPER_ADMIN',
};

export const FRANCHISES: readonly DemoFranchise[] = [
  {
    brand: {
      name: 'Maple Ship',
      tagLine: 'Ship smarter, from coast to coast',
      primary: '#24618f',
      secondary: '#f2a541',
      mark: 'M16 4l2.6 5 3.4-1.3-.9 5.1 4.9.7-3.2 3.4 1.7 3-5.3.9.6 3.2-3-.8V28h-1.6v-4.8l-3 .8.6-3.2-5.3-.9 1.7-3L6 13.5l4.9-.7-.9-5.1L13.4 9z',
    },
    hosts: ['localhost', '127.0.0.1', '::1'],
    branding: {
      description: 'Rates of many carriers side by side, labels in seconds, one place for every order.',
      globalTitle: 'Maple Ship',
      globalFooter: 'Maple Ship, Toronto. Demo installation: labels marked TEST are not valid for postage.',
      customerLandingPage: 'Compare rates discounted by up to 40% of 20+ carriers, print labels and ship smarter.',
      franchiseLandingPage: 'Run shipping for your customers under your own brand.',
      issuerName: 'Maple Ship',
      senderName: 'Maple Ship',
      docBackgroundColor: '#ffffff',
      emailBackgroundColor: '#f4f6f8',
    },
    people: [
      { userName: 'maple', firstName: 'Claire', lastName: 'Desrosiers', role: 'ROLE_FRANCHISE_ADMIN' },
      { userName: 'support', firstName: 'Noah', lastName: 'Tran', role: 'ROLE_SUPPORT' },
      { userName: 'agent', firstName: 'Isabel', lastName: 'Moreau', role: 'ROLE_SALES_AGENT' },
    ],
    roles: [
      { name: 'Support, looking only', baseRole: 'ROLE_SUPPORT', pages: ['DASHBOARD'], rights: ['customers.view'] },
    ],
    customers: [
      {
        name: 'Aurora Outfitters',
        planName: 'Advanced',
        timeZone: 'America/Toronto',
        withOrders: true,
        people: [
          { userName: 'aurora', firstName: 'Priya', lastName: 'Nair', role: 'ROLE_CUSTOMER_ADMIN' },
          { userName: 'packer', firstName: 'Tom', lastName: 'Beaulieu', role: 'ROLE_CUSTOMER_USER' },
          {
            userName: 'office',
            firstName: 'Lena',
            lastName: 'Kovacs',
            role: 'ROLE_CUSTOMER_USER',
            customRole: 'Office, without buying',
          },
        ],
        roles: [
          {
            name: 'Office, without buying',
            baseRole: 'ROLE_CUSTOMER_USER',
            pages: ['DASHBOARD', 'ECOMMERCE_ORDERS', 'ECOMMERCE_PRODUCTS'],
            rights: ['orders.edit', 'orders.archive', 'labels.print', 'products.edit'],
          },
        ],
        past: { labels: 42, overDays: 75, untilDaysAgo: 0, voidEvery: 14 },
        locations: [
          {
            name: 'Toronto',
            address: place(
              'Aurora Outfitters',
              'Shipping desk',
              '401 Richmond St W',
              'Toronto',
              'ON',
              'M5V 3A8',
              '+1 416 555 0134',
            ),
          },
          {
            name: 'Montréal',
            address: place(
              'Aurora Outfitters',
              'Quai d’expédition',
              '5455 Av de Gaspé',
              'Montréal',
              'QC',
              'H2T 3B3',
              '+1 514 555 0177',
            ),
          },
        ],
      },
      {
        name: 'Bougies Boréales',
        planName: 'Standard',
        locale: 'fr',
        timeZone: 'America/Toronto',
        people: [
          { userName: 'boreal', firstName: 'Éloïse', lastName: 'Gagnon', role: 'ROLE_CUSTOMER_ADMIN', locale: 'fr' },
        ],
        locations: [
          {
            name: 'Atelier',
            address: place(
              'Bougies Boréales',
              'Éloïse Gagnon',
              '1200 Rue Ontario E',
              'Montréal',
              'QC',
              'H2L 1R1',
              '+1 514 555 0102',
            ),
          },
        ],
      },
      {
        name: 'Corner Records',
        planName: 'Basic',
        timeZone: 'America/Vancouver',
        people: [{ userName: 'corner', firstName: 'Jun', lastName: 'Watanabe', role: 'ROLE_CUSTOMER_ADMIN' }],
        locations: [
          {
            name: 'Shop',
            address: place(
              'Corner Records',
              'Jun Watanabe',
              '2025 Main St',
              'Vancouver',
              'BC',
              'V5T 3C1',
              '+1 604 555 0119',
            ),
          },
        ],
      },
      {
        name: 'Prairie Pantry',
        planName: 'Standard',
        planDays: 40,
        timeZone: 'America/Winnipeg',
        people: [{ userName: 'prairie', firstName: 'Ruth', lastName: 'Friesen', role: 'ROLE_CUSTOMER_ADMIN' }],
        past: {
          labels: 30,
          overDays: 60,
          untilDaysAgo: 1,
          voidEvery: 15,
          markup: { percentBp: 1_200, fixedMinor: 35 },
        },
        agent: 'agent',
        locations: [
          {
            name: 'Store room',
            address: place(
              'Prairie Pantry',
              'Ruth Friesen',
              '1 Forks Market Rd',
              'Winnipeg',
              'MB',
              'R3C 4L9',
              '+1 204 555 0148',
            ),
          },
        ],
      },
      {
        name: 'Harbour Hobby',
        planName: 'Basic',
        timeZone: 'America/Halifax',
        people: [{ userName: 'harbour', firstName: 'Alec', lastName: 'MacNeil', role: 'ROLE_CUSTOMER_ADMIN' }],
        // Shipped, and then no more: a customer to call.
        past: { labels: 14, overDays: 40, untilDaysAgo: 19, markup: { percentBp: 1_500, fixedMinor: 50 } },
        agent: 'agent',
        creditMinor: 15_000,
        locations: [
          {
            name: 'Shop',
            address: place(
              'Harbour Hobby',
              'Alec MacNeil',
              '1707 Lower Water St',
              'Halifax',
              'NS',
              'B3J 1S5',
              '+1 902 555 0173',
            ),
          },
        ],
      },
    ],
  },
  {
    brand: {
      name: 'North Parcel',
      tagLine: 'Every parcel, further north',
      primary: '#7a2e6e',
      secondary: '#3fb8af',
      mark: 'M16 4l9 22-9-4.5L7 26z',
    },
    hosts: ['north.localhost'],
    branding: {
      description: 'Shipping for the prairies and the north.',
      globalTitle: 'North Parcel',
      globalFooter: 'North Parcel, Calgary. Demo installation.',
      customerLandingPage: 'One price list for the north, and all carriers beside it.',
      issuerName: 'North Parcel',
      senderName: 'North Parcel',
    },
    people: [{ userName: 'north', firstName: 'Ingrid', lastName: 'Solberg', role: 'ROLE_FRANCHISE_ADMIN' }],
    customers: [
      {
        name: 'Nordic Home Goods',
        planName: 'Advanced',
        timeZone: 'America/Edmonton',
        people: [{ userName: 'nordic', firstName: 'Leif', lastName: 'Hansen', role: 'ROLE_CUSTOMER_ADMIN' }],
        locations: [
          {
            name: 'Calgary',
            address: place(
              'Nordic Home Goods',
              'Leif Hansen',
              '908 17 Ave SW',
              'Calgary',
              'AB',
              'T2T 0A3',
              '+1 403 555 0161',
            ),
          },
        ],
      },
      {
        name: 'Tundra Tools',
        planName: 'Standard',
        planDays: 40,
        timeZone: 'America/Edmonton',
        people: [{ userName: 'tundra', firstName: 'Joss', lastName: 'Nakashuk', role: 'ROLE_CUSTOMER_ADMIN' }],
        past: { labels: 18, overDays: 45, untilDaysAgo: 1, markup: { percentBp: 1_000, fixedMinor: 25 } },
        locations: [
          {
            name: 'Yard',
            address: place(
              'Tundra Tools',
              'Joss Nakashuk',
              '525 8 Ave SW',
              'Calgary',
              'AB',
              'T2P 1G1',
              '+1 403 555 0155',
            ),
          },
        ],
      },
    ],
  },
];
