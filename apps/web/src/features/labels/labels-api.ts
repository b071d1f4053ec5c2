import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { exportShipments, listShipments } from '@scanship/contracts/shipping/shipment-list';
import { cancelMultiple } from '@scanship/contracts/shipping/shipments';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { fromTheTop, type LabelSearch, toFilters } from './label-search.ts';

const DEFAULT_SIZE = 20;

export const labelsQuery = (search: LabelSearch) =>
  queryOptions({
    queryKey: ['labels', search],
    queryFn: ({ signal }) =>
      fetchData(listShipments, {
        query: {
          size: search.size ?? DEFAULT_SIZE,
          ...(search.page ? { page: search.page } : {}),
          ...(search.after ? { after: search.after } : {}),
          ...(search.before ? { before: search.before } : {}),
        },
        body: toFilters(search),
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const labelsChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['labels'] }),
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
  ]);

/** Labels.xlsx of the chosen ones, or of all that the filters match. */
export async function exportLabels(search: LabelSearch, ids: readonly string[]): Promise<{ blob: Blob; name: string }> {
  const { blob, fileName } = await api.file(exportShipments, {
    body: ids.length > 0 ? { ids: [...ids] } : { filters: toFilters(fromTheTop(search)) },
  });
  return { blob, name: fileName ?? 'Labels.xlsx' };
}

export const cancelLabels = (ids: readonly string[]) =>
  api.call(cancelMultiple, { body: { shipmentIds: [...ids] }, idempotencyKey: newIdempotencyKey() });
