/** What Mirakl answers: orders, shipments, offers, the account. */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { Shop } from './shops.ts';
import type { ShopAbout, SimAddress, SimLine, SimOffer, SimOrder, SimShipment, SimTracking } from './model.ts';

/** Amounts are JSON numbers with decimals. */
const amount = (minor: number): number => Math.round(minor) / 100;
const HIDDEN = ['STAGING', 'WAITING_ACCEPTANCE', 'WAITING_DEBIT', 'WAITING_DEBIT_PAYMENT', 'REFUSED'];
const SHIPPED = ['SHIPPED', 'TO_COLLECT', 'RECEIVED', 'CLOSED'];
const TAX = 0.05;
const SHIPPING_MINOR = 995;

export const CARRIERS: readonly JsonObject[] = [
  {
    code: 'CPC',
    label: 'Canada Post',
    standard_code: 'CANADA_POST',
    tracking_url: 'https://canadapost.example/{trackingId}',
  },
  { code: 'CPAR', label: 'Canpar', standard_code: 'CANPAR', tracking_url: 'https://canpar.example/{trackingId}' },
  { code: 'FED', label: 'Fed Ex', standard_code: 'FED', tracking_url: 'https://fedex.example/{trackingId}' },
  { code: 'UPS', label: 'UPS', standard_code: 'UPS', tracking_url: 'https://ups.example/{trackingId}' },
];

export const isShipped = (order: SimOrder): boolean => SHIPPED.includes(order.state);

/** Units of a line that are in shipments. */
export const unitsIn = (shipments: readonly SimShipment[], lineId: string, shippedOnly: boolean): number =>
  shipments
    .filter((s) => s.shipped || !shippedOnly)
    .flatMap((s) => s.lines)
    .filter((l) => l.order_line_id === lineId)
    .reduce((sum, l) => sum + l.quantity, 0);

function lineState(order: SimOrder, line: SimLine): string {
  if (order.state !== 'SHIPPING') return order.state;
  if (line.cancelled === line.quantity) return 'CANCELED';
  return unitsIn(order.shipments, line.id, true) + line.cancelled === line.quantity ? 'SHIPPED' : 'SHIPPING';
}

const price = (line: SimLine): number => line.priceMinor * line.quantity;

function lineView(order: SimOrder, line: SimLine, index: number): JsonObject {
  const state = lineState(order, line);
  const minor = price(line);
  return {
    can_refund: SHIPPED.includes(state),
    cancelations:
      line.cancelled === 0
        ? []
        : [
            {
              id: `${line.id}-c`,
              amount: amount(line.priceMinor * line.cancelled),
              commission_amount: 0,
              commission_taxes: [],
              commission_total_amount: 0,
              created_date: order.updatedAt,
              quantity: line.cancelled,
            },
          ],
    category_code: 'audio',
    category_label: 'Audio',
    commission_fee: amount(minor * 0.1),
    commission_rate_vat: 0,
    commission_taxes: [],
    commission_vat: 0,
    created_date: order.createdAt,
    description: line.title,
    last_updated_date: order.updatedAt,
    offer_id: line.offerId,
    offer_sku: line.sku,
    offer_state_code: '11',
    order_line_additional_fields: [],
    order_line_id: line.id,
    order_line_index: index + 1,
    order_line_state: state,
    price: amount(minor),
    price_unit: amount(line.priceMinor),
    product_medias: [],
    product_sku: `BBY${line.offerId}`,
    product_title: line.title,
    quantity: line.quantity,
    refunds: [],
    shipped_date: SHIPPED.includes(state) ? (order.wholeAt ?? order.updatedAt) : null,
    shipping_price: index === 0 ? amount(SHIPPING_MINOR) : 0,
    shipping_taxes:
      index === 0
        ? [{ amount: amount(SHIPPING_MINOR * TAX), code: 'GST', tax_calculation_rule: 'PROPORTIONAL_TO_AMOUNT' }]
        : [],
    taxes: [{ amount: amount(minor * TAX), code: 'GST', tax_calculation_rule: 'PROPORTIONAL_TO_AMOUNT' }],
    total_commission: amount(minor * 0.1),
    total_price: amount(minor + (index === 0 ? SHIPPING_MINOR : 0)),
  };
}

const addressView = (address: SimAddress, note: string | undefined): JsonObject => ({
  ...(JSON.parse(JSON.stringify(address)) as JsonObject),
  country: 'Canada',
  ...(note === undefined ? {} : { additional_info: note }),
});

export function orderView(order: SimOrder, about: ShopAbout): JsonObject {
  const goods = order.lines.reduce((sum, line) => sum + price(line), 0);
  const seen = !HIDDEN.includes(order.state);
  const { address } = order;
  return {
    order_id: order.id,
    commercial_id: order.id.replace(/-A$/, ''),
    order_state: order.state,
    order_state_reason_code: null,
    created_date: order.createdAt,
    last_updated_date: order.updatedAt,
    currency_iso_code: about.currency,
    can_cancel: order.state === 'SHIPPING',
    can_shop_ship: true,
    channel: null,
    customer: {
      customer_id: 'C-100',
      firstname: address.firstname,
      lastname: address.lastname,
      locale: 'en_CA',
      billing_address: seen ? addressView(address, undefined) : null,
      shipping_address: seen ? addressView(address, order.note) : null,
    },
    customer_debited_date: seen ? order.createdAt : null,
    customer_notification_email: 'notification+a1b2c3@notification.mirakl.example',
    fulfillment: { center: { code: 'DEFAULT' } },
    fully_refunded: false,
    has_customer_message: false,
    has_incident: false,
    has_invoice: false,
    leadtime_to_ship: 2,
    order_additional_fields: [],
    order_lines: order.lines.map((line, index) => lineView(order, line, index)),
    order_tax_mode: 'TAX_EXCLUDED',
    paymentType: 'Visa',
    payment_type: 'Visa',
    payment_workflow: 'PAY_ON_ACCEPTANCE',
    price: amount(goods),
    promotions: { applied_promotions: [], total_deduced_amount: 0 },
    references: null,
    shipping_carrier_code: order.tracking?.carrier_code ?? null,
    shipping_company: order.tracking?.carrier_name ?? null,
    shipping_deadline: new Date(Date.parse(order.createdAt) + 2 * 86_400_000).toISOString(),
    shipping_price: amount(SHIPPING_MINOR),
    shipping_tracking: order.tracking?.tracking_number ?? null,
    shipping_tracking_url: order.tracking?.tracking_url ?? null,
    shipping_type_code: order.service.code,
    shipping_type_label: order.service.label,
    shipping_zone_code: 'CA',
    shipping_zone_label: 'Canada',
    total_commission: amount(goods * 0.1),
    total_price: amount(goods + SHIPPING_MINOR),
  };
}

const trackingView = (tracking: SimTracking | undefined): Json =>
  tracking ? (JSON.parse(JSON.stringify(tracking)) as JsonObject) : null;

export const shipmentView = (order: SimOrder, shipment: SimShipment): JsonObject => ({
  id: shipment.id,
  order_id: order.id,
  created_date: shipment.at,
  last_updated_date: shipment.at,
  invoice_reference: null,
  payment_details: null,
  shipment_lines: shipment.lines.map((line) => ({
    ...line,
    offer_sku: order.lines.find((l) => l.id === line.order_line_id)?.sku ?? '',
    package_reference: null,
  })),
  shipped_date: shipment.shipped ? shipment.at : null,
  status: shipment.shipped ? 'SHIPPED' : 'SHIPPING',
  status_customer_debit: 'NO_DEBIT',
  tracking: trackingView(shipment.tracking),
});

export const offerView = (offer: SimOffer, about: ShopAbout): JsonObject => ({
  active: true,
  all_prices: [],
  category_code: 'audio',
  category_label: 'Audio',
  channels: [],
  currency_iso_code: about.currency,
  description: offer.title,
  fulfillment: { center: { code: 'DEFAULT' } },
  leadtime_to_ship: 2,
  logistic_class: { code: 'SMALL', label: 'Small' },
  max_order_quantity: 100,
  min_order_quantity: 1,
  min_quantity_alert: 0,
  min_shipping_price: 0,
  min_shipping_price_additional: 0,
  min_shipping_type: 'STD',
  min_shipping_zone: 'CA',
  offer_id: offer.id,
  package_quantity: 1,
  price: amount(offer.priceMinor),
  product_references: [{ reference: offer.upc, reference_type: 'UPC-A' }],
  product_sku: `BBY${offer.id}`,
  product_title: offer.title,
  quantity: 10,
  shipping_deadline: '2027-01-01T00:00:00Z',
  shop_sku: offer.sku,
  state_code: '11',
  total_price: amount(offer.priceMinor),
});

export const accountView = ({ about }: Shop): JsonObject => ({
  shop_id: Number(about.id),
  shop_name: about.name,
  shop_state: 'OPEN',
  currency_iso_code: about.currency,
  billing_info: { owner: 'Test' },
  channels: [],
  contact_informations: {
    city: about.city,
    country: 'CAN',
    email: 'shop@mail.example',
    firstname: 'Test',
    lastname: 'Seller',
    phone: '+14165550100',
    state: about.province,
    street1: '10 Shipper Street',
    street2: null,
    zip_code: about.zip,
  },
  date_created: '2025-01-01T10:00:00Z',
  default_billing_information: {
    default_language: 'en_CA',
    id: '1',
    registration_address: { city: about.city, country_iso_code: 'CAN', street_1: '10 Shipper Street' },
  },
  domains: ['PRODUCT'],
  evaluations_count: 3,
  free_shipping: false,
  is_professional: true,
  last_updated_date: '2025-06-01T10:00:00Z',
  offers_count: 2,
  orders_count: 7,
  payment_details: { paid_balance: 0, payable_balance: 0, pending_balance: 0 },
  payment_method_mandatory: true,
  premium: false,
  pro_details: {},
  shipping: { lead_time_to_ship: 2 },
  shipping_types: ['STD'],
  shipping_zones: ['CA'],
  shop_additional_fields: [],
});

/** The part of PC01 that matters here. */
export const configurationView = ({ several }: Shop): JsonObject => ({
  features: {
    disable_seller_alternative_carrier: false,
    order_tax_mode: 'TAX_EXCLUDED',
    order_workflows: { order_acceptance: 'NOT_AUTOMATIC' },
    shipment: { multi_part_item_shipment: several, multi_shipment: several },
  },
  platform_name: 'Best Buy Canada (TEST)',
  tenant_name: 'bestbuy-test',
  timezone: 'America/Toronto',
});
