/** What the APIs show of orders, listings and the seller. */
import type { JsonObject } from '@scanship/domain/values/json';
import { money, toDecimal } from '@scanship/domain/money/money';
import {
  shippedUnits,
  type Place,
  type SellerAbout,
  type SimAddress,
  type SimListing,
  type SimOrder,
} from './model.ts';

const amount = (minor: number, place: Place): JsonObject => ({
  amount: toDecimal(money(minor, place.currency)),
  currencyCode: place.currency,
});

/** Without what is absent, as JSON has it. */
const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const addressView = (at: SimAddress): object => ({
  name: at.name,
  companyName: at.company,
  addressLine1: at.address1,
  addressLine2: at.address2,
  addressLine3: at.address3,
  city: at.city,
  stateOrRegion: at.province,
  postalCode: at.zip,
  countryCode: at.country,
  phone: at.phone,
  addressType: at.company === undefined ? 'RESIDENTIAL' : 'COMMERCIAL',
});

export function statusOf(order: SimOrder): string {
  if (order.state === 'cancelled') return 'CANCELLED';
  if (order.state === 'pending') return 'PENDING';
  const units = order.items.reduce((sum, i) => sum + i.quantity, 0);
  const shipped = order.items.reduce((sum, i) => sum + shippedUnits(order, i.id), 0);
  return shipped >= units ? 'SHIPPED' : shipped > 0 ? 'PARTIALLY_SHIPPED' : 'UNSHIPPED';
}

/** @param included the datasets asked for; items are always there */
export function orderView(order: SimOrder, place: Place, included: ReadonlySet<string>): JsonObject {
  const has = (what: string, value: object): object | undefined => (included.has(what) ? value : undefined);
  // A pending order shows neither who bought nor for how much.
  const known = order.state !== 'pending';
  const subtotal = order.items.reduce((sum, i) => sum + i.priceMinor * i.quantity, 0);
  return plain({
    orderId: order.id,
    createdTime: order.createdAt,
    lastUpdatedTime: order.updatedAt,
    programs: order.prime ? ['PRIME'] : undefined,
    salesChannel: {
      channelName: 'AMAZON',
      marketplaceId: place.marketplaceId,
      marketplaceName: place.marketplaceName,
    },
    buyer: known ? has('BUYER', { buyerName: order.address.name, buyerEmail: order.email }) : undefined,
    recipient: known
      ? has('RECIPIENT', {
          deliveryAddress: addressView(order.address),
          deliveryPreference: order.instruction && { addressInstruction: order.instruction },
        })
      : undefined,
    proceeds: known ? has('PROCEEDS', { grandTotal: amount(subtotal + order.shippingMinor, place) }) : undefined,
    fulfillment: has('FULFILLMENT', {
      fulfillmentStatus: statusOf(order),
      fulfilledBy: order.by,
      fulfillmentServiceLevel: order.service,
      shipByWindow: { earliestDateTime: order.createdAt, latestDateTime: order.shipBy },
    }),
    orderItems: order.items.map((item) => {
      const shipped = shippedUnits(order, item.id);
      return {
        orderItemId: item.id,
        quantityOrdered: item.quantity,
        product: {
          asin: 'B0SIMULATED',
          title: item.title,
          sellerSku: item.sku,
          price: known ? { unitPrice: amount(item.priceMinor, place) } : undefined,
        },
        cancellation:
          order.cancelWish === undefined
            ? undefined
            : has('CANCELLATION', { cancellationRequest: { requester: 'BUYER', cancelReason: order.cancelWish } }),
        fulfillment: has('FULFILLMENT', {
          quantityFulfilled: shipped,
          quantityUnfulfilled: order.state === 'cancelled' ? 0 : item.quantity - shipped,
          packing: item.giftMessage && { giftOption: { giftMessage: item.giftMessage, giftWrapLevel: 'STANDARD' } },
        }),
      };
    }),
    packages: has(
      'PACKAGES',
      order.packages.map((p) => ({
        packageReferenceId: p.id,
        createdTime: p.madeAt,
        packageStatus: { status: 'SHIPPED' },
        carrier: p.carrier,
        shipTime: p.shippedAt,
        trackingNumber: p.trackingNumber,
        packageItems: p.lines.map((l) => ({ orderItemId: l.itemId, quantity: l.quantity })),
      })),
    ),
  });
}

export function listingView(listing: SimListing, place: Place, included: ReadonlySet<string>): JsonObject {
  const { marketplaceId } = place;
  const { size, weight } = listing;
  const has = (what: string, value: object): object | undefined => (included.has(what) ? value : undefined);
  const side = (value: number): object => ({ value, unit: size?.unit });
  return plain({
    sku: listing.sku,
    summaries: has('summaries', [
      {
        marketplaceId,
        asin: listing.asin,
        productType: 'PRODUCT',
        conditionType: 'new_new',
        status: ['BUYABLE', 'DISCOVERABLE'],
        itemName: listing.title,
        createdDate: listing.createdAt,
        lastUpdatedDate: listing.updatedAt,
        mainImage: { link: `https://m.media-amazon.example/${listing.sku}.jpg`, height: 500, width: 500 },
      },
    ]),
    attributes: has('attributes', {
      item_package_weight: weight && [{ value: weight.value, unit: weight.unit, marketplace_id: marketplaceId }],
      item_package_dimensions: size && [
        {
          length: side(size.length),
          width: side(size.width),
          height: side(size.height),
          marketplace_id: marketplaceId,
        },
      ],
      externally_assigned_product_identifier: listing.barcode && [
        { type: 'upc', value: listing.barcode, marketplace_id: marketplaceId },
      ],
      country_of_origin: [{ value: 'CA', marketplace_id: marketplaceId }],
    }),
    offers: has('offers', [{ marketplaceId, offerType: 'B2C', price: amount(listing.priceMinor, place) }]),
  });
}

const participation = (about: SellerAbout, place: Place): object => ({
  marketplace: {
    id: place.marketplaceId,
    name: place.marketplaceName,
    countryCode: place.country,
    defaultCurrencyCode: place.currency,
    defaultLanguageCode: place.language,
    domainName: place.domain,
  },
  participation: { isParticipating: true, hasSuspendedListings: false },
  storeName: about.storeName,
});

export const participationsView = (about: SellerAbout, place: Place): JsonObject =>
  plain({ payload: [participation(about, place)] });

export const accountView = (about: SellerAbout, place: Place): JsonObject =>
  plain({
    payload: {
      businessType: 'PRIVATE_LIMITED',
      sellingPlan: 'PROFESSIONAL',
      marketplaceParticipationList: [participation(about, place)],
      business: {
        name: about.business,
        registeredBusinessAddress: {
          addressLine1: about.address.address1,
          city: about.address.city,
          stateOrProvinceCode: about.address.province,
          postalCode: about.address.zip,
          countryCode: about.address.country,
        },
      },
    },
  });
