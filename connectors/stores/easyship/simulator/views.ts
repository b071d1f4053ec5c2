/** Shipments and products as Easyship's reference of 2024-09 shows them. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Company } from './companies.ts';
import type { CompanyAbout, SimProduct, SimShipment } from './model.ts';

const BUYER: JsonObject = {
  line_1: '20 Receiver Avenue',
  line_2: 'Unit 3',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V6B 1A1',
  country_alpha2: 'CA',
  contact_name: 'Test Buyer',
  company_name: null,
  contact_phone: '+16045550100',
  contact_email: 'test.buyer@mail.example',
  delivery_instructions: null,
};

const cents = (value: number): number => Math.round(value * 100) / 100;

/** "2024-09-04T07:22:09Z": whole seconds. */
export const second = (iso: string): string => `${iso.slice(0, 19)}Z`;

export function shipmentView(one: SimShipment, { about }: Company): JsonObject {
  const own = { ...about.address };
  const labelled = one.label === 'generated';
  return {
    easyship_shipment_id: one.id,
    buyer_regulatory_identifiers: { ein: null, ssn: null, vat_number: null },
    consignee_tax_id: null,
    courier_service: {
      id: '01563646-58c1-4607-8fe0-cae3e33c0001',
      courier_id: '01563646-58c1-4607-8fe0-cae3e33c0002',
      easyship_courier_service: true,
      name: 'Expedited Parcel',
      umbrella_name: 'Canada Post',
    },
    created_at: second(one.created),
    currency: about.currency,
    delivery_state: 'not_created',
    destination_address: BUYER,
    eei_reference: null,
    incoterms: 'DDU',
    insurance: { is_insured: false, insured_amount: 0, insured_currency: about.currency },
    label_generated_at: labelled ? second(one.updated) : null,
    label_paid_at: labelled ? second(one.updated) : null,
    label_state: one.label,
    last_failure_http_response_messages: [],
    metadata: {},
    order_data: {
      buyer_notes: one.notes,
      buyer_selected_courier_name: about.platform === null ? null : 'Standard shipping',
      order_created_at: one.ordered === null ? null : second(one.ordered),
      order_tag_list: about.platform === null ? [] : ['gift-wrap'],
      platform_name: about.platform,
      platform_order_number: one.orderNumber,
      seller_notes: null,
    },
    origin_address: own,
    parcels: [
      {
        box: {
          id: null,
          name: null,
          outer_dimensions: { length: 30, width: 20, height: 10 },
          slug: null,
          type: 'box',
          weight: 0,
        },
        id: `d${one.id.slice(-7)}-58c1-4607-8fe0-cae3e33c0001`,
        items: one.items.map((item) => ({
          id: item.id,
          actual_weight: item.kilograms,
          category: null,
          contains_battery_pi966: false,
          contains_battery_pi967: false,
          contains_liquids: false,
          declared_currency: about.currency,
          declared_customs_value: item.value,
          description: item.description,
          dimensions: { length: 10, width: 10, height: 5 },
          hs_code: item.hsCode,
          origin_country_alpha2: item.origin,
          origin_currency: about.currency,
          origin_customs_value: item.value,
          quantity: item.quantity,
          sku: item.sku,
        })),
        total_actual_weight: cents(one.items.reduce((all, item) => all + item.kilograms * item.quantity, 0)),
        tracking_number: null,
      },
    ],
    pickup_state: 'not_requested',
    rates: [],
    regulatory_identifiers: { eori: null, ioss: null, vat_number: null },
    return: one.isReturn,
    return_address: own,
    sender_address: own,
    set_as_residential: false,
    shipment_state: one.state,
    shipping_documents: [],
    shipping_settings: { b13a_filing: null, label_customization_fields: [] },
    tracking_page_url: `https://track.easyship.example/${one.id}`,
    trackings: [],
    updated_at: second(one.updated),
    warehouse_state: 'none',
  };
}

export const productView = (product: SimProduct, { about }: Company): JsonObject => ({
  id: product.id,
  comments: null,
  contains_battery_pi966: null,
  contains_battery_pi967: null,
  contains_liquids: null,
  cost_price: null,
  cost_price_currency: null,
  created_at: second(product.updated),
  height: 5,
  hs_code: product.hsCode,
  identifier: product.sku,
  image_url: null,
  input_type: 'api',
  item_category: { id: 7, name: 'Health & Beauty' },
  length: 12,
  name: product.name,
  origin_country_alpha2: product.origin,
  pick_location: null,
  platform_product_id: null,
  manufacturer_part_number: null,
  global_trade_item_number: null,
  selling_price: product.price,
  selling_price_currency: about.currency,
  store_id: null,
  updated_at: second(product.updated),
  weight: product.kilograms,
  width: 10,
});

export const accountView = (about: CompanyAbout): JsonObject => ({
  billing_address: {
    ...about.address,
    id: '01563646-58c1-4607-8fe0-cae3e33c0003',
    status: 'active',
    default_for: { pickup: false, billing: true, sender: false, return: false },
  },
  credit: { available_balance: 100, balance: 100, currency: about.currency },
  easyship_company_id: about.id,
  name: about.name,
  payment_sources: [],
});
