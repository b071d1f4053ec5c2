import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ReturnCondition, ReturnState, ReturnWish } from '@scanship/domain/shipping/returns';
import type { Tone } from '../../ui/Badge.tsx';

export const STATES: Readonly<Record<ReturnState, { readonly words: MessageDescriptor; readonly tone: Tone }>> = {
  asked: { words: msg`To decide`, tone: 'warn' },
  approved: { words: msg`Approved`, tone: 'info' },
  label: { words: msg`Label ready`, tone: 'info' },
  on_the_way: { words: msg`On the way back`, tone: 'violet' },
  arrived: { words: msg`Arrived`, tone: 'warn' },
  checked: { words: msg`Checked`, tone: 'warn' },
  done: { words: msg`Done`, tone: 'good' },
  refused: { words: msg`Refused`, tone: 'plain' },
};

export const WISHES: Readonly<Record<ReturnWish, MessageDescriptor>> = {
  money: msg`Money back`,
  exchange: msg`Exchange`,
  credit: msg`Store credit`,
};

export const CONDITIONS: Readonly<Record<ReturnCondition, MessageDescriptor>> = {
  as_new: msg`As new`,
  opened: msg`Opened`,
  damaged: msg`Damaged`,
  wrong_item: msg`Not what was sent`,
};
