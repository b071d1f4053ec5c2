import { expect, test } from 'vitest';
import { brandedFor, senderOf } from './branding.ts';

const from = {
  name: 'Anna',
  companyName: 'Maple Goods Ltd.',
  address1: '1 A St',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
  phone: '1',
};
const house = { issuerName: 'Maple Ship', footer: 'House line' };

test('a store is the sender under its own name; where the parcel leaves from stays', () => {
  expect(senderOf(from, { displayName: 'Maple & Co', phone: '', email: 'hi@maple.example' })).toEqual({
    ...from,
    companyName: 'Maple & Co',
    email: 'hi@maple.example',
  });
});

test('papers of one store carry its name and line, papers of several the customer’s', () => {
  const maple = { displayName: 'Maple & Co', message: 'Thank you!', website: 'maple.example' };
  expect(brandedFor(house, [maple])).toEqual({ issuerName: 'Maple & Co', footer: 'Thank you! · maple.example' });
  expect(brandedFor(house, [{}])).toEqual(house);
  expect(brandedFor(house, [maple, {}])).toEqual(house);
});
