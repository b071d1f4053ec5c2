/** A page of a shop in Portugal: receipts to four countries, one second line, no province, tax beside the price. */
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { orderInWords } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { readOrder } from '../src/order-reader.ts';

interface Receipt {
  readonly id: number;
  readonly to: readonly [city: string, state: string | null, zip: string, country: string, second?: string | null];
  /** Seconds: made, changed, to be sent. */
  readonly times: readonly [created: number, updated: number, shipBy: number];
  /** Cents: all of it, the goods, their delivery, tax. */
  readonly money: readonly [total: number, goods: number, delivery: number, tax: number];
  readonly title: string;
  readonly choices?: readonly (readonly [name: string, value: string])[];
  readonly carrier?: readonly [name: string, number: string];
}

const eur = (amount: number) => ({ amount, divisor: 100, currency_code: 'EUR' });

const of = (name: string, r: Receipt, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: 'https://github.com (a module for a shop system in PHP, a page of receipts kept in its code)',
  recorded: '2023-01-03',
  partOf: 'a page of receipts of a shop in Portugal',
  read: () => {
    const [city, state, zip, country_iso, second_line = ''] = r.to;
    const [created, updated, expected] = r.times;
    const [total, goods, delivery, tax] = r.money;
    const shipped = r.carrier !== undefined;
    return orderInWords(
      readOrder(
        readObject({
          receipt_id: r.id,
          receipt_type: 0,
          buyer_email: 'buyer@example.com',
          name: 'Test Buyer',
          first_line: '1 Test St',
          second_line,
          city,
          state,
          zip,
          country_iso,
          status: shipped ? 'Completed' : 'Paid',
          payment_method: 'cc',
          payment_email: '',
          message_from_payment: null,
          message_from_seller: null,
          message_from_buyer: '',
          is_shipped: shipped,
          is_paid: true,
          create_timestamp: created,
          created_timestamp: created,
          update_timestamp: updated,
          updated_timestamp: updated,
          is_gift: false,
          gift_message: '',
          grandtotal: eur(total),
          subtotal: eur(goods),
          total_price: eur(goods),
          total_shipping_cost: eur(delivery),
          total_tax_cost: eur(tax),
          total_vat_cost: eur(0),
          discount_amt: eur(0),
          gift_wrap_price: eur(0),
          shipments: r.carrier
            ? [
                {
                  receipt_shipping_id: 1_106_904_050_650,
                  shipment_notification_timestamp: updated,
                  carrier_name: r.carrier[0],
                  tracking_code: r.carrier[1],
                },
              ]
            : [],
          transactions: [
            {
              transaction_id: 3_369_035_392,
              title: r.title,
              quantity: 1,
              is_digital: false,
              file_data: '',
              listing_id: 1_090_308_089,
              sku: 'SKU-1',
              product_id: 11_591_780_590,
              transaction_type: 'listing',
              price: eur(goods),
              shipping_cost: eur(0),
              variations: (r.choices ?? []).map(([formatted_name, formatted_value], index) => ({
                property_id: 500 + index,
                value_id: 261_371_258_949 + index,
                formatted_name,
                formatted_value,
              })),
              min_processing_days: 1,
              max_processing_days: 2,
              shipping_method: null,
              shipping_upgrade: null,
              expected_ship_date: expected,
              buyer_coupon: 0,
              shop_coupon: 0,
            },
          ],
          refunds: [],
        }),
      ),
    );
  },
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'not shipped yet, to Australia; a choice with two low lines in it',
    {
      id: 2_750_906_110,
      to: ['MUDGEERABA', 'QLD', '4213', 'AU', null],
      times: [1_672_732_903, 1_672_732_925, 1_675_756_925],
      money: [61_500, 46_500, 15_000, 0],
      title: 'Large Oval Bird Cage with Stand',
      choices: [['Option', 'Cage __Brown']],
    },
    [
      '2750906110 | 2023-01-03T08:01:43.000Z | 2023-01-03T08:02:05.000Z | 615.00 EUR | -',
      'Test Buyer / 1 Test St / MUDGEERABA / QLD / 4213 / AU / ',
      'by 2023-02-07T08:02:05.000Z',
      'Large Oval Bird Cage with Stand (Option: Cage __Brown) | SKU-1 | 1 x 465.00 | ',
    ],
  ),
  of(
    'to Oregon by the post of Portugal, no choices',
    {
      id: 2_749_379_860,
      to: ['Portland', 'OR', '97232', 'US', 'Apt 1319'],
      times: [1_672_614_172, 1_672_696_169, 1_672_696_168],
      money: [9_918, 4_951, 4_967, 0],
      title: 'Large Cream Rug',
      carrier: ['Correios de Portugal (CTT)', 'EE759056560PT'],
    },
    [
      '2749379860 | 2023-01-01T23:02:52.000Z | 2023-01-02T21:49:29.000Z | 99.18 EUR | -',
      'Test Buyer / 1 Test St / Apt 1319 / Portland / OR / 97232 / US / ',
      'by 2023-01-02T21:49:28.000Z',
      'Large Cream Rug | SKU-1 | 1 x 49.51 | 1 shipped',
    ],
  ),
  of(
    'to Paris: no province, two choices, a number with letters',
    {
      id: 2_745_397_379,
      to: ['Paris', null, '75015', 'FR'],
      times: [1_672_608_056, 1_672_695_920, 1_672_695_919],
      money: [5_501, 3_501, 2_000, 0],
      title: 'Runner Rug Dark Green 200cm',
      choices: [
        ['Finish', 'With Fringes'],
        ['Size', '60x200cm'],
      ],
      carrier: ['GLS', 'Z00384PM'],
    },
    [
      '2745397379 | 2023-01-01T21:20:56.000Z | 2023-01-02T21:45:20.000Z | 55.01 EUR | -',
      'Test Buyer / 1 Test St / Paris / 75015 / FR / ',
      'by 2023-01-02T21:45:19.000Z',
      'Runner Rug Dark Green 200cm (Finish: With Fringes, Size: 60x200cm) | SKU-1 | 1 x 35.01 | 1 shipped',
    ],
  ),
  of(
    'to Belgium, four figures for a postal code',
    {
      id: 2_745_130_645,
      to: ['Edegem', null, '2650', 'BE', null],
      times: [1_672_593_305, 1_672_602_816, 1_672_602_815],
      money: [1_582, 812, 770, 0],
      title: 'Spinning Top',
      carrier: ['Correios de Portugal (CTT)', 'RL027008665PT'],
    },
    [
      '2745130645 | 2023-01-01T17:15:05.000Z | 2023-01-01T19:53:36.000Z | 15.82 EUR | -',
      'Test Buyer / 1 Test St / Edegem / 2650 / BE / ',
      'by 2023-01-01T19:53:35.000Z',
      'Spinning Top | SKU-1 | 1 x 8.12 | 1 shipped',
    ],
  ),
  of(
    'to Newfoundland, its postal code without a blank',
    {
      id: 2_748_277_184,
      to: ['Middle Cove', 'NL', 'A1K2A9', 'CA'],
      times: [1_672_509_137, 1_672_603_055, 1_672_603_054],
      money: [1_983, 1_103, 880, 0],
      title: 'Beach Hat',
      carrier: ['Correios de Portugal (CTT)', 'RT141309810PT'],
    },
    [
      '2748277184 | 2022-12-31T17:52:17.000Z | 2023-01-01T19:57:35.000Z | 19.83 EUR | -',
      'Test Buyer / 1 Test St / Middle Cove / NL / A1K2A9 / CA / ',
      'by 2023-01-01T19:57:34.000Z',
      'Beach Hat | SKU-1 | 1 x 11.03 | 1 shipped',
    ],
  ),
  of(
    'to Wisconsin: tax of the state in the total',
    {
      id: 2_744_261_761,
      to: ['Oconomowoc', 'WI', '53066-3510', 'US'],
      times: [1_672_508_619, 1_672_604_456, 1_672_604_455],
      money: [28_245, 19_900, 7_000, 1_345],
      title: 'Large Curved Bird Cage',
      carrier: ['Correios de Portugal (CTT)', 'EE759056511PT'],
    },
    [
      '2744261761 | 2022-12-31T17:43:39.000Z | 2023-01-01T20:20:56.000Z | 282.45 EUR | -',
      'Test Buyer / 1 Test St / Oconomowoc / WI / 53066-3510 / US / ',
      'by 2023-01-01T20:20:55.000Z',
      'Large Curved Bird Cage | SKU-1 | 1 x 199.00 | 1 shipped',
    ],
  ),
  of(
    'to Maryland with tax, three weeks to make it',
    {
      id: 2_747_894_168,
      to: ['Baltimore', 'MD', '21223', 'US', null],
      times: [1_672_461_421, 1_672_461_436, 1_674_275_835],
      money: [27_034, 18_900, 7_000, 1_134],
      title: 'Large Oval Bird Cage',
    },
    [
      '2747894168 | 2022-12-31T04:37:01.000Z | 2022-12-31T04:37:16.000Z | 270.34 EUR | -',
      'Test Buyer / 1 Test St / Baltimore / MD / 21223 / US / ',
      'by 2023-01-21T04:37:15.000Z',
      'Large Oval Bird Cage | SKU-1 | 1 x 189.00 | ',
    ],
  ),
];
