import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  countPrintedPart,
  type Batch,
  type BatchCause,
  type BatchItemState,
  type BatchPart,
  getBatch,
  listBatches,
  listBatchItems,
} from '@scanship/contracts/shipping/batches';
import { listBatchGaps } from '@scanship/contracts/shipping/batch-mending';
import { getDocument } from '@scanship/contracts/shipping/shipments';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { copiesChanged } from '../shipping/shipping-api.ts';

/** While something moves the page looks again this often. */
const MOVING_MS = 1000;
const RESTING_MS = 30_000;

/** Something changes without anybody pressing anything. */
export const isMoving = ({ state, documents, counts, retry }: Batch): boolean =>
  state === 'planning' ||
  state === 'running' ||
  counts.open > 0 ||
  retry !== null ||
  documents.some((part) => part.state === 'due' || part.state === 'making');

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: ({ signal }) => fetchData(getBatch, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isMoving(state.data) ? RESTING_MS : MOVING_MS),
  });
export const keepBatch = (batch: Batch): void => {
  queryClient.setQueryData(batchQuery(batch.id).queryKey, batch);
  void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['batches', 'items', batch.id] });
};

/** What blocked orders lack; each version of a plan has its own. */
export const gapsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['batches', 'gaps', id, version],
    queryFn: ({ signal }) => fetchData(listBatchGaps, { params: { id }, signal }),
    // Orders are mended elsewhere, too.
    staleTime: 0,
  });

const PAGE = 20;
export const batchesQuery = infiniteQueryOptions({
  queryKey: ['batches', 'list'],
  queryFn: ({ signal, pageParam }) =>
    fetchData(listBatches, { query: { size: PAGE, ...(pageParam ? { after: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ batches }) => batches.some(isMoving)) ? 2 * MOVING_MS : RESTING_MS,
});

export interface ItemFilter {
  readonly state?: BatchItemState;
  readonly cause?: BatchCause;
}
export const itemsQuery = (id: string, filter: ItemFilter, moving: boolean) =>
  infiniteQueryOptions({
    queryKey: ['batches', 'items', id, filter],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listBatchItems, {
        params: { id },
        query: { ...filter, size: 100, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: moving ? 3 * MOVING_MS : false,
  });

/** The bytes of a merged file. */
export async function partFile(part: BatchPart & { readonly documentId: string }): Promise<Blob> {
  const { blob } = await api.file(getDocument, { params: { id: part.documentId } });
  return blob;
}

/** After the labels of a merged file were sent to a printer from the browser. */
export async function notePartPrinted(batchId: string, documentId: string): Promise<void> {
  await api.call(countPrintedPart, {
    params: { id: batchId },
    body: { documentId },
    idempotencyKey: newIdempotencyKey(),
  });
  await copiesChanged();
}
