/** What the checks of the installation are called, and what to do about one that is late. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { StateCheck, StateCheckId } from '@scanship/contracts/network/system-state';

export interface CheckWords {
  readonly title: MessageDescriptor;
  /** What people notice of it. */
  readonly means: MessageDescriptor;
}

export const CHECK_WORDS: Readonly<Record<StateCheckId, CheckWords>> = {
  purchases: {
    title: msg`Label purchases`,
    means: msg`Labels are not being bought, or their outcome is not being settled.`,
  },
  voids: { title: msg`Voids and refunds`, means: msg`Voided labels are not being refunded.` },
  effects: {
    title: msg`Store updates, e-mails and webhooks`,
    means: msg`Stores are not told what shipped, and e-mails are not going out.`,
  },
  batches: { title: msg`Batches`, means: msg`Batches have stopped planning or buying.` },
  'store-sync': { title: msg`Store imports`, means: msg`New orders and products are not coming in.` },
  'store-deliveries': {
    title: msg`Incoming webhooks`,
    means: msg`Webhooks from stores and carriers are not being processed.`,
  },
  tracking: { title: msg`Tracking`, means: msg`Carriers are not being asked where parcels are.` },
  'buyer-notices': { title: msg`Buyer notifications`, means: msg`Buyers are not being told about their parcels.` },
  'notice-posts': {
    title: msg`Buyer notifications by webhook`,
    means: msg`Sellers’ own systems are not being told about parcels.`,
  },
  'carrier-bills': { title: msg`Carrier invoices`, means: msg`Uploaded carrier invoices are not being read.` },
  'label-comparisons': {
    title: msg`Labels compared with carriers`,
    means: msg`Labels that carriers know are not being held against those known here.`,
  },
  'month-closes': { title: msg`Month-end close`, means: msg`Last month’s statements are not being made.` },
  subscriptions: { title: msg`Subscriptions`, means: msg`Plans are not being renewed or charged.` },
  'customer-erasures': {
    title: msg`Erasing of customers`,
    means: msg`Customers that left are not being erased on their day.`,
  },
  'customer-moves': {
    title: msg`Customers that change franchise`,
    means: msg`What belongs to them is not being carried over, and they can ship nowhere meanwhile.`,
  },
  progress: {
    title: msg`Jobs without progress`,
    means: msg`A batch, an export, an erasure or a move of a customer was begun and does not get on.`,
  },
  'purchases-unknown': {
    title: msg`Purchases with an unknown outcome`,
    means: msg`A carrier has not confirmed whether a label was bought.`,
  },
  returns: { title: msg`Return labels`, means: msg`Approved returns have no label yet.` },
  audit: {
    title: msg`Audit log`,
    means: msg`Entries have not been sealed. They are kept, but cannot be verified yet.`,
  },
  figures: { title: msg`Figures`, means: msg`Dashboards and reports lag behind for some customers.` },
  database: { title: msg`Database response time`, means: msg`Every page is slow.` },
  partitions: {
    title: msg`Rows without a partition`,
    means: msg`The partition of a month was missing. The rows are safe, but cannot be dropped with their month.`,
  },
  connections: {
    title: msg`Requests waiting for the database`,
    means: msg`Pages are slow because every connection of this process is in use.`,
  },
  'unasked-accounts': {
    title: msg`Carrier accounts on hold after a restore`,
    means: msg`Nothing is bought with them until their carriers were asked which labels are missing here.`,
  },
  quota: {
    title: msg`Accounts without calls left`,
    means: msg`A carrier or store allows an account fewer calls than its work needs: prices, labels or orders of it wait.`,
  },
  'stored-files': {
    title: msg`Files for the object storage`,
    means: msg`Nobody yet: files stay in the database until the storage takes them. Files that must be erased may still lie there.`,
  },
  replica: { title: msg`Standby lag`, means: msg`A failover now would lose this much.` },
};

/** "250 ms", "45 s", "12 min", "3 h": the units read the same in both languages. */
export function amountOf(value: number, unit: StateCheck['unit'], number: (value: number) => string): string {
  if (unit === 'count') return number(value);
  if (unit === 'milliseconds') return `${number(Math.round(value))} ms`;
  if (value < 90) return `${number(Math.round(value))} s`;
  return value < 5_400 ? `${number(Math.round(value / 60))} min` : `${number(Math.round(value / 3_600))} h`;
}
