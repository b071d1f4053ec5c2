/** What holds for every connect form: what is asked for, how, and where it is found. */
import assert from 'node:assert/strict';
import { type CredentialField, type KeySource, patternOf } from '../credentials/credential-fields.ts';

/** What a help says where a person is to type a word for a machine. */
const MAGIC = /\b(?:[Tt]ype|[Ww]rite|[Ee]nter) (?:["“]|yes\b|no\b|[A-Z]{3,})|letters, such as|used when empty/;
/** A pattern of a few words ("RASE|RTS", "[Yy]es"): a choice or a switch in disguise. */
const WORDS_ONLY = /^\^?\(?(?:\[[A-Za-z]{2}\]|[A-Za-z0-9])+(?:\|(?:\[[A-Za-z]{2}\]|[A-Za-z0-9])+)*\)?\??\$?$/;

/** What is wrong with how one field is asked for; undefined where nothing is. */
export function fieldFault(field: CredentialField): string | undefined {
  const { name, help, pattern, choices, kind, secret, example, required } = field;
  if (choices) {
    if (secret || pattern !== undefined || kind)
      return `${name}: what is chosen is neither secret nor of a pattern or kind`;
    return undefined;
  }
  if (MAGIC.test(help)) return `${name}: "${help}" asks for a word to be typed; make it a choice or a switch`;
  if (pattern !== undefined && WORDS_ONLY.test(pattern)) return `${name}: ${pattern} are words to choose from`;
  if (kind === 'switch') return required ? `${name}: a switch that has to be on asks nothing` : undefined;
  if (pattern === '[A-Z]{3}' && /currency/i.test(field.label)) return `${name}: a currency is of that kind`;
  const form = patternOf(field);
  if (secret || form === undefined || kind === 'currency' || kind === 'time-zone')
    return example === undefined ? undefined : `${name}: nobody sees an example of this`;
  if (example === undefined) return `${name}: a typed value of a form has an example`;
  return new RegExp(`^(?:${form})$`, 'u').test(example) ? undefined : `${name}: its own example ${example} is refused`;
}

/** @throws AssertionError naming the first field that asks a seller for more than it need */
export function assertAsked(fields: readonly CredentialField[]): void {
  for (const field of fields) assert.equal(fieldFault(field), undefined);
}

/** @throws AssertionError where the words before the keys are missing, or lead to no https page */
export function assertKeySource(keys: KeySource | undefined): void {
  assert.ok(keys, 'a vendor says what is needed before there are keys');
  assert.match(keys.before, /^\p{Lu}.{20,}\.$/u, 'what is needed first is said in a sentence');
  if (keys.page !== undefined) assert.equal(new URL(keys.page).protocol, 'https:', keys.page);
}

/** @throws AssertionError naming the field */
export function assertFields(fields: readonly CredentialField[]): void {
  const names = fields.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `${names.join()} are not unique`);
  for (const [at, field] of fields.entries()) {
    const { name, help, choices, when } = field;
    assert.match(help, /\.$/, `${name}: the help is a sentence`);
    if (choices) {
      const values = choices.map(({ value }) => value);
      assert.equal(new Set(values).size, values.length, `${name}: choices are not unique`);
    }
    if (when === undefined) continue;
    const other = fields.slice(0, at).find((field) => field.name === when.field);
    assert.ok(
      other?.choices?.some(({ value }) => value === when.value),
      `${name} hangs on a value of ${when.field} that nobody can choose before it`,
    );
  }
}
