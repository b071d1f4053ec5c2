import { array, assert, constantFrom, integer, property, string, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '../addresses/countries.ts';
import { EU_MEMBERS } from '../addresses/european-union.ts';
import { compactTaxId, ISSUING_COUNTRIES, issuerOf, scopeOf, TAX_ID_KINDS, type TaxIdKind } from './tax-id-kinds.ts';
import { checkTaxId } from './tax-ids.ts';
import { VAT_FORMS } from './vat-numbers.ts';

const check = (kind: TaxIdKind, number: string, countryCode: string) => checkTaxId({ kind, number, countryCode });
const kept = (kind: TaxIdKind, number: string, countryCode: string): string => {
  const checked = check(kind, number, countryCode);
  return checked.ok ? checked.value.number : `${checked.problem.field}: ${checked.problem.message}`;
};

describe('a number of the right form is kept as it is sent', () => {
  it.each<[TaxIdKind, string, string, string]>([
    ['EORI', 'de 1234567', 'DE', 'DE1234567'],
    ['EORI', 'GB123456789000', 'GB', 'GB123456789000'],
    ['EORI', 'XI123456789000', 'GB', 'XI123456789000'],
    ['EORI', 'FR12345678900012', 'FR', 'FR12345678900012'],
    ['EORI', 'DE123456789012345', 'DE', 'DE123456789012345'],
    ['IOSS', 'im 276 000 0742', 'DE', 'IM2760000742'],
    ['IOSS', 'IM3720000001', 'IE', 'IM3720000001'],
    ['VOEC', 'VOEC 2024567', 'NO', '2024567'],
    ['VAT', 'DE 123 456 789', 'DE', 'DE123456789'],
    ['VAT', '123456789', 'DE', 'DE123456789'],
    ['VAT', 'ATU12345678', 'AT', 'ATU12345678'],
    ['VAT', 'el123456789', 'GR', 'EL123456789'],
    ['VAT', 'GB 123 4567 89', 'GB', 'GB123456789'],
    ['VAT', 'GB123456789012', 'GB', 'GB123456789012'],
    ['VAT', 'XI123456789', 'GB', 'XI123456789'],
    ['VAT', 'BE1123456789', 'BE', 'BE1123456789'],
    ['VAT', 'NL123456789B01', 'NL', 'NL123456789B01'],
    ['VAT', 'ESX1234567R', 'ES', 'ESX1234567R'],
    ['VAT', 'CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
    ['GST', '12345 6789 RT 0001', 'CA', '123456789RT0001'],
    ['GST', '83 914 571 673', 'AU', '83914571673'],
    ['GST', '300012345678', 'AU', '300012345678'],
    ['GST', '27AAPFU0939F1ZV', 'IN', '27AAPFU0939F1ZV'],
    ['BN', '123456789', 'CA', '123456789'],
    ['BN', '123456789 RM 0001', 'CA', '123456789RM0001'],
    ['EIN', '123456789', 'US', '12-3456789'],
    ['EIN', '12–3456789', 'US', '12-3456789'],
  ])('%s %s of %s', (kind, number, country, sent) => expect(kept(kind, number, country)).toBe(sent));
});

describe('what is wrong is said with its field', () => {
  it.each<[TaxIdKind, string, string, string]>([
    [
      'EORI',
      '1234567',
      'DE',
      'number: An EORI number is the two letters of its country and up to 15 letters or digits',
    ],
    ['EORI', 'DE1234567890123456', 'DE', 'number: An EORI number is the two letters'],
    ['EORI', 'US1234567', 'US', 'number: An EORI number begins with the letters of a member of the European Union, GB'],
    ['EORI', 'DE1234567', 'FR', 'countryCode: This number was issued by the country with the code DE: choose it.'],
    ['IOSS', 'IM276000074', 'DE', 'number: An IOSS number is IM and 10 digits'],
    ['IOSS', 'IN2760000742', 'DE', 'number: Numbers that begin with IN are the intermediary’s own.'],
    ['IOSS', 'IM1240000742', 'CA', 'number: The first three digits of an IOSS number stand for a member'],
    ['IOSS', 'IM2760000742', 'CA', 'countryCode: This number was issued by the country with the code DE'],
    ['VOEC', '12345678', 'NO', 'number: A VOEC number has 7 digits.'],
    ['VAT', 'DE12345678', 'DE', 'number: A VAT number of this country looks like DE123456789.'],
    ['VAT', 'GR123456789', 'GR', 'number: A VAT number of this country looks like EL123456789.'],
    ['VAT', 'FR123456789', 'FR', 'number: A VAT number of this country looks like FR12345678901.'],
    ['VAT', 'DE123456789', 'AT', 'countryCode: This number was issued by the country with the code DE'],
    ['VAT', '123456789', 'CA', 'countryCode: This country has GST, not VAT'],
    ['VAT', '123456789', 'US', 'countryCode: The United States has no VAT.'],
    ['VAT', '123456789', 'QQ', 'countryCode: Choose the country'],
    ['VAT', 'AB!123456', 'CH', 'number: A VAT number is 4 to 20 letters and digits.'],
    ['GST', '123456789', 'CA', 'number: A Canadian GST/HST number is 9 digits, RT and 4 digits'],
    ['GST', '83914571674', 'AU', 'number: An Australian GST number'],
    ['GST', '27AAPFU0939F1V', 'IN', 'number: An Indian GSTIN'],
    ['BN', '123456789RT0001', 'CA', 'number: A number with RT is a GST/HST number'],
    ['BN', '123456789RC0001', 'CA', 'number: Customs wants the import-export account'],
    ['BN', '12345678', 'CA', 'number: A Canadian business number has 9 digits'],
    ['BN', '123456789', 'US', 'countryCode: This number was issued by the country with the code CA'],
    ['EIN', '12-345678', 'US', 'number: An EIN has 9 digits'],
    ['EORI', ' - ', 'DE', 'number: Enter the number.'],
    ['EORI', 'D'.repeat(41), 'DE', 'number: A tax number has at most 40 characters.'],
  ])('%s %s of %s', (kind, number, country, words) => expect(kept(kind, number, country)).toContain(words));
});

describe('for every text', () => {
  const kinds = constantFrom(...TAX_ID_KINDS);
  const countries = constantFrom('', 'QQ', ...COUNTRIES.map(({ code }) => code));

  it('the answer is a number that is kept unchanged when it is checked again, or a sentence', () => {
    assert(
      property(kinds, string({ unit: 'binary', maxLength: 50 }), countries, (kind, number, country) => {
        const checked = check(kind, number, country);
        if (!checked.ok) {
          expect(checked.problem.message).toMatch(/\.$/);
          return;
        }
        expect(check(kind, checked.value.number, country)).toEqual(checked);
        expect(ISSUING_COUNTRIES[kind]?.includes(country) ?? true).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('blanks, dots, hyphens and small letters make no difference', () => {
    const well = constantFrom<readonly [TaxIdKind, string, string]>(
      ['EORI', 'DE1234567', 'DE'],
      ['IOSS', 'IM2760000742', 'DE'],
      ['GST', '123456789RT0001', 'CA'],
      ['VAT', 'FRXX123456789', 'FR'],
      ['EIN', '123456789', 'US'],
    );
    assert(
      property(
        well,
        array(constantFrom('', ' ', '-', '.', '\u00a0', '\u2013'), { maxLength: 12 }),
        ([kind, number, country], between) => {
          const written = Array.from(number, (letter, at) => letter.toLowerCase() + (between[at] ?? '')).join('');
          expect(check(kind, written, country)).toEqual(check(kind, number, country));
        },
      ),
    );
  });

  it('an EORI number of a member names its country and holds for the Union', () => {
    assert(
      property(constantFrom(...Object.keys(EU_MEMBERS)), stringMatching(/^[A-Z0-9]{1,15}$/), (country, rest) => {
        const checked = check('EORI', country + rest, country);
        expect(checked).toEqual({ ok: true, value: { kind: 'EORI', number: country + rest, countryCode: country } });
        if (checked.ok) expect(scopeOf(checked.value)).toBe('EU');
      }),
    );
  });

  it('an IOSS number names the member that issued it, and nobody else’s is taken', () => {
    assert(
      property(integer({ min: 0, max: 999 }), integer({ min: 0, max: 9_999_999 }), (member, serial) => {
        const number = `IM${String(member).padStart(3, '0')}${String(serial).padStart(7, '0')}`;
        const issuer = issuerOf('IOSS', number);
        const known = Object.entries(EU_MEMBERS).find(([, numeric]) => Number(numeric) === member)?.[0];
        expect(issuer).toBe(member === 900 ? 'GB' : known);
        expect(check('IOSS', number, issuer ?? 'DE').ok).toBe(issuer !== undefined);
      }),
    );
  });
});

it('every member and the United Kingdom has a form of VAT number', () => {
  expect(Object.keys(VAT_FORMS).toSorted()).toEqual([...Object.keys(EU_MEMBERS), 'GB'].toSorted());
  for (const [country, { example }] of Object.entries(VAT_FORMS)) expect(kept('VAT', example, country)).toBe(example);
  const numeric = new Map(COUNTRIES.map(({ code, countryId }) => [code, String(countryId).padStart(3, '0')]));
  expect(Object.entries(EU_MEMBERS).filter(([code, id]) => numeric.get(code) !== id)).toEqual([]);
});

it('a company has one number of a kind where it counts', () => {
  const scope = (kind: TaxIdKind, number: string, countryCode: string) => scopeOf({ kind, number, countryCode });
  expect(scope('EORI', 'XI123456789000', 'GB')).toBe('EU');
  expect(scope('EORI', 'GB123456789000', 'GB')).toBe('GB');
  expect(scope('IOSS', 'IM3720000001', 'IE')).toBe('EU');
  expect(scope('VAT', 'XI123456789', 'GB')).toBe('XI');
  expect(scope('VAT', 'DE123456789', 'DE')).toBe('DE');
  expect(compactTaxId(' de-12.3 4/5 ')).toBe('DE12345');
});
