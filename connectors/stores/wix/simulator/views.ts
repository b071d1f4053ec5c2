/** Orders, fulfilments, products and sites as the API shows them. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimFulfilment, SimLine, SimOrder, SimProduct, SimSite } from './model.ts';

export const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const price = (amount: string, currency: string): JsonObject => ({ amount, formattedAmount: `${currency} ${amount}` });

/** The app that Wix Stores is. */
const STORES = '215238eb-22a5-4c36-9e7b-e7c08025e04e';

const descriptionLines = (choice: string): JsonObject[] => {
  const [name, value] = choice.split(': ');
  return name === undefined || value === undefined
    ? []
    : [{ name: { original: name, translated: name }, plainText: { original: value, translated: value } }];
};

const lineView = (line: SimLine, site: SimSite): JsonObject => ({
  id: line.id,
  productName: { original: line.name, translated: line.name },
  catalogReference: {
    catalogItemId: line.productId,
    appId: STORES,
    // Catalog V1 names a variant only where variants are managed.
    ...(site.catalog === 'V1_CATALOG' && line.choice === '' ? {} : { options: { variantId: line.variantId } }),
  },
  quantity: line.quantity,
  totalDiscount: price('0', site.currency),
  descriptionLines: descriptionLines(line.choice),
  image: {
    id: 'mug.jpg',
    url: `https://static.wixstatic.com/media/${line.sku.toLowerCase()}.jpg`,
    height: 800,
    width: 800,
  },
  physicalProperties: { sku: line.sku, weight: line.weight, shippable: true },
  itemType: { preset: 'PHYSICAL' },
  price: price(line.price, site.currency),
  priceBeforeDiscounts: price(line.price, site.currency),
  paymentOption: 'FULL_PAYMENT_ONLINE',
});

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const dollars = (amount: number): string => (amount / 100).toFixed(2);

export function fulfilmentStatus(order: SimOrder): 'NOT_FULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED' {
  if (order.fulfilments.length === 0) return 'NOT_FULFILLED';
  return leftOf(order).every(({ left }) => left === 0) ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

/** Units of each line that are in no fulfilment yet. */
export const leftOf = (order: SimOrder): readonly { readonly id: string; readonly left: number }[] =>
  order.lines.map(({ id, quantity }) => ({
    id,
    left:
      quantity -
      order.fulfilments
        .flatMap((one) => one.lineItems)
        .reduce((sum, line) => sum + (line.id === id ? line.quantity : 0), 0),
  }));

export function orderView(order: SimOrder, site: SimSite): JsonObject {
  const subtotal = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0);
  const contact = { firstName: order.firstName, lastName: order.lastName, phone: '+16045550100' };
  const to = { address: asJson(order.address), contactDetails: contact };
  return asJson({
    id: order.id,
    number: order.number,
    createdDate: order.createdDate,
    purchasedDate: order.createdDate,
    updatedDate: order.updatedDate,
    lineItems: order.lines.map((line) => lineView(line, site)),
    buyerInfo: { contactId: 'c0ac7000-0000-4000-8000-000000000001', email: 'test.buyer@mail.example' },
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: fulfilmentStatus(order),
    buyerLanguage: 'en',
    weightUnit: site.weightUnit,
    currency: site.currency,
    taxIncludedInPrices: false,
    siteLanguage: 'en',
    priceSummary: {
      subtotal: price(dollars(subtotal), site.currency),
      shipping: price(order.service.cost, site.currency),
      tax: price('0', site.currency),
      discount: price('0', site.currency),
      total: price(dollars(subtotal + cents(order.service.cost)), site.currency),
    },
    billingInfo: to,
    shippingInfo: {
      code: order.service.code,
      title: order.service.title,
      logistics: order.pickup
        ? {
            pickupDetails: { pickupMethod: 'STORE_PICKUP' },
            shippingDestination: { address: { ...order.address, addressLine: 'The shop itself' } },
          }
        : { shippingDestination: to, deliveryTime: '3-5 business days' },
      cost: { price: price(order.service.cost, site.currency) },
    },
    buyerNote: order.note,
    status: order.status,
    archived: false,
    recipientInfo: to,
  });
}

const fulfilmentView = (one: SimFulfilment): JsonObject => asJson(one);

export const withFulfilments = (order: SimOrder): JsonObject => ({
  orderId: order.id,
  fulfillments: order.fulfilments.map(fulfilmentView),
});

/** Without variants, as the query answers. */
export const productSummary = (product: SimProduct): JsonObject => ({
  id: product.id,
  revision: '1',
  name: product.name,
  createdDate: product.createdDate,
  updatedDate: product.updatedDate,
  productType: 'PHYSICAL',
  visible: true,
});

export const productV3 = (product: SimProduct, site: SimSite): JsonObject => ({
  ...productSummary(product),
  currency: site.currency,
  physicalProperties: { weightMeasurementUnitInfo: { weightMeasurementUnit: site.weightUnit } },
  media: { main: { image: { id: 'm.jpg', url: `https://static.wixstatic.com/media/${product.id}.jpg` } } },
  variantsInfo: {
    variants: product.variants.map((one) => {
      const [optionName, choiceName] = one.choice.split(': ');
      return {
        id: one.id,
        visible: true,
        sku: one.sku,
        choices:
          optionName === undefined || choiceName === undefined
            ? []
            : [{ optionChoiceNames: { optionName, choiceName, renderType: 'TEXT_CHOICES' } }],
        price: { actualPrice: { amount: one.price } },
        physicalProperties: { weight: one.weight },
      };
    }),
  },
});

export function productV1(product: SimProduct, site: SimSite): JsonObject {
  const [first] = product.variants;
  const manageVariants = product.variants.length > 1;
  const priceData = (amount: string | undefined): JsonObject => ({
    currency: site.currency,
    price: Number(amount ?? '0'),
    discountedPrice: Number(amount ?? '0'),
  });
  return asJson({
    id: product.id,
    name: product.name,
    visible: true,
    productType: 'physical',
    sku: first?.sku,
    weight: first?.weight,
    priceData: priceData(first?.price),
    manageVariants,
    media: { mainMedia: { image: { url: `https://static.wixstatic.com/media/${product.id}.jpg` } } },
    numericId: String(Date.parse(product.createdDate)),
    variants: manageVariants
      ? product.variants.map((one) => ({
          id: one.id,
          choices: Object.fromEntries([one.choice.split(': ')]),
          variant: { priceData: priceData(one.price), weight: one.weight, sku: one.sku, visible: true },
        }))
      : [
          {
            id: '00000000-0000-0000-0000-000000000000',
            choices: {},
            variant: { priceData: priceData(first?.price), weight: first?.weight, sku: first?.sku, visible: true },
          },
        ],
    lastUpdated: product.updatedDate,
    createdDate: product.createdDate,
  });
}
