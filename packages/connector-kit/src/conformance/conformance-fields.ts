/** What holds for the fields of every connect form. */
import assert from 'node:assert/strict';
import type { CredentialField } from '../credentials/credential-fields.ts';

/** @throws AssertionError naming the field */
export function assertFields(fields: readonly CredentialField[]): void {
  const names = fields.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `${names.join()} are not unique`);
  for (const [at, { name, help, pattern, choices, when, secret }] of fields.entries()) {
    assert.match(help, /\.$/, `${name}: the help is a sentence`);
    if (choices) {
      assert.ok(!secret && pattern === undefined, `${name}: what is chosen is neither secret nor of a pattern`);
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
