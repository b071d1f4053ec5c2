import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PRODUCT_EVENTS, ProductField, ProductGap } from '@scanship/contracts/products/products';
import type { FormField, Wrong } from './drafts.ts';
import type { FilterName } from './product-search.ts';

type Words<K extends string> = Readonly<Record<K, MessageDescriptor>>;

export const FIELD_WORDS: Words<ProductField> = {
  title: msg`Title`,
  weightGrams: msg`Weight`,
  dimensions: msg`Size`,
  hsCode: msg`HS code`,
  originCountry: msg`Made in`,
  customsText: msg`Customs description`,
  dangerousGoods: msg`Dangerous goods`,
  value: msg`Declared value`,
  barcode: msg`Barcode`,
  binLocation: msg`Bin location`,
  picture: msg`Picture`,
};
export const FORM_WORDS: Words<FormField> = {
  title: FIELD_WORDS.title,
  weightGrams: FIELD_WORDS.weightGrams,
  length: msg`Length`,
  width: msg`Width`,
  height: msg`Height`,
  hsCode: FIELD_WORDS.hsCode,
  originCountry: FIELD_WORDS.originCountry,
  customsText: FIELD_WORDS.customsText,
  dangerousGoods: FIELD_WORDS.dangerousGoods,
  value: FIELD_WORDS.value,
  currency: msg`Currency`,
  barcode: FIELD_WORDS.barcode,
  binLocation: FIELD_WORDS.binLocation,
};
export const GAP_WORDS: Words<ProductGap> = {
  weight: msg`No weight`,
  hsCode: msg`No HS code`,
  originCountry: msg`No country of origin`,
  value: msg`No declared value`,
};
export const FILTER_WORDS: Words<FilterName> = {
  q: msg`Search`,
  stores: msg`Store`,
  missing: msg`Missing`,
  archived: msg`Archived`,
  dates: msg`Came in`,
};
export const WRONG_WORDS: Words<Wrong> = {
  weight: msg`This is not a weight. Enter a number, such as 500 g or 1.2 lb.`,
  size: msg`A size needs length, width and height.`,
  digits: msg`An HS code has digits only.`,
  short: msg`An HS code has at least 6 digits.`,
  long: msg`An HS code has at most 10 digits.`,
  chapter: msg`No HS code begins like this.`,
  country: msg`There is no such country.`,
  amount: msg`This is not an amount.`,
  currency: msg`A currency is a code such as CAD or USD.`,
};
export const EVENT_WORDS: Words<(typeof PRODUCT_EVENTS)[number]> = {
  created: msg`Created`,
  edited: msg`Edited`,
  file: msg`From a file`,
  archived: msg({ message: 'Archived', context: 'one product' }),
  restored: msg`Restored`,
  merged: msg`Alias added`,
  separated: msg`Alias separated`,
  bundle: msg`Contents set`,
};
