import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ClaimKind, ClaimState } from '@scanship/domain/shipping/claims';
import type { Tone } from '../../ui/Badge.tsx';

export const KINDS: Readonly<Record<ClaimKind, MessageDescriptor>> = {
  loss: msg`Lost`,
  damage: msg`Damaged`,
  contents: msg`Contents missing`,
};

export const STATES: Readonly<Record<ClaimState, { readonly words: MessageDescriptor; readonly tone: Tone }>> = {
  draft: { words: msg`To file`, tone: 'warn' },
  filed: { words: msg`Filed`, tone: 'info' },
  accepted: { words: msg({ message: 'Accepted', context: 'claim' }), tone: 'good' },
  refused: { words: msg`Refused`, tone: 'bad' },
  paid: { words: msg({ message: 'Paid', context: 'claim' }), tone: 'good' },
  dropped: { words: msg`Dropped`, tone: 'plain' },
};

/** What is pressed to bring it there. */
export const MOVES: Readonly<Record<ClaimState, MessageDescriptor>> = {
  draft: msg`Take up again`,
  filed: msg`I filed it`,
  accepted: msg`The carrier accepted it`,
  refused: msg`The carrier refused it`,
  paid: msg`The carrier paid`,
  dropped: msg`Drop it`,
};
