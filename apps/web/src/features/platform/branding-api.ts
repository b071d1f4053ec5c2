/** Branding is edited alike by the operator and by the franchise itself: the desk says which calls. */
import { queryOptions } from '@tanstack/react-query';
import {
  type BrandingRecord,
  getBranding,
  getOwnBranding,
  type PictureField,
  putBranding,
  putOwnBranding,
  uploadBrandPicture,
  uploadOwnPicture,
} from '@scanship/contracts/network/franchises';
import { listOwnLogos, putOwnLogo, removeOwnLogo } from '@scanship/contracts/network/logos';
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import { api, fetchData } from '../../app/api.ts';
import { brandingQuery } from '../../app/branding.ts';
import { queryClient } from '../../app/query-client.ts';
import { logosQuery } from '../shipping/rates/use-logo.ts';

/** Id of the franchise; undefined: the own one. */
export type Whose = string | undefined;

export const brandRecordQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['brand-record', whose ?? 'own'],
    queryFn: ({ signal }) =>
      whose === undefined
        ? fetchData(getOwnBranding, { signal })
        : fetchData(getBranding, { params: { id: whose }, signal }),
  });
export const saveBranding = (whose: Whose, body: BodyOf<typeof putBranding>) =>
  whose === undefined ? api.call(putOwnBranding, { body }) : api.call(putBranding, { params: { id: whose }, body });
export const uploadPicture = async (whose: Whose, field: PictureField, file: File) =>
  (whose === undefined
    ? await api.call(uploadOwnPicture, { body: { field }, file })
    : await api.call(uploadBrandPicture, { params: { id: whose }, body: { field }, file })
  ).data;

export function tookBranding(whose: Whose, record: BrandingRecord): void {
  queryClient.setQueryData(brandRecordQuery(whose).queryKey, record);
  // This very page may be drawn in the brand that was changed.
  void queryClient.invalidateQueries({ queryKey: brandingQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['franchises'] });
  if (whose !== undefined) void queryClient.invalidateQueries({ queryKey: ['franchise', whose] });
}

export const ownLogosQuery = queryOptions({
  queryKey: ['own-logos'],
  queryFn: ({ signal }) => fetchData(listOwnLogos, { signal }),
  staleTime: 60_000,
});
const tookLogos = ({ data }: { readonly data: DataOf<typeof listOwnLogos> }) => {
  queryClient.setQueryData(ownLogosQuery.queryKey, data);
  void queryClient.invalidateQueries({ queryKey: logosQuery.queryKey });
};
export const uploadLogo = async (key: string, file: File) =>
  tookLogos(await api.call(putOwnLogo, { body: { key }, file }));
export const removeLogo = async (key: string) => tookLogos(await api.call(removeOwnLogo, { params: { key } }));
