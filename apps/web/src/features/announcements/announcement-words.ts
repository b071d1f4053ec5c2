import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Announcement, AnnouncementKind } from '@scanship/contracts/network/announcements';
import type { Tone } from '../../ui/Badge.tsx';

export const KIND_WORDS: Readonly<Record<AnnouncementKind, MessageDescriptor>> = {
  news: msg`News`,
  maintenance: msg`Planned maintenance`,
  problem: msg`Known problem`,
};

/** What became of it: of what is published, whether it stands above the pages now. */
export type Standing = 'draft' | 'planned' | 'shown' | 'over' | 'withdrawn';

export const standingOf = ({ state, shown }: Pick<Announcement, 'state' | 'shown'>, now: number): Standing =>
  state !== 'published'
    ? state
    : now < Date.parse(shown.from)
      ? 'planned'
      : now < Date.parse(shown.until)
        ? 'shown'
        : 'over';

export const STANDINGS: Readonly<Record<Standing, { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  draft: { word: msg`Draft`, tone: 'plain' },
  planned: { word: msg`Planned`, tone: 'info' },
  shown: { word: msg`Shown now`, tone: 'good' },
  over: { word: msg`Over`, tone: 'plain' },
  withdrawn: { word: msg`Withdrawn`, tone: 'warn' },
};
