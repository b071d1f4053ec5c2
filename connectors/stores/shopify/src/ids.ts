/** Shopify's global ids: "gid://shopify/Order/1234". */
const pattern = (type: string): RegExp => new RegExp(`^gid://shopify/${type}/\\d{1,20}$`);

export const ORDER_ID = pattern('Order');
export const LINE_ID = pattern('LineItem');
export const GROUP_ID = pattern('FulfillmentOrder');
export const GROUP_LINE_ID = pattern('FulfillmentOrderLineItem');
export const FULFILMENT_ID = pattern('Fulfillment');
export const REFUND_ID = pattern('Refund');
export const TRANSACTION_ID = pattern('OrderTransaction');
export const LOCATION_ID = pattern('Location');
export const VARIANT_ID = pattern('ProductVariant');

/** The global id of a numeric one, as deliveries carry it. */
export const gid = (type: string, number: string): string => `gid://shopify/${type}/${number}`;
