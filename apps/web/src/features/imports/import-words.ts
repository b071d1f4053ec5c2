import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ImportField } from '@scanship/contracts/orders/order-import';

/** What a column can mean; a field the contracts add later shows its own name until it has words. */
export const FIELD_WORDS: Readonly<Partial<Record<ImportField, MessageDescriptor>>> = {
  orderNumber: msg`Order number`,
  placedAt: msg`Order date`,
  requestedService: msg`Requested service`,
  currency: msg`Currency`,
  customerNote: msg`Customer note`,
  tags: msg`Tags`,
  name: msg`Recipient`,
  lastName: msg`Last name`,
  companyName: msg`Company`,
  address1: msg`Address`,
  address2: msg`Address, second line`,
  city: msg`City`,
  provinceCode: msg`Province or state`,
  zipcode: msg`Postal code`,
  countryCode: msg`Country`,
  phone: msg`Telephone`,
  email: msg`E-mail`,
  sku: msg`SKU`,
  title: msg`Item`,
  quantity: msg`Quantity`,
  unitPrice: msg`Unit price`,
  lineTotal: msg`Line total`,
  weight: msg`Unit weight`,
  hsCode: msg`HS code`,
  originCountry: msg`Made in`,
};
