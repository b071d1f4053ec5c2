import { expect, it } from 'vitest';
import { translate } from '../../platform/language/translate.ts';
import { problemWords } from './problem-words.ts';

it('says in both languages when a carrier that limits calls can be asked again: in seconds, in minutes where it is long', () => {
  const said = (retryAfterMs?: number): string =>
    problemWords('USPS', { kind: 'quota', message: 'USPS asks us to slow down.', retryAfterMs }).message;
  expect([said(), said(400), said(120_000), said(3_400_000)]).toEqual([
    'USPS is limiting requests; try again in a moment.',
    'USPS is limiting requests; try again in 1 s.',
    'USPS is limiting requests; try again in 120 s.',
    'USPS is limiting requests; try again in 57 min.',
  ]);
  expect([said(), said(400), said(3_400_000)].map((words) => translate('fr-CA', words))).toEqual([
    'USPS limite les demandes; réessayez dans un instant.',
    'USPS limite les demandes; réessayez dans 1 s.',
    'USPS limite les demandes; réessayez dans 57 min.',
  ]);
});
