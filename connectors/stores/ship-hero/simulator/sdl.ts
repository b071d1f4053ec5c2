/**
 * The part of the public API that this simulator answers, in our own hand: types, arguments and nullability as the published schema
 * has them, which tests/contracts/stores/ship-hero.test.ts compares field by field.
 */
const PAGED = 'after: String, before: String, first: Int, last: Int, sort: String';

const connection = (type: string, node: string = type): string => `
type ${type}Connection { edges: [${type}Edge]! pageInfo: PageInfo! }
type ${type}Edge { cursor: String! node: ${node} }`;

export const SDL = `
schema { query: Query mutation: Mutation }
scalar ISODateTime
scalar GenericScalar

type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type Address {
  name: String address1: String address2: String city: String state: String zip: String country: String phone: String
}
type Warehouse {
  id: String legacy_id: Int account_id: String identifier: String company_name: String address: Address
}
type Account {
  id: String legacy_id: Int username: String email: String status: String is_3pl: Boolean is_multi_warehouse: Boolean
  warehouses: [Warehouse]
}
type AccountQueryResult { complexity: Int request_id: String data: Account }

type Dimensions { weight: String length: String width: String height: String }
type Product {
  id: String legacy_id: Int account_id: String sku: String name: String barcode: String price: String value: String
  tariff_code: String country_of_manufacture: String customs_description: String thumbnail: String virtual: Boolean
  dimensions: Dimensions created_at: ISODateTime updated_at: ISODateTime
}
${connection('Product')}
type ProductsQueryResult { complexity: Int request_id: String data(${PAGED}): ProductConnection }

type OrderAddress {
  first_name: String last_name: String company: String address1: String address2: String city: String state: String
  state_code: String zip: String country: String country_code: String phone: String email: String
}
type OrderHolds {
  fraud_hold: Boolean address_hold: Boolean shipping_method_hold: Boolean operator_hold: Boolean payment_hold: Boolean
  client_hold: Boolean
}
type ShippingLines { title: String carrier: String method: String price: String }
type OrderLineItemAllocation { line_item_id: String sku: String quantity_allocated: Int warehouse_id: String }
type OrderWarehouseAllocation { warehouse_id: String order_id: String line_items: [OrderLineItemAllocation] }
type LineItem {
  id: String legacy_id: Int order_id: String sku: String product_name: String option_title: String price: String
  quantity: Int quantity_pending_fulfillment: Int quantity_shipped: Int fulfillment_status: String product: Product
}
type LineItemQuerySpecConnection { edges: [LineItemQuerySpecEdge]! pageInfo: PageInfo! total_count: Int }
type LineItemQuerySpecEdge { cursor: String! node: LineItem }
type ShippingLabel {
  id: String legacy_id: Int carrier: String shipping_name: String shipping_method: String cost: String status: String
  tracking_number: String tracking_url: String created_date: ISODateTime
}
type Shipment {
  id: String legacy_id: Int order_id: String warehouse_id: String created_date: ISODateTime shipped_off_shiphero: Boolean
  completed: Boolean shipping_labels: [ShippingLabel]
}
type Order {
  id: String legacy_id: Int order_number: String partner_order_id: String account_id: String shop_name: String
  order_date: ISODateTime updated_at: ISODateTime required_ship_date: ISODateTime hold_until_date: ISODateTime
  fulfillment_status: String currency: String total_price: String subtotal: String email: String packing_note: String
  gift_note: String gift_invoice: Boolean tags: [String] holds: OrderHolds shipping_address: OrderAddress
  shipping_lines: ShippingLines allocations: [OrderWarehouseAllocation] shipments: [Shipment]
  line_items(${PAGED}, search: GenericScalar): LineItemQuerySpecConnection
}
${connection('Order')}
type OrderQueryResult { complexity: Int request_id: String data: Order }
type OrdersQueryResult { complexity: Int request_id: String data(${PAGED}): OrderConnection }

type Webhook {
  id: String legacy_id: Int account_id: String name: String url: String shop_name: String source: String
  shared_signature_secret: String
}
${connection('Webhook')}
type WebhooksQueryResult { complexity: Int request_id: String data(${PAGED}): WebhookConnection }

type Query {
  account(analyze: Boolean): AccountQueryResult
  order(analyze: Boolean, id: String!): OrderQueryResult
  orders(
    analyze: Boolean, fulfillment_status: String, order_date_from: ISODateTime, order_date_to: ISODateTime,
    order_number: String, updated_from: ISODateTime, updated_to: ISODateTime
  ): OrdersQueryResult
  products(analyze: Boolean, sku: String, updated_from: ISODateTime, updated_to: ISODateTime): ProductsQueryResult
  webhooks(analyze: Boolean): WebhooksQueryResult
}

input AddressInput {
  name: String address1: String address2: String city: String state: String zip: String country: String phone: String
}
input DimensionsInput { weight: String length: String width: String height: String }
input CreateLabelResourceInput {
  image_location: String paper_pdf_location: String pdf_location: String thermal_pdf_location: String
}
input CreateShipmentShippingLabelInput {
  address: AddressInput! carrier: String! cost: String! dimensions: DimensionsInput! label: CreateLabelResourceInput!
  line_item_ids: [String]! shipping_method: String! shipping_name: String! tracking_number: String tracking_url: String
}
input CreateShipmentLineItemInput { line_item_id: String! quantity: Int! }
input CreateShipmentInput {
  address: AddressInput! customer_account_id: String labels: [CreateShipmentShippingLabelInput]
  line_items: [CreateShipmentLineItemInput]! notify_customer_via_shiphero: Boolean notify_customer_via_store: Boolean
  order_id: String! profile: String shipped_off_shiphero: Boolean warehouse_id: String!
}
type CreateShipmentOutput { complexity: Int request_id: String shipment: Shipment }
input CreateWebhookInput { customer_account_id: String name: String! shop_name: String url: String! }
type CreateWebhookOutput { complexity: Int request_id: String webhook: Webhook }
input DeleteWebhookInput { customer_account_id: String name: String! shop_name: String }
type MutationOutput { complexity: Int request_id: String }

type Mutation {
  shipment_create(data: CreateShipmentInput!): CreateShipmentOutput
  webhook_create(data: CreateWebhookInput!): CreateWebhookOutput
  webhook_delete(data: DeleteWebhookInput!): MutationOutput
}
`;
