/** What the APIs show of orders, fulfilments, items and the seller. */
import type { JsonObject } from '@scanship/domain/values/json';
import { money, toDecimal } from '@scanship/domain/money/money';
import {
  shippedUnits,
  type SellerAbout,
  type SimAddress,
  type SimFulfilment,
  type SimItem,
  type SimOrder,
} from './model.ts';

/** eBay writes as few decimals as it needs, at least one: "18.5", "20.0". */
const amount = (minor: number, currency: string): JsonObject => ({
  value: toDecimal(money(minor, currency)).replace(/(\.\d)0$/, '$1'),
  currency,
});

/** Without what is absent, as JSON has it. */
const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const contactAddress = (at: SimAddress): object => ({
  addressLine1: at.address1,
  addressLine2: at.address2,
  city: at.city,
  stateOrProvince: at.province,
  postalCode: at.zip,
  countryCode: at.country,
});

const stateOf = (shipped: number, all: number): string =>
  shipped >= all ? 'FULFILLED' : shipped > 0 ? 'IN_PROGRESS' : 'NOT_STARTED';

/** How far an order has been shipped, as eBay calls it. */
export function orderState(order: SimOrder): string {
  const units = order.lines.reduce((sum, l) => sum + l.quantity, 0);
  return stateOf(
    order.lines.reduce((sum, l) => sum + shippedUnits(order, l.id), 0),
    units,
  );
}

export function orderView(order: SimOrder, about: SellerAbout, base: string): JsonObject {
  const { currency } = about;
  const subtotal = order.lines.reduce((sum, l) => sum + l.priceMinor * l.quantity, 0);
  const path = `${base}/sell/fulfillment/v1/order/${order.id}/shipping_fulfillment`;
  return plain({
    orderId: order.id,
    legacyOrderId: order.id,
    creationDate: order.createdAt,
    lastModifiedDate: order.updatedAt,
    orderFulfillmentStatus: orderState(order),
    orderPaymentStatus: order.payment,
    sellerId: about.username,
    buyer: { username: order.buyer ?? 'test_buyer_1' },
    buyerCheckoutNotes: order.note,
    pricingSummary: {
      priceSubtotal: amount(subtotal, currency),
      deliveryCost: amount(order.shippingMinor, currency),
      total: amount(subtotal + order.shippingMinor, currency),
    },
    paymentSummary: {
      payments: [],
      refunds: (order.refunds ?? [])
        .filter(({ items }) => items.length === 0)
        .map(({ id, minor, elsewhere }) => ({
          refundId: elsewhere === undefined ? id : undefined,
          refundReferenceId: elsewhere === 'issued' ? id : undefined,
          amount: amount(minor, currency),
          refundStatus: elsewhere === 'failed' ? 'FAILED' : 'PENDING',
        })),
    },
    cancelStatus: { cancelState: order.cancel, cancelledDate: order.cancelledAt, cancelRequests: [] },
    fulfillmentStartInstructions: [
      {
        fulfillmentInstructionsType: 'SHIP_TO',
        shippingStep: {
          shipTo: {
            fullName: order.address.name,
            companyName: order.address.company,
            contactAddress: contactAddress(order.address),
            primaryPhone: order.address.phone && { phoneNumber: order.address.phone },
            email: order.address.email,
          },
          shippingServiceCode: order.service,
        },
      },
    ],
    fulfillmentHrefs: order.fulfilments.map((f) => `${path}/${f.id}`),
    lineItems: order.lines.map((line) => ({
      lineItemId: line.id,
      legacyItemId: `11${line.id}`,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      lineItemCost: amount(line.priceMinor * line.quantity, currency),
      total: amount(line.priceMinor * line.quantity, currency),
      taxes: [],
      refunds: (order.refunds ?? []).flatMap(({ id, items }) =>
        items
          .filter(({ lineItemId }) => lineItemId === line.id)
          .map(({ minor }) => ({ refundId: id, amount: amount(minor, currency) })),
      ),
      soldFormat: 'FIXED_PRICE',
      listingMarketplaceId: about.marketplace,
      purchaseMarketplaceId: about.marketplace,
      lineItemFulfillmentStatus: stateOf(shippedUnits(order, line.id), line.quantity),
      lineItemFulfillmentInstructions: { shipByDate: order.shipBy },
    })),
  });
}

export const fulfilmentView = (one: SimFulfilment): JsonObject =>
  plain({
    fulfillmentId: one.id,
    shipmentTrackingNumber: one.trackingNumber,
    shippingCarrierCode: one.carrier,
    shippedDate: one.shippedAt,
    lineItems: one.lines,
  });

export const itemView = (item: SimItem): JsonObject =>
  plain({
    sku: item.sku,
    locale: 'en_US',
    condition: 'NEW',
    availability: { shipToLocationAvailability: { quantity: 20 } },
    product: {
      title: item.title,
      upc: item.upc === undefined ? undefined : [item.upc],
      imageUrls: item.imageUrl === undefined ? undefined : [item.imageUrl],
    },
    packageWeightAndSize: { weight: item.weight, dimensions: item.size },
  });

export const userView = (about: SellerAbout): JsonObject =>
  plain({
    userId: about.userId,
    username: about.username,
    accountType: 'BUSINESS',
    registrationMarketplaceId: about.marketplace,
    status: 'CONFIRMED',
    businessAccount: {
      name: about.name,
      email: about.email,
      address: {
        addressLine1: about.address.address1,
        city: about.address.city,
        stateOrProvince: about.address.province,
        postalCode: about.address.zip,
        country: about.address.country,
      },
      primaryPhone: { countryCode: about.address.country, number: about.address.phone, phoneType: 'LAND_LINE' },
    },
  });

export const locationView = (about: SellerAbout): JsonObject =>
  plain({
    merchantLocationKey: 'main',
    name: `${about.name}, main warehouse`,
    merchantLocationStatus: 'ENABLED',
    locationTypes: ['WAREHOUSE'],
    location: {
      address: {
        addressLine1: about.address.address1,
        city: about.address.city,
        stateOrProvince: about.address.province,
        postalCode: about.address.zip,
        country: about.address.country,
      },
    },
  });
