/** Orders of the shops that WooCommerce tries its own applications on: kits, add-ons, refunds, drafts, addresses left empty. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { orderInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly subtotal: string;
  readonly sku?: string;
  readonly variation?: number;
  readonly price?: number;
  /** What plug-ins keep of it. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly more?: object;
}

interface Sold {
  readonly id: number;
  readonly created: string | null;
  readonly modified?: string | null;
  readonly status?: string;
  readonly currency?: string;
  readonly total: string;
  readonly shipping?: object;
  readonly billing?: object;
  readonly method?: readonly [id: string, title: string];
  readonly note?: string;
  readonly lines: readonly Line[];
  readonly more?: object;
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
};

const of = (name: string, one: Sold, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: 'woocommerce/woocommerce-ios',
  recorded: one.created?.slice(0, 10) ?? 'unknown',
  read: () => {
    const order = readOrder(
      readObject({
        id: one.id,
        parent_id: 0,
        number: String(one.id),
        status: one.status ?? 'processing',
        currency: one.currency ?? 'USD',
        date_created_gmt: one.created,
        date_modified_gmt: one.modified === undefined ? one.created : one.modified,
        total: one.total,
        discount_total: '0.00',
        customer_note: one.note ?? '',
        billing: { ...EMPTY, phone: '', email: '', ...one.billing },
        shipping: { ...EMPTY, ...one.shipping },
        shipping_lines: one.method ? [{ id: 9, method_id: one.method[0], method_title: one.method[1] }] : [],
        refunds: [],
        line_items: one.lines.map((line, index) => ({
          id: 890 + index,
          name: line.name,
          product_id: 52,
          variation_id: line.variation ?? 0,
          quantity: line.quantity,
          subtotal: line.subtotal,
          total: line.subtotal,
          price: line.price ?? Number(line.subtotal) / line.quantity,
          sku: line.sku ?? '',
          meta_data: Object.entries(line.meta ?? {}).map(([key, value], at) => ({ id: at, key, value })),
          ...line.more,
        })),
        ...one.more,
      }),
      new Map(),
    );
    return order ? orderInWords(order) : ['no order'];
  },
  means,
});

const buyer = { first_name: 'Test', last_name: 'Buyer' };
const falls = {
  ...buyer,
  address_1: '234 Test Street',
  city: 'Niagara Falls',
  state: 'NY',
  postcode: '14304',
  country: 'US',
};

export const answers: readonly RealAnswer[] = [
  of(
    'one and a half bundles; an ampersand as an entity; a fee that is no line',
    {
      id: 963,
      created: '2018-04-03T23:05:12',
      modified: '2018-04-03T23:05:14',
      total: '31.20',
      shipping: { ...falls, phone: '333-333-3333' },
      method: ['usps', 'International Priority Mail Express Flat Rate'],
      lines: [
        { name: 'Fruits Basket (Mix &amp; Match Product)', quantity: 2, subtotal: '50.00', price: 30 },
        { name: 'Fruits Bundle', quantity: 1.5, subtotal: '10.00', price: 0, sku: '5555-A' },
      ],
      more: {
        discount_total: '30.00',
        fee_lines: [{ id: 1, name: '$125.50 fee', total: '125.50' }],
        needs_processing: true,
      },
    },
    [
      '963 | 2018-04-03T23:05:12Z | 2018-04-03T23:05:14Z | 31.20 USD | usps International Priority Mail Express Flat Rate',
      'Test Buyer / 234 Test Street / Niagara Falls / NY / 14304 / US / 333-333-3333',
      'Fruits Basket (Mix & Match Product) | - | 2 x 25.00 | ',
      'Fruits Bundle (1.5) | 5555-A | 1 x 10.00 | ',
    ],
  ),
  of(
    'a pizza with everything a buyer can choose, and no address at all',
    {
      id: 159,
      created: '2023-08-25T08:45:29',
      modified: '2023-08-25T08:46:57',
      total: '44.54',
      method: ['free_shipping', 'Free shipping'],
      lines: [
        {
          name: 'Brick Oven Supreme Pizza',
          quantity: 1,
          subtotal: '44.54',
          meta: {
            'Extra cheese (multiple choice)': '20-year parmesan',
            'Test checkbox': '10% bigger',
            'Tip (customer defined price)': ' ($2.50)',
            _reduced_stock: '1',
            _pao_ids: [{ key: 'Test checkbox', value: '10% bigger' }],
          },
        },
      ],
      more: { needs_processing: true },
    },
    [
      '159 | 2023-08-25T08:45:29Z | 2023-08-25T08:46:57Z | 44.54 USD | free_shipping Free shipping',
      ' / ',
      'Brick Oven Supreme Pizza (Extra cheese (multiple choice): 20-year parmesan, Test checkbox: 10% bigger, Tip (customer defined price): ($2.50)) | - | 1 x 44.54 | ',
    ],
  ),
  of(
    'a variation in pounds: its colour stands in its name already',
    {
      id: 154,
      created: '2020-10-29T07:38:03',
      currency: 'GBP',
      total: '90.00',
      lines: [
        {
          name: 'Hoodie - Green, No',
          quantity: 2,
          subtotal: '90.00',
          sku: 'woo-hoodie-green',
          variation: 34,
          more: {
            meta_data: [
              { id: 10, key: 'pa_color', value: 'green', display_key: 'Color', display_value: '<p>Green</p>\n' },
              { id: 11, key: 'logo', value: 'No', display_key: 'Logo', display_value: 'No' },
            ],
          },
        },
      ],
    },
    [
      '154 | 2020-10-29T07:38:03Z | 2020-10-29T07:38:03Z | 90.00 GBP | -',
      ' / ',
      'Hoodie - Green, No | woo-hoodie-green | 2 x 45.00 | ',
    ],
  ),
  of(
    'sold by the kilogram: the weight the buyer wants is a choice, what the plug-in measured is not text',
    {
      id: 656,
      created: '2021-08-04T19:28:01',
      total: '378.23',
      lines: [
        {
          name: 'Powder',
          quantity: 2,
          subtotal: '340.40',
          meta: {
            'Required Weight (kg)': '2.3',
            measurement_data: { _measurement_needed: 2.3, _measurement_needed_unit: 'kg' },
          },
        },
      ],
    },
    [
      '656 | 2021-08-04T19:28:01Z | 2021-08-04T19:28:01Z | 378.23 USD | -',
      ' / ',
      'Powder (Required Weight (kg): 2.3) | - | 2 x 170.20 | ',
    ],
  ),
  of(
    'a kit with a price of its own, of which one part is priced',
    {
      id: 357,
      created: '2023-02-23T13:57:10',
      modified: '2023-02-23T13:57:25',
      total: '120.20',
      shipping: {
        ...buyer,
        address_1: '102 Test Orchard',
        address_2: '632 Skyway',
        city: 'Fort Test',
        state: 'DF',
        postcode: '01089',
        country: 'MX',
      },
      method: ['free_shipping', 'Free shipping'],
      lines: [
        {
          name: 'Super Awesome Bundle',
          quantity: 1,
          subtotal: '59.00',
          more: { bundled_by: '', bundled_items: [891], composite_parent: '' },
        },
        {
          name: 'Beanie with Logo',
          quantity: 1,
          subtotal: '16.20',
          sku: 'Woo-beanie-logo',
          meta: { _bundled_item_priced_individually: 'yes', _bundled_item_needs_shipping: 'yes' },
          more: {
            bundled_by: 890,
            bundled_item_title: 'Super Awesome Beanie',
            bundled_items: [],
            composite_parent: '',
          },
        },
      ],
    },
    [
      '357 | 2023-02-23T13:57:10Z | 2023-02-23T13:57:25Z | 120.20 USD | free_shipping Free shipping',
      'Test Buyer / 102 Test Orchard / 632 Skyway / Fort Test / DF / 01089 / MX / ',
      'Super Awesome Bundle | - | 1 x 59.00 | no parcel',
      'Beanie with Logo | Woo-beanie-logo | 1 x 16.20 | ',
    ],
  ),
  of(
    'a camera put together: three parts at no price',
    {
      id: 421,
      created: '2023-03-20T11:20:18',
      modified: '2023-03-20T11:21:40',
      total: '2300.00',
      lines: [
        {
          name: 'Full Frame DSLR Kit',
          quantity: 1,
          subtotal: '2300.00',
          more: { composite_parent: '', composite_children: [891, 892, 893] },
        },
        { name: 'Camera Body', quantity: 1, subtotal: '0.00', more: { composite_parent: 890, composite_children: [] } },
        { name: 'Lens', quantity: 1, subtotal: '0.00', more: { composite_parent: 890, composite_children: [] } },
        {
          name: '16GB CompactFlash Card',
          quantity: 1,
          subtotal: '0.00',
          more: { composite_parent: 890, composite_children: [] },
        },
      ],
    },
    [
      '421 | 2023-03-20T11:20:18Z | 2023-03-20T11:21:40Z | 2300.00 USD | -',
      ' / ',
      'Full Frame DSLR Kit | - | 1 x 2300.00 | ',
      'Camera Body | - | 1 x 0.00 | no parcel',
      'Lens | - | 1 x 0.00 | no parcel',
      '16GB CompactFlash Card | - | 1 x 0.00 | no parcel',
    ],
  ),
  of(
    'completed, two lines refunded afterwards; prices a hair off a cent',
    {
      id: 324,
      created: '2019-06-06T17:17:55',
      modified: '2019-06-06T17:18:38',
      status: 'completed',
      total: '304.45',
      shipping: {
        ...buyer,
        company: 'Test Museum',
        address_1: '10th St. &amp; Test Ave. NW',
        city: 'Washington',
        state: 'DC',
        postcode: '20560',
        country: 'US',
      },
      billing: { phone: '2025550100' },
      method: ['wc_services_usps', 'Flat Rate: Priority Mail'],
      lines: [
        { name: 'Woo Logo', quantity: 2, subtotal: '27.00', sku: 'POSTER-WOO-LOGO' },
        {
          name: 'Premium Quality',
          quantity: 3,
          subtotal: '32.40',
          price: 10.799999999999999,
          sku: 'POSTER-PREMIUM-QUALITY',
        },
      ],
      more: { refunds: [{ id: 549, reason: 'Sold out', total: '-16.20' }] },
    },
    [
      '324 | 2019-06-06T17:17:55Z | 2019-06-06T17:18:38Z | 304.45 USD | wc_services_usps Flat Rate: Priority Mail',
      'Test Buyer / Test Museum / 10th St. & Test Ave. NW / Washington / DC / 20560 / US / 2025550100',
      'Woo Logo | POSTER-WOO-LOGO | 2 x 13.50 | 2 shipped',
      'Premium Quality | POSTER-PREMIUM-QUALITY | 3 x 10.80 | 3 shipped',
    ],
  ),
  of(
    'refunded in whole: cancelled when it was last changed',
    {
      id: 609,
      created: '2017-08-24T20:56:57',
      modified: '2017-09-20T20:27:11',
      status: 'refunded',
      total: '223.71',
      shipping: {
        ...buyer,
        company: 'South Test, LLC',
        address_1: '500 Ground St',
        city: 'Los Angeles',
        state: 'CA',
        postcode: '90210',
        country: 'US',
      },
      billing: { phone: '333-333-3333', state: 'MA', country: 'US' },
      method: ['ups', 'Ground (UPS)'],
      lines: [
        {
          name: 'Yellow Pants (H&amp;M)',
          quantity: 2,
          subtotal: '180.00',
          meta: { _wcms_cart_key: '54400c98d773f646' },
        },
      ],
    },
    [
      '609 | 2017-08-24T20:56:57Z | 2017-09-20T20:27:11Z | 223.71 USD | ups Ground (UPS)',
      'Test Buyer / South Test, LLC / 500 Ground St / Los Angeles / CA / 90210 / US / 333-333-3333',
      'cancelled 2017-09-20T20:27:11Z',
      'Yellow Pants (H&M) | - | 2 x 90.00 | 2 cancelled',
    ],
  ),
  of(
    'paid in part by a gift card: the total is less than its line; a parish where a code belongs',
    {
      id: 459,
      created: '2023-03-29T03:21:20',
      modified: '2023-03-29T03:23:02',
      total: '4.00',
      shipping: {
        ...buyer,
        address_1: '8412 Test Creek',
        address_2: '481 Crossroad',
        city: 'Denesikton',
        state: 'Louisiana',
        postcode: '903851780',
        country: 'BB',
        phone: '1234567898',
      },
      method: ['flat_rate', 'Flat rate'],
      lines: [
        {
          name: 'Beanie with Logo',
          quantity: 1,
          subtotal: '18.00',
          sku: 'Woo-beanie-logo',
          meta: { 'As a Gift': 'No', _wcsatt_scheme: '0' },
        },
      ],
    },
    [
      '459 | 2023-03-29T03:21:20Z | 2023-03-29T03:23:02Z | 4.00 USD | flat_rate Flat rate',
      'Test Buyer / 8412 Test Creek / 481 Crossroad / Denesikton / Louisiana / 903851780 / BB / 1234567898',
      'Beanie with Logo (As a Gift: No) | Woo-beanie-logo | 1 x 18.00 | ',
    ],
  ),
  of(
    'a subscription that renewed itself',
    {
      id: 526,
      created: '2023-04-18T17:16:08',
      modified: '2023-04-18T17:16:10',
      total: '14.50',
      shipping: {
        ...buyer,
        address_1: '885 Test Ridges',
        city: 'Ferryville',
        state: 'DF',
        postcode: '01234',
        country: 'MX',
        phone: '536-555-0100',
      },
      method: ['free_shipping', 'Free shipping'],
      lines: [
        {
          name: 'Polo',
          quantity: 1,
          subtotal: '14.50',
          sku: 'woo-polo',
          meta: { 'As a Gift': 'No', _prl_conversion: '1' },
        },
      ],
      more: { needs_processing: true },
    },
    [
      '526 | 2023-04-18T17:16:08Z | 2023-04-18T17:16:10Z | 14.50 USD | free_shipping Free shipping',
      'Test Buyer / 885 Test Ridges / Ferryville / DF / 01234 / MX / 536-555-0100',
      'Polo (As a Gift: No) | woo-polo | 1 x 14.50 | ',
    ],
  ),
  of(
    'begun by hand and never saved: no day, no lines, three empty services',
    {
      id: 85,
      created: null,
      status: 'draft',
      currency: 'GBP',
      total: '0.00',
      lines: [],
      more: { shipping_lines: [{ id: 1, method_id: '', method_title: 'Shipping' }] },
    },
    ['no order'],
  ),
];
