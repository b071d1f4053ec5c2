/**
 * Words of a notice as a seller types them: text with variables in double braces, one paragraph a line. A variable that is
 * unknown is refused when the words are saved, never sent. A line in which a variable has no value (a day nobody named) is left
 * out, so that no notice says "Expected: ."
 */

/** What each variable is; a day is written as the buyer's language writes it. */
export const NOTICE_VARIABLES = {
  buyer_name: 'text',
  order_number: 'text',
  tracking_number: 'text',
  carrier: 'text',
  seller_name: 'text',
  city: 'text',
  expected_day: 'day',
  event_day: 'day',
} as const satisfies Readonly<Record<string, 'text' | 'day'>>;
export type NoticeVariable = keyof typeof NOTICE_VARIABLES;
export const isNoticeVariable = (name: string): name is NoticeVariable => Object.hasOwn(NOTICE_VARIABLES, name);

/** Always has a value, so a subject can rest on it. */
const ALWAYS: ReadonlySet<NoticeVariable> = new Set([
  'order_number',
  'tracking_number',
  'carrier',
  'seller_name',
  'event_day',
]);
export const isAlwaysKnown = (name: NoticeVariable): boolean => ALWAYS.has(name);

/** Days are YYYY-MM-DD; null where there is no value. */
export type NoticeValues = Readonly<Record<NoticeVariable, string | null>>;

export type WordFault =
  | { readonly fault: 'unknown'; readonly name: string }
  /** A brace that opens no variable, or does not close. */
  | { readonly fault: 'brace' }
  /** In a subject: may have no value. */
  | { readonly fault: 'uncertain'; readonly name: NoticeVariable }
  | { readonly fault: 'empty' };

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The first thing that is wrong with words; undefined when they can be sent. */
export function faultOf(words: string, where: 'subject' | 'body'): WordFault | undefined {
  if (words.trim() === '') return { fault: 'empty' };
  for (const [, between = ''] of words.matchAll(VARIABLE)) {
    const name = between.trim();
    if (!isNoticeVariable(name)) return { fault: 'unknown', name };
    if (where === 'subject' && !isAlwaysKnown(name)) return { fault: 'uncertain', name };
  }
  return /\{\{|\}\}/.test(words.replaceAll(VARIABLE, '')) ? { fault: 'brace' } : undefined;
}

/** @param tag language that days are written in, "fr-CA" */
export function fillIn(words: string, values: NoticeValues, tag: string): readonly string[] {
  return words.split('\n').flatMap((line) => {
    const names = [...line.matchAll(VARIABLE)].map(([, name = '']) => name.trim()).filter(isNoticeVariable);
    if (line.trim() === '' || names.some((name) => !values[name])) return [];
    return [
      line.replaceAll(VARIABLE, (whole, between: string) => {
        const name = between.trim();
        return isNoticeVariable(name) ? written(name, values, tag) : whole;
      }),
    ];
  });
}

function written(name: NoticeVariable, values: NoticeValues, tag: string): string {
  const value = values[name] ?? '';
  if (NOTICE_VARIABLES[name] !== 'day') return value;
  const day = new Date(`${value}T12:00:00Z`);
  return Number.isNaN(day.getTime())
    ? value
    : new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);
}
