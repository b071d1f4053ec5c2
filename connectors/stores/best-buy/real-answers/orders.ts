/**
 * Orders of another marketplace on Mirakl, whose interface Best Buy's is: no code of a country, only its words, prices before taxes of
 * which there are none, and a buyer whose name is written differently in each place.
 */
import { answeredByStore } from '@scanship/connector-kit/conformance/answered-by-store';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { samples } from '../simulator/harness.ts';
import { store } from '../src/store.ts';

const shop = answeredByStore(store, { ...samples, settings: { ...samples.settings, several: false } });

interface Sold {
  readonly id: string;
  /** Made, taken from the buyer, changed. */
  readonly times: readonly [created: string, debited: string, updated: string];
  readonly names: readonly [first: string, last: string, of: string];
  readonly street: string;
  readonly city: string;
  readonly zip: string;
  readonly title: string;
  readonly ean: string;
  readonly offer: number;
  readonly price: number;
}

const address = (firstname: string, lastname: string, one: Sold) => ({
  additional_info: '',
  city: one.city,
  company: null,
  company_2: null,
  country: 'ES',
  country_iso_code: null,
  firstname,
  lastname,
  phone: '600000000',
  state: null,
  street_1: one.street,
  street_2: '',
  zip_code: one.zip,
});

const order = (one: Sold) => {
  const [created_date, customer_debited_date, last_updated_date] = one.times;
  const [firstname, lastname, of] = one.names;
  return {
    acceptance_decision_date: '2025-01-20T10:31:04Z',
    can_cancel: false,
    can_shop_ship: true,
    channel: { code: 'store', label: 'España' },
    commercial_id: one.id,
    created_date,
    currency_iso_code: 'EUR',
    customer: {
      billing_address: address(of, lastname, one),
      civility: null,
      customer_id: '0100000000',
      firstname: of,
      lastname,
      locale: null,
      shipping_address: address(firstname, lastname, one),
    },
    customer_debited_date,
    customer_directly_pays_seller: false,
    delivery_date: null,
    fulfillment: { center: { code: 'DEFAULT' } },
    fully_refunded: false,
    has_customer_message: false,
    has_incident: false,
    has_invoice: false,
    last_updated_date,
    leadtime_to_ship: 1,
    order_id: `${one.id}-A`,
    order_lines: [
      {
        can_refund: true,
        cancelations: [],
        category_code: '00344',
        category_label: 'Moda',
        created_date,
        debited_date: last_updated_date,
        description: null,
        fees: [],
        last_updated_date,
        offer_id: one.offer,
        offer_sku: one.ean,
        offer_state_code: '11',
        order_line_id: `${one.id}-A-1`,
        order_line_index: 1,
        order_line_state: 'SHIPPING',
        order_line_state_reason_code: null,
        price: one.price,
        price_additional_info: null,
        price_unit: one.price,
        product_medias: [],
        product_shop_sku: null,
        product_sku: one.ean,
        product_title: one.title,
        promotions: [],
        quantity: 1,
        received_date: null,
        refunds: [],
        shipped_date: null,
        shipping_price: 0,
        shipping_taxes: [],
        taxes: [],
        total_price: one.price,
      },
    ],
    order_refunds: null,
    order_state: 'SHIPPING',
    order_state_reason_code: null,
    order_tax_mode: 'TAX_EXCLUDED',
    order_taxes: null,
    payment_workflow: 'PAY_ON_ACCEPTANCE',
    price: one.price,
    shipping_carrier_code: null,
    shipping_company: null,
    shipping_deadline: '2025-01-21T22:59:59.999Z',
    shipping_price: 0,
    shipping_tracking: null,
    shipping_type_code: 'HD',
    shipping_type_label: 'Entrega a domicilio',
    shipping_type_standard_code: 'CU_ADD-STD',
    shipping_zone_label: 'Península y Baleares',
    total_price: one.price,
    transaction_date: customer_debited_date,
  };
};

const of = (name: string, one: Sold, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'orders',
  source: 'https://github.com (a synchronisation of a fashion seller in Python, a page of orders kept in its code)',
  recorded: '2025-01-20',
  partOf: 'a page of orders of a department store in Spain',
  read: () => shop.orders({ body: { orders: [order(one)], total_count: 1 } }),
  means,
});

export const answers: readonly RealAnswer[] = [
  of(
    'a country in words that are its code, no province; thousandths of a second in the last minute of the day to ship',
    {
      id: '00100900000000020250120112639_1',
      times: ['2025-01-20T10:26:56Z', '2025-01-20T10:56:23.275Z', '2025-01-20T10:56:23Z'],
      names: ['Pepa', 'Compradora Prueba', 'Josefa'],
      street: 'CL PRUEBA 1 P.1º Esc.iz Pt.B Telefonillo',
      city: 'ALCORCON',
      zip: '28924',
      title: 'Zapatillas deportivas unisex estilo running',
      ean: '8445005601371',
      offer: 36_871_877,
      price: 39.9,
    },
    [
      '00100900000000020250120112639_1-A | 2025-01-20T10:26:56Z | 2025-01-20T10:56:23Z | 39.90 EUR | HD Entrega a domicilio',
      'Pepa Compradora Prueba / CL PRUEBA 1 P.1º Esc.iz Pt.B Telefonillo / ALCORCON / 28924 / ES / 600000000',
      'by 2025-01-21T22:59:59.999Z',
      'Zapatillas deportivas unisex estilo running | 8445005601371 | 1 x 39.90 | ',
    ],
  ),
  of(
    'a city of two names with a slash; a first name that ends in a blank',
    {
      id: '00100900000000020250120112807_1',
      times: ['2025-01-20T10:28:12Z', '2025-01-20T10:56:16.375Z', '2025-01-20T10:56:16Z'],
      names: ['Mila', 'Compradora ', 'Mila'],
      street: 'AV PRUEBA 33 ',
      city: 'PAMPLONA/IRUÑA',
      zip: '31008',
      title: 'Plumífero de mujer largo con cierre de cremallera',
      ean: '8445005614395',
      offer: 37_498_642,
      price: 99.9,
    },
    [
      '00100900000000020250120112807_1-A | 2025-01-20T10:28:12Z | 2025-01-20T10:56:16Z | 99.90 EUR | HD Entrega a domicilio',
      'Mila Compradora / AV PRUEBA 33 / PAMPLONA/IRUÑA / 31008 / ES / 600000000',
      'by 2025-01-21T22:59:59.999Z',
      'Plumífero de mujer largo con cierre de cremallera | 8445005614395 | 1 x 99.90 | ',
    ],
  ),
];
