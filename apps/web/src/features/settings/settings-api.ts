import { queryOptions } from '@tanstack/react-query';
import {
  type DefaultSettings,
  getDefaultSettings,
  getDocumentLogo,
  getLocations,
  putDocumentLogo,
  removeDocumentLogo,
} from '@scanship/contracts/network/settings';
import { getTaxIds } from '@scanship/contracts/money/tax-ids';
import { getCountries, getCustomerStores, getProvinces } from '@scanship/contracts/network/master';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => fetchData(getDefaultSettings, { signal }),
  staleTime: 5 * 60_000,
  // Formatters all over the page watch this: without it each of them that mounts would ask again after a failure.
  retryOnMount: false,
});

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) => fetchData(getLocations, { signal }),
  staleTime: 60_000,
});

export const logoQuery = queryOptions({
  queryKey: ['document-logo'],
  queryFn: async ({ signal }): Promise<Blob> => (await api.file(getDocumentLogo, { signal })).blob,
  staleTime: Number.POSITIVE_INFINITY,
});

const tookSettings = ({ data }: { readonly data: DefaultSettings }) =>
  queryClient.setQueryData(settingsQuery.queryKey, data);
export const saveLogo = async (file: File) => {
  const saved = await api.call(putDocumentLogo, { file });
  queryClient.setQueryData(logoQuery.queryKey, file);
  tookSettings(saved);
};
export const dropLogo = async () => tookSettings(await api.call(removeDocumentLogo, {}));

export const taxIdsQuery = queryOptions({
  queryKey: ['tax-ids'],
  queryFn: ({ signal }) => fetchData(getTaxIds, { signal }),
  staleTime: 60_000,
});

const LISTS_MS = 60 * 60_000;
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => fetchData(getCountries, { signal }),
  staleTime: LISTS_MS,
  retryOnMount: false,
});
export const provincesQuery = (code: string) =>
  queryOptions({
    queryKey: ['provinces', code],
    queryFn: ({ signal }) => fetchData(getProvinces, { params: { code }, signal }),
    staleTime: LISTS_MS,
    retryOnMount: false,
    enabled: /^[A-Z]{2}$/.test(code),
  });
export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: ({ signal }) => fetchData(getCustomerStores, { signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});
