import type { ActionRight } from './rights.ts';

/**
 * Rights that open nothing to support, not even a look: its screens offer nothing of them. It follows from the acting table, and
 * stands apart from it because every page asks for it.
 */
export const CLOSED_TO_SUPPORT: readonly ActionRight[] = [
  'labels.buy',
  'labels.void',
  'labels.settle',
  'devices.manage',
  'money.top-up',
  'money.refund',
  'cards.manage',
];
