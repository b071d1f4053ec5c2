/**
 * Catches what a scanner types, wherever the focus is. In a field the first key is let through and taken back when it turns
 * out to begin a code; elsewhere it is held until that is known, so that no shortcut runs by a scan.
 */
import { type Burst, cleanCode, NO_BURST, settle, silenceFor, step } from './model/wedge.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
const TYPED_INTO = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number']);
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TYPED_INTO.has(target.type));

/** Puts a value as typing does, so that React hears of it. */
function put(field: Field, value: string): void {
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

interface Before {
  readonly target: EventTarget | null;
  /** Of a field, as it was before the first key. */
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

/** Keys we send again ourselves are not looked at twice. */
const ours = new WeakSet<Event>();

/** @returns ends the catching */
export function catchScans(onCode: (code: string) => void): () => void {
  let burst: Burst = NO_BURST;
  let before: Before | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const forget = () => {
    clearTimeout(timer);
    burst = NO_BURST;
    before = undefined;
  };
  const takeBack = () => {
    if (!before || !isField(before.target)) return;
    const { target, value, start, end } = before;
    if (target.value !== value) put(target, value);
    if (start !== null) target.setSelectionRange(start, end);
  };
  /** Keys that were kept and are a person's after all. */
  const release = (text: string) => {
    const target = before?.target;
    if (isField(target ?? null)) {
      const field = target as Field;
      if (text === '') return;
      const at = field.selectionStart ?? field.value.length;
      put(field, field.value.slice(0, at) + text + field.value.slice(field.selectionEnd ?? at));
      if (field.selectionStart !== null) field.setSelectionRange(at + text.length, at + text.length);
      return;
    }
    for (const key of text) {
      const again = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      ours.add(again);
      (target ?? document.body).dispatchEvent(again);
    }
  };
  const scanned = (raw: string) => {
    takeBack();
    forget();
    const code = cleanCode(raw);
    if (code !== '') onCode(code);
  };
  const quiet = () => {
    const end = settle(burst);
    if ('code' in end) {
      scanned(end.code);
      return;
    }
    release(end.released);
    ({ burst } = end);
  };
  const keep = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (ours.has(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Shift' || event.key === 'CapsLock' || event.key === 'AltGraph') return;
    const next = step(burst, event.key, event.timeStamp);
    clearTimeout(timer);
    switch (next.kind) {
      case 'code':
        keep(event);
        scanned(next.code);
        return;
      case 'held':
        keep(event);
        burst = next.burst;
        timer = setTimeout(quiet, silenceFor(burst));
        return;
      case 'typed':
        release(next.released);
        forget();
        return;
      case 'first': {
        release(next.released);
        const { target } = event;
        const field = isField(target) ? target : undefined;
        // Elsewhere than in a field the first key is held, too.
        burst = field ? next.burst : { ...next.burst, given: 0 };
        before = {
          target,
          value: field?.value ?? '',
          start: field?.selectionStart ?? null,
          end: field?.selectionEnd ?? null,
        };
        // A blank presses what has the focus: no code begins with one.
        if (event.key === ' ') {
          forget();
          return;
        }
        if (!field) keep(event);
        timer = setTimeout(quiet, silenceFor(burst));
      }
    }
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    forget();
  };
}
