/** The documents that the preview shows; any screen may open it. */
import type { PrintWish } from '@scanship/contracts/printing/printers';
import { useSyncExternalStore } from 'react';

export interface PreviewDocument {
  readonly kind: 'label' | 'slip' | 'invoice';
  readonly blob: Blob;
  readonly fileName: string;
  /** What it shows, so that it can be sent to a printer of this station instead. */
  readonly wishes?: readonly PrintWish[] | undefined;
  /** Told when Print is pressed; a label that is only looked at was not printed. */
  readonly onPrint?: (() => Promise<unknown>) | undefined;
}

let shown: readonly PreviewDocument[] = [];
const listeners = new Set<() => void>();
function show(documents: readonly PreviewDocument[]): void {
  shown = documents;
  for (const listener of listeners) listener();
}
export const openPreview = (documents: readonly PreviewDocument[]): void => show(documents);
export const closePreview = (): void => show([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const usePreview = (): readonly PreviewDocument[] => useSyncExternalStore(subscribe, () => shown);
