import { constantFrom, assert as property, property as forAll, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rules.ts';

const OWNER = { userName: 'marc.tremblay', email: 'marc@erable.example', firstName: 'Marc', lastName: 'Tremblay' };
const said = (password: string) => passwordProblem(password, OWNER)?.message;

describe('refused', () => {
  test.each(['short', 'nine char', 'é'.repeat(9)])('%s: too short', (password) => {
    expect(said(password)).toBe('Use at least 10 characters.');
  });
  test.each([
    'marc.tremblay',
    'Marc.Tremblay',
    'MARC@erable.example',
    'marctremblay99',
    'Marc Tremblay',
    '2026marc-tremblay!',
    'marc.tremblay marc.tremblay',
  ])('%s: the own name', (password) => {
    expect(said(password)).toBe('Do not use your user name, your e-mail address or your name as the password.');
  });
  test.each([
    'password123',
    'Password2026!',
    'P@ssw0rd2026',
    'passw0rd1234',
    'MotDePasse1',
    'motdepasse!!',
    'azertyuiop',
    'qwertyuiop12',
    'qwerty123456',
    '1234567890',
    '0987654321',
    'abcdefghij',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'Bienvenue2026',
    'welcome12345',
    'letmein12345',
    'hockeyhockey',
    'ilovey0u2026',
    'changeme123!',
    'Montréal2026',
  ])('%s: common', (password) => {
    expect(said(password)).toBe('This password is one of the first that are guessed.');
  });
});

test.each([
  'correct horse battery',
  'demo parcel maple',
  'tracking ducks at noon',
  'Vx7#qLm2!pZt',
  'mon chat boit du thé',
  'hockey on thursday nights',
  'j’expédie 12 colis',
])('%s may be used', (password) => {
  expect(said(password)).toBeUndefined();
});

test('whatever surrounds a common word with digits stays refused', () => {
  property(
    forAll(
      constantFrom('password', 'bienvenue', 'welcome', 'motdepasse'),
      string({ unit: constantFrom(...'0268 .!'), minLength: 3, maxLength: 6 }),
      (word, digits) => {
        expect(said(`${word}${digits}`)).toBeDefined();
        expect(said(`${digits}${word}`)).toBeDefined();
      },
    ),
  );
});
