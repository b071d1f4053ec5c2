import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PickupState } from '@scanship/contracts/shipping/pickups';
import type { Tone } from '../../ui/Badge.tsx';

export const PLACE_WORDS: Readonly<Record<PickupPlace, MessageDescriptor>> = {
  'front-door': msg`Front door`,
  'back-door': msg`Back door`,
  reception: msg`Reception`,
  'loading-dock': msg`Loading dock`,
  'mail-room': msg`Mail room`,
  other: msg`Somewhere else`,
};

export const STATE_WORDS: Readonly<Record<PickupState, { readonly words: MessageDescriptor; readonly tone: Tone }>> = {
  booking: { words: msg`Being booked`, tone: 'info' },
  booked: { words: msg`Booked`, tone: 'good' },
  cancelled: { words: msg`Cancelled`, tone: 'plain' },
  failed: { words: msg`Not booked`, tone: 'bad' },
  unknown: { words: msg`Not known yet`, tone: 'warn' },
};
