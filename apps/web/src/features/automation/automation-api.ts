import { queryOptions } from '@tanstack/react-query';
import {
  dryRunRules,
  getAutomationOptions,
  listPresets,
  listRequestedServices,
  listRules,
  type PresetDto,
  type RequestedServiceDto,
  type RuleDraft,
  type RuleDto,
} from '@scanship/contracts/shipping/automation';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { ApiError } from '../../lib/api-errors.ts';

export const rulesQuery = queryOptions({
  queryKey: ['automation', 'rules'],
  queryFn: ({ signal }) => fetchData(listRules, { signal }),
});
export const presetsQuery = queryOptions({
  queryKey: ['automation', 'presets'],
  queryFn: ({ signal }) => fetchData(listPresets, { signal }),
  staleTime: 60_000,
});
export const requestedQuery = queryOptions({
  queryKey: ['automation', 'requested'],
  queryFn: ({ signal }) => fetchData(listRequestedServices, { signal }),
});
export const optionsQuery = queryOptions({
  queryKey: ['automation', 'options'],
  queryFn: ({ signal }) => fetchData(getAutomationOptions, { signal }),
  staleTime: 60_000,
});

export const showRules = (rules: { readonly rules: RuleDto[] }): void =>
  void queryClient.setQueryData(rulesQuery.queryKey, { rules: [...rules.rules] });
export const showPresets = (presets: { readonly presets: PresetDto[] }): void =>
  void queryClient.setQueryData(presetsQuery.queryKey, { presets: [...presets.presets] });
export const showRequested = (services: { readonly services: RequestedServiceDto[] }): void =>
  void queryClient.setQueryData(requestedQuery.queryKey, { services: [...services.services] });

export const rulesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
export const presetsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: presetsQuery.queryKey });

/** Somebody was faster: what they did is shown before the person tries again. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale_version';

export interface DryRunOf {
  readonly days: number;
  readonly draft: { readonly id: string | null; readonly rule: RuleDraft } | null;
}
export const runDry = async ({ days, draft }: DryRunOf) =>
  (await api.call(dryRunRules, { body: { days, draft } })).data;
