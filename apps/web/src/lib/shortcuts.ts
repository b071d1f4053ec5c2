/**
 * One registry of keyboard shortcuts. The one registered last is asked first; none fires while somebody types, composes
 * with an input method, or works in a menu or dialog (unless it says it belongs there).
 */
import { useEffect, useRef } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key`, letters in lower case: "j", "/", "?", "Escape", "ArrowDown". */
  readonly keys: readonly string[];
  /** What it does, for the list under `?`. */
  readonly label: string;
  readonly group: string;
  /** False when it had nothing to do, so that the next one is asked. */
  readonly run: (event: KeyboardEvent) => boolean | undefined | void;
}

const stack: { current: readonly Shortcut[] }[] = [];

/** All shortcuts of this screen, each key once, as `?` lists them. */
export function activeShortcuts(): readonly Shortcut[] {
  const seen = new Set<string>();
  return stack
    .toReversed()
    .flatMap((entry) => entry.current)
    .filter((s) => {
      const fresh = s.keys.some((k) => !seen.has(k));
      for (const key of s.keys) seen.add(key);
      return fresh;
    });
}

/** Fields, lists and dialogs keep their own keys. */
export function keepsItsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-shortcuts="on"]') === target) return false;
  const field = target.closest(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]',
  );
  return field !== null || target.closest('[role=menu], [role=listbox], [role=dialog][aria-modal=true]') !== null;
}

/** Escape closes the topmost layer only, and each of these closes itself. */
export const LAYERS = '[role=menu], [role=listbox], [role=dialog]';

/** Enter and blank press what has the focus; arrows move within a group of radio buttons. */
const pressesControl = (key: string, target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  if (key === 'Enter' || key === ' ') return target.closest('a, button, summary, [role=button], label') !== null;
  return key.startsWith('Arrow') && target.matches('input[type=radio], [role=separator], [role=tab]');
};

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (keepsItsKeys(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Escape' && document.querySelector(LAYERS)) return;
  if (pressesControl(key, event.target)) return;
  for (const entry of stack.toReversed())
    for (const shortcut of entry.current)
      if (shortcut.keys.includes(key) && shortcut.run(event) !== false) {
        event.preventDefault();
        return;
      }
}

/** Registers shortcuts while the component is on screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const entry = useRef({ current: shortcuts });
  useEffect(() => {
    entry.current.current = shortcuts;
  });
  useEffect(() => {
    const mine = entry.current;
    if (stack.length === 0) window.addEventListener('keydown', onKeyDown);
    stack.push(mine);
    return () => {
      stack.splice(stack.indexOf(mine), 1);
      if (stack.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
