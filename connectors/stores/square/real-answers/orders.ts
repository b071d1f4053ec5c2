/** Orders of the web shop of an ice rink: what a buyer chose and wrote is a list of modifiers, which often have the whole price. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { orderInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

interface Sold {
  readonly at: string;
  readonly changed: string;
  readonly reference: string;
  readonly total: number;
  readonly line: object;
  readonly modifiers: readonly (readonly [name: string, price: number, catalog?: string])[];
  readonly shipment: object;
  readonly details: object;
}

const recipient = {
  display_name: 'Test Buyer',
  email_address: 'buyer@mail.example',
  phone_number: '+18325550100',
  address: {
    address_line_1: '1 Test Drive',
    locality: 'Houston',
    administrative_district_level_1: 'TX',
    postal_code: '77021',
    country: 'US',
    first_name: 'Test',
    last_name: 'Buyer',
  },
};

function read(one: Sold): readonly string[] {
  const order = readOrder(
    readObject({
      id: 'dhrN4uQUF9eo4I1v2nvSPpRdfHXZY',
      location_id: '2N1MFGS350ETN',
      line_items: [
        {
          uid: 'ZzmhCYj6RJeBuDndOKMLS',
          catalog_version: 1722829720913,
          quantity: '1',
          variation_name: 'Regular',
          modifiers: one.modifiers.map(([name, price, catalog], index) => ({
            uid: `xbWDyzClRRZqx81CCZEWc${index}`,
            base_price_money: usd(price),
            total_price_money: usd(price),
            name,
            ...(catalog !== undefined && { catalog_object_id: catalog, catalog_version: 1722829720913 }),
            quantity: '1',
          })),
          gross_sales_money: usd(one.total),
          total_tax_money: usd(0),
          total_discount_money: usd(0),
          total_money: usd(one.total),
          item_type: 'ITEM',
          total_service_charge_money: usd(0),
          ...one.line,
        },
      ],
      fulfillments: [
        {
          uid: 'vsj1b8Kz32xMHNkZcPl7gC',
          type: 'SHIPMENT',
          state: 'PROPOSED',
          ...one.shipment,
          shipment_details: { recipient, ...one.details },
        },
      ],
      created_at: one.at,
      updated_at: one.changed,
      state: 'OPEN',
      version: 5,
      reference_id: one.reference,
      total_money: usd(one.total),
      source: { name: 'Square Online' },
      net_amount_due_money: usd(0),
    }),
  );
  return order === undefined ? ['nothing to ship'] : orderInWords(order);
}

const of = (name: string, recorded: string, one: Sold, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: 'https://github.com (web hooks of an ice rink’s shop in PHP, answers kept in comments)',
  recorded,
  read: () => read(one),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'the item itself costs nothing, what was chosen has the price',
    '2024-08-05',
    {
      at: '2024-08-05T14:46:30.424Z',
      changed: '2024-08-05T14:46:32.000Z',
      reference: '11ef5338d493726984043cecef6da95a',
      total: 26_500,
      line: {
        catalog_object_id: 'RRU3LPKMQGAD3KJB3U3IM6P4',
        name: 'Freestyle Sessions',
        base_price_money: usd(0),
        variation_total_price_money: usd(0),
      },
      modifiers: [
        ['Enter pin of skater: 00000', 0],
        ['30 Freestyle Sessions', 26_500, 'RAVTU4HFZ7FU45LBXUOCNY3V'],
      ],
      shipment: { line_item_application: 'ALL' },
      details: { shipping_note: '', shipping_type: 'Free shipping', placed_at: '2024-08-05T14:46:32.289Z' },
    },
    [
      '11ef5338d493726984043cecef6da95a | 2024-08-05T14:46:30.424Z | 2024-08-05T14:46:32.000Z | 265.00 USD | Free shipping Free shipping',
      'Test Buyer / 1 Test Drive / Houston / TX / 77021 / US / +18325550100',
      'Freestyle Sessions (Enter pin of skater: 00000, 30 Freestyle Sessions) | - | 1 x 265.00 | ',
    ],
  ),
  of(
    'texts of the buyer without a price; a shipment that does not say which lines it is of',
    '2025-06-10',
    {
      at: '2025-06-10T13:07:40.556Z',
      changed: '2025-06-10T13:08:40.088Z',
      reference: '298597638',
      total: 3_000,
      line: {
        catalog_object_id: 'PTJOHSBOYFGHTKQ4GTS32RC7',
        name: 'Learn to Skate to the Point Registration',
        base_price_money: usd(3_000),
        variation_total_price_money: usd(3_000),
      },
      modifiers: [
        ['Skater Name: Test Skater', 0],
        ['Skater Pin: 00000', 0],
      ],
      shipment: {},
      details: { shipping_type: 'No Shipping', placed_at: '2025-06-10T13:08:36.961Z' },
    },
    [
      '298597638 | 2025-06-10T13:07:40.556Z | 2025-06-10T13:08:40.088Z | 30.00 USD | No Shipping No Shipping',
      'Test Buyer / 1 Test Drive / Houston / TX / 77021 / US / +18325550100',
      'Learn to Skate to the Point Registration (Skater Name: Test Skater, Skater Pin: 00000) | - | 1 x 30.00 | ',
    ],
  ),
];
