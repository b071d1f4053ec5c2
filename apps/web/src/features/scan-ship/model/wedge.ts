/**
 * Tells a keyboard-wedge scanner from a person by the time between keys (ux.md line 31). Pure: the time of each key is the
 * browser's own event time, which a busy page does not delay. Scanners send a key every 1 to 25 ms; the fastest typists stay
 * above 60 ms over a few keys, and two keys rolled over each other are no code.
 */

/** Longest time between two keys of one code. */
export const SCAN_GAP_MS = 35;
/** From the last key to Enter or Tab, which some scanners send a little later. */
const END_GAP_MS = 70;
/** After this much silence a single key is a person's. */
const ALONE_MS = 80;
/**
 * After this much silence a code without an ending is complete. Longer than any gap within a code: a machine under load hands
 * keys over late, with their right times, and a code must not be cut in two by that.
 */
const IDLE_MS = 250;
/** Keys in a row that are a code when Enter or Tab follows, and when nothing does. */
const FEWEST_ENDED = 3;
const FEWEST_UNENDED = 6;

export interface Burst {
  /** Keys so far; the first one may be a person's. */
  readonly text: string;
  /** Time of the last one. */
  readonly at: number;
  /** So many of them the page has already: what is typed at once, and what a silence released. */
  readonly given: number;
}
export const NO_BURST: Burst = { text: '', at: -Infinity, given: 0 };

export type WedgeStep =
  /** The first key of what may become a code: it is typed where the focus is, for now. */
  | { readonly kind: 'first'; readonly burst: Burst; readonly released: string }
  /** A further key of a likely code: kept from the page. */
  | { readonly kind: 'held'; readonly burst: Burst }
  | { readonly kind: 'code'; readonly code: string }
  /** A person's key; `released` was kept from the page before it and is typed after all. */
  | { readonly kind: 'typed'; readonly released: string };

/** What was kept from the page of a burst. */
const heldOf = ({ text, given }: Burst): string => [...text].slice(given).join('');

/** @param key as `KeyboardEvent.key`; modifiers alone are not to be asked about */
export function step(burst: Burst, key: string, at: number): WedgeStep {
  const gap = at - burst.at;
  const length = [...burst.text].length;
  if (key === 'Enter' || key === 'Tab') {
    if (length >= FEWEST_ENDED && gap <= END_GAP_MS) return { kind: 'code', code: burst.text };
    return { kind: 'typed', released: heldOf(burst) };
  }
  if ([...key].length !== 1) return { kind: 'typed', released: heldOf(burst) };
  if (length > 0 && gap <= SCAN_GAP_MS) return { kind: 'held', burst: { ...burst, text: burst.text + key, at } };
  return { kind: 'first', burst: { text: key, at, given: 1 }, released: heldOf(burst) };
}

/** How much silence ends a burst. */
export const silenceFor = ({ text }: Burst): number => ([...text].length > 1 ? IDLE_MS : ALONE_MS);

/**
 * What a burst is after the silence that ends it: a scanner without an ending, or a person's keys after all. The page tells silence
 * by its own clock, and a machine under load hands keys over later than that: a next key whose own time says that it belongs to the
 * burst still goes on with it, so that no code loses its beginning.
 */
export function settle(burst: Burst): { readonly code: string } | { readonly released: string; readonly burst: Burst } {
  const { length } = [...burst.text];
  if (length >= FEWEST_UNENDED) return { code: burst.text };
  return { released: heldOf(burst), burst: { ...burst, given: length } };
}

/**
 * A code without what scanners put around it: AIM symbology identifiers ("]C1", ISO/IEC 15424), start and stop signs of
 * Code 39, control characters (STX, ETX, GS) and blanks.
 */
export const cleanCode = (raw: string): string =>
  raw
    // oxlint-disable-next-line no-control-regex -- scanners send them
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/^\*(.+)\*$/, '$1')
    .trim();
