/** Our own request and answer for every operation, written by hand from the contract (version 7) and the vendor's sample request. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import type { StoreOwnCase } from '@scanship/connector-kit/conformance/store-own-case';
import { DEMO_APP } from './apps.ts';

const ACCOUNT = 'e83a0b1e-75f7-41e3-8aac-d8ff01f9d1ea';
/** Of "r:1". */
const OURS = 'SS-83780627ece961fa8e2d';

const soap = (service: string, operation: string, request: string, data: string, status = 'Success'): OwnExchange => ({
  request: {
    method: 'POST',
    path: `/ChannelAdvisorAPI/v7/${service}.asmx`,
    headers: {
      soapaction: `"http://api.channeladvisor.com/webservices/${operation}"`,
      'content-type': 'text/xml; charset=utf-8',
    },
    body: `<s:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:web="http://api.channeladvisor.com/webservices/" xmlns:ord="http://api.channeladvisor.com/datacontracts/orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Header><web:APICredentials><web:DeveloperKey>${DEMO_APP.developerKey}</web:DeveloperKey><web:Password>${DEMO_APP.password}</web:Password></web:APICredentials></s:Header><s:Body><web:${operation}>${request}</web:${operation}></s:Body></s:Envelope>`,
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body><${operation}Response><${operation}Result><Status>${status}</Status><MessageCode>0</MessageCode>${data === '' ? '' : `<ResultData>${data}</ResultData>`}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`,
  },
});

const mine = `<web:accountID>${ACCOUNT}</web:accountID>`;
const nil = (name: string): string => `<ord:${name} xsi:nil="true"/>`;
const criteria = (more: { since?: string; fresh?: string; ids?: string; page?: number }): string =>
  `${mine}<web:orderCriteria>${nil('OrderCreationFilterBeginTimeGMT')}${nil('OrderCreationFilterEndTimeGMT')}${more.since === undefined ? nil('StatusUpdateFilterBeginTimeGMT') : `<ord:StatusUpdateFilterBeginTimeGMT>${more.since}</ord:StatusUpdateFilterBeginTimeGMT>`}${nil('StatusUpdateFilterEndTimeGMT')}${nil('JoinDateFiltersWithOr')}<ord:DetailLevel>Complete</ord:DetailLevel>${more.fresh ?? ''}${more.ids ?? ''}<ord:PageNumberFilter>${more.page ?? 1}</ord:PageNumberFilter><ord:PageSize>20</ord:PageSize></web:orderCriteria>`;
const itemCriteria = (from: string, page: number): string =>
  `${mine}<web:itemCriteria>${from}<web:DateRangeEndGMT xsi:nil="true"/><web:QuantityCheckValue xsi:nil="true"/><web:PageNumber>${page}</web:PageNumber><web:PageSize>100</web:PageSize></web:itemCriteria><web:detailLevel><web:IncludeQuantityInfo>false</web:IncludeQuantityInfo><web:IncludePriceInfo>false</web:IncludePriceInfo><web:IncludeClassificationInfo>false</web:IncludeClassificationInfo></web:detailLevel>`;
const FRESH =
  '<ord:ExportState>NotExported</ord:ExportState><ord:PaymentStatusFilter>Cleared</ord:PaymentStatusFilter><ord:CheckoutStatusFilter>Completed</ord:CheckoutStatusFilter><ord:ShippingStatusFilter>Unshipped</ord:ShippingStatusFilter>';
const IDS = '<ord:OrderIDList><ord:int>4839705</ord:int></ord:OrderIDList>';

const order = (id: number, shipping: string, state = 'Active', checkout = 'Completed'): string =>
  `<OrderResponseItem xsi:type="q:OrderResponseDetailComplete"><NumberOfMatches>1</NumberOfMatches><OrderTimeGMT>2025-12-30T15:11:43.5</OrderTimeGMT><LastUpdateDate>2025-12-30T16:00:00</LastUpdateDate><TotalOrderAmount>83.0000</TotalOrderAmount><OrderState>${state}</OrderState><DateCancelledGMT xsi:nil="true"/><OrderID>${id}</OrderID><OrderStatus><CheckoutStatus>${checkout}</CheckoutStatus><PaymentStatus>Cleared</PaymentStatus><ShippingStatus>${shipping}</ShippingStatus></OrderStatus><BuyerEmailAddress>buyer@mail.example</BuyerEmailAddress><ShippingInfo><AddressLine1>1450 Rue Saint-Denis</AddressLine1><City>Montréal</City><Region>QC</Region><PostalCode>H2X 3J7</PostalCode><CountryCode>CA</CountryCode><FirstName>Amélie</FirstName><LastName>Tremblay</LastName><ShipmentList><Shipment><ShippingCarrier>UPS</ShippingCarrier><ShippingClass>2DAY</ShippingClass></Shipment></ShipmentList><ShippingInstructions>Ring twice.</ShippingInstructions></ShippingInfo><ShoppingCart><LineItemSKUList><OrderLineItemItem xsi:type="q:OrderLineItemItemResponse"><UnitPrice>24.5000</UnitPrice><LineItemID>501</LineItemID><Quantity>3</Quantity><SKU>0042</SKU><Title>Stoneware bowl</Title><UnitWeight UnitOfMeasure="LB">1.2</UnitWeight><IsExternallyFulfilled>false</IsExternallyFulfilled></OrderLineItemItem></LineItemSKUList></ShoppingCart></OrderResponseItem>`;
const readLine = {
  externalLineId: '501',
  // Leading zeros stay.
  sku: '0042',
  title: 'Stoneware bowl',
  quantity: 3,
  cancelled: 0,
  shipped: 0,
  unitPrice: { minor: 2_450, currency: 'USD' },
  unitGrams: 544,
  needsShipping: true,
};
const read = {
  externalId: '4839705',
  number: '4839705',
  placedAt: '2025-12-30T15:11:43.500Z',
  updatedAt: '2025-12-30T16:00:00.000Z',
  shipTo: {
    name: 'Amélie Tremblay',
    address1: '1450 Rue Saint-Denis',
    city: 'Montréal',
    provinceCode: 'QC',
    zipcode: 'H2X 3J7',
    countryCode: 'CA',
    email: 'buyer@mail.example',
  },
  buyerNote: 'Ring twice.',
  gift: false,
  tags: [],
  total: { minor: 8_300, currency: 'USD' },
  requestedService: { code: '2DAY', name: 'UPS 2DAY' },
  lines: [readLine],
};
const authorisation = (status: string): string =>
  `<AuthorizationResponse><AccountID>${ACCOUNT}</AccountID><LocalID>32001401</LocalID><AccountName>Granite Home Goods</AccountName><Status>${status}</Status></AuthorizationResponse>`;
const history = (shipments: string): OwnExchange =>
  soap(
    'ShippingService',
    'GetOrderShipmentHistoryList',
    `${mine}<web:orderIDList><web:int>4839705</web:int></web:orderIDList>`,
    `<OrderShipmentHistoryResponse><OrderID>4839705</OrderID><ShippingStatus>x</ShippingStatus>${shipments}</OrderShipmentHistoryResponse>`,
  );
const left = (quantity: number, tracking: string): string =>
  `<OrderShipments><OrderShipmentResponse><TrackingNumber>${tracking}</TrackingNumber><ShipmentLineItems><ShipmentLineItemResponse><LineItemID>501</LineItemID><Quantity>${quantity}</Quantity></ShipmentLineItemResponse></ShipmentLineItems></OrderShipmentResponse></OrderShipments>`;
const carriers = soap(
  'ShippingService',
  'GetShippingCarrierList',
  mine,
  '<ShippingCarrier><CarrierName>UPS</CarrierName><CarrierCode>UPS</CarrierCode><ClassCode>GROUND</ClassCode></ShippingCarrier><ShippingCarrier><CarrierName>UPS</CarrierName><CarrierCode>UPS</CarrierCode><ClassCode>2DAY</ClassCode></ShippingCarrier>',
);
const push: FulfilInput = {
  externalOrderId: '4839705',
  lines: [{ externalLineId: '501', quantity: 1 }],
  parcels: [{ trackingNumber: '1Z0000000000000000' }],
  carrier: { slug: 'ups', name: 'UPS' },
  notifyBuyer: true,
  reference: 'r:1',
};
const kept = { there: false, carrier: 'UPS', service: '2DAY', shippedAt: '2026-01-01T00:00:00' };
const contents = `<web:DateShippedGMT>2026-01-01T00:00:00</web:DateShippedGMT><web:CarrierCode>UPS</web:CarrierCode><web:ClassCode>2DAY</web:ClassCode><web:TrackingNumber>1Z0000000000000000</web:TrackingNumber><web:SellerFulfillmentID>${OURS}</web:SellerFulfillmentID><web:ShipmentCost>0</web:ShipmentCost><web:ShipmentTaxCost>0</web:ShipmentTaxCost><web:InsuranceCost>0</web:InsuranceCost>`;
/** A pull that begins at midnight, a little early. */
const LIST = {
  since: '2025-12-30T00:00:00.000Z',
  at: 1,
  begun: '2025-12-31T23:58:00.000Z',
  again: false,
  seen: [],
  told: [],
};

export const ownCases: readonly StoreOwnCase[] = [
  {
    name: 'an account that has enabled our access, and has no carriers yet',
    operation: 'connect',
    credentials: { profileId: '32001401', currency: 'USD' },
    exchanges: [
      soap('AdminService', 'GetAuthorizationList', '<web:localID>32001401</web:localID>', authorisation('Enabled')),
      soap('ShippingService', 'GetShippingCarrierList', `<web:accountID>${ACCOUNT}</web:accountID>`, ''),
    ],
    expect: {
      externalAccount: ACCOUNT,
      name: 'Granite Home Goods',
      credentials: { accessToken: 'profile-32001401' },
      settings: { profileId: '32001401', currency: 'USD' },
      currency: 'USD',
      problems: [
        'This Rithum account has no list of shipping carriers, so nothing can be reported as shipped. Set one up there.',
      ],
    },
  },
  {
    name: 'the account’s name',
    operation: 'testConnection',
    exchanges: [
      soap('AdminService', 'GetAuthorizationList', '<web:localID>32001401</web:localID>', authorisation('Enabled')),
    ],
    expect: { accountName: 'Granite Home Goods', message: 'Connected to the Rithum account Granite Home Goods.' },
  },
  {
    name: 'first what is not exported and waits to be shipped',
    operation: 'orders',
    input: { since: new Date('2025-12-30T00:00:00Z') },
    exchanges: [soap('OrderService', 'GetOrderList', criteria({ fresh: FRESH }), order(4_839_705, 'Unshipped'))],
    expect: {
      items: [read],
      problems: [],
      next: { look: 'fresh', all: false, fresh: ['4839705'], mark: ['4839705'], list: LIST },
    },
  },
  {
    name: 'that page is marked, and what changed is asked for; units that have left come from the shipments',
    operation: 'orders',
    input: {
      cursor: { look: 'changed', all: false, fresh: [], mark: ['4839705'], list: LIST },
    },
    exchanges: [
      soap(
        'OrderService',
        'SetOrdersExportStatus',
        `${mine}<web:orderIDList><web:int>4839705</web:int></web:orderIDList><web:markAsExported>true</web:markAsExported>`,
        '<SetExportStatusResponse><OrderID>4839705</OrderID><Success>true</Success></SetExportStatusResponse>',
      ),
      soap(
        'OrderService',
        'GetOrderList',
        criteria({ since: '2025-12-30T00:00:00' }),
        `${order(4_839_705, 'PartiallyShipped')}${order(4_839_706, 'Unshipped', 'Cancelled')}${order(4_839_707, 'Unshipped', 'Active', 'OnHold')}`,
      ),
      history(left(2, '1ZOLD')),
    ],
    expect: {
      items: [
        { ...read, lines: [{ ...readLine, shipped: 2 }] },
        {
          ...read,
          externalId: '4839706',
          number: '4839706',
          cancelledAt: '2025-12-30T16:00:00.000Z',
          lines: [{ ...readLine, cancelled: 3 }],
        },
        {
          ...read,
          externalId: '4839707',
          number: '4839707',
          hold: { code: 'on-hold', reason: 'The order is on hold at Rithum.' },
        },
      ],
      problems: [],
    },
  },
  {
    name: 'named orders, once each',
    operation: 'ordersById',
    externalIds: ['4839705', '../x', '4839705'],
    exchanges: [soap('OrderService', 'GetOrderList', criteria({ ids: IDS }), order(4_839_705, 'Unshipped'))],
    expect: { items: [read], problems: [] },
  },
  {
    name: 'items that changed: no weight, for it has no unit; one without a title is left out',
    operation: 'products',
    input: { since: new Date('2025-12-30T00:00:00Z') },
    exchanges: [
      soap(
        'InventoryService',
        'GetFilteredInventoryItemList',
        itemCriteria(
          '<web:DateRangeField>LastUpdateDate</web:DateRangeField><web:DateRangeStartGMT>2025-12-30T00:00:00</web:DateRangeStartGMT>',
          1,
        ),
        '<InventoryItemResponse><Sku>0042</Sku><Title>Stoneware bowl</Title><Weight>1.2</Weight><IsBlocked xsi:nil="true"/><UPC>036000291452</UPC><HarmonizedCode>691200</HarmonizedCode><Height>4</Height></InventoryItemResponse><InventoryItemResponse><Sku>0043</Sku><Weight xsi:nil="true"/></InventoryItemResponse>',
      ),
    ],
    expect: {
      items: [
        {
          externalId: '0042',
          sku: '0042',
          title: 'Stoneware bowl',
          barcode: '036000291452',
          hsCode: '691200',
          updatedAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      problems: [
        {
          externalId: '0043',
          message:
            'GetFilteredInventoryItemListResponse.GetFilteredInventoryItemListResult.ResultData.InventoryItemResponse[1].Title is missing.',
        },
      ],
    },
  },
  {
    name: 'the second page of all items, of which there are none',
    operation: 'products',
    input: { cursor: { page: 2 } },
    exchanges: [
      soap(
        'InventoryService',
        'GetFilteredInventoryItemList',
        itemCriteria('<web:DateRangeStartGMT xsi:nil="true"/>', 2),
        '',
      ),
    ],
    expect: { items: [], problems: [] },
  },
  {
    name: 'a part is reported with the pair of carrier and class that the order asks for',
    operation: 'fulfil',
    step: 'plan',
    input: push,
    exchanges: [
      soap('OrderService', 'GetOrderList', criteria({ ids: IDS }), order(4_839_705, 'Unshipped')),
      history(''),
      carriers,
    ],
    expect: { kind: 'done', keep: { ...kept, part: [{ sku: '0042', quantity: 1 }] } },
  },
  {
    name: 'a partial shipment names its units by SKU',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept: { ...kept, part: [{ sku: '0042', quantity: 1 }] },
    exchanges: [
      soap(
        'ShippingService',
        'SubmitOrderShipmentList',
        `${mine}<web:shipmentList><web:OrderID>4839705</web:OrderID><web:ShipmentType>Partial</web:ShipmentType><web:PartialShipment><web:LineItemList><web:SKU>0042</web:SKU><web:Quantity>1</web:Quantity></web:LineItemList>${contents}</web:PartialShipment></web:shipmentList>`,
        '<ShipmentResponse><Success>true</Success></ShipmentResponse>',
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['1Z0000000000000000'] } },
  },
  {
    name: 'all of an order is a full shipment',
    operation: 'fulfil',
    step: 'create',
    input: push,
    kept,
    exchanges: [
      soap(
        'ShippingService',
        'SubmitOrderShipmentList',
        `${mine}<web:shipmentList><web:OrderID>4839705</web:OrderID><web:ShipmentType>Full</web:ShipmentType><web:FullShipment>${contents}</web:FullShipment></web:shipmentList>`,
        '<ShipmentResponse><Success>true</Success></ShipmentResponse>',
      ),
    ],
    expect: { kind: 'done', result: { fulfilmentIds: ['1Z0000000000000000'] } },
  },
];
