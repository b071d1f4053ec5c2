import { queryOptions } from '@tanstack/react-query';
import {
  type AccountDto,
  getAccount,
  getNotices,
  getSessions,
  type SecondFactorDto,
} from '@scanship/contracts/access/account';
import { fetchData } from '../../app/api.ts';
import { profileQuery } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';

export const myAccountQuery = queryOptions({
  queryKey: ['my-account'],
  queryFn: ({ signal }) => fetchData(getAccount, { signal }),
});
export const sessionsQuery = queryOptions({
  queryKey: ['my-account', 'sessions'],
  queryFn: ({ signal }) => fetchData(getSessions, { signal }),
});
export const noticesQuery = queryOptions({
  queryKey: ['my-account', 'notices'],
  queryFn: ({ signal }) => fetchData(getNotices, { signal }),
});

export function tookMyAccount(account: AccountDto): void {
  queryClient.setQueryData(myAccountQuery.queryKey, account);
  void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}
/** A first second factor ends the limit of the session, so the profile is asked for again. */
export function tookSecondFactor(secondFactor: SecondFactorDto): void {
  queryClient.setQueryData(myAccountQuery.queryKey, (was) => was && { ...was, secondFactor });
  void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
