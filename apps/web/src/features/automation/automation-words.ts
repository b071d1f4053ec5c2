import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { AddressKind, NumberOperator, OfferPick, WordOperator } from '@scanship/domain/automation/automation';
import type { SignatureOption } from '@scanship/domain/shipping/shipment';
import type { ActionKind, Field } from './rule-model.ts';

type Words<K extends string> = Readonly<Record<K, MessageDescriptor>>;

export const FIELD_WORDS: Words<Field> = {
  store: msg`Store`,
  platform: msg`Platform`,
  source: msg`Order source`,
  country: msg`Country`,
  province: msg`Province or state`,
  postalCode: msg`Postal code`,
  sku: msg`SKU`,
  tag: msg`Tag`,
  requestedService: msg`Requested service`,
  location: msg`Ship-from address`,
  addressKind: msg`Kind of address`,
  weight: msg`Weight`,
  total: msg`Order total`,
  itemQuantity: msg`Number of items`,
  skuCount: msg`Different SKUs`,
  international: msg`International`,
  note: msg`Has a note`,
  gift: msg`Is a gift`,
  requested: msg`A service was requested`,
};

export const WORD_OPERATOR_WORDS: Words<WordOperator> = {
  is: msg`is any of`,
  isNot: msg`is none of`,
  all: msg`has all of`,
  contains: msg`contains`,
  startsWith: msg`starts with`,
};
export const NUMBER_OPERATOR_WORDS: Words<NumberOperator> = {
  lt: msg`is below`,
  lte: msg`is at most`,
  gt: msg`is above`,
  gte: msg`is at least`,
  between: msg`is between`,
};

export const ACTION_WORDS: Words<ActionKind> = {
  service: msg`Ship with a service`,
  account: msg`Use carrier accounts`,
  package: msg`Use a package`,
  insurance: msg`Insure`,
  signature: msg`Ask for a signature`,
  preset: msg`Apply a preset`,
  location: msg`Ship from`,
  hold: msg`Put on hold`,
  tag: msg`Add tags`,
  verify: msg`Require scanning the items`,
  stop: msg`Stop: later rules do not run`,
};

export const PICK_WORDS: Words<OfferPick> = {
  cheapest: msg`the cheapest`,
  fastest: msg`the fastest`,
  listed: msg`the first that is offered`,
};
export const SIGNATURE_WORDS: Words<SignatureOption> = {
  none: msg`No signature`,
  any: msg`Signature`,
  adult: msg`Adult signature`,
};
export const ADDRESS_KIND_WORDS: Words<AddressKind> = {
  residential: msg`Home`,
  business: msg`Business`,
  unknown: msg`Not known`,
  'po-box': msg`Post office box`,
  military: msg`Military post`,
};
export const SOURCE_WORDS: Words<'store' | 'manual' | 'file' | 'api'> = {
  store: msg`Store`,
  manual: msg({ message: 'By hand', context: 'source of an order' }),
  file: msg`File`,
  api: msg`API`,
};

/** What a dry run says that would be set. */
export const PART_WORDS: Readonly<Record<string, MessageDescriptor>> = {
  hold: msg`Hold`,
  tag: msg`Tag`,
  location: msg`Ship-from address`,
  service: msg`Service`,
  account: msg`Accounts`,
  package: msg`Package`,
  insurance: msg`Insurance`,
  signature: msg`Signature`,
  saturday: msg`Saturday delivery`,
  verify: msg`Scanning required`,
};
