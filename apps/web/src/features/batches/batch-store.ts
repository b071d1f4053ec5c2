/** The plan that the dialog shows; any list of orders may open one. */
import type { BatchRequest } from '@scanship/contracts/shipping/batches';
import { useSyncExternalStore } from 'react';

let shown: BatchRequest | undefined;
const listeners = new Set<() => void>();
function show(request: BatchRequest | undefined): void {
  shown = request;
  for (const listener of listeners) listener();
}

/**
 * Plans labels for many orders and shows what would ship, what not and why, and the total; nothing is bought before
 * somebody says so. `{ kind: 'auto-ship', ids }` or `{ kind: 'auto-ship', filters, excludeIds }`.
 */
export const openBatchPlan = (request: BatchRequest): void => show(request);
export const closeBatchPlan = (): void => show(undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useBatchPlan = (): BatchRequest | undefined => useSyncExternalStore(subscribe, () => shown);
