/**
 * Toasts (product-spec sections 8 and 9; decisions 18). The first line is the sentence alone and is what the 6 s window
 * compares; advice and reference stand on the second. The library's own durations and its limit of 20 are the spec's.
 */
import { i18n } from '@lingui/core';
import { SupersededError } from '../lib/api-errors.ts';
import { sayError } from '../lib/error-words.ts';
import { createRepeatFilter } from '../lib/once-in.ts';
import { loadToasts } from './toasts.ts';

export const REPEAT_WINDOW_MS = 6000;
export const TOAST_DURATIONS = { blank: 4000, error: 4000, success: 2000, custom: 4000 } as const;

const firstTime = createRepeatFilter(REPEAT_WINDOW_MS, () => Date.now());
const join = (title: string, more: string | undefined) => (more ? `${title}\n${more}` : title);

function show(type: 'error' | 'success' | 'blank', title: string, more?: string): void {
  if (!firstTime(title)) return;
  const words = join(title, more);
  loadToasts().then(
    ({ toast }) =>
      type === 'blank'
        ? toast(words, { duration: TOAST_DURATIONS.blank })
        : toast[type](words, { duration: TOAST_DURATIONS[type] }),
    // The line was cut before toasts were loaded: a failure is still told.
    () => type === 'error' && window.alert(words),
  );
}

export const notify = {
  success: (title: string) => show('success', title),
  info: (title: string) => show('blank', title),
  problem: (title: string, advice?: string) => show('error', title, advice),
  /** Says a failure once; what a newer request replaced is dropped in silence. */
  error(error: unknown): void {
    if (error instanceof SupersededError) return;
    const said = sayError(error, i18n);
    const reference = said.reference ? `(${said.reference})` : '';
    show('error', said.title, [said.advice, reference].filter(Boolean).join(' ') || undefined);
  },
};
