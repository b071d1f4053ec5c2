/** What is looked for: one text, read once. */
import { LEAST_PHONE_DIGITS, fold, phoneEnd } from '@scanship/domain/orders/order-search';
import { soughtAnywhere, type SoughtAnywhere } from '@scanship/domain/orders/search-anywhere';
import { type RawBuilder, sql } from 'kysely';

export interface Sought {
  readonly text: string;
  readonly orders: SoughtAnywhere;
  /** Words as people and companies are found by: any part of their names, without accents and case. */
  readonly words: readonly string[];
  /** Digits of a telephone; undefined where the text is none. */
  readonly phone: string | undefined;
}

const PHONE = /^[\d\s()+./-]+$/;
const MOST_WORDS = 6;

export function soughtOf(text: string): Sought {
  const digits = text.replace(/\D+/g, '');
  const phone = PHONE.test(text) && digits.length >= LEAST_PHONE_DIGITS ? digits : undefined;
  return {
    text,
    orders: soughtAnywhere(text),
    words: fold(text)
      .split(' ')
      .filter((word) => word !== '')
      .slice(0, MOST_WORDS),
    phone,
  };
}

/** A pattern for LIKE that fits any part of a text. */
const part = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Every word is somewhere in the column; it has neither accents nor capital letters. */
export const hasWords = (column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> =>
  words.length === 0
    ? sql`false`
    : sql.join(
        words.map((word) => sql`${column} LIKE ${part(word)}`),
        sql` AND `,
      );

/** A column of digits ends like the telephone, in whatever form that was typed. */
export const endsLike = (column: RawBuilder<unknown>, phone: string | undefined): RawBuilder<unknown> => {
  // The key is written from its end, behind a sign of its own.
  const end = phone === undefined ? '' : Array.from(phoneEnd(phone)).slice(1).toReversed().join('');
  return end === '' ? sql`false` : sql`${column} LIKE ${`%${end}`}`;
};
