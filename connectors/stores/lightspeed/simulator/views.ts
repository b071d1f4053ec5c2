/** Shops, orders, shipments and variants as the API shows them: the shape of Lightspeed's own examples. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { SimHook, SimLine, SimOrder, SimShipment, SimShop, SimVariant } from './model.ts';

/** "2026-01-01T00:00:00+00:00" */
const timeText = (iso: string): string => `${iso.slice(0, 19)}+00:00`;

const cents = (amount: number): number => Math.round(amount * 100) / 100;
const TAX = 0.05;
const withTax = (amount: number): number => cents(amount * (1 + TAX));

/** Where a linked thing is. */
export type Link = (path: string) => JsonObject;

/** @param base address of the API with its language */
export const linkTo =
  (base: string): Link =>
  (path) => {
    const [way = '', query] = path.split('?');
    const id = /\/(\d+)$/.exec(way)?.[1];
    return {
      id: id === undefined ? false : Number(id),
      url: path,
      link: `${base}/${way}.json${query === undefined ? '' : `?${query}`}`,
    };
  };

const countryView = (code: string): JsonObject => ({
  id: code === 'ca' ? 38 : code === 'nl' ? 150 : 226,
  code,
  code3: code === 'ca' ? 'can' : code === 'nl' ? 'nld' : 'usa',
  title: code === 'ca' ? 'Canada' : code === 'nl' ? 'Netherlands' : 'United States',
});

export const shopView = (shop: SimShop, link: Link): JsonObject => ({
  id: Number(shop.id.slice(4)),
  createdAt: '2019-05-28T14:09:52+00:00',
  status: 'live',
  isB2b: false,
  isRetail: false,
  subDomain: shop.domain.split('.')[0] ?? '',
  mainDomain: shop.domain,
  email: shop.email,
  phone: shop.place.phone,
  fax: '',
  street: shop.place.street,
  street2: '',
  zipcode: shop.place.zipcode,
  city: shop.place.city,
  region: shop.place.region,
  country: countryView(shop.place.country),
  vatNumber: '',
  cocNumber: '',
  industry: '',
  currency: { shortcode: shop.currency, symbol: '$', title: shop.currency, isDefault: true, currencyRate: '1.000000' },
  company: { resource: link('shop/company') },
});

export const lineView = (line: SimLine, link: Link): JsonObject => {
  const all = cents(line.price * line.quantity);
  return {
    id: line.id,
    supplierTitle: '',
    brandTitle: '',
    productTitle: line.product,
    variantTitle: line.variant,
    taxRate: TAX,
    taxRates: [{ name: 'GST', rate: TAX, amount: cents(all * TAX) }],
    quantityOrdered: line.quantity,
    quantityInvoiced: line.quantity,
    // On a shipment, whether it left or not.
    quantityShipped: line.quantity,
    quantityRefunded: line.refunded,
    quantityReturned: 0,
    articleCode: line.sku,
    ean: '',
    sku: line.sku,
    weight: 0,
    volume: 0,
    colli: 0,
    sizeX: 0,
    sizeY: 0,
    sizeZ: 0,
    priceCost: 0,
    basePriceExcl: line.price,
    basePriceIncl: withTax(line.price),
    priceExcl: all,
    priceIncl: withTax(all),
    discountExcl: 0,
    discountIncl: 0,
    customFields: false,
    variant: { resource: link(`variants/${line.variantId}`) },
  };
};

export const shipmentView = (shipment: SimShipment, order: SimOrder, link: Link): JsonObject => ({
  id: shipment.id,
  createdAt: timeText(order.created),
  updatedAt: timeText(shipment.updated),
  number: `SHIP${String(shipment.id % 100_000).padStart(5, '0')}`,
  status: shipment.status,
  trackingCode: shipment.trackingCode,
  doNotifyShipped: false,
  doNotifyReadyForPickup: false,
  doNotifyTrackingCode: false,
  order: { resource: link(`orders/${order.id}`) },
  products: { resource: link(`shipments/${shipment.id}/products`) },
});

function shipmentStatusOf(order: SimOrder): string {
  const shipped = order.shipments.filter(({ status }) => status === 'shipped').length;
  if (shipped === 0) return 'not_shipped';
  return shipped === order.shipments.length ? 'shipped' : 'partially_shipped';
}

/** @param whole lists show links in place of lines and shipments */
export function orderView(order: SimOrder, link: Link, whole: boolean): JsonObject {
  const goods = order.lines.reduce((sum, line) => sum + cents(line.price * line.quantity), 0);
  const { person } = order;
  const [firstname = '', ...rest] = person.name.split(' ');
  const address = (kind: 'Billing' | 'Shipping'): JsonObject =>
    Object.fromEntries(
      Object.entries({
        Name: person.name,
        Street: person.street,
        Street2: person.street2,
        Number: person.number,
        Extension: person.extension,
        Zipcode: person.zipcode,
        City: person.city,
        Region: person.region,
        Country: countryView(person.country),
        RegionData: { id: 548, name: person.region, code: person.region },
      }).map(([name, value]) => [`address${kind}${name}`, value]),
    );
  return {
    id: order.id,
    createdAt: timeText(order.created),
    updatedAt: timeText(order.updated),
    number: order.number,
    status: order.status,
    customStatusId: null,
    channel: 'main',
    priceCost: 0,
    priceExcl: cents(goods + order.service.price),
    priceIncl: withTax(goods + order.service.price),
    weight: 0,
    volume: 0,
    colli: 0,
    email: 'test.buyer@mail.example',
    firstname,
    middlename: '',
    lastname: rest.join(' '),
    phone: '+1 604 555 0100',
    mobile: '',
    isCompany: false,
    companyName: '',
    ...address('Billing'),
    ...address('Shipping'),
    addressShippingCompany: person.company === '' ? false : person.company,
    paymentId: 'external',
    paymentStatus: order.status === 'processing_awaiting_payment' ? 'not_paid' : 'paid',
    paymentTitle: 'Customer choice',
    shipmentId: 'core|33265|55707',
    shipmentStatus: order.status === 'cancelled' ? 'cancelled' : shipmentStatusOf(order),
    shipmentIsPickup: order.pickup,
    shipmentPriceExcl: order.service.price,
    shipmentPriceIncl: withTax(order.service.price),
    shipmentTitle: order.service.title,
    shipmentData: { method: 'default', shipment_id: 33_265, shipping_value_id: 55_707 },
    shippingDate: null,
    deliveryDate: null,
    isDiscounted: false,
    discountAmount: 0,
    discountCouponCode: '',
    taxRates: [{ name: 'GST', rate: TAX, amount: cents(goods * TAX) }],
    comment: order.comment,
    memo: '',
    shipments: {
      resource: {
        ...link(`shipments?order=${order.id}`),
        ...(whole && { embedded: order.shipments.map((one) => shipmentView(one, order, link)) }),
      },
    },
    products: {
      resource: {
        ...link(`orders/${order.id}/products`),
        ...(whole && { embedded: order.lines.map((line) => lineView(line, link)) }),
      },
    },
  };
}

const GRAMS = { g: 1, kg: 1_000, oz: 28.349_523_125, lb: 453.592_37 } as const;

export const variantView = (variant: SimVariant, link: Link): JsonObject => ({
  id: variant.id,
  createdAt: timeText(variant.created),
  updatedAt: timeText(variant.updated),
  isDefault: variant.title === 'Default',
  sortOrder: 1,
  articleCode: variant.sku,
  ean: `62784${variant.id}`,
  sku: variant.sku,
  hs: variant.hs,
  priceExcl: variant.price,
  priceIncl: withTax(variant.price),
  stockTracking: 'enabled',
  stockLevel: 40,
  weight: Math.round(variant.weight * GRAMS[variant.weightUnit]),
  weightValue: variant.weight.toFixed(3),
  weightUnit: variant.weightUnit,
  sizeX: 0,
  sizeY: 0,
  sizeZ: 0,
  sizeXValue: '0.000',
  sizeYValue: '0.000',
  sizeZValue: '0.000',
  sizeUnit: 'in',
  matrix: false,
  title: variant.title,
  image: false,
  tax: false,
  product: { resource: link(`products/${variant.productId}`) },
});

export const productView = (variant: SimVariant, link: Link): JsonObject => ({
  id: variant.productId,
  createdAt: timeText(variant.created),
  updatedAt: timeText(variant.updated),
  isVisible: true,
  visibility: 'visible',
  hasMatrix: false,
  url: variant.product.toLowerCase().replaceAll(' ', '-'),
  title: variant.product,
  fulltitle: variant.product,
  description: '',
  content: '',
  deliverydate: false,
  image: { src: `https://images.shop.example/${variant.productId}.png`, title: variant.product },
  images: false,
  supplier: false,
  variants: { resource: link(`variants?product=${variant.productId}`) },
});

export const hookView = (hook: SimHook): JsonObject => ({
  id: hook.id,
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-01T00:00:00+00:00',
  isActive: true,
  itemGroup: hook.itemGroup,
  itemAction: hook.itemAction,
  language: { id: 18, code: 'us', locale: 'en_US', title: 'English (US)' },
  format: 'json',
  address: hook.address,
});
