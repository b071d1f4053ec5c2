/** Orders, items and sellers as Walmart answers them. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SellerAbout, SimAddress, SimItem, SimLine, SimOrder, SimSubscription } from './model.ts';
import type { SimMarket } from './place.ts';

const major = (minor: number): number => minor / 100;
/** A tenth, so that there is a tax to add up. */
const taxOf = (minor: number): number => Math.round(minor / 10);

/** Undefined members are left out, as they are in JSON. */
const json = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const quantityView = (amount: number): JsonObject => ({ unitOfMeasurement: 'EACH', amount: String(amount) });

const chargeView = (market: SimMarket, chargeType: string, chargeName: string, minor: number): JsonObject => ({
  chargeType,
  chargeName,
  chargeAmount: { currency: market.currency, amount: major(minor) },
  tax: { taxName: 'Tax1', taxAmount: { currency: market.currency, amount: major(taxOf(minor)) } },
});

function chargesOf(order: SimOrder, line: SimLine): readonly (readonly [string, string, number])[] {
  const gone = line.statuses.every((one) => one.status === 'Cancelled');
  const product = gone ? 0 : line.priceMinor * line.quantity;
  const first = order.lines[0]?.number === line.number;
  return [
    ['PRODUCT', 'ItemPrice', product],
    ...(first ? [['SHIPPING', 'Shipping', gone ? 0 : order.shippingMinor] as const] : []),
  ];
}

const totalMinor = (order: SimOrder): number =>
  order.lines.flatMap((line) => chargesOf(order, line)).reduce((sum, [, , minor]) => sum + minor + taxOf(minor), 0);

function lineView(market: SimMarket, order: SimOrder, line: SimLine, withProduct: boolean): object {
  return {
    lineNumber: line.number,
    item: {
      productName: line.title,
      sku: line.sku,
      condition: 'New',
      ...(withProduct && { imageUrl: `https://i5.walmartimages.example/${line.sku}.jpg`, weight: line.weight }),
    },
    charges: { charge: chargesOf(order, line).map(([type, name, minor]) => chargeView(market, type, name, minor)) },
    orderLineQuantity: quantityView(line.quantity),
    statusDate: line.statusAt,
    orderLineStatuses: {
      orderLineStatus: line.statuses.map((one) => ({
        status: one.status,
        statusQuantity: quantityView(one.quantity),
        ...(one.tracking && { trackingInfo: one.tracking }),
        ...(one.status === 'Cancelled' && { cancellationReason: 'CUSTOMER_REQUESTED_SELLER_TO_CANCEL' }),
      })),
    },
    fulfillment: {
      fulfillmentOption: 'S2H',
      shipMethod: order.method.toUpperCase(),
      pickUpDateTime: order.deliverBy,
      ...(order.program !== undefined && { shippingProgramType: order.program }),
    },
    ...(line.cancelAsked && { intentToCancel: 'true' }),
  };
}

export interface Wanted {
  readonly productInfo: boolean;
  readonly replacementInfo: boolean;
}

export function orderView(market: SimMarket, about: SellerAbout, order: SimOrder, wanted: Wanted): JsonObject {
  return json({
    purchaseOrderId: order.id,
    customerOrderId: order.customerOrderId,
    customerEmailId: order.email,
    ...(wanted.replacementInfo && { orderType: 'REGULAR' }),
    orderDate: order.createdAt,
    shippingInfo: {
      phone: order.phone,
      estimatedDeliveryDate: order.deliverBy,
      estimatedShipDate: order.shipBy,
      methodCode: order.method,
      postalAddress: order.address,
    },
    orderLines: { orderLine: order.lines.map((line) => lineView(market, order, line, wanted.productInfo)) },
    orderSummary: {
      totalAmount: { currencyAmount: major(totalMinor(order)), currencyUnit: market.currency },
    },
    shipNode: { type: order.fulfilledBy, name: about.node.name, id: about.node.id },
  });
}

export const itemView = (market: SimMarket, item: SimItem): JsonObject => ({
  mart: market.mart,
  sku: item.sku,
  condition: 'New',
  upc: item.upc,
  gtin: `00${item.upc}`,
  productName: item.title,
  productType: 'Food',
  price: { currency: market.currency, amount: major(item.priceMinor) },
  publishedStatus: 'PUBLISHED',
  lifecycleStatus: item.lifecycle,
});

const placeView = (address: SimAddress): JsonObject => ({
  addressLine1: address.address1,
  city: address.city,
  state: address.state,
  country: address.country,
  postalCode: address.postalCode,
});

export const nodeView = (about: SellerAbout): JsonObject => ({
  shipNode: about.node.id,
  nodeType: 'PHYSICAL',
  shipNodeName: about.node.name,
  status: 'ACTIVE',
  timeZone: about.node.timeZone,
  customNodeId: 'main1',
  postalAddress: placeView(about.node.address),
});

export const profileView = (about: SellerAbout): JsonObject => ({
  partner: {
    partnerId: about.partnerId,
    partnerName: about.name,
    partnerDisplayName: about.name,
    partnerStoreId: about.partnerId,
    countryOfIncorporation: about.country,
  },
  configurations: [{ configurationName: 'ACCOUNT', configuration: { status: 'ACTIVE' } }],
});

export const subscriptionView = (about: SellerAbout, one: SimSubscription): JsonObject => {
  const { id, authDetails, ...rest } = one;
  // The secret is never shown again.
  const { clientSecret: _secret, ...shown } = authDetails ?? {};
  return json({ subscriptionId: id, partnerId: about.partnerId, ...rest, ...(authDetails && { authDetails: shown }) });
};
