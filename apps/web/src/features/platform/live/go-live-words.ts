/** Words of go-live checks. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type {
  GoLiveCheck,
  GoLiveOperation,
  GoLiveShipmentKind,
  GoLiveState,
  GoLiveStep,
} from '@scanship/contracts/carriers/go-live';
import type { Tone } from '../../../ui/Badge.tsx';

export const SHIPMENT_WORDS: Readonly<Record<GoLiveShipmentKind, MessageDescriptor>> = {
  domestic: msg`Domestic`,
  'cross-border': msg`Cross-border`,
  'several-packages': msg`Two packages`,
  return: msg`Return`,
  insured: msg`Insured`,
};

export const OPERATION_WORDS: Readonly<Record<GoLiveOperation, MessageDescriptor>> = {
  rate: msg`Rates`,
  buy: msg`Buy label`,
  track: msg`Track`,
  void: msg`Void`,
};

export const STATE_WORDS: Readonly<Record<GoLiveState, MessageDescriptor>> = {
  waiting: msg`Waiting`,
  running: msg`Running`,
  done: msg`Understood`,
  failed: msg`Failed`,
  skipped: msg`Skipped`,
  'not-offered': msg`Not offered`,
  cut: msg`Interrupted`,
};
export const STATE_TONES: Readonly<Record<GoLiveState, Tone>> = {
  waiting: 'plain',
  running: 'violet',
  done: 'good',
  failed: 'bad',
  skipped: 'plain',
  'not-offered': 'plain',
  cut: 'warn',
};

export const CHECK_WORDS: Readonly<Record<GoLiveCheck['state'], MessageDescriptor>> = {
  waiting: msg`Waiting`,
  running: msg`Running`,
  ended: msg`Ended`,
  cut: msg`Ended early`,
};
export const CHECK_TONES: Readonly<Record<GoLiveCheck['state'], Tone>> = {
  waiting: 'plain',
  running: 'violet',
  ended: 'plain',
  cut: 'warn',
};

export const REFUND_WORDS: Readonly<Record<'now' | 'later' | 'none', MessageDescriptor>> = {
  now: msg`Voided and credited at once`,
  later: msg`Voided; the carrier credits it later`,
  none: msg`Voided without a refund`,
};

const ADVICE: Readonly<Record<string, MessageDescriptor>> = {
  'not-authorised': msg`Check the keys of this account, and that they belong to the test system.`,
  'invalid-input': msg`Compare the exact calls with the vendor’s documents and export a case for the developers.`,
  refused: msg`Ask the vendor whether this account may do this in its test system.`,
  quota: msg`Wait a few minutes, then run the check again.`,
  'temporary-before-effect': msg`The vendor could not be reached. Run the check again later.`,
  'unknown-effect': msg`It is not known whether this was done. Look it up in the vendor’s test system.`,
  'vendor-broken': msg`The answer could not be read. Export a case for the developers.`,
};
const UNTRACKED = msg`Test systems often do not know their own labels. Check tracking with the first real one.`;

/** What to do about a step that failed. */
export function adviceOf({ operation, problem }: GoLiveStep): MessageDescriptor | undefined {
  if (operation === 'track' && problem?.kind === 'refused') return UNTRACKED;
  return problem ? ADVICE[problem.kind] : undefined;
}
