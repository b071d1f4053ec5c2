import { queryOptions, skipToken } from '@tanstack/react-query';
import {
  addAccount,
  beginOnboarding,
  type CarrierAccount,
  currentRateSheet,
  completeOnboarding,
  deleteAccount,
  discoverServices,
  getAccount,
  listAccounts,
  listCatalogue,
  listServices,
  rateSheetTemplate,
  setService,
  testAccount,
  updateAccount,
  uploadRateSheet,
} from '@scanship/contracts/carriers/carriers';
import {
  discardSheetDraft,
  draftFormerSheet,
  getSheetChanges,
  getSheetEffect,
  publishSheet,
  type SheetChanges,
} from '@scanship/contracts/carriers/rate-sheet-changes';
import { findCarrierCalls, findSupportedCalls, getCarrierHealth } from '@scanship/contracts/carriers/carrier-health';
import {
  confirmNothingMissing,
  getLabelReconciliation,
  type LabelReconciliation,
  reconcileLabels,
} from '@scanship/contracts/carriers/label-reconciliation';
import { listVendorInterfaces } from '@scanship/contracts/network/platform-apps';
import type { BodyOf, DataOf, QueryOf } from '@scanship/contracts/call';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export const accountsQuery = queryOptions({
  queryKey: ['carriers'],
  queryFn: ({ signal }) => fetchData(listAccounts, { signal }),
});
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['carrier', id],
    queryFn: ({ signal }) => fetchData(getAccount, { params: { id }, signal }),
  });
export const catalogueQuery = queryOptions({
  queryKey: ['carrier-catalogue'],
  queryFn: ({ signal }) => fetchData(listCatalogue, { signal }),
  staleTime: 10 * 60_000,
});

export function tookAccount(account: CarrierAccount): void {
  queryClient.setQueryData(accountQuery(account.id).queryKey, account);
  void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
}

export interface Connect {
  readonly carrier: string;
  readonly name: string;
  readonly mode: CarrierAccount['mode'];
  readonly credentials: Record<string, string>;
  readonly key: string;
}
export const connect = ({ key, ...body }: Connect) => api.call(addAccount, { body, idempotencyKey: key });
export const change = (input: {
  readonly id: string;
  readonly name: string;
  readonly paused: boolean;
  readonly credentials?: Record<string, string>;
}) => {
  const { id, ...body } = input;
  return api.call(updateAccount, { params: { id }, body });
};
export const disconnect = (id: string) => api.call(deleteAccount, { params: { id } });
export const switchService = (input: { readonly id: string; readonly serviceId: string; readonly enabled: boolean }) =>
  api.call(setService, { params: { id: input.id, serviceId: input.serviceId }, body: { enabled: input.enabled } });
export const tryConnection = (id: string) => api.call(testAccount, { params: { id } });
/** What the carrier last answered to a test in this browser; nothing is asked by looking. */
export const testQuery = (id: string) =>
  queryOptions<DataOf<typeof testAccount> | null>({
    queryKey: ['carrier-test', id],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
export function tookTest(id: string, said: DataOf<typeof testAccount>): void {
  queryClient.setQueryData(testQuery(id).queryKey, said);
  void queryClient.invalidateQueries({ queryKey: accountQuery(id).queryKey });
}
export const uploadSheet = (input: { readonly id: string; readonly file: File }) =>
  api.call(uploadRateSheet, { params: { id: input.id }, file: input.file });
export const sheetTemplate = ({ format, carrier }: { readonly format: 'csv' | 'xlsx'; readonly carrier: string }) =>
  api.file(rateSheetTemplate, { query: { format, carrier } });
export const sheetChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ['carrier', id, 'sheet-changes'],
    queryFn: ({ signal }) => fetchData(getSheetChanges, { params: { id }, signal }),
  });
/** @param draft its version: another draft has another effect */
export const sheetEffectQuery = (id: string, draft: number) =>
  queryOptions({
    queryKey: ['carrier', id, 'sheet-effect', draft],
    queryFn: ({ signal }) => fetchData(getSheetEffect, { params: { id }, signal }),
  });
export function tookSheetChanges(id: string, changes: SheetChanges): void {
  queryClient.setQueryData(sheetChangesQuery(id).queryKey, changes);
  void queryClient.invalidateQueries({ queryKey: accountQuery(id).queryKey, exact: true });
}
export const publishDraft = (id: string, body: BodyOf<typeof publishSheet>) =>
  api.call(publishSheet, { params: { id }, body });
export const discardSheet = (id: string, version: number) =>
  api.call(discardSheetDraft, { params: { id }, query: { version } });
export const draftFormer = (id: string, of: number) => api.call(draftFormerSheet, { params: { id }, body: { of } });
export const sheetInForce = (id: string) => api.file(currentRateSheet, { params: { id } });

export const servicesQuery = (id: string) =>
  queryOptions({
    queryKey: ['carrier', id, 'services'],
    queryFn: ({ signal }) => fetchData(listServices, { params: { id }, signal }),
  });
export const askServices = (id: string, query: QueryOf<typeof discoverServices>) =>
  api.call(discoverServices, { params: { id }, query });
export const beginSignIn = (body: BodyOf<typeof beginOnboarding>) => api.call(beginOnboarding, { body });
export const completeSignIn = (consent: string) => api.call(completeOnboarding, { body: { consent } });
export const interfacesQuery = queryOptions({
  queryKey: ['vendor-interfaces'],
  queryFn: ({ signal }) => fetchData(listVendorInterfaces, { signal }),
});
export const healthQuery = queryOptions({
  queryKey: ['carrier-health'],
  queryFn: ({ signal }) => fetchData(getCarrierHealth, { signal }),
});
export const findTrace = ({ reference, whose }: { readonly reference: string; readonly whose: 'own' | 'lent' }) =>
  api.call(whose === 'own' ? findCarrierCalls : findSupportedCalls, { params: { reference } });

const COMPARING_MS = 2_000;
export const labelsQuery = (id: string) =>
  queryOptions({
    queryKey: ['carrier', id, 'labels'],
    queryFn: ({ signal }) => fetchData(getLabelReconciliation, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.runs[0]?.state === 'running' ? COMPARING_MS : false),
  });
export const compareNow = (id: string) => api.call(reconcileLabels, { params: { id } });
export const confirmNothing = (id: string) => api.call(confirmNothingMissing, { params: { id } });
export function tookLabels(id: string, labels: LabelReconciliation): void {
  queryClient.setQueryData(labelsQuery(id).queryKey, labels);
  void queryClient.invalidateQueries({ queryKey: accountQuery(id).queryKey, exact: true });
}
