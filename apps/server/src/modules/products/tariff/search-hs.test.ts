import { describe, expect, it } from 'vitest';
import { EVERYDAY_WORDS } from './everyday-words.ts';
import nomenclature from './hs-2022.json' with { type: 'json' };
import { readNomenclature, searchHs } from './search-hs.ts';

const hs = readNomenclature(nomenclature.codes);
const codes = (text: string, size = 10) => searchHs(hs, text, size).map(({ code }) => code);

describe('looking up an HS code', () => {
  it('knows the whole edition of 2022, under its licence', () => {
    expect(hs.entries.length).toBe(5_612);
    expect(nomenclature.licence).toBe('ODC-PDDL-1.0');
    // New in 2022, and gone in it.
    expect(codes('880621')).toEqual(['880621']);
    expect(codes('852540')).toEqual([]);
  });

  it('goes by digits, however they are written', () => {
    expect(codes('69.12')).toEqual(['691200']);
    expect(codes('6109', 3)).toEqual(['610910', '610990']);
    expect(codes('6912.00.50')).toEqual(['691200']);
  });

  it('goes by the words of the nomenclature and of its headings, by their beginnings, blind to accents and plurals', () => {
    expect(codes('ceramic tableware')).toContain('691200');
    expect(codes('men cotton shirt', 40)).toEqual(expect.arrayContaining(['620520', '610510']));
    expect(codes('roasted coffee')).toContain('090121');
    expect(codes('zzzz')).toEqual([]);
    expect(codes('   ')).toEqual([]);
  });

  it('goes by what sellers call their goods, in English and French', () => {
    for (const [word, code] of [
      ['mug', '691200'],
      ['tasses', '691200'],
      ['T-shirt', '610910'],
      ['chandail', '611020'],
      ['bougies', '340600'],
      ['bijoux', '711711'],
      ['thé', '090210'],
      ['chaussures', '640351'],
      ['autocollants', '482110'],
      ['stickers', '482110'],
    ])
      expect(codes(word ?? '', 12), word).toContain(code);
  });

  it('offers under everyday words only what the nomenclature has', () => {
    for (const { words, codes: given } of EVERYDAY_WORDS)
      for (const code of given)
        expect(
          hs.entries.some((entry) => entry.code.startsWith(code)),
          `${words.join(' ')}: ${code}`,
        ).toBe(true);
  });
});
