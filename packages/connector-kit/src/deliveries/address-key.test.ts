import { expect, it } from 'vitest';
import { addressee, addressQuery } from './address-key.ts';

const SECRET = 'a secret of the installation';
const asQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const came = (query: Readonly<Record<string, string>> | undefined, secret = SECRET, platform = 'shop') =>
  addressee(query, secret, platform, 'us1-\\d+');

it('an address names its account only with that account’s key, of that platform and that secret', () => {
  const good = asQuery(addressQuery(SECRET, 'shop', 'us1-5'));
  expect(came(good)).toBe('us1-5');
  for (const bad of [
    undefined,
    {},
    { ...good, account: 'us1-6' },
    { ...good, key: '' },
    { ...good, key: `${good.key}0` },
    asQuery(addressQuery(SECRET, 'shop', 'other-5')),
  ])
    expect(came(bad)).toBeUndefined();
  expect(came(good, SECRET, 'another')).toBeUndefined();
  expect(came(good, `${SECRET}2`)).toBeUndefined();
  expect(came(asQuery(addressQuery('', 'shop', 'us1-5')), '')).toBeUndefined();
});
