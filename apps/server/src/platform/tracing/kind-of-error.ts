/** What a failure is, in a word of a closed set: a status, a code, the kind of a problem or the name of a class. Never its message. */
export const kindOfError = (error: unknown): string => {
  if (typeof error === 'number') return String(error);
  if (typeof error === 'string') return word(error);
  if (!(error instanceof Error)) return 'unknown';
  const { code, problem } = error as { code?: unknown; problem?: { readonly kind?: unknown } };
  if (typeof code === 'string') return word(code);
  return word(typeof problem?.kind === 'string' ? problem.kind : error.name);
};

/** Codes and names have no spaces; what has some is a sentence. */
const word = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : 'unknown');
