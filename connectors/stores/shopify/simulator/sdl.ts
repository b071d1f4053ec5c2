/**
 * The part of the Admin API 2026-10 that this simulator answers, in our own hand: types, arguments and nullability as the
 * public reference has them, which tests/contracts/stores/shopify.test.ts compares with the vendor's schema field by field.
 */
const PAGED = 'first: Int, after: String, last: Int, before: String, reverse: Boolean = false';

const connection = (type: string): string => `
type ${type}Connection { edges: [${type}Edge!]! nodes: [${type}!]! pageInfo: PageInfo! }
type ${type}Edge { cursor: String! node: ${type}! }`;

export const SDL = `
schema { query: QueryRoot mutation: Mutation }
directive @idempotent(key: String!) on FIELD
scalar DateTime
scalar Decimal
scalar Money
scalar URL
scalar CountryCode
enum CurrencyCode { AUD CAD EUR GBP USD }

interface Node { id: ID! }

type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type Attribute { key: String! value: String }
type Image { url: URL! }
type Weight { unit: WeightUnit! value: Float! }
enum WeightUnit { GRAMS KILOGRAMS OUNCES POUNDS }
interface DisplayableError { field: [String!] message: String! }
type UserError implements DisplayableError { field: [String!] message: String! }

type MailingAddress implements Node {
  id: ID! name: String company: String address1: String address2: String city: String
  province: String provinceCode: String zip: String countryCodeV2: CountryCode phone: String
}
type ShippingLine { code: String title: String! }

enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }

type Order implements Node {
  id: ID! name: String! createdAt: DateTime! processedAt: DateTime! updatedAt: DateTime! cancelledAt: DateTime
  displayFinancialStatus: OrderDisplayFinancialStatus
  email: String note: String tags: [String!]! taxesIncluded: Boolean!
  customAttributes: [Attribute!]!
  totalPriceSet: MoneyBag!
  shippingLine: ShippingLine
  shippingAddress: MailingAddress
  lineItems(${PAGED}): LineItemConnection!
  fulfillmentOrders(${PAGED}, query: String): FulfillmentOrderConnection!
  fulfillments(first: Int): [Fulfillment!]!
  refunds(first: Int): [Refund!]!
  suggestedRefund(
    refundLineItems: [RefundLineItemInput!]
    refundShipping: Boolean
    shippingAmount: Money
    suggestFullRefund: Boolean = false
  ): SuggestedRefund
}
type Refund implements Node { id: ID! note: String createdAt: DateTime }
enum RefundLineItemRestockType { CANCEL LEGACY_RESTOCK NO_RESTOCK RETURN }
type RefundLineItem {
  lineItem: LineItem! location: Location quantity: Int! restockType: RefundLineItemRestockType!
  subtotalSet: MoneyBag! totalTaxSet: MoneyBag!
}
type ShippingRefund { amountSet: MoneyBag! maximumRefundableSet: MoneyBag! taxSet: MoneyBag! }
type OrderTransaction implements Node { id: ID! }
type SuggestedOrderTransaction {
  gateway: String parentTransaction: OrderTransaction amountSet: MoneyBag! maximumRefundableSet: MoneyBag
}
type SuggestedRefund {
  amountSet: MoneyBag! totalDutiesSet: MoneyBag! maximumRefundableSet: MoneyBag! shipping: ShippingRefund!
  refundLineItems: [RefundLineItem!]! suggestedTransactions: [SuggestedOrderTransaction!]!
}
${connection('Order')}

type LineItem implements Node {
  id: ID! name: String! sku: String quantity: Int! currentQuantity: Int! unfulfilledQuantity: Int!
  refundableQuantity: Int!
  requiresShipping: Boolean!
  customAttributes: [Attribute!]!
  originalUnitPriceSet: MoneyBag!
  weight: Weight image: Image variant: ProductVariant
}
${connection('LineItem')}

enum FulfillmentOrderStatus { CANCELLED CLOSED INCOMPLETE IN_PROGRESS ON_HOLD OPEN SCHEDULED }
enum FulfillmentHoldReason {
  AWAITING_PAYMENT AWAITING_RETURN_ITEMS HIGH_RISK_OF_FRAUD INCORRECT_ADDRESS INVENTORY_OUT_OF_STOCK
  ONLINE_STORE_POST_PURCHASE_CROSS_SELL OTHER UNKNOWN_DELIVERY_DATE
}
type FulfillmentHold implements Node { id: ID! displayReason: String! reason: FulfillmentHoldReason! reasonNotes: String }
type FulfillmentOrderAssignedLocation { name: String! countryCode: CountryCode! location: Location }

type FulfillmentOrder implements Node {
  id: ID! status: FulfillmentOrderStatus! fulfillAt: DateTime fulfillBy: DateTime
  assignedLocation: FulfillmentOrderAssignedLocation!
  fulfillmentHolds: [FulfillmentHold!]!
  lineItems(${PAGED}): FulfillmentOrderLineItemConnection!
  order: Order!
}
${connection('FulfillmentOrder')}

type FulfillmentOrderLineItem implements Node {
  id: ID! totalQuantity: Int! remainingQuantity: Int! lineItem: LineItem!
}
${connection('FulfillmentOrderLineItem')}

enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }
type FulfillmentTrackingInfo { company: String number: String url: URL }
type Fulfillment implements Node {
  id: ID! status: FulfillmentStatus! createdAt: DateTime! location: Location
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  order: Order!
}

type LocationAddress {
  address1: String address2: String city: String province: String provinceCode: String zip: String
  countryCode: String phone: String
}
type Location implements Node { id: ID! name: String! isActive: Boolean! address: LocationAddress! }
${connection('Location')}

type InventoryItemMeasurement implements Node { id: ID! weight: Weight }
type InventoryItem implements Node {
  id: ID! sku: String harmonizedSystemCode: String countryCodeOfOrigin: CountryCode
  measurement: InventoryItemMeasurement!
}
type MediaPreviewImage { image: Image }
interface Media { id: ID! preview: MediaPreviewImage }
type MediaImage implements Node & Media { id: ID! preview: MediaPreviewImage }
type MediaConnection { edges: [MediaEdge!]! nodes: [Media!]! pageInfo: PageInfo! }
type MediaEdge { cursor: String! node: Media! }
type ProductVariant implements Node {
  id: ID! title: String! displayName: String! sku: String barcode: String price: Money! updatedAt: DateTime!
  inventoryItem: InventoryItem!
  media(${PAGED}): MediaConnection!
}
${connection('ProductVariant')}
enum ProductVariantSortKeys { ID }

type ShopAddress implements Node {
  id: ID! company: String address1: String address2: String city: String
  province: String provinceCode: String zip: String countryCodeV2: CountryCode phone: String
}
type Shop implements Node {
  id: ID! name: String! email: String! myshopifyDomain: String! currencyCode: CurrencyCode! ianaTimezone: String!
  weightUnit: WeightUnit! shopAddress: ShopAddress!
}
type AccessScope { handle: String! description: String! }
type App implements Node { id: ID! }
type AppInstallation implements Node { id: ID! accessScopes: [AccessScope!]! }

enum WebhookSubscriptionTopic {
  ORDERS_CREATE ORDERS_UPDATED ORDERS_CANCELLED ORDERS_FULFILLED ORDERS_PARTIALLY_FULFILLED
  FULFILLMENT_ORDERS_PLACED_ON_HOLD FULFILLMENT_ORDERS_HOLD_RELEASED FULFILLMENT_ORDERS_MOVED
  PRODUCTS_CREATE PRODUCTS_UPDATE APP_UNINSTALLED
}
enum WebhookSubscriptionFormat { JSON XML }
type WebhookSubscription implements Node {
  id: ID! topic: WebhookSubscriptionTopic! uri: String! format: WebhookSubscriptionFormat! includeFields: [String!]!
}
${connection('WebhookSubscription')}

type QueryRoot {
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orders(${PAGED}, query: String, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  fulfillment(id: ID!): Fulfillment
  fulfillmentOrder(id: ID!): FulfillmentOrder
  productVariants(${PAGED}, query: String, sortKey: ProductVariantSortKeys = ID): ProductVariantConnection!
  locations(${PAGED}, query: String, includeInactive: Boolean = false): LocationConnection!
  shop: Shop!
  currentAppInstallation: AppInstallation!
  webhookSubscriptions(${PAGED}, topics: [WebhookSubscriptionTopic!]): WebhookSubscriptionConnection!
}

input FulfillmentOrderLineItemInput { id: ID! quantity: Int! }
input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID!
  fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!]
}
input FulfillmentTrackingInput { company: String number: String numbers: [String!] url: URL urls: [URL!] }
input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  trackingInfo: FulfillmentTrackingInput
}
type FulfillmentCreatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type FulfillmentCancelPayload { fulfillment: Fulfillment userErrors: [UserError!]! }

input WebhookSubscriptionInput {
  uri: String format: WebhookSubscriptionFormat includeFields: [String!] filter: String name: String
}
type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }

type AppUninstallAppUninstallError implements DisplayableError { field: [String!] message: String! }
type AppUninstallPayload { app: App userErrors: [AppUninstallAppUninstallError!]! }

input RefundLineItemInput { lineItemId: ID! locationId: ID quantity: Int! restockType: RefundLineItemRestockType }
input ShippingRefundInput { amount: Money fullRefund: Boolean }
enum OrderTransactionKind { AUTHORIZATION CAPTURE CHANGE EMV_AUTHORIZATION REFUND SALE SUGGESTED_REFUND VOID }
input OrderTransactionInput {
  amount: Money! gateway: String! kind: OrderTransactionKind! orderId: ID! parentId: ID
}
input RefundInput {
  allowOverRefunding: Boolean = false currency: CurrencyCode note: String notify: Boolean orderId: ID!
  refundLineItems: [RefundLineItemInput!] shipping: ShippingRefundInput transactions: [OrderTransactionInput!]
}
type RefundCreatePayload { order: Order refund: Refund userErrors: [UserError!]! }

type Mutation {
  refundCreate(input: RefundInput!): RefundCreatePayload
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentCancel(id: ID!): FulfillmentCancelPayload
  webhookSubscriptionCreate(
    topic: WebhookSubscriptionTopic!
    webhookSubscription: WebhookSubscriptionInput!
  ): WebhookSubscriptionCreatePayload
  appUninstall: AppUninstallPayload
}
`;
