import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Person } from '@scanship/contracts/access/people';
import type { Tone } from '../../ui/Badge.tsx';
import type { PersonAct } from './people-api.ts';
import type { PersonState } from './people-search.ts';

export const STATE_WORDS: Readonly<Record<PersonState, MessageDescriptor>> = {
  active: msg`Active`,
  suspended: msg`Suspended`,
  unverified: msg`Not verified`,
  invited: msg`Invited`,
};
export const STATE_TONES: Readonly<Record<PersonState, Tone>> = {
  active: 'good',
  suspended: 'bad',
  unverified: 'warn',
  invited: 'info',
};

/** The server's own sentences are English; these say the same in the reader's language. */
export const DONE_WORDS: Readonly<Record<PersonAct['kind'], MessageDescriptor>> = {
  role: msg`Role saved.`,
  suspend: msg`Person suspended.`,
  resume: msg`Person can work again.`,
  remove: msg`Person removed.`,
  resend: msg`Invitation sent again.`,
  withdraw: msg`Invitation withdrawn.`,
};

/** An invitation may have no name yet. */
export const nameOfPerson = (person: Pick<Person, 'fullName' | 'userName' | 'email'>): string =>
  person.fullName.trim() || person.userName || person.email;

export const isPast = (instant: string | null, now: number): boolean =>
  instant !== null && new Date(instant).getTime() <= now;
