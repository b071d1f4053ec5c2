/** Orders, shipments and the rest with the fields that public clients of Extensiv Order Manager read. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Company } from './companies.ts';
import type { CompanyAbout, SimOrder, SimProduct, SimShipment } from './model.ts';

const BUYER: JsonObject = {
  shipName: 'Test Buyer',
  shipCompany: null,
  shipEmail: 'test.buyer@mail.example',
  shipPhone: '+16045550100',
  shipAddress1: '20 Receiver Avenue',
  shipAddress2: 'Unit 3',
  shipAddress3: null,
  shipCity: 'Vancouver',
  shipState: 'BC',
  shipZipCode: 'V6B 1A1',
  shipCountry: 'CA',
};

const SHIPPING = 9.95;
const cents = (value: number): number => Math.round(value * 100) / 100;

/** "2026-03-02T07:22:09Z": whole seconds. */
export const second = (iso: string): string => `${iso.slice(0, 19)}Z`;

const shipmentParts = (one: SimShipment): JsonObject => ({
  shipmentId: one.id,
  type: 'FULFILLMENT',
  created: second(one.created),
  shipDate: second(one.created),
  estimatedArrival: null,
  trackingNumber: one.trackingNumber,
  deliveryStatus: 'UNKNOWN',
});

export function orderView(order: SimOrder, { about }: Company): JsonObject {
  const money = (amount: number): JsonObject => ({ amount: cents(amount), currency: about.currency });
  const goods = order.lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const [shipment] = order.shipments;
  return {
    ...BUYER,
    orderId: order.id,
    orderNumber: `SO-${order.id}`,
    orderDate: second(order.placed),
    createdDate: second(order.placed),
    modifiedDate: second(order.modified),
    orderStatus: order.status,
    orderType: 'STANDARD',
    paymentDate: second(order.placed),
    shipByDate: null,
    gift: false,
    notesFromBuyer: order.notes,
    internalNotes: null,
    shipMethod: { shippingCarrier: shipment?.carrier ?? null },
    requestedShippingService: 'Standard',
    fulfillmentSource: { warehouseId: about.warehouses[0]?.id ?? 0, name: about.warehouses[0]?.name ?? '' },
    shippingCost: money(SHIPPING),
    orderTotal: money(goods + SHIPPING),
    discount: money(0),
    currency: about.currency,
    orderItems: order.lines.map((line) => ({
      orderItemId: line.id,
      listingName: line.name,
      listingSku: line.sku,
      product: {
        productId: line.productId,
        masterSku: line.sku,
        name: line.name,
        weight: 9,
        length: 7,
        width: 5,
        height: 2,
      },
      quantityOrdered: line.quantity,
      unitPrice: money(line.price),
      tax: money(0),
      discount: money(0),
    })),
    shipment: shipment ? shipmentParts(shipment) : null,
    shipments: order.shipments.map(() => ({
      items: order.lines.map((line) => ({ listingSku: line.sku, quantity: line.quantity })),
    })),
  };
}

export const shipmentView = (one: SimShipment, order: SimOrder, { about }: Company): JsonObject => ({
  ...shipmentParts(one),
  orderId: order.id,
  orderNumber: `SO-${order.id}`,
  external: true,
  warehouseId: about.warehouses[0]?.id ?? 0,
  shipMethod: { shippingCarrier: one.carrier },
});

export const productView = (product: SimProduct, { about }: Company): JsonObject => ({
  productId: product.id,
  masterSku: product.sku,
  name: product.name,
  type: 'CORE_PRODUCT',
  upc: null,
  mpn: null,
  description: '',
  hazmat: false,
  active: true,
  brand: null,
  categories: [],
  createdDate: second(product.modified),
  modifiedDate: second(product.modified),
  imageUrls: [],
  mapPrice: { amount: product.price, currency: about.currency },
  vendorCost: { amount: product.price, currency: about.currency },
  pounds: product.pounds,
  ounces: product.ounces,
  weight: product.pounds * 16 + product.ounces,
  width: 5,
  height: 2,
  length: 7,
  digital: false,
  attributeGroups: [],
  customsDeclaration: {
    country: 'CA',
    harmonizationCode: '610910',
    description: product.name,
    declaredValue: { amount: product.price, currency: about.currency },
  },
});

export const companyView = (about: CompanyAbout): JsonObject => ({
  name: about.name,
  address: { ...about.address },
  billingAddress: { ...about.address },
  contactName: 'Ann',
  contactEmail: 'ann@wholesale.example',
  contactPhone: '+14165550100',
  countryOfOperation: about.address.country ?? null,
  status: 'ACTIVE',
});

export const warehouseView = (warehouse: CompanyAbout['warehouses'][number], about: CompanyAbout): JsonObject => ({
  warehouseId: warehouse.id,
  name: warehouse.name,
  active: warehouse.active,
  type: 'IN_HOUSE',
  address: { ...about.address },
  contactEmail: null,
  contactPhone: '+14165550100',
});
