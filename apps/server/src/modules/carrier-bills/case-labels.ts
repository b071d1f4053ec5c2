/** What a corrected charge is called on a statement. */
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';

/** Kinds a person reads on a statement. */
export const LABELS: Readonly<Record<DifferenceKind, string>> = {
  weight: 'Weight correction',
  dimensions: 'Size correction',
  address_correction: 'Address correction',
  residential: 'Residential delivery',
  surcharge: 'Surcharge',
  fuel: 'Fuel surcharge',
  tax: 'Taxes',
  price: 'Price correction',
  duplicate: 'Billed twice',
  void_not_credited: 'Cancelled label',
  late_fee: 'Late payment',
  service_credit: 'Refund for late delivery',
  credit: 'Credit of the carrier',
  not_billed: 'Not billed by the carrier',
  unknown: 'Carrier charge',
};
export const caseNote = (kind: string, trackingNumber: unknown): string => {
  const label = LABELS[kind as DifferenceKind] ?? 'Carrier charge';
  return typeof trackingNumber === 'string' ? `${label} ${trackingNumber}` : label;
};
