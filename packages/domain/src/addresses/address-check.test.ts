import { existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from './address.ts';
import { checkAddress, isPoBox } from './address-check.ts';
import { formatAddressLines } from './address-format.ts';
import { COUNTRIES, countryName, countryOf } from './countries.ts';
import { normalisePostalCode, statesOfZip } from './postal-codes.ts';
import { findProvince, provincesOf } from './provinces.ts';

const toronto: Address = {
  name: 'Ada Lovelace',
  address1: '100 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
};
const found = (change: Partial<Address>) =>
  checkAddress({ ...toronto, ...change }).problems.map((p) => `${p.severity} ${p.field} ${p.code}`);

describe('a good address', () => {
  it.each<[string, Address]>([
    ['Canada', toronto],
    ['United States', { ...toronto, city: 'New York', provinceCode: 'NY', zipcode: '10001-1234', countryCode: 'US' }],
    ['France', { ...toronto, city: 'Paris', provinceCode: '', zipcode: '75001', countryCode: 'FR' }],
    ['Hong Kong', { ...toronto, city: 'Kowloon', provinceCode: '', zipcode: '', countryCode: 'HK' }],
    ['Italy', { ...toronto, city: 'Roma', provinceCode: 'RM', zipcode: '00118', countryCode: 'IT' }],
    ['Aosta', { ...toronto, city: 'Aosta', provinceCode: 'AO', zipcode: '11100', countryCode: 'IT' }],
    [
      'Ireland without a county',
      { ...toronto, city: 'Dublin 2', provinceCode: '', zipcode: 'D02 AF30', countryCode: 'IE' },
    ],
    ['US military', { ...toronto, city: 'APO', provinceCode: 'AE', zipcode: '09012', countryCode: 'US' }],
  ])('of %s has nothing to complain of', (_, address) => {
    const check = checkAddress(address);
    expect(check.problems).toEqual([]);
    expect(check.normalized).toEqual({
      ...address,
      companyName: undefined,
      address2: undefined,
      phone: undefined,
      email: undefined,
    });
  });
});

describe('normalising', () => {
  it.each([
    ['CA', 'm5v2t6', 'M5V 2T6'],
    ['CA', 'M5V-2T6', 'M5V 2T6'],
    ['US', '100011234', '10001-1234'],
    ['US', ' 10001 ', '10001'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['JP', '1000001', '100-0001'],
    ['NL', '1012ab', '1012 AB'],
    ['CA', 'M5V 2T', 'M5V 2T'],
  ])('%s postal code "%s" is written %s', (country, typed, written) =>
    expect(normalisePostalCode(country, typed)).toBe(written),
  );

  it.each([
    ['CA', 'Québec', 'QC'],
    ['CA', 'QUEBEC', 'QC'],
    ['CA', 'ca-on', 'ON'],
    ['CA', 'Île-du-Prince-Édouard', 'PE'],
    ['US', 'new york', 'NY'],
    ['AU', 'Tasmania', 'TAS'],
    ['CA', 'Texas', undefined],
    ['CA', '', undefined],
  ])('%s province "%s" is %s', (country, typed, code) => expect(findProvince(country, typed)).toBe(code));

  it('takes out what cannot be printed and says so', () => {
    const check = checkAddress({ ...toronto, address1: '100 Queen\nSt\u200b W\u0007' });
    expect(check.normalized.address1).toBe('100 Queen St W');
    expect(check.problems).toEqual([
      expect.objectContaining({ field: 'address1', severity: 'warning', code: 'control-character' }),
    ]);
  });

  it('is finished after one pass, whatever was typed, and never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 45 }),
      fc.constantFrom('', 'M5V2T6', '90210', 'Québec', 'PO Box 5'),
    );
    const anyAddress = fc.record({
      name: text,
      companyName: fc.option(text, { nil: undefined }),
      address1: text,
      address2: fc.option(text, { nil: undefined }),
      city: text,
      provinceCode: text,
      zipcode: text,
      countryCode: fc.oneof(text, fc.constantFrom('CA', 'US', 'us', 'GB', 'JP', 'HK', 'FR', 'IT')),
      phone: fc.option(text, { nil: undefined }),
      email: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(anyAddress, (address) => {
        const once = checkAddress(address);
        const twice = checkAddress(once.normalized);
        expect(twice.normalized).toEqual(once.normalized);
        expect(twice.problems).toEqual(once.problems.filter((p) => p.code !== 'control-character'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('problems', () => {
  it('names every missing field at once', () => {
    expect(found({ name: ' ', address1: '', city: '', provinceCode: '', zipcode: '' })).toEqual([
      'error name required',
      'error address1 required',
      'error city required',
      'error provinceCode required',
      'error zipcode required',
    ]);
  });
  it('takes a company in place of a name', () => expect(found({ name: '', companyName: 'Acme' })).toEqual([]));
  it('says which country code is unknown', () => {
    expect(checkAddress({ ...toronto, countryCode: 'xx' }).problems[0]?.message).toBe(
      '"XX" is not a country code such as CA or US.',
    );
  });
  it.each([
    ['a state in Canada', { provinceCode: 'TX' }, ['error provinceCode unknown-province']],
    ['a malformed postal code', { zipcode: 'D5V 2T6' }, ['error zipcode postal-format']],
    ['a Toronto code in Québec', { provinceCode: 'QC' }, ['error zipcode postal-province']],
    ['Nunavut given as the Territories', { provinceCode: 'NT', zipcode: 'X0A 0H0' }, ['error zipcode postal-province']],
    ['a Gatineau government code', { provinceCode: 'QC', zipcode: 'K1A 0C9' }, []],
    [
      'a ZIP of another state',
      { countryCode: 'US', provinceCode: 'NY', zipcode: '90210' },
      ['warning zipcode postal-province'],
    ],
    ['a long line', { address1: 'x'.repeat(36) }, ['warning address1 too-long']],
    ['a line that just fits', { address1: 'x'.repeat(35) }, []],
    ['a short phone number', { phone: '12345' }, ['warning phone phone-format']],
    ['an e-mail without a host', { email: 'ada@' }, ['warning email email-format']],
  ])('%s', (_, change, expected) => expect(found(change)).toEqual(expected));
});

describe('post office boxes', () => {
  it.each([
    'PO Box 12',
    'P.O. Box 123',
    'p o box #9',
    'POB 77',
    'Post Office Box 5',
    'C.P. 1234',
    'CP 12',
    'Case postale 55',
    'Boîte postale 6',
    'B.P. 100',
    'Apartado postal 30',
    'Postfach 12 34',
    'Box 12 RR 1',
    '12 Main St, PO Box 4',
  ])('"%s" is one', (line) => expect(isPoBox(line)).toBe(true));
  it.each([
    '12 Boxwood Lane',
    '40 CP Rail Road',
    '7 Po Valley Rd',
    '1 Box Hill',
    'Unit 5 Box Factory',
    '9 BP Station Way',
    '',
  ])('"%s" is none', (line) => expect(isPoBox(line)).toBe(false));
  it('general delivery is a warning of its own', () =>
    expect(found({ address1: 'General Delivery' })).toEqual(['warning address1 general-delivery']));
});

describe('countries and provinces', () => {
  it('lists every country once with both names and its ISO number', () => {
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(249);
    expect(new Set(COUNTRIES.map((c) => c.code)).size).toBe(COUNTRIES.length);
    expect(new Set(COUNTRIES.map((c) => c.countryId)).size).toBe(COUNTRIES.length);
    expect(COUNTRIES.filter((c) => c.name === '' || c.nameFr === '' || !(c.countryId > 0))).toEqual([]);
    expect(countryOf('CA')).toMatchObject({ countryId: 124, name: 'Canada', hasProvinces: true });
    expect(countryOf('US')).toMatchObject({ countryId: 840, nameFr: "États-Unis d'Amérique" });
    expect(countryOf('FR')?.hasProvinces).toBe(false);
    expect(countryName('DE', 'fr')).toBe('Allemagne');
  });
  it('offers provinces wherever it says there are some', () =>
    expect(COUNTRIES.filter((c) => c.hasProvinces && provincesOf(c.code).length === 0).map((c) => c.code)).toEqual([]));
  it('knows the 13 of Canada, and 50 states, the district, 6 islands and 3 military of the US', () => {
    expect(provincesOf('CA').map((p) => p.code)).toEqual('AB BC MB NB NL NT NS NU ON PE QC SK YT'.split(' '));
    expect(provincesOf('US')).toHaveLength(60);
    expect(provincesOf('ES').find((p) => p.code === 'M')?.name).toBe('Madrid');
  });
});

describe('lines on a label', () => {
  it('follow the order of the country', () => {
    expect(formatAddressLines({ ...toronto, companyName: 'Acme', address2: 'Unit 5' })).toEqual([
      'Ada Lovelace',
      'Acme',
      '100 Queen St W',
      'Unit 5',
      'Toronto ON M5H 2N2',
    ]);
    expect(
      formatAddressLines(
        { ...toronto, city: 'Paris', provinceCode: '', zipcode: '75001', countryCode: 'FR' },
        'France',
      ),
    ).toEqual(['Ada Lovelace', '100 Queen St W', '75001 Paris', 'FRANCE']);
  });
});

const places = new URL('../../../../../shared/vendor/tracking-number-data/zip3-places.json', import.meta.url);
// The list is public data beside the repository, not in it: a second judge where it is there.
describe('public list of ZIP prefixes', () => {
  it('puts every prefix in a state we name for it', () => {
    if (!existsSync(places)) return void process.stderr.write('zip3-places.json is not here: its check is left out.\n');
    const byPrefix = JSON.parse(readFileSync(places, 'utf8')) as Record<string, string>;
    const wrong = Object.entries(byPrefix).filter(([zip3, place]) => !statesOfZip(zip3).includes(place.slice(-2)));
    expect(Object.keys(byPrefix).length).toBeGreaterThan(800);
    expect(wrong).toEqual([]);
  });
});
