import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ORDER_EVENTS } from '@scanship/contracts/orders/orders';
import type { Reason, StateKind } from './history-reasons.ts';

export const EVENT_WORDS: Readonly<Record<(typeof ORDER_EVENTS)[number], MessageDescriptor>> = {
  created: msg({ message: 'Created', context: 'history of an order' }),
  address: msg({ message: 'Address corrected', context: 'history of an order' }),
  'address-reverted': msg({ message: 'Back to the original address', context: 'history of an order' }),
  'ship-from': msg({ message: 'Ship-from place changed', context: 'history of an order' }),
  items: msg({ message: 'Items changed', context: 'history of an order' }),
  store: msg({ message: 'Changed by the store', context: 'history of an order' }),
  push: msg({ message: 'Store notified', context: 'history of an order' }),
  erased: msg({ message: 'Personal data erased', context: 'history of an order' }),
  status: msg({ message: 'Status', context: 'history of an order' }),
  archived: msg({ message: 'Archived', context: 'history of an order' }),
  restored: msg({ message: 'Restored from the archive', context: 'history of an order' }),
  cancelled: msg({ message: 'Cancelled', context: 'history of an order' }),
  uncancelled: msg({ message: 'Cancellation undone', context: 'history of an order' }),
  held: msg({ message: 'Put on hold', context: 'history of an order' }),
  released: msg({ message: 'Released', context: 'history of an order' }),
  tags: msg({ message: 'Tags changed', context: 'history of an order' }),
  assigned: msg({ message: 'Assigned', context: 'history of an order' }),
  note: msg({ message: 'Note changed', context: 'history of an order' }),
  retried: msg({ message: 'Tried again', context: 'history of an order' }),
};

export const FULFILMENT_WORDS: Readonly<Record<StateKind, MessageDescriptor>> = {
  unfulfilled: msg({ message: 'Unfulfilled', context: 'one order' }),
  partial: msg({ message: 'Partly fulfilled', context: 'one order' }),
  fulfilled: msg({ message: 'Fulfilled', context: 'one order' }),
  manual: msg({ message: 'Manually fulfilled', context: 'one order' }),
};

export const REASON_WORDS: Readonly<Record<Reason, MessageDescriptor>> = {
  'by-hand': msg`Entered by hand`,
  imported: msg({ message: 'Imported from {what}' }),
  bought: msg({ message: 'Label bought: {what}' }),
  voided: msg`Label cancelled`,
  'one-voided': msg`Label of one parcel cancelled`,
  products: msg`Completed from the products`,
  'one-off': msg`An address of this order alone`,
  suggestion: msg`With the suggestion, as the settings say`,
  'asked-by-store': msg`Asked for by the store`,
  nobody: msg`Unassigned`,
  'assigned-to': msg({ message: 'To {what}' }),
  'as-set': msg`As the store or the default settings say`,
  unmarked: msg`The manual mark was undone`,
  marked: msg`Marked by hand`,
  'marked-with': msg({ message: 'Marked by hand: {what}' }),
  reported: msg({ message: 'As {what} reports' }),
  'changed-at': msg({ message: 'Changed at {what}' }),
};
