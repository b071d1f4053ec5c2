import { expect, test } from 'vitest';
import { factsOf } from './offer-facts.ts';

const BOX = {
  name: 'William Tootoosis',
  address1: 'PO Box 1150',
  city: 'Iqaluit',
  provinceCode: 'NU',
  zipcode: 'X0A 0H0',
  countryCode: 'CA',
};
const quote = (to: typeof BOX & { address2?: string }) => ({ shipment: { to }, gaps: [] });
const ups = { slug: 'ups', carrierName: 'UPS' };

test('a courier lacks a street address where there is only a post office box; the post lacks nothing', () => {
  expect(factsOf({ serviceName: 'UPS Standard' }, ups, quote(BOX))).toEqual({
    missing: [{ field: 'to.address1', message: 'UPS does not deliver to post office boxes. Enter a street address.' }],
  });
  expect(
    factsOf({ serviceName: 'Xpresspost' }, { slug: 'canada-post', carrierName: 'Canada Post' }, quote(BOX)),
  ).toEqual({});
});

test('who carries it decides, whoever sells the label; what the carrier said stays', () => {
  const carriedBy = { carrier: 'fedex', carrierName: 'FedEx', serviceName: 'FedEx Ground' };
  const offer = { serviceName: 'Ground', carriedBy, remarks: ['Signature included.'] };
  const sold = factsOf(
    offer,
    { slug: 'easypost', carrierName: 'EasyPost' },
    quote({ ...BOX, address1: '12 Main St', address2: 'PO Box 4' }),
  );
  expect(sold).toEqual({
    remarks: ['Signature included.', 'FedEx delivers to the street address, not to the post office box.'],
  });
});
