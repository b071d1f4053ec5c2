/**
 * Every GraphQL document we send. ShipHero prices an operation by the sizes it asks for (at most 4,004 credits) and charges what
 * it returns: twenty orders with ten lines each stay far below, by every published rule.
 */

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const ADDRESS = 'name address1 address2 city state zip country phone';

const ORDER_ADDRESS =
  'first_name last_name company address1 address2 city state state_code zip country country_code phone email';

const HOLDS = 'holds { fraud_hold address_hold shipping_method_hold operator_hold payment_hold client_hold }';

const LINE = `id sku product_name option_title quantity quantity_pending_fulfillment quantity_shipped fulfillment_status price
          product { id virtual tariff_code country_of_manufacture thumbnail dimensions { weight } }`;

const ORDER = `id order_number order_date updated_at required_ship_date hold_until_date fulfillment_status currency
        total_price email packing_note gift_note gift_invoice tags
        ${HOLDS}
        shipping_address { ${ORDER_ADDRESS} }
        shipping_lines { title carrier method }
        allocations { warehouse_id }
        line_items(first: 10) { ${PAGE_INFO} edges { node { ${LINE} } } }`;

/** Variables: `from` (changed after), `after`. Sorted by what never changes. */
export const ORDERS = `query Orders($from: ISODateTime, $after: String) {
  orders(updated_from: $from) {
    data(first: 20, after: $after, sort: "order_date") {
      ${PAGE_INFO}
      edges { node {
        ${ORDER}
      } }
    }
  }
}`;

export const ORDER_BY_ID = `query OrderById($id: String!) {
  order(id: $id) {
    data {
        ${ORDER}
    }
  }
}`;

/** Further lines of one order. */
export const ORDER_LINES = `query OrderLines($id: String!, $after: String) {
  order(id: $id) {
    data { id line_items(first: 100, after: $after) { ${PAGE_INFO} edges { node { ${LINE} } } } }
  }
}`;

export const PRODUCTS = `query Products($from: ISODateTime, $after: String) {
  products(updated_from: $from) {
    data(first: 50, after: $after, sort: "created_at") {
      ${PAGE_INFO}
      edges { node {
        id sku name barcode price tariff_code country_of_manufacture thumbnail updated_at
        dimensions { weight length width height }
      } }
    }
  }
}`;

/** Who the account is, and the places it ships from. */
export const ACCOUNT = `query Account {
  account {
    data { id username email is_3pl warehouses { id identifier company_name address { ${ADDRESS} } } }
  }
}`;

/** What is left to ship of one order, where, to whom, and what was reported before. */
export const ORDER_STATE = `query OrderState($id: String!, $after: String) {
  order(id: $id) {
    data {
      id fulfillment_status
      ${HOLDS}
      shipping_address { ${ORDER_ADDRESS} }
      allocations { warehouse_id line_items { line_item_id } }
      shipments { id shipping_labels { tracking_number } }
      line_items(first: 100, after: $after) { ${PAGE_INFO} edges { node { id quantity_pending_fulfillment } } }
    }
  }
}`;

export const SHIPMENT_CREATE = `mutation ShipmentCreate($data: CreateShipmentInput!) {
  shipment_create(data: $data) { shipment { id order_id } }
}`;

export const WEBHOOKS = `query Webhooks($after: String) {
  webhooks {
    data(first: 100, after: $after) { ${PAGE_INFO} edges { node { id name url shop_name } } }
  }
}`;

/** The only answer that ever shows what deliveries of this webhook are signed with. */
export const WEBHOOK_CREATE = `mutation WebhookCreate($data: CreateWebhookInput!) {
  webhook_create(data: $data) { webhook { id shared_signature_secret } }
}`;

export const WEBHOOK_DELETE = `mutation WebhookDelete($data: DeleteWebhookInput!) {
  webhook_delete(data: $data) { request_id }
}`;
