import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { BASE_ROLES } from '@scanship/contracts/access/pages';
import { BUILT_IN_ROLES } from '@scanship/contracts/access/role-catalogue';
import { ROLE_NAMES } from '../../app/role-names.ts';
import type { Tone } from '../../ui/Badge.tsx';

type PersonState = CustomerDetail['users'][number]['state'];
export const PERSON_STATES: Readonly<Record<PersonState, { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  active: { word: msg`Active`, tone: 'good' },
  suspended: { word: msg`Suspended`, tone: 'bad' },
  unverified: { word: msg`Not verified`, tone: 'warn' },
  invited: { word: msg`Invited`, tone: 'info' },
};

/** The record names a built-in role in English; a custom one goes by the name it was given. */
export function roleWord(name: string, i18n: Pick<I18n, '_'>): string {
  const builtIn = BASE_ROLES.find((role) => BUILT_IN_ROLES[role].name === name);
  return builtIn ? i18n._(ROLE_NAMES[builtIn]) : name;
}
