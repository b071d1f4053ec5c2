/** Texts in the length that a carrier takes: a longer one is refused, as what would be cut off might be the house number. */
import { invalidInput } from '../errors.ts';

/** On one line, without blanks around it. */
export const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

export interface TextLimits {
  /** Undefined where there is nothing. @param what "the city" @throws ConnectorError `invalid-input` for a longer text */
  readonly upTo: (most: number, text: string | undefined, what: string, field: string) => string | undefined;
  /** @throws ConnectorError `invalid-input` for a longer text, and for none */
  readonly needed: (most: number, text: string | undefined, what: string, field: string) => string;
}

/** @param name of the carrier */
export function textLimits(name: string): TextLimits {
  const upTo: TextLimits['upTo'] = (most, text, what, field) => {
    const value = oneLine(text);
    if (value.length > most)
      throw invalidInput(`${name} takes up to ${most} characters in ${what}; please shorten it.`, field);
    return value === '' ? undefined : value;
  };
  return {
    upTo,
    needed(most, text, what, field) {
      const value = upTo(most, text, what, field);
      if (value === undefined) throw invalidInput(`${name} needs ${what}.`, field);
      return value;
    },
  };
}
