/** Orders, items, customers and facilities as HAL shows them: members of the published samples, times in the account's zone. */
import type { JsonObject } from '@scanship/domain/values/json';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import type { SimContact, SimCustomer, SimFacility, SimItem, SimOrder } from './model.ts';
import { OTHER_CUSTOMER, type Shop } from './warehouses.ts';

export const REL = 'http://api.3plCentral.com/rels/';

/** Extensiv leaves out what is null. */
const asJson = (value: object): JsonObject =>
  JSON.parse(JSON.stringify(value, (_name, part: unknown) => (part === null ? undefined : part))) as JsonObject;

/** "2016-12-25T23:00:00", with a fraction where there is one, as .NET writes it. */
export const local = (iso: string, zone: string): string => {
  const instant = new Date(iso);
  const fraction = instant.getTime() % 1_000;
  const part = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`;
  return `${localTimeIn(instant, zone) ?? ''}${part}`;
};

const contactView = (contact: SimContact, id: number): object => ({
  contactId: id,
  companyName: contact.companyName,
  name: contact.name,
  title: null,
  address1: contact.address1,
  address2: contact.address2 ?? null,
  city: contact.city,
  state: contact.state,
  zip: contact.zip,
  country: contact.country,
  phoneNumber: contact.phoneNumber,
  fax: null,
  emailAddress: contact.emailAddress,
  dept: null,
  code: null,
  addressStatus: 0,
});

const STATUS = { open: 0, closed: 1, cancelled: 2 } as const;

const customerIdentifier = (id: number, { company, id: own }: SimCustomer): object => ({
  externalId: null,
  name: id === own ? company.companyName : 'Another customer',
  id,
});

export const routingView = (order: SimOrder): JsonObject =>
  asJson({
    isCod: false,
    isInsurance: false,
    requiresDeliveryConf: false,
    requiresReturnReceipt: false,
    scacCode: null,
    carrier: order.carrier,
    mode: order.mode,
    account: null,
    shipPointZip: null,
    capacityTypeIdentifier: null,
    loadNumber: null,
    billOfLading: null,
    trackingNumber: order.trackingNumber === '' ? null : order.trackingNumber,
    trailerNumber: null,
    sealNumber: null,
    doorNumber: null,
    pickupDate: null,
  });

/** @param detail what was asked for beside the order itself */
export function orderView(order: SimOrder, { about }: Shop, detail: ReadonlySet<string>): JsonObject {
  const whole = (name: string): boolean => detail.has(name) || detail.has('All');
  const facility = about.facilities.find(({ id }) => id === order.facilityId);
  return asJson({
    readOnly: {
      orderId: order.id,
      asnCandidate: 0,
      routeCandidate: 0,
      fullyAllocated: order.allocated,
      importModuleId: null,
      exportModuleIds: null,
      deferNotification: false,
      isClosed: order.status === 'closed',
      processDate: order.status === 'closed' ? local(order.modified, about.zone) : null,
      pickDoneDate: null,
      pickTicketPrintDate: null,
      packDoneDate: null,
      labelsExported: null,
      loadedState: 0,
      routeSent: false,
      asnSent: false,
      packages: [],
      outboundSerialNumbers: [],
      parcelLabelType: null,
      onHoldDate: order.holdReason === undefined ? null : local(order.modified, about.zone),
      onHoldReason: order.holdReason ?? null,
      customerIdentifier: customerIdentifier(order.customerId, about),
      facilityIdentifier: { name: facility?.name ?? 'Facility', id: order.facilityId },
      warehouseTransactionSourceType: 7,
      transactionEntryType: 4,
      creationDate: local(order.placed, about.zone),
      createdByIdentifier: { name: 'cart', id: 11 },
      lastModifiedDate: local(order.modified, about.zone),
      lastModifiedByIdentifier: { name: 'cart', id: 11 },
      status: STATUS[order.status],
    },
    referenceNum: order.reference,
    description: null,
    poNum: null,
    externalId: null,
    earliestShipDate: null,
    shipCancelDate: null,
    notes: order.notes ?? null,
    numUnits1: null,
    totalWeight: 3,
    totalVolume: 1,
    billingCode: 'Prepaid',
    asnNumber: null,
    addFreightToCod: false,
    upsIsResidential: false,
    shippingNotes: null,
    invoiceNumber: null,
    // Of customers whose invoices the warehouse prints.
    ...(order.invoiced && { fulfillInvInfo: { fulfillInvShippingAndHandling: 9 } }),
    routingInfo: routingView(order),
    ...(whole('Contacts') && {
      shipTo: { retailerInfo: null, sameAs: 0, ...contactView(order.person, 900 + order.id) },
      soldTo: contactView(order.person, 900 + order.id),
      billTo: contactView(order.person, 900 + order.id),
    }),
    savedElements: [],
    ...(whole('OrderItems') && {
      _embedded: {
        [`${REL}orders/item`]: order.lines.map((line) => ({
          readOnly: {
            orderItemId: line.id,
            fullyAllocated: order.allocated,
            unitIdentifier: { name: 'Each', id: 1 },
            estimatedQty: null,
            estimatedSecondaryQty: null,
            isOrderQtySecondary: false,
            allocations: [],
          },
          itemIdentifier: { sku: line.sku, id: line.itemId },
          qualifier: '',
          externalId: null,
          qty: line.quantity,
          secondaryQty: line.quantity,
          lotNumber: null,
          serialNumber: null,
          expirationDate: null,
          weightImperial: null,
          weightMetric: null,
          notes: null,
          fulfillInvSalePrice: order.invoiced ? line.price : null,
          fulfillInvDiscountPct: null,
          fulfillInvDiscountAmt: null,
          fulfillInvNote: null,
          savedElements: [],
        })),
      },
    }),
    _links: { self: { href: `/orders/${order.id}` } },
  });
}

export const itemView = (item: SimItem, { about }: Shop): JsonObject =>
  asJson({
    readOnly: {
      customerIdentifier: customerIdentifier(about.id, about),
      itemId: item.id,
      creationDate: local(item.created, about.zone),
      lastModifiedDate: local(item.modified, about.zone),
      deactivated: false,
      lastPriceChange: null,
    },
    itemId: item.id,
    sku: item.sku,
    upc: null,
    description: item.description,
    description2: null,
    inventoryCategory: null,
    nmfc: null,
    cost: null,
    price: item.price,
    temperature: null,
    accountRef: null,
    countryOfManufacture: 'CA',
    harmonizedCode: '1702200000',
    qualifierRenamers: [],
    options: {
      inventoryUnit: { unitIdentifier: { name: 'Each', id: 1 }, inventoryMethod: 1 },
      packageUnit: {
        imperial: { netWeight: null, length: 7, width: 5, height: 6, weight: item.pounds },
        metric: { netWeight: null, length: 17.78, width: 12.7, height: 15.24, weight: item.pounds * 0.453_592 },
        upc: null,
        unitIdentifier: { name: 'Each', id: 1 },
        inventoryUnitsPerUnit: 1,
      },
      trackBys: { trackLotNumber: 0, trackSerialNumber: 0, trackExpirationDate: 0, trackCost: 0 },
      hazMat: { isHazMat: false },
    },
    _embedded: { item: [{ qualifier: '' }] },
  });

export function customerView({ about, closesByNumber }: Shop): JsonObject {
  const [primary] = about.facilities;
  return asJson({
    readOnly: { customerId: about.id, creationDate: about.created, deactivated: false },
    companyInfo: contactView(about.company, 21),
    primaryContact: contactView(about.company, 22),
    otherContacts: [],
    webSite: null,
    externalId: null,
    groups: [],
    facilities: about.facilities.map(({ id, name }) => ({ name, id })),
    primaryFacilityIdentifier: primary && { name: primary.name, id: primary.id },
    options: {
      alerts: { expirationNotificationThreshold: 1, notifyShipTo: false, fromEmailAddress: null },
      shipping: {
        bolNumAsTransNum: false,
        autoConfirmOrderOnTrackingUpdate: closesByNumber,
        orderQueue: false,
        requireTrackingNumber: false,
        prepopulateCarrierInfo: 0,
      },
    },
  });
}

/** The other customer of the warehouse, whom nobody here asked for. */
export const strangerView = (shop: Shop): JsonObject => ({
  ...customerView(shop),
  readOnly: { customerId: OTHER_CUSTOMER, creationDate: '2019-05-06T07:08:09', deactivated: true },
});

export const facilityView = (facility: SimFacility): JsonObject =>
  asJson({
    facilityId: facility.id,
    name: facility.name,
    deactivated: false,
    code: null,
    timeZoneName: facility.windowsZone,
    shippingZip: facility.contact.zip,
    contact: contactView(facility.contact, 40 + facility.id),
    lastCloseDate: null,
  });
