/** Orders, products and the profile as the API shows them (the shape of the vendor's page of September 2024). */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimLine, SimOrder, SimProduct, SimStore } from './model.ts';

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** "2024-09-04 07:22:09 +0000" */
const dateText = (seconds: number): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ')} +0000`;

const cents = (amount: number): number => Math.round(amount * 100);

const lineView = (line: SimLine): JsonObject =>
  asJson({
    id: line.id,
    productId: line.productId,
    combinationId: line.variationId,
    price: line.price,
    priceWithoutTax: line.price,
    productPrice: line.price,
    sku: line.sku,
    quantity: line.quantity,
    tax: 0,
    shipping: 0,
    name: line.name,
    isShippingRequired: true,
    weight: line.weight,
    digital: false,
    imageUrl: `https://images.shop.example/${line.productId}.jpg`,
    selectedOptions:
      line.options.length === 0
        ? undefined
        : line.options.map(({ name, value }) => ({ name, value, valuesArray: [value], type: 'CHOICE' })),
    dimensions: { length: 0, width: 0, height: 0 },
    taxes: [],
  });

export function orderView(order: SimOrder): JsonObject {
  const subtotal = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0) / 100;
  const total = (cents(subtotal) + cents(order.service.rate)) / 100;
  const [firstName = '', ...rest] = order.person.name.split(' ');
  const person = { ...order.person, firstName, lastName: rest.join(' '), companyName: '' };
  return asJson({
    id: order.id,
    internalId: order.internalId,
    orderNumber: order.internalId,
    vendorOrderNumber: order.id,
    publicUid: order.id,
    subtotal,
    subtotalWithoutTax: subtotal,
    total,
    totalWithoutTax: total,
    tax: 0,
    email: 'test.buyer@mail.example',
    paymentMethod: 'Offline',
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    trackingNumber: order.trackingNumber === '' ? undefined : order.trackingNumber,
    b2b_b2c: 'b2c',
    refundedAmount: 0,
    couponDiscount: 0,
    discount: 0,
    usdTotal: total,
    createDate: dateText(order.created),
    updateDate: dateText(order.updated),
    createTimestamp: order.created,
    updateTimestamp: order.updated,
    orderComments: order.comments,
    items: order.lines.map(lineView),
    billingPerson: person,
    shippingPerson: person,
    shippingOption: {
      shippingCarrierName: order.service.carrier,
      shippingMethodName: order.service.name,
      shippingRate: order.service.rate,
      isPickup: order.pickup,
      fulfillmentType: order.pickup ? 'PICKUP' : 'SHIPPING',
    },
    predictedPackage: [],
    shipments: [],
    externalFulfillment: false,
    pricesIncludeTax: false,
    refunds: [],
    taxesOnShipping: [],
  });
}

export const productView = (product: SimProduct): JsonObject =>
  asJson({
    id: product.id,
    sku: product.sku,
    quantity: 40,
    inStock: true,
    name: product.name,
    price: product.price,
    isShippingRequired: true,
    weight: product.weight,
    created: dateText(product.created),
    updated: dateText(product.updated),
    createTimestamp: product.created,
    updateTimestamp: product.updated,
    enabled: true,
    imageUrl: `https://images.shop.example/${product.id}.jpg`,
    attributes: [{ id: 5_029_057, name: 'UPC', value: `62784${product.id}`, type: 'UPC', show: 'DESCR' }],
    dimensions: { length: 12, width: 8, height: 8 },
    combinations: product.variations.map((one, index) => ({
      id: one.id,
      combinationNumber: index + 1,
      options: one.options,
      sku: one.sku,
      price: one.price,
      weight: one.weight,
      quantity: 12,
      unlimited: false,
    })),
  });

export const profileView = (store: SimStore): JsonObject =>
  asJson({
    generalInfo: { storeId: Number(store.id), storeUrl: `https://store${store.id}.shop.example`, profileId: 'p1' },
    account: { accountName: 'Owner', accountEmail: store.email },
    settings: { closed: false, storeName: store.name },
    company: { companyName: store.name, email: store.email, ...store.company },
    formatsAndUnits: {
      currency: store.currency,
      currencyPrefix: '$',
      currencyPrecision: 2,
      weightUnit: store.weightUnit,
      weightPrecision: 2,
      timezone: store.timezone,
      dimensionsUnit: store.dimensionsUnit,
      orderNumberPrefix: '',
      orderNumberSuffix: '',
    },
    languages: { enabledLanguages: ['en'], defaultLanguage: 'en' },
  });
