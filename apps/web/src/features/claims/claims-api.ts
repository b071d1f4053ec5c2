/** Calls of claims. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  addClaimPhoto,
  askClaim,
  type ClaimDetail,
  claimPaper,
  decideClaim,
  fileClaim,
  getClaim,
  listClaims,
  moveClaim,
  openClaim,
  putClaim,
  removeClaimPhoto,
  takeReturnPhotos,
} from '@scanship/contracts/shipping/claims';
import type { ClaimState } from '@scanship/domain/shipping/claims';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

const UNDER_WAY: ReadonlySet<string> = new Set(['under-way', 'unknown']);
const LOOK_MS = 5_000;

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
    // The carrier's answer comes by itself.
    refetchInterval: ({ state }) => (UNDER_WAY.has(state.data?.act?.state ?? '') ? LOOK_MS : false),
  });

export function tookClaim(claim: ClaimDetail): void {
  queryClient.setQueryData(claimQuery(claim.id).queryKey, claim);
  void queryClient.invalidateQueries({ queryKey: ['claims', 'list'] });
}
export const beginClaim = (body: BodyOf<typeof openClaim>) => api.call(openClaim, { body });
export const saveClaim = (id: string, body: BodyOf<typeof putClaim>) => api.call(putClaim, { params: { id }, body });
export const move = (id: string, body: BodyOf<typeof moveClaim>) => api.call(moveClaim, { params: { id }, body });
export const claimFile = (id: string) => api.file(claimPaper, { params: { id } });
export const fileWithCarrier = (id: string, body: BodyOf<typeof fileClaim>) =>
  api.call(fileClaim, { params: { id }, body });
export const decideFiling = (id: string, body: BodyOf<typeof decideClaim>) =>
  api.call(decideClaim, { params: { id }, body });
export const askCarrier = (id: string) => api.call(askClaim, { params: { id } });
export const addPhoto = (id: string, file: File) => api.call(addClaimPhoto, { params: { id }, file });
export const takePhotos = (id: string) => api.call(takeReturnPhotos, { params: { id } });
export const dropPhoto = (id: string, photoId: string) => api.call(removeClaimPhoto, { params: { id, photoId } });
