/** Calls of the pages of people; customer, franchise and platform use the same. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  invitePerson,
  listPeople,
  removePerson,
  resendInvitation,
  resumePerson,
  setPersonRole,
  suspendPerson,
  withdrawInvitation,
} from '@scanship/contracts/access/people';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import type { PeopleSearch } from './people-search.ts';

export const PEOPLE_PAGE = 50;

const LIST = ['people', 'list'] as const;
export const peopleQuery = ({ q, state, role, page }: PeopleSearch) =>
  queryOptions({
    queryKey: [...LIST, { q, state, role, page }],
    queryFn: ({ signal }) =>
      fetchData(listPeople, {
        query: {
          size: PEOPLE_PAGE,
          ...(q ? { search: q } : {}),
          ...(state ? { state } : {}),
          ...(role ? { roleId: role } : {}),
          ...(page ? { page } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Lists of people, and the roles, which count who has them. */
const peopleChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['people'] }),
    queryClient.invalidateQueries({ queryKey: ['roles'] }),
  ]);

export interface Invitation {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roleId: string;
  readonly locale: 'en-CA' | 'fr-CA';
}
export async function sendInvitation(invitation: Invitation, idempotencyKey: string) {
  const { firstName, lastName, email, ...body } = invitation;
  const named = {
    ...(firstName.trim() ? { firstName: firstName.trim() } : {}),
    ...(lastName.trim() ? { lastName: lastName.trim() } : {}),
  };
  const sent = await api.call(invitePerson, { body: { ...body, email: email.trim(), ...named }, idempotencyKey });
  await peopleChanged();
  return sent;
}

/** What can be done with a person or an open invitation. */
export type PersonAct =
  | { readonly kind: 'role'; readonly roleId: string }
  | { readonly kind: 'suspend' | 'resume' | 'remove' | 'resend' | 'withdraw' };

const send = (id: string, act: PersonAct) => {
  const params = { id };
  switch (act.kind) {
    case 'role':
      return api.call(setPersonRole, { params, body: { roleId: act.roleId } });
    case 'suspend':
      return api.call(suspendPerson, { params, body: {} });
    case 'resume':
      return api.call(resumePerson, { params });
    case 'remove':
      return api.call(removePerson, { params });
    case 'resend':
      return api.call(resendInvitation, { params });
    case 'withdraw':
      return api.call(withdrawInvitation, { params });
  }
};
export async function actOnPerson(id: string, act: PersonAct): Promise<string | undefined> {
  const { successMessage } = await send(id, act);
  await peopleChanged();
  return successMessage ?? undefined;
}
