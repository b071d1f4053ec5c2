/** Calls that no query carries and that the bar at the top still stands for: the packing table's. */
import { useSyncExternalStore } from 'react';

let running = 0;
const listeners = new Set<() => void>();
function change(by: 1 | -1): void {
  running += by;
  for (const listener of listeners) listener();
}

/** The bar shows until the work has ended, well or not. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  change(1);
  try {
    return await work;
  } finally {
    change(-1);
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const isLoading = (): boolean => running > 0;
export const useLoading = (): boolean => useSyncExternalStore(subscribe, isLoading);
