import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseTrackingNumber } from './recognise-tracking-number.ts';
import { luhnCheckDigit, mod10CheckDigit, s10CheckDigit, upsCheckDigit } from './tracking-numbers.ts';

const carriers = (text: string): readonly string[] =>
  recogniseTrackingNumber(text).guesses.map(({ carrier }) => carrier);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));

describe('a tracking number finds its carrier', () => {
  it('by a telling form', () => {
    fc.assert(
      fc.property(digits(15), (serial) => {
        const number = `1Z${serial}${upsCheckDigit(serial)}`;
        expect(recogniseTrackingNumber(number).guesses[0]).toEqual({
          carrier: 'ups',
          carrierName: 'UPS',
          form: 'UPS',
          number,
          checked: true,
        });
      }),
    );
  });
  it('of DHL in Germany: its own numbers and its pieces', () => {
    for (const number of ['00340434161094015902', '00340434292135100124'])
      expect(recogniseTrackingNumber(number).guesses[0]).toMatchObject({ carrier: 'dhl-parcel-de', checked: true });
    expect(carriers('JJD00000000012345678')).toEqual(['dhl-parcel-de']);
    expect(carriers('00340434161094015903')).not.toContain('dhl-parcel-de');
  });
  it('as it was typed: spaces and small letters', () => {
    const serial = '999AA1012345678'.slice(0, 15);
    expect(carriers(` 1z ${serial.toLowerCase().slice(0, 3)} ${serial.slice(3)} ${upsCheckDigit(serial)} `)).toEqual([
      'ups',
    ]);
  });
  it('of the post that issued an international item', () => {
    const number = (country: string): string => `LX12345678${s10CheckDigit('12345678')}${country}`;
    expect(recogniseTrackingNumber(number('CA')).guesses[0]).toMatchObject({ carrier: 'canada-post', country: 'CA' });
    expect(recogniseTrackingNumber(number('US')).guesses[0]).toMatchObject({ carrier: 'usps', country: 'US' });
    expect(recogniseTrackingNumber(number('DE')).guesses[0]).toMatchObject({ carrier: 'dhl-parcel-de', country: 'DE' });
    expect(recogniseTrackingNumber(number('FR')).guesses[0]).toMatchObject({ carrier: 'post', country: 'FR' });
    expect(recogniseTrackingNumber(number('QQ')).guesses.some(({ country }) => country !== undefined)).toBe(false);
  });
  it('without the routing code a USPS barcode carries', () => {
    const serial = '940550001234567890123'.slice(0, 21);
    const number = `${serial}${mod10CheckDigit(serial)}`;
    expect(recogniseTrackingNumber(`42094103${number}`).guesses[0]).toMatchObject({ carrier: 'usps', number });
  });
  it('a plain run of digits may be of several', () => {
    fc.assert(
      fc.property(digits(10), (tail) => {
        const serial = `3${tail}`;
        expect(carriers(`${serial}${luhnCheckDigit(serial)}`)).toContain('purolator');
      }),
    );
  });
  it('any one wrong digit of a 16-digit number is noticed', () => {
    fc.assert(
      fc.property(digits(15), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (serial, at, by) => {
        const number = `${serial}${mod10CheckDigit(serial)}`;
        expect(carriers(number)).toContain('canada-post');
        const wrong = number.slice(0, at) + String((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(carriers(wrong)).not.toContain('canada-post');
        expect(recogniseTrackingNumber(wrong).slips.map(({ carrier }) => carrier)).toContain('canada-post');
      }),
    );
  });
  it('never fails, whatever is pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        recogniseTrackingNumber(text);
      }),
    );
    expect(recogniseTrackingNumber('')).toEqual({ guesses: [], slips: [] });
    expect(recogniseTrackingNumber('ORDER-1001').guesses).toEqual([]);
  });
});
