import type { Address } from '@scanship/domain/addresses/address';
import type { LabelModel } from '@scanship/domain/printing/label';

export const FROM: Address = {
  name: 'Maple Goods Ltd',
  address1: '1200 Eglinton Ave E',
  address2: 'Unit 45',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M3C 1H9',
  countryCode: 'CA',
  phone: '905 555 0123',
};

export const TO: Address = {
  name: 'Jordan Tremblay',
  companyName: 'Café du Nord',
  address1: '634 Alpha Drive',
  address2: 'Suite 12',
  city: 'Pittsburgh',
  provinceCode: 'PA',
  zipcode: '15238-2802',
  countryCode: 'US',
  phone: '+1 412 555 0188',
};

export const LABEL: LabelModel = {
  carrierName: 'Maple Speed Courier',
  serviceName: 'Regional Express',
  trackingNumber: 'MS0000001234567CA',
  trackingText: 'MS 0000 0012 3456 7CA',
  from: FROM,
  to: TO,
  routingCode: '15238',
  sortCode: 'PIT-3',
  weightGrams: 1250,
  shipDate: '2026-11-20',
  parcelNumber: 1,
  parcelCount: 2,
  references: ['Order 100234', 'PO 7781-A'],
  test: false,
};

export const LONG = 'Internationale Gesellschaft für außergewöhnlich lange Firmennamen und Sonderfälle '
  .repeat(3)
  .slice(0, 200);
