/** Orders and shipments in the elements of the contract, all of the type OrderResponseDetailComplete. */
import { element } from '@scanship/simulator-kit/xml-message';
import type { SimItem, SimLine, SimOrder, SimShipment } from './accounts.ts';
import { ofContract } from './wire.ts';

/** GMT without a zone. */
const gmt = (instant: string): string => instant.slice(0, 23);
const nil = (name: string): string => `<${name} xsi:nil="true"/>`;
const flag = (value: boolean): string => (value ? 'true' : 'false');

const lineView = (line: SimLine): string =>
  element(
    'OrderLineItemItem',
    [
      element('LineItemType', 'SKU'),
      element('UnitPrice', line.unitPrice.toFixed(4)),
      element('LineItemID', line.id),
      element('AllowNegativeQuantity', 'false'),
      element('Quantity', line.quantity),
      element('ItemSaleSource', 'DIRECT_SALE'),
      element('SKU', line.sku),
      element('Title', line.title),
      element('BuyerFeedbackRating', 0),
      element('VATRate', '0'),
      element('TaxCost', '0.0000'),
      nil('ShippingCost'),
      nil('ShippingTaxCost'),
      nil('GiftWrapCost'),
      nil('GiftWrapTaxCost'),
      nil('RecyclingFee'),
      element('UnitWeight', line.weight, { UnitOfMeasure: 'LB' }),
      element('IsExternallyFulfilled', flag(line.elsewhere)),
    ],
    { 'xsi:type': 'q:OrderLineItemItemResponse' },
  );

export function orderView(order: SimOrder, matches: number): string {
  const goods = order.lines.reduce((sum, line) => sum + Math.round(line.unitPrice * 100) * line.quantity, 0);
  return element(
    'OrderResponseItem',
    ofContract([
      element('NumberOfMatches', matches),
      element('OrderTimeGMT', gmt(order.created)),
      element('LastUpdateDate', gmt(order.updated)),
      element('TotalOrderAmount', ((goods + 950) / 100).toFixed(4)),
      element('OrderState', order.state),
      order.state === 'Cancelled' ? element('DateCancelledGMT', gmt(order.updated)) : nil('DateCancelledGMT'),
      element('OrderID', order.id),
      element('ClientOrderIdentifier', `COI-${order.id}`),
      element('SellerOrderID', ''),
      element('OrderStatus', [
        element('CheckoutStatus', order.checkout),
        element('CheckoutDateGMT', gmt(order.created)),
        element('PaymentStatus', order.payment),
        element('PaymentDateGMT', gmt(order.created)),
        element('ShippingStatus', order.shipping),
        element('ShippingDateGMT', gmt(order.updated)),
        element('OrderRefundStatus', 'NoRefunds'),
      ]),
      element('BuyerEmailAddress', 'test.buyer@mail.example'),
      element('EmailOptIn', 'false'),
      element('ShippingInfo', [
        element('AddressLine1', '20 Receiver Avenue'),
        element('AddressLine2', 'Unit 3'),
        element('City', 'Vancouver'),
        element('Region', 'BC'),
        element('PostalCode', 'V6B 1A1'),
        element('CountryCode', 'CA'),
        element('FirstName', 'Test'),
        element('LastName', 'Buyer'),
        element('PhoneNumberDay', '+16045550100'),
        element('ShipmentList', [
          element('Shipment', [
            element('ShippingCarrier', 'UPS'),
            element('ShippingClass', 'GROUND'),
            element('TrackingNumber', ''),
          ]),
        ]),
        element('ShippingInstructions', order.instructions),
        nil('EstimatedShipDate'),
        nil('DeliveryDate'),
      ]),
      element('ShoppingCart', [
        element('CartID', order.id),
        element('CheckoutSource', 'Site_Checkout'),
        element('LineItemSKUList', order.lines.map(lineView)),
      ]),
      element('TransactionNotes', ''),
    ]),
    { 'xsi:type': 'q:OrderResponseDetailComplete' },
  );
}

const shipmentView = (one: SimShipment): string =>
  element('OrderShipmentResponse', [
    element('ShipmentDateGMT', one.shipped),
    element('CarrierCode', one.carrier),
    element('ClassCode', one.service),
    element('TrackingNumber', one.tracking),
    element('ShipmentCost', '0'),
    element('ShipmentTaxCost', '0'),
    element('ShipmentInsuranceCost', '0'),
    element('SellerFulfillmentID', one.sellerId),
    element(
      'ShipmentLineItems',
      one.units.map((unit) =>
        element('ShipmentLineItemResponse', [
          element('LineItemID', unit.lineId),
          element('SKU', unit.sku),
          element('Quantity', unit.quantity),
        ]),
      ),
    ),
  ]);

export const historyView = (order: SimOrder): string =>
  element(
    'OrderShipmentHistoryResponse',
    ofContract([
      element('OrderID', order.id),
      element('ClientOrderIdentifier', `COI-${order.id}`),
      element('ShippingStatus', order.shipping),
      element('ShippingStatusUpdateDateGMT', gmt(order.updated)),
      element('OrderShipments', order.shipments.map(shipmentView)),
    ]),
  );

export const itemView = (item: SimItem): string =>
  element('InventoryItemResponse', [
    element('Sku', item.sku),
    element('Title', item.title),
    element('Weight', item.weight),
    nil('IsBlocked'),
    element('UPC', item.upc),
    nil('ProductMargin'),
    element('HarmonizedCode', item.harmonizedCode),
    nil('Height'),
    nil('Length'),
    nil('Width'),
  ]);
