/** Words of the order list: statuses, signs, sources, search keys, ranges. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FULFILLMENT_STATUSES } from '@scanship/contracts/orders/order-list';
import type { Tone } from '../../../ui/Badge.tsx';
import type { DateRange, FilterName, OrderLack, OrderSign, OrderSource, OrderTab, SearchKey } from './order-search.ts';

type Words<K extends string> = Readonly<Record<K, MessageDescriptor>>;

export const TAB_WORDS: Words<OrderTab> = {
  '': msg`All orders`,
  unfulfilled: msg`Unfulfilled`,
  'manual-fulfilled': msg`Manually fulfilled`,
  fulfilled: msg`Fulfilled`,
  cancelled: msg({ message: 'Cancelled', context: 'several orders' }),
  archived: msg`Archived`,
};
export const STATUS_WORDS: Words<(typeof FULFILLMENT_STATUSES)[number]> = {
  Unfulfilled: msg({ message: 'Unfulfilled', context: 'one order' }),
  'Partially-Fulfilled': msg({ message: 'Partly fulfilled', context: 'one order' }),
  'Manual-Fulfilled': msg({ message: 'Manually fulfilled', context: 'one order' }),
  Fulfilled: msg({ message: 'Fulfilled', context: 'one order' }),
  Cancelled: msg({ message: 'Cancelled', context: 'one order' }),
};
export const STATUS_TONES: Readonly<Record<(typeof FULFILLMENT_STATUSES)[number], Tone>> = {
  Unfulfilled: 'warn',
  'Partially-Fulfilled': 'violet',
  'Manual-Fulfilled': 'info',
  Fulfilled: 'good',
  Cancelled: 'bad',
};
export const SIGN_WORDS: Words<OrderSign> = {
  note: msg`Note`,
  gift: msg`Gift`,
  international: msg`International`,
  unverified: msg`Address to check`,
  combinable: msg`Can be combined`,
  hold: msg`On hold`,
  failed: msg`Import failed`,
  partial: msg`Partly shipped`,
  overdue: msg`Overdue`,
};
export const LACK_WORDS: Words<OrderLack> = {
  weight: msg`No weight`,
  customs: msg`Customs details missing`,
  print: msg`Not printed`,
};
export const SOURCE_WORDS: Words<OrderSource> = {
  store: msg`Store`,
  manual: msg({ message: 'By hand', context: 'source of an order' }),
  file: msg`File`,
  api: msg`API`,
};
export const SEARCH_KEY_WORDS: Words<SearchKey> = {
  anything: msg`All fields`,
  orderNumber: msg`Order number`,
  recipient: msg`Recipient`,
  email: msg`E-mail`,
  sku: msg`SKU`,
  trackingNumber: msg`Tracking number`,
};
export const RANGE_WORDS: Words<DateRange> = {
  today: msg`Today`,
  byWeek: msg`Last 7 days`,
  byMonth: msg`Last 30 days`,
  byYear: msg`Last 12 months`,
  custom: msg`Chosen days`,
};
export const FILTER_WORDS: Words<FilterName | 'tab'> = {
  tab: msg`Status`,
  q: msg`Search`,
  country: msg`Country`,
  province: msg`Province or state`,
  range: msg`Order date`,
  skus: msg`SKU`,
  tags: msg`Tag`,
  sources: msg`Source`,
  platforms: msg`Platform`,
  stores: msg`Store`,
  warehouses: msg`Ship from`,
  assignees: msg`Assigned to`,
  signs: msg`Sign`,
  lacks: msg`Missing`,
  imports: msg`Import`,
  ids: msg`Named orders`,
};
/** The two assignees that are no person's id. */
export const ASSIGNEE_WORDS: Words<'me' | 'nobody'> = { me: msg`Me`, nobody: msg`Nobody` };
