/** Words of carriers' invoices. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { NameableKind } from '@scanship/domain/carrier-bills/bill-line';
import type { DifferenceKind, MappedField, PassMode } from '@scanship/domain/carrier-bills/bill-kinds';
import type {
  Adjustment,
  BillPreview,
  BillDifference,
  BillFile,
  BillLineDto,
  Dispute,
} from '@scanship/contracts/carriers/carrier-bills';
import type { Tone } from '../../../ui/Badge.tsx';

type Words<K extends string> = Readonly<Record<K, MessageDescriptor>>;
type Said<K extends string> = Readonly<Record<K, { readonly word: MessageDescriptor; readonly tone: Tone }>>;

export const KIND_WORDS: Words<DifferenceKind> = {
  weight: msg`Weight`,
  dimensions: msg`Size`,
  address_correction: msg`Address correction`,
  residential: msg`Residential delivery`,
  surcharge: msg`Surcharge`,
  fuel: msg`Fuel surcharge`,
  tax: msg`Taxes`,
  price: msg`Price`,
  duplicate: msg`Billed twice`,
  void_not_credited: msg`Cancelled, not credited`,
  late_fee: msg`Late payment`,
  service_credit: msg`Refund for late delivery`,
  credit: msg`Credit`,
  not_billed: msg`Not billed`,
  unknown: msg`Unknown`,
};
/** Why a chosen difference is not decided with the others. */
export const KEPT_WORDS: Words<BillPreview['kept'][number]['reason']> = {
  'to-decide': msg`Nothing proves what it is. Say what unknown words mean, bear it, dispute it, or wait for the carrier’s next invoice.`,
  waits: msg`It takes back a charge that is announced and not booked yet. Undo that one, or wait until it is booked.`,
  later: msg`A later decision about the same label depends on it. Undo that one too.`,
};
/** What a person says that a carrier's words mean. */
export const CHARGE_WORDS: Words<NameableKind> = {
  freight: msg`Base rate`,
  surcharge: msg`Surcharge`,
  fuel: msg`Fuel surcharge`,
  residential: msg`Residential delivery`,
  address_correction: msg`Address correction`,
  dimension_correction: msg`Size`,
  weight_correction: msg`Weight`,
  duty: msg`Duties and taxes`,
  tax: msg`Taxes`,
  late_fee: msg`Late payment`,
  service_credit: msg`Refund for late delivery`,
};
export const MODE_WORDS: Words<PassMode> = {
  at_cost: msg`Pass on at cost`,
  marked_up: msg`Pass on with the mark-ups of the sale`,
  absorb: msg`Bear it`,
};
export const FIELD_WORDS: Words<MappedField> = {
  invoiceNumber: msg`Invoice number`,
  invoiceDate: msg`Invoice date`,
  trackingNumber: msg`Tracking number`,
  reference: msg`Reference`,
  shipDate: msg`Ship date`,
  service: msg`Service`,
  postalCode: msg`Postal code`,
  chargeCode: msg`Charge code`,
  chargeLabel: msg`Charge`,
  amount: msg`Amount`,
  tax: msg`Tax`,
  currency: msg`Currency`,
  declaredWeight: msg`Declared weight`,
  billedWeight: msg`Billed weight`,
  length: msg`Length`,
  width: msg`Width`,
  height: msg`Height`,
};
export const DIFFERENCE_STATE: Said<BillDifference['state']> = {
  open: { word: msg`To decide`, tone: 'warn' },
  accepted: { word: msg`Accepted`, tone: 'good' },
  absorbed: { word: msg`Borne`, tone: 'plain' },
  disputed: { word: msg`In dispute`, tone: 'info' },
  recovered: { word: msg`Recovered`, tone: 'good' },
  gone: { word: msg`Settled by the carrier`, tone: 'plain' },
};
export const ADJUSTMENT_STATE: Said<Adjustment['state']> = {
  notice: { word: msg`Announced`, tone: 'warn' },
  disputed: { word: msg`In dispute`, tone: 'info' },
  booked: { word: msg`On the balance`, tone: 'plain' },
  cancelled: { word: msg`Not charged`, tone: 'good' },
};
/** It was on the balance, and was booked back. */
export const UNDONE: Said<'undone'>['undone'] = {
  word: msg({ message: 'Taken back', context: 'money' }),
  tone: 'good',
};
export const DISPUTE_STATE: Said<Dispute['state']> = {
  open: { word: msg({ message: 'Open', context: 'dispute' }), tone: 'warn' },
  sent: { word: msg`Forwarded`, tone: 'info' },
  won: { word: msg`Granted`, tone: 'good' },
  lost: { word: msg`Refused`, tone: 'bad' },
  withdrawn: { word: msg`Withdrawn`, tone: 'plain' },
};
export const FILE_STATE: Said<BillFile['state']> = {
  reading: { word: msg`Reading`, tone: 'info' },
  auditing: { word: msg`Comparing`, tone: 'info' },
  done: { word: msg`Compared`, tone: 'good' },
  failed: { word: msg`Failed`, tone: 'bad' },
};
export const LINE_STATE: Said<BillLineDto['state']> = {
  open: { word: msg`No label found`, tone: 'bad' },
  suggested: { word: msg`To confirm`, tone: 'warn' },
  matched: { word: msg`Matched`, tone: 'good' },
  own: { word: msg`Own cost`, tone: 'plain' },
};
