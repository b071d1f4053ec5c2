/** Orders, products and profiles as the API shows them (names of the derived list of entities, and of the vendor's example). */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimFulfilment, SimItem, SimOrder, SimProduct, SimProfile } from './model.ts';

const cents = (amount: number): number => Math.round(amount * 100);

const itemView = (item: SimItem, order: SimOrder, profile: number): JsonObject => ({
  ID: item.id,
  ProfileID: profile,
  OrderID: order.id,
  ProductID: item.productId,
  SiteOrderItemID: `${item.id}-S`,
  SellerOrderItemID: null,
  Sku: item.sku,
  Title: item.title,
  Quantity: item.quantity,
  UnitPrice: item.unitPrice,
  TaxPrice: 0,
  ShippingPrice: 0,
  GiftMessage: null,
  IsBundle: item.bundle,
  HarmonizedCode: item.harmonizedCode,
  Adjustments:
    item.cancelled === 0
      ? []
      : [
          {
            ID: item.id + 1,
            ProfileID: profile,
            OrderID: order.id,
            OrderItemID: item.id,
            Quantity: item.cancelled,
            Reason: 'BuyerCancelled',
            Type: 'Cancellation',
            RequestStatus: 'SubmittedNotProcessed',
          },
        ],
});

export const fulfilmentView = (one: SimFulfilment, order: SimOrder, profile: number): JsonObject => ({
  ID: one.id,
  ProfileID: profile,
  OrderID: order.id,
  CreatedDateUtc: order.created,
  UpdatedDateUtc: order.updated,
  Type: 'Ship',
  DeliveryStatus: one.status,
  TrackingNumber: one.tracking,
  ShippingCarrier: one.carrier,
  ShippingClass: one.shippingClass,
  DistributionCenterID: 0,
  ShippedDateUtc: one.shipped,
  SellerFulfillmentID: one.sellerId,
});

const partsView = (one: SimFulfilment, order: SimOrder, profile: number): JsonObject[] =>
  one.parts.map((part) => {
    const item = order.items.find(({ id }) => id === part.itemId);
    return {
      ID: part.id,
      ProfileID: profile,
      FulfillmentID: one.id,
      OrderID: order.id,
      OrderItemID: part.itemId,
      Quantity: part.quantity,
      ProductID: item?.productId ?? null,
      Sku: item?.sku ?? null,
    };
  });

/**
 * A collection, in a list of orders cut after `most` with a link to the rest.
 * @param link whole address of the collection
 */
const part = (name: string, all: readonly JsonObject[], link: string, most: number): JsonObject => ({
  [name]: all.slice(0, most),
  ...(all.length > most && { [`${name}@odata.nextLink`]: `${link}?$skip=${most}` }),
});

/** @param most entries of each collection; all where the order is asked for alone */
export function orderView(
  order: SimOrder,
  about: SimProfile,
  address: string,
  most = Number.POSITIVE_INFINITY,
): JsonObject {
  const profile = Number(about.id);
  const goods = order.items.reduce((sum, item) => sum + cents(item.unitPrice) * item.quantity, 0);
  const own = `${address}/v1/Orders(${order.id})`;
  return {
    ID: order.id,
    ProfileID: profile,
    SiteID: 640,
    SiteName: order.siteName,
    SiteOrderID: `701-${order.id}`,
    SecondarySiteOrderID: null,
    SellerOrderID: null,
    Currency: about.currency,
    CreatedDateUtc: order.created,
    ImportDateUtc: order.created,
    UpdatedDateUtc: order.updated,
    PublicNotes: null,
    PrivateNotes: null,
    SpecialInstructions: order.instructions,
    TotalPrice: (goods + 950) / 100,
    TotalTaxPrice: 0,
    TotalShippingPrice: 9.5,
    AdditionalCostOrDiscount: 0,
    RequestedShippingCarrier: 'UPS',
    RequestedShippingClass: 'Ground',
    DistributionCenterTypeRollup: order.externally ? 'ExternallyManaged' : 'SellerManaged',
    CheckoutStatus: order.checkout,
    PaymentStatus: order.payment,
    ShippingStatus: order.shipping,
    BuyerEmailAddress: 'test.buyer@mail.example',
    ShippingFirstName: order.person.firstName,
    ShippingLastName: order.person.lastName,
    ShippingCompanyName: null,
    ShippingDaytimePhone: '+16045550100',
    ShippingAddressLine1: order.person.street,
    ShippingAddressLine2: null,
    ShippingCity: order.person.city,
    ShippingStateOrProvince: order.person.state,
    ShippingPostalCode: order.person.postalCode,
    ShippingCountry: order.person.country,
    ...part(
      'Items',
      order.items.map((item) => itemView(item, order, profile)),
      `${own}/Items`,
      most,
    ),
    ...part(
      'Fulfillments',
      order.fulfilments.map((one) => ({
        ...fulfilmentView(one, order, profile),
        ...part('Items', partsView(one, order, profile), `${address}/v1/Fulfillments(${one.id})/Items`, most),
      })),
      `${own}/Fulfillments`,
      most,
    ),
  };
}

export const productView = (product: SimProduct): JsonObject => ({
  ID: product.id,
  Sku: product.sku,
  Title: product.title,
  UPC: `62784${product.id}`,
  EAN: null,
  HarmonizedCode: product.harmonizedCode,
  UpdateDateUtc: product.updated,
});

export const profileView = (profile: SimProfile): JsonObject => ({
  ID: Number(profile.id),
  AccountName: profile.accountName,
  CompanyName: profile.companyName,
  CurrencyCode: profile.currency,
  TimeZoneRegion: profile.timeZone,
  TimeZoneDescription: profile.timeZone,
  DefaultDistributionCenterID: 0,
});
