/** Header rows of uploaded tables: names compared without case, accents and marks. */
import { createHash } from 'node:crypto';
import { fold } from '@scanship/domain/orders/order-search';

/** Columns that a file of problem rows has in front; they hold no data and do not change the mapping. */
export const PROBLEM_HEADERS = ['Import row', 'Import problem'] as const;

export const isProblemHeader = (header: string): boolean => PROBLEM_HEADERS.some((each) => each === header);

/** "Ship To - Address 1" and "ship_to_address_1" are one: words without accents, case and marks. */
export const headerKey = (header: string): string =>
  fold(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const UNIT = /^\p{L}{1,9}$/u;

/** "Weight (oz)" without its unit. */
export function withoutUnit(header: string): string {
  const bare = header.trimEnd();
  if (!bare.endsWith(')') && !bare.endsWith(']')) return header;
  const open = Math.max(bare.lastIndexOf('('), bare.lastIndexOf('['));
  return open >= 0 && UNIT.test(bare.slice(open + 1, -1).trim()) ? bare.slice(0, open).trimEnd() : header;
}

/** The last word of a header, where its unit stands ("Weight (oz)", "weight_g"). */
export const unitWordOf = (header: string | undefined): string | undefined =>
  /[([\s_-](\p{L}{1,9})$/u.exec(
    (header ?? '')
      .trimEnd()
      .replace(/[)\]]$/, '')
      .trimEnd(),
  )?.[1];

/** Key of a header row under which its mapping is remembered; the columns of a problem file do not count. */
export function headerRowKey(headers: readonly string[]): string {
  const names = headers.filter((header) => !isProblemHeader(header)).map(headerKey);
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 40);
}
