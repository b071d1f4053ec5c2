import { TRANSPORT_ERRORS } from '@scanship/contracts/transport-errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computed } from '../../../../../packages/domain/test/slices.ts';
import french from './fr-CA.json' with { type: 'json' };
import { createSentenceMatcher } from './sentence-matcher.ts';
import { inLanguage } from './translated-fields.ts';
import { localeOfHeader, translate } from './translate.ts';

const fill = (pattern: string, values: readonly string[]): string =>
  pattern.replace(/\{(\d+)(?::path)?\}/g, (_whole, at: string) => values[Number(at)] ?? '');
const entries = Object.entries(french);
const placesOf = (pattern: string): number => (pattern.match(/\{\d+(?::path)?\}/g) ?? []).length;
/** A name or number as it is put into sentences, of letters that no sentence of ours is made of. */
const value = fc.stringMatching(/^[QXZ0-9]{2,8}$/);

describe('translate', () => {
  it('says every whole sentence of the catalogue in French', () => {
    for (const [english, expected] of entries)
      if (placesOf(english) === 0) expect(translate('fr-CA', english)).toBe(expected);
  });
  it('says every pattern with values in French with the same values', () => {
    const patterns = entries.filter(([english]) => placesOf(english) > 0);
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.array(value, { minLength: 8, maxLength: 8 }),
        ([english, said], values) => {
          const text = fill(english, values);
          // Alone in the catalogue a pattern is found whatever else there is; with all the others it still holds its values.
          expect(createSentenceMatcher({ [english]: said }).translate(text)).toBe(fill(said, values));
          const whole = translate('fr-CA', text);
          if (english !== said) expect(whole).not.toBe(text);
          for (const each of values.slice(0, placesOf(english))) expect(whole).toContain(each);
        },
      ),
      { numRuns: 400 },
    );
  });
  it('names taxes and shares as they are in French', () => {
    expect(translate('fr-CA', 'Fuel 13.75 %')).toBe('Carburant 13,75\u00a0%');
    expect(translate('fr-CA', 'HST 13 %')).toBe('TVH 13\u00a0%');
    expect(translate('fr-CA', 'QST 9.975 %')).toBe('TVQ 9,975\u00a0%');
  });
  it('writes amounts as screens do', () => {
    const french = (minor: number, currency: string) =>
      new Intl.NumberFormat('fr-CA', { style: 'currency', currency }).format(minor);
    expect(translate('fr-CA', 'The plan has changed: 12 labels for 738.53 CAD.')).toBe(
      `Le plan a changé\u00a0: 12 étiquettes pour 738,53\u00a0$.`,
    );
    const matcher = createSentenceMatcher({ '{0} of {1} is open.': '{0} de {1} est à payer.' });
    expect(matcher.translate('-1234.50 USD of ABC 12.00 is open.')).toBe(
      `${french(-1_234.5, 'USD')} de ABC 12.00 est à payer.`,
    );
    expect(matcher.translate('10.00 QQQ of SKU-12.00 CAD is open.')).toBe('10.00 QQQ de SKU-12.00 CAD est à payer.');
  });
  it('prefers the pattern with the most words of its own', () => {
    const matcher = createSentenceMatcher({
      '{0} is missing.': '{0} manque.',
      'The file {0} is missing.': 'Le fichier {0} manque.',
    });
    expect(matcher.translate('The file a.csv is missing.')).toBe('Le fichier a.csv manque.');
    expect(matcher.translate('A name is missing.')).toBe('A name manque.');
  });
  it('says of a field what is wrong with it, and leaves a vendor’s sentence that is alike', () => {
    const matcher = createSentenceMatcher({ '{0:path} is missing.': 'Le champ {0} est manquant.' });
    expect(matcher.translate('order.processedAt is missing.')).toBe('Le champ order.processedAt est manquant.');
    expect(matcher.translate('The postal code is missing.')).toBe('The postal code is missing.');
    expect(translate('fr-CA', 'order.lines[0].price should be an amount.')).toBe(
      'Le champ order.lines[0].price devrait être un montant.',
    );
  });
  it('says each of several sentences, and keeps one that it does not know', () => {
    const matcher = createSentenceMatcher({
      '{0} has no weight.': '{0} n’a pas de poids.',
      'Try again.': 'Réessayez.',
    });
    expect(matcher.translate('A has no weight. B has no weight.')).toBe('A n’a pas de poids. B n’a pas de poids.');
    expect(matcher.translate('Not Known. Try again.')).toBe('Not Known. Réessayez.');
  });
  it('says a sentence within a sentence, and leaves names alone', () => {
    const matcher = createSentenceMatcher({
      '{0} says: {1}': '{0} dit : {1}',
      'Try again.': 'Réessayez.',
      Shipping: 'Expédition',
    });
    expect(matcher.translate('UPS says: Try again.')).toBe('UPS dit : Réessayez.');
    expect(matcher.translate('Shipping says: St. John')).toBe('Shipping dit : St. John');
  });
  it('leaves every other text and every other language as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => translate('en-CA', text) === text));
    for (const text of ['', ' ', 'Bob likes blue mugs', '日本', '{0}', '$1 $& \\'])
      expect(translate('fr-CA', text)).toBe(text);
  });
  it('says what a carrier takes claims for, and why it takes none, and leaves what was typed about a claim', () => {
    const about =
      'Amazon Shipping decides in Shipper Central and credits the account; its API does not tell how it decided.';
    const notFiled = 'This claim is filed on paper.';
    expect(inLanguage('fr-CA', 'getClaim', { filing: { about }, notFiled, note: notFiled, about: notFiled })).toEqual({
      filing: { about: translate('fr-CA', about) },
      notFiled: translate('fr-CA', notFiled),
      note: notFiled,
      about: notFiled,
    });
    expect(translate('fr-CA', about)).not.toBe(about);
  });
  it('leaves what clients compare in English', () => {
    const exact = [
      'Account verified successfully!',
      'Session expired',
      'Unauthorized access',
      'Bad Request',
      TRANSPORT_ERRORS.network,
    ];
    for (const text of exact) {
      expect(translate('fr-CA', text)).toBe(text);
      expect(inLanguage('fr-CA', undefined, { errorMessage: text, successMessage: text })).toEqual({
        errorMessage: text,
        successMessage: text,
      });
    }
  });
  it('is quick, whether a text is known or not', () => {
    const texts = entries.slice(0, 400).map(([english]) => english);
    const began = computed();
    for (const [at, text] of texts.entries()) {
      translate('fr-CA', fill(text, [`Q${at}`, 'Z', 'X1', '7']));
      translate('fr-CA', `Nobody knows this text ${at} which is about as long as what is said elsewhere`);
    }
    // 50 µs each.
    expect((computed() - began) / (texts.length * 2)).toBeLessThan(0.4);
  });
});

describe('answers', () => {
  it('come in French where they are ours, and as they are where somebody typed them', () => {
    const english = 'This order has no label yet';
    const said = 'This order is cancelled.';
    const answer = {
      data: {
        problems: [said, { message: said, field: said }],
        problem: { message: said, nextStep: said, code: said },
        customerNote: said,
        title: said,
        name: said,
        reason: said,
        cancel: { allowed: false, reason: said },
        branding: { message: said },
        history: [{ why: said }],
        why: english,
      },
    };
    const given = structuredClone(answer);
    const fr = 'Cette commande est annulée.';
    expect(inLanguage('fr-CA', 'getOrder', answer)).toEqual({
      data: {
        ...answer.data,
        problems: [fr, { message: fr, field: said }],
        problem: { message: fr, nextStep: fr, code: said },
        cancel: { allowed: false, reason: fr },
      },
    });
    expect(answer).toEqual(given);
    expect(inLanguage('en-CA', 'getOrder', answer)).toBe(answer);
    expect(inLanguage('fr-CA', 'listAudit', answer)).toBe(answer);
    expect(inLanguage('fr-CA', 'shipScanned', { reason: said })).toEqual({ reason: fr });
  });
});

describe('the language of a browser', () => {
  it.each([
    [undefined, undefined],
    ['*', undefined],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
    ['en-CA,en;q=0.9,fr;q=0.8', 'en-CA'],
    ['de,fr;q=0.5,en;q=0.4', 'fr-CA'],
    ['en;q=0.1, fr;q=0', 'en-CA'],
    [';;,q=,fr', 'fr-CA'],
  ] as const)('%s is %s', (header, locale) => expect(localeOfHeader(header)).toBe(locale));
});
