/** What the API shows of a shop's state. Functions are lazy: graphql-js calls them with their arguments. */
import {
  gid,
  unfulfilled,
  type SimAddress,
  type SimFulfilment,
  type SimGroup,
  type SimLine,
  type SimLocation,
  type SimOrder,
  type SimRefund,
  type SimVariant,
} from './model.ts';
import { type Money, sum, toDecimal, zero } from '@scanship/domain/money/money';
import { GATEWAY, paymentOf, type RefundWishLine, suggest } from './refunding.ts';
import { pageById, refused, type PageArgs } from './paging.ts';
import type { Shop } from './shops.ts';

/** Who asks, and what of the shop may be shown. */
export interface Viewer {
  readonly shop: Shop;
  readonly scopes: readonly string[];
}

/** @throws GraphQLError ACCESS_DENIED. A write permission includes the read one. */
export function need(viewer: Viewer, field: string, ...scopes: readonly string[]): void {
  const has = scopes.some(
    (scope) => viewer.scopes.includes(scope) || viewer.scopes.includes(scope.replace(/^read_/, 'write_')),
  );
  if (!has)
    throw refused(
      `Access denied for ${field} field. Required access: \`${scopes.join('` or `')}\` access scope.`,
      'ACCESS_DENIED',
    );
}

const bag = (viewer: Viewer, amount: string): object => {
  const one = { amount, currencyCode: viewer.shop.about.currency };
  return { shopMoney: one, presentmentMoney: one };
};

const mailing = (type: string, id: number, a: SimAddress): object => ({
  __typename: type,
  id: gid(type, id),
  ...a,
  province: a.provinceCode,
  provinceCode: a.provinceCode === '' ? null : a.provinceCode,
  countryCodeV2: a.countryCode,
});

export const location = (one: SimLocation): object => ({
  __typename: 'Location',
  id: gid('Location', one.id),
  name: one.name,
  isActive: one.active,
  address: { ...one.address, province: one.address.provinceCode },
});

export function variant(viewer: Viewer, one: SimVariant): object {
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', one.id),
    title: one.name,
    displayName: one.name,
    sku: one.sku,
    barcode: one.barcode,
    price: one.price,
    updatedAt: one.updatedAt,
    inventoryItem: () => {
      need(viewer, 'inventoryItem', 'read_inventory', 'read_products');
      return {
        id: gid('InventoryItem', one.id + 50_000),
        sku: one.sku,
        harmonizedSystemCode: one.hsCode,
        countryCodeOfOrigin: one.origin,
        measurement: { id: gid('InventoryItemMeasurement', one.id + 60_000), weight: one.weight },
      };
    },
    media: (args: PageArgs) =>
      pageById([{ id: one.id + 70_000 }], args, ({ id }) => ({
        __typename: 'MediaImage',
        id: gid('MediaImage', id),
        preview: { image: { url: `https://cdn.shopify.example/${viewer.shop.about.domain}/${one.id}.png` } },
      })),
  };
}

function line(viewer: Viewer, order: SimOrder, one: SimLine): object {
  const product = one.variantId === undefined ? undefined : viewer.shop.variants.get(one.variantId);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', one.id),
    name: one.name,
    sku: one.sku,
    quantity: one.quantity,
    currentQuantity: one.current,
    unfulfilledQuantity: unfulfilled(order, one),
    refundableQuantity: one.current,
    customAttributes: [],
    requiresShipping: one.requiresShipping,
    originalUnitPriceSet: bag(viewer, one.price),
    weight: one.weight,
    image: product ? { url: `https://cdn.shopify.example/${viewer.shop.about.domain}/${product.id}.png` } : null,
    variant: () => (product ? variant(viewer, product) : null),
  };
}

const HOLD_WORDS: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: 'Awaiting payment',
  HIGH_RISK_OF_FRAUD: 'High risk of fraud',
  INCORRECT_ADDRESS: 'Incorrect address',
  INVENTORY_OUT_OF_STOCK: 'Inventory out of stock',
  OTHER: 'Other',
};

export function group(viewer: Viewer, owner: SimOrder, one: SimGroup): object {
  const place = viewer.shop.about.locations.find((l) => l.id === one.locationId);
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', one.id),
    status: one.status,
    fulfillAt: one.fulfillAt,
    fulfillBy: one.fulfillBy,
    assignedLocation: {
      name: place?.name ?? 'A location that is gone',
      countryCode: place?.address.countryCode ?? 'CA',
      location: () => (place ? location(place) : null),
    },
    fulfillmentHolds: one.holds.map((hold) => ({
      id: gid('FulfillmentHold', hold.id),
      reason: hold.reason,
      displayReason: HOLD_WORDS[hold.reason] ?? 'Other',
      reasonNotes: hold.notes,
    })),
    lineItems: (args: PageArgs) =>
      pageById(one.lines, args, (l) => ({
        __typename: 'FulfillmentOrderLineItem',
        id: gid('FulfillmentOrderLineItem', l.id),
        totalQuantity: l.total,
        remainingQuantity: l.remaining,
        lineItem: () => {
          const item = owner.lines.find((i) => i.id === l.lineId);
          return item ? line(viewer, owner, item) : null;
        },
      })),
    order: () => order(viewer, owner),
  };
}

export function fulfilment(viewer: Viewer, owner: SimOrder, one: SimFulfilment): object {
  const place = viewer.shop.about.locations.find((l) => l.id === one.locationId);
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', one.id),
    status: one.status,
    createdAt: one.createdAt,
    location: () => (place ? location(place) : null),
    trackingInfo: ({ first }: { first?: number | null }) => one.tracking.slice(0, first ?? 250),
    order: () => order(viewer, owner),
  };
}

export const refund = (one: SimRefund): object => ({
  __typename: 'Refund',
  id: gid('Refund', one.id),
  note: one.note ?? null,
  createdAt: one.at,
});

interface SuggestArgs {
  readonly refundLineItems?: readonly RefundWishLine[] | null;
  readonly refundShipping?: boolean | null;
}

function suggestedRefund(viewer: Viewer, owner: SimOrder, args: SuggestArgs): object {
  const { currency } = viewer.shop.about;
  const made = suggest(owner, args.refundLineItems ?? [], args.refundShipping === true, currency);
  if ('error' in made) throw refused(made.error, 'BAD_REQUEST');
  const { lines, shipping, shippingTax, most } = made.value;
  const shown = (amount: Money): object => bag(viewer, toDecimal(amount));
  const taxes = owner.taxesIncluded === true ? [] : [...lines.map((one) => one.tax), shippingTax];
  const wanted = sum([...lines.map((one) => one.subtotal), shipping, ...taxes], currency);
  const asked = wanted.minor > most.minor ? most : wanted;
  return {
    amountSet: shown(asked),
    totalDutiesSet: shown(zero(currency)),
    maximumRefundableSet: shown(most),
    shipping: { amountSet: shown(shipping), maximumRefundableSet: shown(shipping), taxSet: shown(shippingTax) },
    refundLineItems: lines.map((one) => ({
      lineItem: () => {
        const item = owner.lines.find((each) => each.id === one.lineId);
        return item ? line(viewer, owner, item) : null;
      },
      location: null,
      quantity: one.quantity,
      restockType: 'NO_RESTOCK',
      subtotalSet: shown(one.subtotal),
      totalTaxSet: shown(one.tax),
    })),
    suggestedTransactions:
      most.minor === 0
        ? []
        : [
            {
              gateway: GATEWAY,
              parentTransaction: { id: gid('OrderTransaction', paymentOf(owner)) },
              amountSet: shown(asked),
              maximumRefundableSet: shown(most),
            },
          ],
  };
}

export function order(viewer: Viewer, one: SimOrder): object {
  return {
    __typename: 'Order',
    id: gid('Order', one.id),
    name: one.name,
    createdAt: one.createdAt,
    processedAt: one.createdAt,
    updatedAt: one.updatedAt,
    cancelledAt: one.cancelledAt,
    displayFinancialStatus: one.financial,
    email: one.email,
    note: one.note,
    tags: one.tags,
    taxesIncluded: one.taxesIncluded === true,
    customAttributes: one.attributes,
    totalPriceSet: bag(viewer, one.total),
    shippingLine: one.shipping,
    shippingAddress: one.address ? mailing('MailingAddress', one.id, one.address) : null,
    lineItems: (args: PageArgs) => pageById(one.lines, args, (l) => line(viewer, one, l)),
    fulfillmentOrders: (args: PageArgs) => {
      need(viewer, 'fulfillmentOrders', 'read_merchant_managed_fulfillment_orders');
      return pageById(one.groups, args, (g) => group(viewer, one, g));
    },
    fulfillments: ({ first }: { first?: number | null }) =>
      one.fulfilments.slice(0, first ?? 250).map((f) => fulfilment(viewer, one, f)),
    refunds: ({ first }: { first?: number | null }) => (one.refunds ?? []).slice(0, first ?? 250).map(refund),
    suggestedRefund: (args: SuggestArgs) => suggestedRefund(viewer, one, args),
  };
}

export function shop(viewer: Viewer): object {
  const { about } = viewer.shop;
  return {
    __typename: 'Shop',
    id: gid('Shop', about.id),
    name: about.name,
    email: about.email,
    myshopifyDomain: about.domain,
    currencyCode: about.currency,
    ianaTimezone: about.timeZone,
    weightUnit: about.weightUnit,
    shopAddress: mailing('ShopAddress', about.id, about.address),
  };
}
