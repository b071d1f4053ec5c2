/**
 * Half-typed work, kept for the life of the tab: it survives closing a panel, another page, a reload, and signing in again
 * after the session ended (ux.md line 39). Kept by person, so that nobody sees another's in the same tab.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { type KeyValueStore, memoryStore, readJson, writeJson } from './storage.ts';

const PREFIX = 'draft:';
/** A draft nobody came back to for this long is forgotten. */
const KEPT_MS = 7 * 86_400_000;

interface Kept {
  readonly at: number;
  readonly value: unknown;
}

function openStore(): KeyValueStore {
  try {
    const probe = '__probe__';
    window.sessionStorage.setItem(probe, probe);
    window.sessionStorage.removeItem(probe);
    return window.sessionStorage;
  } catch {
    return memoryStore();
  }
}
let opened: KeyValueStore | undefined;
const store = (): KeyValueStore => (opened ??= openStore());

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nameOf = (person: string, key: string): string => `${PREFIX}${person}:${key}`;

/** What is kept under the name, or undefined; spoilt and old values count as none. */
export function readDraft(person: string, key: string, now = Date.now()): unknown {
  const kept = readJson(store(), nameOf(person, key)) as Kept | undefined;
  if (typeof kept !== 'object' || kept === null || typeof kept.at !== 'number') return undefined;
  return now - kept.at > KEPT_MS ? undefined : kept.value;
}

/** Undefined forgets it. A full or refused storage costs the keeping, never the typing. */
export function writeDraft(person: string, key: string, value: unknown, now = Date.now()): void {
  const name = nameOf(person, key);
  try {
    if (value === undefined) store().removeItem(name);
    else writeJson(store(), name, { at: now, value } satisfies Kept);
  } catch {
    opened = memoryStore();
    if (value !== undefined) writeJson(opened, name, { at: now, value } satisfies Kept);
  }
  cache.delete(name);
  tell();
}

// A snapshot must be the same value until it changes.
const cache = new Map<string, unknown>();
function snapshot(person: string, key: string): unknown {
  const name = nameOf(person, key);
  if (!cache.has(name)) cache.set(name, readDraft(person, key));
  return cache.get(name);
}

/**
 * A draft under a name of its own. `read` makes sense of what was kept, by this version of the page or an older one;
 * undefined where it is none.
 */
export function useDraft<T>(
  person: string,
  key: string,
  read: (value: unknown) => T | undefined,
): readonly [T | undefined, (next: T | undefined) => void] {
  const value = useSyncExternalStore(subscribe, () => snapshot(person, key));
  const set = useCallback((next: T | undefined) => writeDraft(person, key, next), [person, key]);
  return [value === undefined ? undefined : read(value), set];
}
