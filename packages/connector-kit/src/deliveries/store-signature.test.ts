import { expect, it } from 'vitest';
import type { KeptStore } from '../store/store-environment.ts';
import { assertStoreSignature, sameText } from './store-signature.ts';

const asked: string[] = [];
const check = (given: string, ...stores: readonly KeptStore['credentials'][]): Promise<void> =>
  assertStoreSignature(
    {
      storesOf(account) {
        asked.push(account);
        return Promise.resolve(stores.map((credentials) => ({ credentials })));
      },
    },
    {
      vendor: 'Toy',
      externalAccount: 'toy-1',
      given,
      secretsOf: ({ first = '', second = '' }) => [first, second],
      signatureWith: (secret) => `signed with ${secret}`,
    },
  );
const refused = (vendorCode: string) => ({ problem: { kind: 'refused', vendorCode } });

it('any secret of any store of that name proves it, and no other', async () => {
  for (const secret of ['a', 'b', 'c'])
    await expect(check(`signed with ${secret}`, { first: 'a', second: 'b' }, { first: 'c' })).resolves.toBeUndefined();
  await expect(check('signed with d', { first: 'a' }, { second: 'c' })).rejects.toMatchObject(refused('signature'));
  expect(new Set(asked)).toEqual(new Set(['toy-1']));
});

it('an empty secret is none: what is signed with it proves nothing', async () => {
  for (const kept of [[], [{}], [{ first: '' }, { second: '' }]] as KeptStore['credentials'][][])
    await expect(check('signed with ', ...kept)).rejects.toMatchObject(refused('no-secret'));
  await expect(check('signed with ', { first: '', second: 'b' })).rejects.toMatchObject(refused('signature'));
});

it('a delivery without a signature opens no store', async () => {
  asked.length = 0;
  await expect(check('', { first: 'a' })).rejects.toMatchObject(refused('signature'));
  expect(asked).toEqual([]);
});

it('texts are the same in whole only', () => {
  expect(sameText('Zürich', 'Zürich')).toBe(true);
  for (const other of ['', 'Zürich ', 'zürich', 'Zurich', 'Z']) expect(sameText(other, 'Zürich')).toBe(false);
});
