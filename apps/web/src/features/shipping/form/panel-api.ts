/** What the panel needs beside the order: boxes, presets, and what the rules say. A panel without them still ships. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getOrderAutomation, listPresets } from '@scanship/contracts/shipping/automation';
import { listPackages, suggestPackages } from '@scanship/contracts/products/packages';
import { fetchData } from '../../../app/api.ts';

const LISTS_MS = 5 * 60_000;

export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: ({ signal }) => fetchData(listPackages, { signal }),
  staleTime: LISTS_MS,
  retryOnMount: false,
  meta: { quiet: true },
});
export const presetsQuery = queryOptions({
  queryKey: ['presets'],
  queryFn: ({ signal }) => fetchData(listPresets, { signal }),
  staleTime: LISTS_MS,
  retryOnMount: false,
  meta: { quiet: true },
});
/** Which boxes what is left of the order fits into; asked anew when the order changed. */
export const packingQuery = (order: { readonly id: string; readonly version: number }) =>
  queryOptions({
    queryKey: ['packing', order.id, order.version],
    queryFn: ({ signal }) => fetchData(suggestPackages, { body: { orderIds: [order.id] }, signal }),
    staleTime: LISTS_MS,
    retry: false,
    meta: { quiet: true },
  });
/** How rules and settings would have the order shipped; asked anew when it changed. A panel without an answer still ships. */
export const automationQuery = (order: { readonly id: string; readonly version: number }) =>
  queryOptions({
    queryKey: ['automation', 'order', order.id, order.version],
    queryFn: ({ signal }) => fetchData(getOrderAutomation, { params: { id: order.id }, signal }),
    staleTime: 10_000,
    // A panel that stands open keeps its form while the order changes.
    placeholderData: keepPreviousData,
    retry: false,
    meta: { quiet: true },
  });
