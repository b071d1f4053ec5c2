/** Terms as their author works on them. */
import {
  addTerms,
  changeTerms,
  deleteTerms,
  listMissingConsents,
  listTerms,
  publishTerms,
  type TermsInput,
  type TermsVersion,
  withdrawTerms,
} from '@scanship/contracts/access/terms';
import { queryOptions } from '@tanstack/react-query';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export const termsQuery = queryOptions({
  queryKey: ['terms', 'versions'],
  queryFn: async ({ signal }) => (await fetchData(listTerms, { signal })).versions,
});
export const missingQuery = queryOptions({
  queryKey: ['terms', 'missing'],
  queryFn: ({ signal }) => fetchData(listMissingConsents, { signal }),
});
export const reloadTerms = () => queryClient.invalidateQueries({ queryKey: ['terms'] });

export const save = (is: TermsVersion | undefined, input: TermsInput) =>
  is
    ? api.call(changeTerms, { params: { id: is.id }, body: { ...input, version: is.version } })
    : api.call(addTerms, { body: input });
export const publish = ({ id, version }: Pick<TermsVersion, 'id' | 'version'>) =>
  api.call(publishTerms, { params: { id }, body: { version } });
export const withdraw = (id: string) => api.call(withdrawTerms, { params: { id } });
export const remove = (id: string) => api.call(deleteTerms, { params: { id } });
