import { describe, expect, it } from 'vitest';
import { computed } from '../../../../../../packages/domain/test/slices.ts';
import { readAddress } from './read-address.ts';

const read = (text: string, usual?: string) => readAddress(text, usual);

describe('a pasted address', () => {
  it('of Canada, in English and French', () => {
    expect(read('Jane Doe\n12 Rue Saint-Paul O\nMontréal QC H2X 1Y4')).toEqual({
      address: {
        name: 'Jane Doe',
        address1: '12 Rue Saint-Paul O',
        city: 'Montréal',
        provinceCode: 'QC',
        zipcode: 'H2X 1Y4',
        countryCode: 'CA',
      },
      left: [],
    });
    expect(
      read(
        'Livrer à : Éloïse Tremblay\nLes Ateliers Ltée\n1450, rue Saint-Denis\napp. 4\nMontréal (Québec)  h2x3j7\nCanada\nTél. : 514 555-0134\ncourriel : e@example.ca',
      ),
    ).toEqual({
      address: {
        name: 'Éloïse Tremblay',
        companyName: 'Les Ateliers Ltée',
        address1: '1450, rue Saint-Denis',
        address2: 'app. 4',
        city: 'Montréal',
        provinceCode: 'QC',
        zipcode: 'H2X 3J7',
        countryCode: 'CA',
        phone: '514 555-0134',
        email: 'e@example.ca',
      },
      left: [],
    });
  });

  it('of the United States, over lines or in one; a state is no country', () => {
    const ann = {
      name: 'Ann Lee',
      address1: '350 5th Ave',
      city: 'New York',
      provinceCode: 'NY',
      zipcode: '10118-0110',
      countryCode: 'US',
    };
    expect(read('Ann Lee\n350 5th Ave\nNew York, NY 10118-0110\nUSA')).toEqual({ address: ann, left: [] });
    expect(read('Ann Lee, 350 5th Ave, New York, NY 10118-0110', 'CA').address).toMatchObject({
      ...ann,
      city: 'New York',
    });
    expect(read('Bob\nSuite 12\n1 Market St\nSan Francisco CA 94105').address).toMatchObject({
      address1: '1 Market St',
      address2: 'Suite 12',
      city: 'San Francisco',
      provinceCode: 'CA',
      countryCode: 'US',
    });
  });

  it('of other countries, by the spelling of their postal codes', () => {
    expect(read('Paul Martin\n10 Rue de la Paix\n75002 Paris\nFrance').address).toMatchObject({
      city: 'Paris',
      zipcode: '75002',
      countryCode: 'FR',
    });
    expect(read('Erika Muster\nHauptstr. 5\nD-10115 Berlin\nDeutschland').address).toMatchObject({
      address1: 'Hauptstr. 5',
      city: 'Berlin',
      zipcode: '10115',
      countryCode: 'DE',
    });
    expect(read('Mr Smith\n10 Downing Street\nLondon\nsw1a2aa').address).toMatchObject({
      city: 'London',
      zipcode: 'SW1A 2AA',
      countryCode: 'GB',
    });
  });

  it('with city, province and postal code on lines of their own', () => {
    expect(read('Jo\n88 Queen St W\nToronto\nOntario\nM5H 2M5').address).toMatchObject({
      address1: '88 Queen St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5H 2M5',
      countryCode: 'CA',
    });
  });

  it('hands back what it does not understand, and makes up nothing', () => {
    expect(
      read('Jane Doe\n12 Main St\nSecond line\nLeave with the neighbour\nand ring twice\nToronto ON M5H 2M5').left,
    ).toEqual(['Leave with the neighbour', 'and ring twice']);
    expect(read('')).toEqual({
      address: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
      left: [],
    });
    expect(read('hello', 'CA').address).toMatchObject({ name: 'hello', city: '', zipcode: '' });
  });

  it('of any text comes back at once, with every character in a field or handed back', () => {
    const hostile = ['x'.repeat(2_000), '1-'.repeat(1_000), ', '.repeat(1_000), '(((('.repeat(500), '1 '.repeat(1_000)];
    for (const text of hostile) {
      const began = computed();
      read(text, 'CA');
      expect(computed() - began).toBeLessThan(500);
    }
  });
});
