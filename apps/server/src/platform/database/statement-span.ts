/** How a statement is named and shown in a trace: its text with its places for values, never a value. */
import { openInnerSpan, type OpenSpan, type SpanStart } from '@scanship/connector-kit/spans';

const MOST_KNOWN = 2_000;
const MOST_CHARACTERS = 4_000;
const known = new Map<string, SpanStart>();

/** Texts are made of code and hold no values; a literal that somebody wrote into one is taken out all the same. */
const describe = (text: string): SpanStart => {
  const shown = text.replaceAll(/'(?:[^']|'')*'/g, '?');
  const operation = /\b(?:select|insert|update|delete|merge)\b/i.exec(shown)?.[0].toUpperCase() ?? 'statement';
  const table = /\b(?:from|into|update|join)\s+"?((?:[a-z_]\w{0,62}\.)?[a-z_]\w{0,62})/i.exec(shown)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'call',
    values: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
      'db.query.text': shown.slice(0, MOST_CHARACTERS),
    },
  };
};

/** @param text as it is sent, its values apart */
export const openStatementSpan = (text: string): OpenSpan | undefined =>
  openInnerSpan(() => {
    const seen = known.get(text);
    if (seen) return seen;
    if (known.size >= MOST_KNOWN) known.clear();
    const fresh = describe(text);
    known.set(text, fresh);
    return fresh;
  });
