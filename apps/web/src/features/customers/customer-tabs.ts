/** Tabs of a customer's record, by their name in the address. */
export const CUSTOMER_TABS = [
  'overview',
  'notes',
  'shipping',
  'people',
  'mails',
  'carriers',
  'plan',
  'credit',
  'agent',
  'data',
] as const;
export type CustomerTab = (typeof CUSTOMER_TABS)[number];
