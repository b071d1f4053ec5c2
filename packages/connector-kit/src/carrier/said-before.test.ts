/** What carriers refuse in the same words before they are asked. */
import { money } from '@scanship/domain/money/money';
import { expect, it } from 'vitest';
import { refusedFieldOf } from '../conformance/refused-field.ts';
import { fittingOffers, type Unfit } from '../rates/fitting-offers.ts';
import { onlyParcel, onlySizedParcel } from './only-parcel.ts';
import { oneLine, textLimits } from './text-limits.ts';

const parcel = { number: 1, weightGrams: 500 };

it('one parcel, with its size where the carrier needs it', () => {
  expect(onlyParcel('V', { parcels: [parcel] })).toBe(parcel);
  expect(refusedFieldOf(() => onlyParcel('V', { parcels: [parcel, parcel] }))).toBe('parcels');
  expect(refusedFieldOf(() => onlyParcel('V', { parcels: [] }))).toBe('parcels');
  expect(refusedFieldOf(() => onlySizedParcel('V', { parcels: [parcel] }))).toBe('parcels.0.dimensions');
});

it('a text is refused where it is too long or missing, and never cut', () => {
  const { upTo, needed } = textLimits('V');
  expect(oneLine(' a \n b ')).toBe('a b');
  expect([upTo(3, ' abc ', 'the city', 'to.city'), upTo(3, '  ', 'the city', 'to.city')]).toEqual(['abc', undefined]);
  expect(() => upTo(3, 'abcd', 'the city', 'to.city')).toThrow(
    'V takes up to 3 characters in the city; please shorten it.',
  );
  expect(() => needed(3, undefined, 'the city', 'to.city')).toThrow('V needs the city.');
});

it('prices that the purchase would not take are told why, unless the service only goes elsewhere', () => {
  const offer = (service: string) => ({ service, serviceName: service, lines: [], total: money(100, 'CAD') });
  const all = { offers: ['fits', 'heavy', 'abroad'].map(offer), problems: [{ message: 'before' }] };
  const unfit = (service: string): Unfit | undefined =>
    service === 'fits'
      ? undefined
      : { message: `not ${service}`, field: 'service', ...(service === 'abroad' && { elsewhere: true }) };
  const said = fittingOffers(all, unfit);
  expect(said.offers.map(({ service }) => service)).toEqual(['fits']);
  expect(said.problems).toEqual([{ message: 'before' }, { service: 'heavy', message: 'not heavy' }]);
  // With nothing that fits, it is worth a word.
  const none = fittingOffers({ ...all, offers: [offer('abroad')] }, unfit);
  expect(none.problems.at(-1)).toEqual({ service: 'abroad', message: 'not abroad' });
});
