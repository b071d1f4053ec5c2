/** How notices to owners read. */
import { money } from '@scanship/domain/money/money';
import { expect, test } from 'vitest';
import { noticeMail } from './notice-mail.ts';

test('a registration expires today, tomorrow or in so many days, or it has', () => {
  const said = (language: 'en' | 'fr', amount: number) =>
    noticeMail(language, 'expiring', { name: 'Stripe', amount }, undefined).paragraphs[0]?.split('.')[0];
  expect([-1, 0, 1, 2].map((days) => said('en', days))).toEqual([
    'The registration of Stripe has expired',
    'The registration of Stripe expires today',
    'The registration of Stripe expires tomorrow',
    'The registration of Stripe expires in 2 days',
  ]);
  expect([-1, 0, 1, 2].map((days) => said('fr', days))).toEqual([
    'L’enregistrement de Stripe a expiré',
    'L’enregistrement de Stripe expire aujourd’hui',
    'L’enregistrement de Stripe expire demain',
    'L’enregistrement de Stripe expire dans 2 jours',
  ]);
});

test('a French colon never begins a line', () => {
  for (const kind of ['sign_up', 'promise_broken', 'carrier_down', 'expiring', 'labels_on_hold'] as const) {
    const { subject, paragraphs } = noticeMail('fr', kind, { name: 'Aurora', amount: 3 }, undefined);
    expect([subject, ...paragraphs].join(' ')).not.toMatch(/ :/);
  }
});

test('a broken promise says what was promised', () => {
  const promise = { promisedOn: '2026-12-12', amount: money(4_000, 'CAD') };
  const said = (language: 'en' | 'fr') =>
    noticeMail(language, 'promise_broken', { name: 'Aurora', amount: null, promise }, undefined).paragraphs[0];
  expect(said('en')).toMatch(
    /^Aurora promised to pay CAD\s40\.00 by December 12, 2026 and has not\. A call may help\.$/,
  );
  expect(said('fr')).toMatch(
    /^Aurora avait promis de payer 40,00\sCAD au plus tard le 12 décembre 2026 et ne l’a pas fait\. Un appel pourrait aider\.$/,
  );
});
