/** Calls of the operator's desk. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  addHost,
  createFranchise,
  type FranchiseDetail,
  getFranchise,
  inviteFranchiseAdmin,
  listFranchises,
  listPlans,
  type Plan,
  putSender,
  removeHost,
  resumeFranchise,
  suspendFranchise,
  updateFranchise,
  updatePlan,
  verifyHost,
  verifySender,
} from '@scanship/contracts/network/franchises';
import {
  type AppRegistration,
  deleteApp,
  lendPlatformCarrier,
  listAppOffers,
  listApps,
  listPlatformCarriers,
  putApp,
} from '@scanship/contracts/network/platform-apps';
import { getLeftOut } from '@scanship/contracts/carriers/left-out';
import { getSystemState } from '@scanship/contracts/network/system-state';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { FRANCHISES_PAGE, type FranchisesSearch } from './franchises-search.ts';

export const franchisesQuery = ({ q, ...rest }: Omit<FranchisesSearch, 'create'>) =>
  queryOptions({
    queryKey: ['franchises', { q, ...rest }],
    queryFn: ({ signal }) =>
      fetchData(listFranchises, { query: { ...rest, ...(q ? { search: q } : {}), size: FRANCHISES_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
/** For choosing some of them; the first two hundred by the search. */
export const franchiseChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['franchises', 'choices', search],
    queryFn: async ({ signal }) =>
      (await fetchData(listFranchises, { query: { size: 200, ...(search ? { search } : {}) }, signal })).franchises,
    placeholderData: keepPreviousData,
  });
export const franchiseQuery = (id: string) =>
  queryOptions({
    queryKey: ['franchise', id],
    queryFn: ({ signal }) => fetchData(getFranchise, { params: { id }, signal }),
  });

export function tookFranchise(franchise: FranchiseDetail): void {
  queryClient.setQueryData(franchiseQuery(franchise.id).queryKey, franchise);
  void queryClient.invalidateQueries({ queryKey: ['franchises'] });
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
}
/** A refused check keeps what it found: the record is read anew. */
export const readFranchiseAgain = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: franchiseQuery(id).queryKey });

export const addFranchise = (input: { readonly body: BodyOf<typeof createFranchise>; readonly key: string }) =>
  api.call(createFranchise, { body: input.body, idempotencyKey: input.key });
export const saveFranchise = (id: string, body: BodyOf<typeof updateFranchise>) =>
  api.call(updateFranchise, { params: { id }, body });
export const suspend = (id: string, reason: string) => api.call(suspendFranchise, { params: { id }, body: { reason } });
export const resume = (id: string) => api.call(resumeFranchise, { params: { id } });
export const inviteAdmin = (id: string, email: string) =>
  api.call(inviteFranchiseAdmin, { params: { id }, body: { email } });
export const newHost = (id: string, host: string) => api.call(addHost, { params: { id }, body: { host } });
export const checkHost = (id: string, host: string) => api.call(verifyHost, { params: { id, host } });
export const dropHost = (id: string, host: string) => api.call(removeHost, { params: { id, host } });
export const setSender = (id: string, address: string | null) =>
  api.call(putSender, { params: { id }, body: { address } });
export const checkSender = (id: string) => api.call(verifySender, { params: { id } });

export const plansQuery = (id: string) =>
  queryOptions({
    queryKey: ['franchise', id, 'plans'],
    queryFn: ({ signal }) => fetchData(listPlans, { params: { id }, signal }),
  });
export const savePlan = (id: string, code: Plan['code'], body: BodyOf<typeof updatePlan>) =>
  api.call(updatePlan, { params: { id, code }, body });

const whose = (franchiseId: string | undefined) => (franchiseId ? { franchiseId } : {});
export const appsQuery = (franchiseId: string | undefined) =>
  queryOptions({
    queryKey: ['apps', franchiseId ?? ''],
    queryFn: ({ signal }) => fetchData(listApps, { query: whose(franchiseId), signal }),
  });
/** Changes with a release alone. */
export const appOffersQuery = (franchiseId: string | undefined) =>
  queryOptions({
    queryKey: ['apps', 'offers', franchiseId ?? ''],
    queryFn: async ({ signal }) => (await fetchData(listAppOffers, { query: whose(franchiseId), signal })).offers,
    staleTime: 60_000,
  });
export type AppKey = Pick<AppRegistration, 'kind' | 'slug' | 'mode'>;
export const saveApp = (which: AppKey, franchiseId: string | undefined, body: BodyOf<typeof putApp>) =>
  api.call(putApp, { params: which, query: whose(franchiseId), body });
export const removeApp = (which: AppKey, franchiseId: string | undefined) =>
  api.call(deleteApp, { params: which, query: whose(franchiseId) });

export const platformCarriersQuery = queryOptions({
  queryKey: ['carriers', 'platform'],
  queryFn: ({ signal }) => fetchData(listPlatformCarriers, { signal }),
});
export const lend = (id: string, franchiseIds: readonly string[]) =>
  api.call(lendPlatformCarrier, { params: { id }, body: { franchiseIds: [...franchiseIds] } });

export const leftOutQuery = queryOptions({
  queryKey: ['left-out'],
  queryFn: ({ signal }) => fetchData(getLeftOut, { signal }),
  refetchInterval: 60_000,
});

export const systemStateQuery = queryOptions({
  queryKey: ['system-state'],
  queryFn: ({ signal }) => fetchData(getSystemState, { signal }),
  refetchInterval: 15_000,
});
