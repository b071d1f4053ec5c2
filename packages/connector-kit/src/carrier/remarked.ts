import type { ShipResult } from './carrier.ts';

/** Remarks that are kept of one shipment, and characters of each: a person reads them beside the label. */
const MOST = 10;
const LONGEST = 300;

const shortened = (words: string): string => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words);

/** What a carrier remarks on a shipment it took, as part of the result; a purchase without remarks carries none. */
export function remarked(messages: readonly string[]): Pick<ShipResult, 'messages'> {
  const all = [...new Set(messages.map((words) => shortened(words.replace(/\s+/g, ' ').trim())))].filter(Boolean);
  if (all.length === 0) return {};
  const kept =
    all.length > MOST ? [...all.slice(0, MOST - 1), `${all.length - MOST + 1} more remarks were left out.`] : all;
  return { messages: kept };
}
