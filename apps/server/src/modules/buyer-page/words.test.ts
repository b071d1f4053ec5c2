import { describe, expect, it } from 'vitest';
import { directionOf, LANGUAGES, languageOf, wordsOf } from './words.ts';

const { en, ...others } = LANGUAGES;
const placesOf = (text: string): string[] => (text.match(/\{\d\}/g) ?? []).toSorted();

describe.each(Object.entries(others))('%s', (_language, { words }) => {
  it('has every sentence, with the same places for values', () => {
    expect(Object.keys(words)).toEqual(Object.keys(en.words));
    for (const [key, text] of Object.entries(en.words)) {
      const own = Object.entries(words).find(([each]) => each === key)?.[1] ?? '';
      expect(own.trim(), key).not.toBe('');
      expect(placesOf(own), key).toEqual(placesOf(text));
    }
  });
});

it('what is put in is put in once, and never read as a place', () => {
  expect(wordsOf('en')('parcel', '{1}', '$&')).toBe('Parcel {1} of $&');
});

describe('the language', () => {
  it.each([
    [undefined, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    [undefined, 'en;q=0.2, fr;q=0.7', 'fr'],
    [undefined, 'sv, fr;q=0', 'en'],
    [undefined, 'sv, de-AT;q=0.8, en;q=0.5', 'de'],
    [undefined, 'zh-TW', 'zh'],
    ['ja', 'fr', 'ja'],
    [undefined, undefined, 'en'],
    ['fr', 'en', 'fr'],
    ['xx', 'fr', 'fr'],
    ['__proto__', 'fr', 'fr'],
    [['fr', 'en'], 'en', 'en'],
  ])('chosen %j, preferred %j: %s', (chosen, header, language) => {
    expect(languageOf(chosen, header)).toBe(language);
  });
});

it('text runs the way its language is written', () => {
  expect(Object.values(LANGUAGES).map(({ tag }) => directionOf(tag))).toEqual(Object.keys(LANGUAGES).map(() => 'ltr'));
  expect(['ar', 'he-IL', 'fa'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl']);
});

it('dates and amounts can be written in every language', () => {
  for (const { tag } of Object.values(LANGUAGES)) {
    expect(Intl.DateTimeFormat.supportedLocalesOf(tag), tag).toHaveLength(1);
    expect(Intl.NumberFormat.supportedLocalesOf(tag), tag).toHaveLength(1);
  }
});
