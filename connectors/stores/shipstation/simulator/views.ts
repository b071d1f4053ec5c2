/** Orders, products, stores and the rest as version 1 shows them: every field of the document, times in Pacific time. */
import type { JsonObject } from '@scanship/domain/values/json';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import type { SimAccount, SimFulfillment, SimHook, SimOrder, SimProduct } from './model.ts';

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** "2015-08-17T09:24:14.7800000" */
export const pacific = (iso: string): string => {
  const instant = new Date(iso);
  const fraction = String(instant.getTime() % 1_000).padStart(3, '0');
  return `${localTimeIn(instant, 'America/Los_Angeles') ?? ''}.${fraction}0000`;
};

const cents = (amount: number): number => Math.round(amount * 100);

export function orderView(order: SimOrder, account: SimAccount): JsonObject {
  const goods = order.lines.reduce((sum, line) => sum + cents(line.price) * line.quantity, 0);
  const weight = order.lines.reduce((sum, line) => sum + line.weightOz * line.quantity, 0);
  const person = {
    ...order.person,
    company: '',
    street2: order.person.street2 ?? '',
    street3: null,
    phone: '+16045550100',
    residential: true,
    addressVerified: 'Address validated successfully',
  };
  return asJson({
    orderId: order.id,
    orderNumber: order.number,
    orderKey: `key-${order.id}`,
    orderDate: pacific(order.placed),
    createDate: pacific(order.placed),
    modifyDate: pacific(order.modified),
    paymentDate: pacific(order.placed),
    shipByDate: pacific(new Date(Date.parse(order.placed) + 3 * 86_400_000).toISOString()),
    orderStatus: order.status,
    customerId: 37_701_499,
    customerUsername: 'test.buyer@mail.example',
    customerEmail: 'test.buyer@mail.example',
    billTo: { ...person, residential: null, addressVerified: null },
    shipTo: person,
    items: order.lines.map((line) => ({
      orderItemId: line.id,
      lineItemKey: `line-${line.id}`,
      sku: line.sku,
      name: line.name,
      imageUrl: `https://images.shop.example/${line.productId}.jpg`,
      weight: { value: line.weightOz, units: 'ounces' },
      quantity: line.quantity,
      unitPrice: line.price,
      taxAmount: null,
      shippingAmount: null,
      warehouseLocation: 'Aisle 1, Bin 7',
      options: [],
      productId: line.productId,
      fulfillmentSku: line.sku,
      adjustment: line.adjustment ?? false,
      upc: null,
      createDate: pacific(order.placed),
      modifyDate: pacific(order.placed),
    })),
    orderTotal: (goods + 900) / 100,
    amountPaid: (goods + 900) / 100,
    taxAmount: 0,
    shippingAmount: 9,
    customerNotes: order.notes ?? '',
    internalNotes: '',
    gift: false,
    giftMessage: '',
    paymentMethod: 'Credit Card',
    requestedShippingService: order.service,
    carrierCode: '',
    serviceCode: '',
    packageCode: 'package',
    confirmation: 'none',
    shipDate: '',
    holdUntilDate: null,
    weight: { value: Math.round(weight), units: 'ounces' },
    dimensions: { units: 'inches', length: 7, width: 5, height: 6 },
    insuranceOptions: { provider: '', insureShipment: false, insuredValue: 0 },
    internationalOptions: { contents: 'merchandise', customsItems: [], nonDelivery: 'return_to_sender' },
    advancedOptions: {
      warehouseId: account.warehouse.id,
      nonMachinable: false,
      saturdayDelivery: false,
      containsAlcohol: false,
      mergedOrSplit: false,
      mergedIds: [],
      parentId: null,
      storeId: order.storeId,
      customField1: '',
      customField2: '',
      customField3: '',
      source: '',
      billToParty: null,
      billToAccount: null,
      billToPostalCode: null,
      billToCountryCode: null,
    },
    tagIds: null,
    userId: null,
    externallyFulfilled: false,
    externallyFulfilledBy: null,
  });
}

export const productView = (product: SimProduct): JsonObject =>
  asJson({
    aliases: null,
    productId: product.id,
    sku: product.sku,
    name: product.name,
    price: product.price,
    defaultCost: 0,
    length: 3,
    width: 2,
    height: 1,
    weightOz: product.weightOz,
    internalNotes: null,
    fulfillmentSku: product.sku,
    createDate: pacific(product.created),
    modifyDate: pacific(product.modified),
    active: true,
    productCategory: { categoryId: 9_999, name: 'Food' },
    productType: null,
    warehouseLocation: 'Bin 22',
    defaultCarrierCode: '',
    defaultServiceCode: '',
    defaultPackageCode: '',
    defaultIntlCarrierCode: '',
    defaultIntlServiceCode: '',
    defaultIntlPackageCode: '',
    defaultConfirmation: '',
    defaultIntlConfirmation: '',
    customsDescription: product.name,
    customsValue: '1',
    customsTariffNo: '1702200000',
    customsCountryCode: 'CA',
    noCustoms: null,
    tags: [],
  });

export const storeView = (store: SimAccount['stores'][number]): JsonObject => ({
  storeId: store.id,
  storeName: store.name,
  marketplaceId: 0,
  marketplaceName: 'ShipStation',
  accountName: null,
  email: null,
  integrationUrl: null,
  active: store.active,
  companyName: '',
  phone: '',
  publicEmail: 'seller@mail.example',
  website: '',
  refreshDate: '2026-01-03T11:46:11.283',
  lastRefreshAttempt: '2026-01-03T11:46:53.433',
  createDate: '2014-07-25T11:05:55.307',
  modifyDate: '2025-11-12T08:45:20.55',
  autoRefresh: false,
});

export function warehouseView({ warehouse }: SimAccount): JsonObject {
  const origin = {
    name: warehouse.name,
    company: warehouse.name,
    street2: '',
    street3: '',
    residential: false,
    ...warehouse.origin,
  };
  return asJson({
    warehouseId: warehouse.id,
    warehouseName: warehouse.name,
    originAddress: origin,
    returnAddress: { ...origin, residential: null },
    createDate: '2014-10-21T08:11:43.88',
    isDefault: true,
  });
}

export const fulfillmentView = (one: SimFulfillment, order: SimOrder): JsonObject =>
  asJson({
    fulfillmentId: one.id,
    orderId: order.id,
    orderNumber: order.number,
    userId: 'c9f06d74-95de-4263-9b04-e87095cababf',
    customerEmail: 'test.buyer@mail.example',
    trackingNumber: one.trackingNumber,
    createDate: pacific(one.created),
    shipDate: `${one.shipDate}T00:00:00.0000000`,
    voidDate: null,
    deliveryDate: null,
    carrierCode: one.carrierCode,
    fulfillmentProviderCode: null,
    fulfillmentServiceCode: null,
    fulfillmentFee: 0,
    voidRequested: false,
    voided: false,
    marketplaceNotified: one.notifySalesChannel,
    notifyErrorMessage: null,
    shipTo: {
      ...order.person,
      company: null,
      street2: order.person.street2 ?? null,
      street3: null,
      phone: '+16045550100',
      residential: null,
      addressVerified: null,
    },
  });

export const hookView = (hook: SimHook): JsonObject => ({
  IsLabelAPIHook: false,
  WebHookID: hook.id,
  SellerID: 100_000,
  StoreID: 0,
  HookType: hook.event,
  MessageFormat: 'Json',
  Url: hook.address,
  Name: hook.name,
  BulkCopyBatchID: null,
  BulkCopyRecordID: null,
  Active: true,
  WebhookLogs: [],
  Seller: null,
  Store: null,
});
