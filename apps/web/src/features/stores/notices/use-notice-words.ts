/** Names of kinds and states of notices. */
import { useLingui } from '@lingui/react/macro';
import type { SentNotice, SuppressedAddress } from '@scanship/contracts/stores/buyer-notices';
import type { Tone } from '../../../ui/Badge.tsx';

export const NOTICE_TONES: Readonly<Record<SentNotice['state'], Tone>> = {
  waiting: 'info',
  held: 'info',
  sent: 'good',
  suppressed: 'plain',
  failed: 'bad',
};

export function useNoticeWords() {
  const { t } = useLingui();
  const kinds: Readonly<Record<SentNotice['kind'], { readonly name: string; readonly when: string }>> = {
    shipped: { name: t`Shipped`, when: t`The carrier scanned the parcel for the first time.` },
    out_for_delivery: { name: t`Out for delivery`, when: t`The driver has it today.` },
    delivered: { name: t`Delivered`, when: t`The carrier says it arrived.` },
    delayed: { name: t`Delayed`, when: t`The expected day moved to a later one.` },
    at_pickup_point: { name: t`At a pickup point`, when: t`The buyer has to pick it up.` },
    attempted: { name: t`Delivery attempted`, when: t`The driver came and could not deliver.` },
    exception: { name: t`Delivery problem`, when: t`The carrier reports a problem.` },
    returned: { name: t`Going back`, when: t`The carrier is sending it back to you.` },
  };
  const states: Readonly<Record<SentNotice['state'], string>> = {
    waiting: t`Waiting`,
    held: t`Held back`,
    sent: t`Sent`,
    suppressed: t`Not sent`,
    failed: t`Failed`,
  };
  const reasons: Readonly<Record<SuppressedAddress['reason'], string>> = {
    refused: t`Refused by the mail server`,
    unsubscribed: t`Unsubscribed`,
    added: t`Added here`,
    bounced: t`Mail came back`,
    complained: t`Reported as spam`,
  };
  return { kinds, states, reasons };
}
