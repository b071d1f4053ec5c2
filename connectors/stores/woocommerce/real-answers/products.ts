/** Products of the shops that WooCommerce tries its own applications on: sizes of which a side is empty, goods without a price, kits. */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, samples);
const ONE_PAGE = { 'x-wp-totalpages': '1', 'x-wp-total': '1' };

interface Sold {
  readonly id: number;
  readonly name?: string;
  readonly type?: string;
  readonly sku?: string;
  readonly price: string;
  readonly weight?: string;
  readonly sides?: readonly [length: string, width: string, height: string];
  readonly changed: string;
  readonly image?: string;
  readonly choices?: readonly (readonly [name: string, option: string])[];
  readonly more?: object;
}

const EMPTY = ['', '', ''] as const;

const product = ({ sides: [length, width, height] = EMPTY, ...sold }: Sold): object => ({
  id: sold.id,
  ...(sold.name === undefined ? {} : { name: sold.name }),
  ...(sold.type === undefined ? {} : { type: sold.type }),
  status: 'publish',
  sku: sold.sku ?? '',
  price: sold.price,
  regular_price: sold.price,
  weight: sold.weight ?? '',
  dimensions: { length, width, height },
  date_modified_gmt: sold.changed,
  ...(sold.type === undefined
    ? { image: sold.image === undefined ? null : { id: 1063, src: sold.image } }
    : { images: sold.image === undefined ? [] : [{ id: 1063, src: sold.image }] }),
  attributes: (sold.choices ?? []).map(([name, option]) => ({ id: 0, name, option })),
  ...sold.more,
});

/** The answers name no units: kilograms and metres are what the settings of one of these shops say, pounds and inches another's. */
const units = (weight: string, dimension: string, currency: string) => ({ weight, dimension, currency });
const METRIC = units('kg', 'm', 'GBP');
const INCHES = units('lb', 'in', 'USD');

const of = (
  name: string,
  recorded: string,
  read: () => Promise<readonly string[]>,
  means: readonly string[],
): RealAnswer => ({ name, operation: 'products', source: 'woocommerce/woocommerce-ios', recorded, read, means });

const page =
  (measures: typeof METRIC, ...sold: readonly Sold[]) =>
  () =>
    shop.products(
      { cursor: { page: 1, units: measures } },
      { headers: ONE_PAGE, body: sold.map((one) => product({ type: 'simple', ...one })) },
    );

/** The answer that lists a product's choices; of the product itself only what they say about it. */
const choices =
  (measures: typeof METRIC, parent: Sold, ...sold: readonly Sold[]) =>
  () =>
    shop.products(
      { cursor: { page: 1, units: measures } },
      { headers: ONE_PAGE, body: [product({ type: 'variable', ...parent })] },
      { headers: ONE_PAGE, body: sold.map(product) },
    );

const CHOCOLATE: Sold = { id: 846, name: 'Chocolate', price: '12', changed: '2019-11-14T13:06:42' };
const chocolate = (darkness: string, flavor: string, shape: string): Sold['choices'] => [
  ['Darkness', darkness],
  ['Flavor', flavor],
  ['Shape', shape],
];

export const answers: readonly RealAnswer[] = [
  of(
    'a page of clothes and a printer of 64 kilograms: a list of others and what is sold elsewhere are no goods',
    '2019-02-19',
    page(
      METRIC,
      {
        id: 282,
        name: 'Book the Green Room',
        type: 'booking',
        price: '0',
        weight: '213',
        sides: ['12', '33', '54'],
        changed: '2019-02-19T17:48:01',
        more: { virtual: true, regular_price: '' },
      },
      {
        id: 208,
        name: 'Dymo LabelWriter 4XL',
        price: '216',
        weight: '64',
        sides: ['10.2', '10', '10'],
        changed: '2019-02-19T18:22:50',
        more: { regular_price: '279', sale_price: '216' },
      },
      { id: 81, name: 'Woo Singles', type: 'grouped', price: '', changed: '2018-02-05T18:56:16' },
      { id: 37, name: 'Vneck Tshirt', type: 'external', price: '180', changed: '2018-09-19T17:45:57' },
      { id: 34, name: 'Long Sleeve Tee', price: '2517', changed: '2018-09-19T17:46:38' },
      {
        id: 33,
        name: 'Hoodie',
        price: '42',
        changed: '2018-01-26T21:49:46',
        more: { regular_price: '45', sale_price: '42' },
      },
    ),
    [
      '282 | Book the Green Room | - | - | 0.00 GBP | 213000 g | 12000 x 33000 x 54000 mm | 2019-02-19T17:48:01Z',
      '208 | Dymo LabelWriter 4XL | - | - | 216.00 GBP | 64000 g | 10200 x 10000 x 10000 mm | 2019-02-19T18:22:50Z',
      '34 | Long Sleeve Tee | - | - | 2517.00 GBP | - | - | 2018-09-19T17:46:38Z',
      '33 | Hoodie | - | - | 42.00 GBP | - | - | 2018-01-26T21:49:46Z',
    ],
  ),
  of(
    'choices without a price; a percent sign in a SKU; a bar of which one side is empty has no size',
    '2019-11-14',
    choices(
      INCHES,
      CHOCOLATE,
      {
        id: 1275,
        sku: '99%-nuts-marble',
        price: '12',
        weight: '2.5',
        sides: ['10', '2.5', ''],
        changed: '2019-11-14T13:06:42',
        choices: chocolate('99%', 'nuts', 'marble'),
        more: { downloadable: true },
      },
      { id: 1274, price: '', changed: '2019-11-14T13:06:42', choices: chocolate('99%', 'nuts', 'brick') },
      { id: 1268, price: '', changed: '2019-11-14T13:06:42', choices: chocolate('87%', 'strawberry', 'brick') },
    ),
    [
      '1275 | Chocolate - 99%, nuts, marble | 99%-nuts-marble | - | 12.00 USD | 1134 g | - | 2019-11-14T13:06:42Z',
      '1274 | Chocolate - 99%, nuts, brick | - | - | - | - | - | 2019-11-14T13:06:42Z',
      '1268 | Chocolate - 87%, strawberry, brick | - | - | - | - | - | 2019-11-14T13:06:42Z',
    ],
  ),
  of(
    'two choices weighed apart: two hundredths of a pound, and 67; sixteen and two tenths of a dollar',
    '2020-07-31',
    choices(
      INCHES,
      CHOCOLATE,
      {
        id: 1274,
        price: '16.2',
        weight: '0.02',
        sides: ['6', '', ''],
        changed: '2020-07-31T05:23:13',
        choices: chocolate('99%', 'nuts', 'brick'),
        more: { manage_stock: true, stock_quantity: 6 },
      },
      {
        id: 1273,
        price: '',
        weight: '67',
        sides: ['6', '', ''],
        changed: '2020-07-31T05:23:13',
        choices: chocolate('99%', 'strawberry', 'marble'),
        more: { manage_stock: 'parent' },
      },
    ),
    [
      '1274 | Chocolate - 99%, nuts, brick | - | - | 16.20 USD | 9 g | - | 2020-07-31T05:23:13Z',
      '1273 | Chocolate - 99%, strawberry, marble | - | - | - | 30391 g | - | 2020-07-31T05:23:13Z',
    ],
  ),
  of(
    'a camera that is put together has a price and no weight of its own',
    '2023-03-20',
    page(METRIC, {
      id: 419,
      name: 'Full Frame DSLR Kit',
      type: 'composite',
      price: '2300',
      changed: '2023-03-20T11:30:56',
      more: { virtual: true },
    }),
    ['419 | Full Frame DSLR Kit | - | - | 2300.00 GBP | - | - | 2023-03-20T11:30:56Z'],
  ),
  of(
    'coffee by subscription is sold as it is',
    '2023-04-08',
    page(INCHES, {
      id: 198,
      name: 'Coffee Subscription',
      type: 'subscription',
      price: '5',
      changed: '2023-04-08T00:00:50',
    }),
    ['198 | Coffee Subscription | - | - | 5.00 USD | - | - | 2023-04-08T00:00:50Z'],
  ),
  of(
    'coffee by subscription with a choice: the parent’s type begins with another word',
    '2023-04-05',
    choices(
      INCHES,
      {
        id: 203,
        name: 'Coffee Subscription (Choose your grind)',
        type: 'variable-subscription',
        price: '5',
        changed: '2023-04-05T17:08:12',
      },
      {
        id: 204,
        price: '5',
        changed: '2023-04-05T17:08:12',
        choices: [
          ['Grind', 'Whole bean'],
          ['Frequency', 'Weekly'],
        ],
        more: {
          name: 'Coffee Subscription (Choose your grind) - Whole bean, Weekly',
          type: 'subscription_variation',
          parent_id: 203,
          images: [],
        },
      },
    ),
    [
      '204 | Coffee Subscription (Choose your grind) - Whole bean, Weekly | - | - | 5.00 USD | - | - | 2023-04-05T17:08:12Z',
    ],
  ),
  of(
    'found by its SKU, on sale for 22 and not 999; of its size the width is empty',
    '2021-02-23',
    page(INCHES, {
      id: 2783,
      name: 'Chocolate bars',
      sku: 'chocobars',
      price: '22',
      weight: '67',
      sides: ['6', '', '1'],
      changed: '2021-02-23T02:46:54',
      more: { regular_price: '999', sale_price: '22' },
    }),
    ['2783 | Chocolate bars | chocobars | - | 22.00 USD | 30391 g | - | 2021-02-23T02:46:54Z'],
  ),
  of(
    'one photo without a price, one for nothing',
    '2019-09-06',
    page(
      INCHES,
      { id: 67, name: 'Photo', price: '', changed: '2019-09-06T06:08:10' },
      { id: 37, name: 'Photo - cactus in Penghu', price: '0', changed: '2019-05-23T15:00:40' },
    ),
    [
      '67 | Photo | - | - | - | - | - | 2019-09-06T06:08:10Z',
      '37 | Photo - cactus in Penghu | - | - | 0.00 USD | - | - | 2019-05-23T15:00:40Z',
    ],
  ),
  of(
    'a paper airplane that weighs more than a piano, a variation asked for among products: its name has its choices already',
    '2019-04-09',
    page(INCHES, {
      id: 295,
      name: 'Paper Airplane - Black, Long',
      type: 'variation',
      sku: '345345-2',
      price: '22.72',
      weight: '888',
      sides: ['11', '22', '33'],
      changed: '2019-04-09T20:24:03',
      choices: [
        ['Color', 'Black'],
        ['Length', 'Long'],
      ],
      more: { parent_id: 205 },
    }),
    [
      '295 | Paper Airplane - Black, Long | 345345-2 | - | 22.72 USD | 402790 g | 279 x 559 x 838 mm | 2019-04-09T20:24:03Z',
    ],
  ),
  of(
    'a regular price and a price on sale, and no price that it is sold at',
    '2019-11-05',
    page(INCHES, {
      id: 847,
      name: 'This is my new product name!',
      sku: '94115',
      price: '',
      changed: '2019-11-05T07:04:43',
      more: { regular_price: '12.00', sale_price: '10.00', on_sale: false },
    }),
    ['847 | This is my new product name! | 94115 | - | - | - | - | 2019-11-05T07:04:43Z'],
  ),
  of(
    'sunglasses without a weight or a number, one of them on sale',
    '2020-02-27',
    page(
      INCHES,
      { id: 2130, name: 'Black Coral shades', price: '150', changed: '2020-02-27T22:18:22' },
      {
        id: 2131,
        name: 'Colorado shades',
        price: '100',
        changed: '2020-01-28T10:50:00',
        more: { regular_price: '135' },
      },
    ),
    [
      '2130 | Black Coral shades | - | - | 150.00 USD | - | - | 2020-02-27T22:18:22Z',
      '2131 | Colorado shades | - | - | 100.00 USD | - | - | 2020-01-28T10:50:00Z',
    ],
  ),
  of(
    'fewest and most that may be bought of a colour; the answer names the choice whole',
    '2023-04-27',
    choices(
      INCHES,
      { id: 487, name: 'Min Max Variable Product', price: '4', changed: '2023-04-27T08:32:40' },
      {
        id: 488,
        price: '5',
        changed: '2023-04-19T21:23:12',
        choices: [['Color', 'Blue']],
        more: { name: 'Min Max Variable Product - Blue', type: 'variation', min_quantity: 6 },
      },
    ),
    ['488 | Min Max Variable Product - Blue | - | - | 5.00 USD | - | - | 2023-04-19T21:23:12Z'],
  ),
];
