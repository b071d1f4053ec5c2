/** Words of batches: kinds, states, causes. */
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type {
  BATCH_KINDS,
  BatchCause,
  BatchItemState,
  BatchPart,
  BatchState,
} from '@scanship/contracts/shipping/batches';
import type { Tone } from '../../ui/Badge.tsx';

type Words<K extends string> = Readonly<Record<K, MessageDescriptor>>;
type Tones<K extends string> = Readonly<Record<K, Tone>>;

export const KIND_WORDS: Words<(typeof BATCH_KINDS)[number]> = {
  'auto-ship': msg`Auto Ship`,
  service: msg`One service`,
  preset: msg`Preset`,
};
export const STATE_WORDS: Words<BatchState> = {
  planning: msg`Asking for rates`,
  planned: msg`Ready to buy`,
  running: msg`Buying labels`,
  paused: msg`Paused`,
  done: msg({ message: 'Done', context: 'a batch' }),
  cancelled: msg({ message: 'Stopped', context: 'a batch' }),
};
export const STATE_TONES: Tones<BatchState> = {
  planning: 'info',
  planned: 'warn',
  running: 'info',
  paused: 'warn',
  done: 'good',
  cancelled: 'plain',
};
export const ITEM_WORDS: Words<BatchItemState> = {
  rating: msg`Asking for rates`,
  blocked: msg`Will not ship`,
  planned: msg`Will ship`,
  running: msg`Being bought`,
  open: msg`Waiting for the carrier’s answer`,
  waiting: msg`Retried automatically`,
  done: msg`Label bought`,
  failed: msg`Failed`,
  skipped: msg`Left out`,
  cancelled: msg`Not bought any more`,
};
export const ITEM_TONES: Tones<BatchItemState> = {
  rating: 'info',
  blocked: 'warn',
  planned: 'info',
  running: 'info',
  open: 'violet',
  waiting: 'violet',
  done: 'good',
  failed: 'bad',
  skipped: 'plain',
  cancelled: 'plain',
};
export const CAUSE_WORDS: Words<BatchCause> = {
  'no-weight': msg`no weight`,
  address: msg`address to correct`,
  'no-ship-from': msg`no ship-from address`,
  customs: msg`customs details missing`,
  hold: msg`on hold`,
  claimed: msg`being shipped by somebody`,
  shipped: msg`shipped already`,
  cancelled: msg`order cancelled`,
  archived: msg`order archived`,
  'import-failed': msg`import failed`,
  'not-found': msg`order not found`,
  'no-carrier': msg`no carrier connected`,
  'no-rate': msg`no rate that fits`,
  'carrier-unavailable': msg`carrier did not answer`,
  'no-exchange-rate': msg`no exchange rate`,
  credit: msg`not enough credit`,
  dearer: msg`more expensive than planned`,
  refused: msg`refused by the carrier`,
  undecided: msg`outcome unknown`,
  fault: msg`fault on our side`,
};
export const PART_WORDS: Words<BatchPart['kind']> = {
  labels: msg`Labels`,
  slips: msg`Packing slips`,
  invoices: msg`Commercial invoices`,
};
