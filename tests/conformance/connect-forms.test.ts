/** What sellers are asked for, connector by connector: no magic words, examples that fit, and where to find each key. */
import { type CredentialField, fieldProblems } from '@scanship/connector-kit/credentials/credential-fields';
import { assertAsked, assertKeySource, fieldFault } from '@scanship/connector-kit/conformance/conformance-fields';
import { expect, it } from 'vitest';
import { registered } from './registered.ts';
import { registeredStores } from './registered-stores.ts';

const text = (more: Partial<CredentialField>): CredentialField => ({
  name: 'one',
  label: 'One',
  help: 'On your invoice.',
  secret: false,
  required: false,
  ...more,
});

it('every carrier and every store asks by kind, with examples, and says what is needed first', () => {
  const vendors = registered.filter(
    ({ carrier: { manifest } }) => manifest.maturity !== 'own' && !manifest.slug.startsWith('testline-'),
  );
  expect([vendors.length, registeredStores.length]).toEqual([28, 24]);
  for (const { carrier } of registered) assertAsked(carrier.manifest.credentials);
  for (const { carrier } of vendors) assertKeySource(carrier.manifest.keys);
  for (const { store } of registeredStores) {
    assertAsked(store.manifest.fields);
    assertKeySource(store.manifest.keys);
  }
});

it.each([
  ['a word to type', { help: 'Type "yes" once billing is set up.' }, /asks for a word to be typed/],
  ['a word to write', { help: 'Write CONTRACT when prices were agreed.' }, /asks for a word to be typed/],
  ['a few codes', { pattern: 'RASE|RTS|ABAN' }, /words to choose from/],
  ['yes in disguise', { pattern: '[Yy][Ee][Ss]|[Nn][Oo]' }, /words to choose from/],
  ['a currency as a text', { label: 'Currency of the orders', pattern: '[A-Z]{3}' }, /a currency is of that kind/],
  ['a form without an example', { pattern: '\\d{6}' }, /has an example/],
  ['an example that does not fit', { pattern: '\\d{6}', example: '12345' }, /is refused/],
  ['an example of a secret', { secret: true, pattern: '\\d{6}', example: '123456' }, /nobody sees/],
])('%s is found', (_what, more, fault) => {
  expect(fieldFault(text(more))).toMatch(fault);
});

it('what is typed wrongly is told with an example; a switch is on, or nothing', () => {
  const [number, flag] = [
    text({ label: 'Account number', pattern: '\\d{6}', example: '123456' }),
    text({ kind: 'switch' }),
  ];
  expect(fieldProblems([number], { one: '12' })).toEqual([
    { field: 'one', message: 'Account number is not valid. It looks like 123456. On your invoice.' },
  ]);
  expect([fieldProblems([flag], { one: 'yes' }), fieldProblems([flag], {})]).toEqual([[], []]);
  expect(fieldProblems([flag], { one: 'on' })).toHaveLength(1);
});
