/** Whether the comment beside an expression that is not linear names a bound that stands in the code and is small enough. */
const FORM = /^at most (\d{1,6}) characters by "([^"]+)" (?:here|in (\S+))$/;
/** Steps that an expression may take on the longest input: about ten milliseconds. */
const MOST_STEPS = 10_000_000;

/**
 * @param {string} bound words after "linear: "
 * @param {string} verdict degree of the polynomial, or words
 * @param {string} file the expression stands in
 * @param {(file: string) => string} read
 * @returns {string | undefined} what is wrong with it
 */
export function fitsBound(bound, verdict, file, read) {
  const [, characters, code, elsewhere] = FORM.exec(bound) ?? [];
  if (characters === undefined) return 'its comment is not of the form `at most 100 characters by "code" here`';
  if (!/^\d+$/.test(verdict)) return 'no length is short enough for that';
  if (Number(characters) ** Number(verdict) > MOST_STEPS) return `${characters} characters are too many for that`;
  const place = elsewhere ?? file;
  // The comment itself does not count.
  return read(place).replaceAll(`"${code}"`, '').includes(code) ? undefined : `"${code}" does not stand in ${place}`;
}
