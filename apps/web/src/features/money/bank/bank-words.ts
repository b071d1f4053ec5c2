/** What is chosen and told about bank lines, in words. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AsideReason } from '@scanship/contracts/money/bank';
import type { PAYOUT_DISAGREEMENTS, PAYOUT_ITEM_KINDS, Payout } from '@scanship/contracts/money/payouts';
import type { BankField } from '@scanship/domain/bank/bank-table';
import type { Tone } from '../../../ui/Badge.tsx';

export const FIELD_WORDS: Readonly<Record<BankField, MessageDescriptor>> = {
  bookedOn: msg`Day`,
  valueOn: msg`Value date`,
  amount: msg`Amount, with its sign`,
  credit: msg`Money in`,
  debit: msg`Money out`,
  direction: msg`In or out, as a word`,
  name: msg`Who paid or was paid`,
  text: msg`Text`,
  moreText: msg`More text`,
  reference: msg`Reference`,
  account: msg`Account of the other side`,
  bankRef: msg`The bank’s own reference`,
  balance: msg`Balance`,
  currency: msg`Currency`,
  status: msg`State`,
  ownAccount: msg`Your own account`,
};

export const ASIDE_WORDS: Readonly<Record<AsideReason, MessageDescriptor>> = {
  'own-transfer': msg`Transfer between own accounts`,
  'bank-fee': msg`Bank fee`,
  interest: msg`Interest`,
  supplier: msg`Supplier or carrier`,
  owner: msg`Owner’s money`,
  tax: msg`Taxes`,
  other: msg`Something else`,
};

export const ITEM_WORDS: Readonly<Record<(typeof PAYOUT_ITEM_KINDS)[number], MessageDescriptor>> = {
  charge: msg`Card payment`,
  refund: msg`Refund`,
  'refund-failed': msg`Refund that failed`,
  dispute: msg`Chargeback`,
  'dispute-won': msg`Chargeback won`,
  fee: msg`Fee`,
  other: msg`Something else`,
};

export const DISAGREEMENT_WORDS: Readonly<Record<(typeof PAYOUT_DISAGREEMENTS)[number], MessageDescriptor>> = {
  missing: msg`Not in the books`,
  amount: msg`Booked with another amount`,
  state: msg`Not booked yet`,
};

export const PAYOUT_STATE: Readonly<
  Record<Payout['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>
> = {
  pending: { word: msg`Pending`, tone: 'plain' },
  in_transit: { word: msg`On its way`, tone: 'info' },
  paid: { word: msg`Paid out`, tone: 'good' },
  failed: { word: msg`Failed`, tone: 'bad' },
  canceled: { word: msg`Cancelled`, tone: 'plain' },
};
