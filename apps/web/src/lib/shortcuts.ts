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
  /** A menu or dialog comes up, perhaps after a load. */
  readonly opens?: true;
}

const stack: { current: readonly Shortcut[] }[] = [];

/** All shortcuts of this screen, as `?` lists them. A key may stand for two things: the second is done where the first cannot be. */
export function activeShortcuts(): readonly Shortcut[] {
  const seen = new Set<string>();
  return stack
    .toReversed()
    .flatMap((entry) => entry.current)
    .filter((s) => {
      const name = `${s.keys.join(' ')} ${s.label}`;
      const fresh = !seen.has(name);
      seen.add(name);
      return fresh;
    });
}

const MODAL = '[role=dialog][aria-modal=true]';
/** Fields, lists and dialogs keep their own keys. */
export function keepsItsKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[data-shortcuts="on"]') === target) return false;
  const field = target.closest(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]',
  );
  return field !== null || target.closest(`[role=menu], [role=listbox], ${MODAL}`) !== null;
}

/** Escape closes the topmost layer only, and each of these closes itself. */
export const LAYERS = '[role=menu], [role=listbox], [role=dialog]';

/** A layer that has not come up by then, as when its code cannot be loaded, gives the keys back. */
const LONGEST_OPENING_MS = 10_000;
let openingUntil = 0;
const cameUp = (event: Event): void => {
  if (event.type === 'focusin' && !(event.target instanceof Element && event.target.closest(LAYERS))) return;
  openingUntil = 0;
  window.removeEventListener('focusin', cameUp);
  window.removeEventListener('pointerdown', cameUp);
};
/** Something that takes the focus is on its way: what is typed until it has it is meant for it, and does nothing. */
export function layerOpens(): void {
  openingUntil = performance.now() + LONGEST_OPENING_MS;
  window.addEventListener('focusin', cameUp);
  window.addEventListener('pointerdown', cameUp);
}
const isOpening = (): boolean => performance.now() < openingUntil;
/** The focus was lost below a layer. */
const isBelowLayer = (target: EventTarget | null): boolean =>
  target === document.body && document.querySelector(MODAL) !== null;

/** Enter and blank press what has the focus; arrows move within a group of radio buttons. */
const pressesControl = (key: string, target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  if (key === 'Enter' || key === ' ') return target.closest('a, button, summary, [role=button], label') !== null;
  return key.startsWith('Arrow') && target.matches('input[type=radio], [role=separator], [role=tab]');
};

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isOpening()) {
    // Neither does it go into the field, nor press the box or the button, that still has the focus. Tab moves it as ever.
    if (event.key.length === 1 || event.key === 'Enter' || event.key === 'Backspace') event.preventDefault();
    return;
  }
  if (keepsItsKeys(event.target) || isBelowLayer(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Escape' && document.querySelector(LAYERS)) return;
  if (pressesControl(key, event.target)) return;
  for (const entry of stack.toReversed())
    for (const shortcut of entry.current)
      if (shortcut.keys.includes(key) && shortcut.run(event) !== false) {
        if (shortcut.opens) layerOpens();
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
