/** Calls of claims. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  type ClaimDetail,
  claimPaper,
  getClaim,
  listClaims,
  moveClaim,
  openClaim,
  putClaim,
} from '@scanship/contracts/shipping/claims';
import type { ClaimState } from '@scanship/domain/shipping/claims';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export const claimsQuery = (state: ClaimState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['claims', 'list', state ?? ''],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listClaims, {
        query: { ...(state ? { state } : {}), ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: ['claims', 'one', id],
    queryFn: ({ signal }) => fetchData(getClaim, { params: { id }, signal }),
  });

export function tookClaim(claim: ClaimDetail): void {
  queryClient.setQueryData(claimQuery(claim.id).queryKey, claim);
  void queryClient.invalidateQueries({ queryKey: ['claims', 'list'] });
}
export const beginClaim = (body: BodyOf<typeof openClaim>) => api.call(openClaim, { body });
export const saveClaim = (id: string, body: BodyOf<typeof putClaim>) => api.call(putClaim, { params: { id }, body });
export const move = (id: string, body: BodyOf<typeof moveClaim>) => api.call(moveClaim, { params: { id }, body });
export const claimFile = (id: string) => api.file(claimPaper, { params: { id } });
