/** How the part of an address after "?" is read. */
import { parseSearchWith } from '@tanstack/react-router';

/**
 * A value as JSON, but for numbers that would not come back as they were typed: a tracking number of 16 digits is more than a
 * number of the browser can hold, and "007" is not 7. These stay text (the router keeps what cannot be read as it is).
 */
function readValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`${text} is not exactly a number`);
  return value;
}

export const parseSearch = parseSearchWith(readValue);
