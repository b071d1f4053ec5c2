import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ORDER_EVENTS } from '@scanship/contracts/orders';

export const EVENT_WORDS: Readonly<Record<(typeof ORDER_EVENTS)[number], MessageDescriptor>> = {
  created: msg({ message: 'Created', context: 'history of an order' }),
  address: msg({ message: 'Address corrected', context: 'history of an order' }),
  'address-reverted': msg({ message: 'Back to the original address', context: 'history of an order' }),
  'ship-from': msg({ message: 'Ship-from place changed', context: 'history of an order' }),
  items: msg({ message: 'Items changed', context: 'history of an order' }),
  store: msg({ message: 'Changed by the store', context: 'history of an order' }),
  push: msg({ message: 'Told to the store', context: 'history of an order' }),
  erased: msg({ message: 'Personal data erased', context: 'history of an order' }),
  status: msg({ message: 'Status', context: 'history of an order' }),
  archived: msg({ message: 'Archived', context: 'history of an order' }),
  restored: msg({ message: 'Taken out of the archive', context: 'history of an order' }),
  cancelled: msg({ message: 'Cancelled', context: 'history of an order' }),
  uncancelled: msg({ message: 'Cancellation taken back', context: 'history of an order' }),
  held: msg({ message: 'Put on hold', context: 'history of an order' }),
  released: msg({ message: 'Released', context: 'history of an order' }),
  tags: msg({ message: 'Tags changed', context: 'history of an order' }),
  assigned: msg({ message: 'Assigned', context: 'history of an order' }),
  note: msg({ message: 'Note changed', context: 'history of an order' }),
  retried: msg({ message: 'Tried again', context: 'history of an order' }),
};

const STATES: Readonly<Record<string, MessageDescriptor>> = {
  unfulfilled: msg({ message: 'Unfulfilled', context: 'one order' }),
  partial: msg({ message: 'Partly fulfilled', context: 'one order' }),
  fulfilled: msg({ message: 'Fulfilled', context: 'one order' }),
  manual_fulfilled: msg({ message: 'Manually fulfilled', context: 'one order' }),
};
/** Word of a fulfilment as the history has it; undefined for any other text. */
export const stateWord = (text: string): MessageDescriptor | undefined =>
  STATES[text.toLowerCase().replaceAll('-', '_').replace('partially_fulfilled', 'partial')];
