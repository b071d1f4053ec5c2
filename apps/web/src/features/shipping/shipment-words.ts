import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { Tone } from '../../ui/Badge.tsx';

type State = ShipmentSummary['state'];
export const STATE_WORDS: Readonly<Record<State, MessageDescriptor>> = {
  draft: msg`Draft`,
  buying: msg`Being bought`,
  bought: msg`Label bought`,
  partly_bought: msg`Partly bought`,
  voiding: msg`Being cancelled`,
  voided: msg({ message: 'Cancelled', context: 'label' }),
  handed_over: msg`Handed over`,
  delivered: msg`Delivered`,
  returned: msg`Returned`,
  lost: msg`Lost`,
};
export const STATE_TONES: Readonly<Record<State, Tone>> = {
  draft: 'plain',
  buying: 'warn',
  bought: 'good',
  partly_bought: 'warn',
  voiding: 'warn',
  voided: 'plain',
  handed_over: 'info',
  delivered: 'good',
  returned: 'violet',
  lost: 'bad',
};
export const REFUND_WORDS: Readonly<Record<ShipmentSummary['refund'], MessageDescriptor | undefined>> = {
  none: undefined,
  pending: msg`refund pending`,
  received: msg`refunded`,
  refused: msg`refund refused`,
};
/** What happens to the money, said before a label is cancelled (ux.md line 30). */
export const REFUND_PROMISES: Readonly<Record<ShipmentSummary['cancel']['refund'], MessageDescriptor>> = {
  now: msg`The price is refunded immediately.`,
  later: msg`The carrier refunds the price later; the refund is tracked until it arrives.`,
  none: msg`Nothing was charged, so there is nothing to refund.`,
  unknown: msg`The carrier says in its answer whether the price is refunded.`,
};
