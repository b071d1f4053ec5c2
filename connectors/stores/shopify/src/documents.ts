/**
 * Every GraphQL document we send, written for the version in manifest.ts. Page sizes keep each document below 1,000 points
 * by the dearest published rule (an object 1, a connection 2 and each of its nodes): see README.md, "Throttling".
 */

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const LINE = `id name sku quantity currentQuantity unfulfilledQuantity requiresShipping
      originalUnitPriceSet { shopMoney { amount currencyCode } }
      customAttributes { key value }
      weight { value unit }
      image { url }
      variant { id inventoryItem { harmonizedSystemCode countryCodeOfOrigin } }`;

const GROUP_LINE = 'totalQuantity remainingQuantity lineItem { id }';

const GROUP = `id status fulfillAt fulfillBy
      assignedLocation { location { id } }
      fulfillmentHolds { reason displayReason reasonNotes }`;

const ORDER_FIELDS = `fragment OrderFields on Order {
    id name processedAt updatedAt cancelledAt displayFinancialStatus email note tags
    customAttributes { key value }
    totalPriceSet { shopMoney { amount currencyCode } }
    shippingLine { code title }
    shippingAddress { name company address1 address2 city provinceCode zip countryCodeV2 phone }
    lineItems(first: 5) { nodes { ${LINE} } ${PAGE_INFO} }
    fulfillmentOrders(first: 2) {
      nodes { ${GROUP} lineItems(first: 5) { nodes { ${GROUP_LINE} } ${PAGE_INFO} } }
      ${PAGE_INFO}
    }
  }`;

/** Variables: `query` (search), `after`. */
export const ORDERS = `query Orders($query: String, $after: String) {
  orders(first: 12, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ...OrderFields }
    ${PAGE_INFO}
  }
}
${ORDER_FIELDS}`;

/** Orders by their own ids or by those of their fulfilment orders; at most `ORDERS_BY_ID_SIZE`. */
export const ORDERS_BY_ID = `query OrdersById($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on Order { ...OrderFields }
    ... on FulfillmentOrder { order { ...OrderFields } }
  }
}
${ORDER_FIELDS}`;
export const ORDERS_BY_ID_SIZE = 12;

/** Further lines of one order. */
export const ORDER_LINES = `query OrderLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 100, after: $after) { nodes { ${LINE} } ${PAGE_INFO} } }
}`;

/** Further fulfilment orders of one order. */
export const ORDER_GROUPS = `query OrderGroups($id: ID!, $after: String) {
  order(id: $id) {
    fulfillmentOrders(first: 8, after: $after) {
      nodes { ${GROUP} lineItems(first: 40) { nodes { ${GROUP_LINE} } ${PAGE_INFO} } }
      ${PAGE_INFO}
    }
  }
}`;

/** Further lines of one fulfilment order. */
export const GROUP_LINES = `query GroupLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) { lineItems(first: 200, after: $after) { nodes { ${GROUP_LINE} } ${PAGE_INFO} } }
}`;

export const PRODUCTS = `query Products($query: String, $after: String) {
  productVariants(first: 100, after: $after, query: $query, sortKey: ID) {
    nodes {
      id sku barcode displayName price updatedAt
      media(first: 1) { nodes { preview { image { url } } } }
      inventoryItem { harmonizedSystemCode countryCodeOfOrigin measurement { weight { value unit } } }
    }
    ${PAGE_INFO}
  }
  shop { currencyCode }
}`;

export const LOCATIONS = `query Locations($after: String) {
  locations(first: 50, after: $after, includeInactive: true) {
    nodes { id name isActive address { address1 address2 city provinceCode zip countryCode phone } }
    ${PAGE_INFO}
  }
}`;

/** Who the store is, and what it lets us do. */
export const SHOP = `query Shop {
  shop {
    id name email myshopifyDomain currencyCode ianaTimezone weightUnit
    shopAddress { company address1 address2 city provinceCode zip countryCodeV2 phone }
  }
  currentAppInstallation { accessScopes { handle } }
}`;

/** What is left to ship of one order, and what was reported before. */
export const FULFILMENT_STATE = `query FulfilmentState($id: ID!, $after: String) {
  order(id: $id) {
    name cancelledAt
    fulfillments(first: 20) { id status location { id } trackingInfo(first: 10) { number } }
    fulfillmentOrders(first: 8, after: $after) {
      nodes {
        id status
        assignedLocation { name location { id } }
        fulfillmentHolds { displayReason }
        lineItems(first: 40) { nodes { id remainingQuantity lineItem { id } } ${PAGE_INFO} }
      }
      ${PAGE_INFO}
    }
  }
}`;

/** Further lines of one fulfilment order, for reporting. */
export const FULFILMENT_LINES = `query FulfilmentLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 200, after: $after) { nodes { id remainingQuantity lineItem { id } } ${PAGE_INFO} }
  }
}`;

export const FULFILMENT_CREATE = `mutation FulfilmentCreate($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status }
    userErrors { field message }
  }
}`;

export const FULFILMENT = `query Fulfilment($id: ID!) {
  fulfillment(id: $id) { id status }
}`;

export const FULFILMENT_CANCEL = `mutation FulfilmentCancel($id: ID!) {
  fulfillmentCancel(id: $id) {
    fulfillment { id status }
    userErrors { field message }
  }
}`;

export const SUBSCRIPTIONS = `query Subscriptions($after: String) {
  webhookSubscriptions(first: 100, after: $after) { nodes { id topic uri } ${PAGE_INFO} }
}`;

export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

export const UNINSTALL = `mutation Uninstall {
  appUninstall {
    app { id }
    userErrors { field message }
  }
}`;

const TAXED_LINE = `quantity lineItem { id } location { id }
        subtotalSet { presentmentMoney { amount currencyCode } } totalTaxSet { presentmentMoney { amount currencyCode } }`;
const MONEY = 'presentmentMoney { amount currencyCode }';

/** What is refunded already, and what Shopify works out for these lines. Its own numbers, so that taxes and discounts are right. */
export const REFUND_STATE = `query RefundState($id: ID!, $lines: [RefundLineItemInput!], $shipping: Boolean) {
  order(id: $id) {
    name
    taxesIncluded
    refunds(first: 50) { id note }
    fulfillments(first: 20) { status location { id } }
    suggestedRefund(refundLineItems: $lines, refundShipping: $shipping) {
      amountSet { ${MONEY} }
      totalDutiesSet { ${MONEY} }
      maximumRefundableSet { ${MONEY} }
      shipping { amountSet { ${MONEY} } taxSet { ${MONEY} } }
      refundLineItems { ${TAXED_LINE} }
      suggestedTransactions { gateway parentTransaction { id } maximumRefundableSet { ${MONEY} } }
    }
  }
}`;

/** How many units of each line were not refunded or removed yet. */
export const REFUNDABLE_LINES = `query RefundableLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 100, after: $after) { nodes { id refundableQuantity } ${PAGE_INFO} } }
}`;

export const REFUND_CREATE = `mutation RefundCreate($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`;
