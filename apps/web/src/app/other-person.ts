/**
 * A tab whose tokens went to somebody else in another tab: it begins anew as that person, or, where something was typed
 * that would be lost, shows a notice over a page that does nothing any more.
 */
import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { drawnFor, session, tellSessionEnd } from './api.ts';
import { queryClient } from './query-client.ts';
import { safeReturnPath } from './routes/return-path.ts';

/**
 * Loads a page of whoever the tokens belong to, the first one they may open unless another is named; never answers, so that
 * nothing goes on in the meantime.
 */
export function startAnew(path = '/'): Promise<never> {
  leaving = true;
  globalThis.location.replace(safeReturnPath(path) ?? '/');
  return new Promise(() => undefined);
}
let leaving = false;

/** Fields somebody typed into; those that are gone were saved or given up. */
const typed = new Set<Node>();
function noteTyping({ target }: Event): void {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  if (target instanceof Node) typed.add(target);
}
const hasUnsavedWork = (): boolean => queryClient.isMutating() > 0 || [...typed].some((field) => field.isConnected);

let noticed = false;
const listeners = new Set<() => void>();
function onOver(): void {
  void queryClient.cancelQueries();
  if (leaving) return;
  if (!hasUnsavedWork()) return void startAnew();
  noticed = true;
  for (const listener of listeners) listener();
}

/** True while the notice stands. */
export const useOtherPerson = (): boolean =>
  useSyncExternalStore(
    (changed) => (listeners.add(changed), () => listeners.delete(changed)),
    () => noticed,
  );

/** Call once. */
export function watchPerson(): void {
  drawnFor.onOver(onOver);
  for (const kind of ['input', 'change']) document.addEventListener(kind, noteTyping, { capture: true });
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEYS.principal || key === null) drawnFor.isOver();
  });
  // A page that was frozen, or kept for the back button, has heard no events.
  const look = (): void => {
    if (drawnFor.principal() !== undefined && session.token() === null) tellSessionEnd(undefined);
    else drawnFor.isOver();
  };
  window.addEventListener('pageshow', ({ persisted }) => persisted && look());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}
