/** Shipping a part of an order, asked for outside the panel: the panel of that order then begins with its items to choose from. */
import { useSyncExternalStore } from 'react';

let wished: string | undefined;
const listeners = new Set<() => void>();

/** A later wish takes its place. */
export function wishPart(orderId: string): void {
  wished = orderId;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const usePartWish = (orderId: string): boolean => useSyncExternalStore(subscribe, () => wished === orderId);
