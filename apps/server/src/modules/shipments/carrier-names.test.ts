import { manifest as easypost } from '@scanship/carrier-easypost/manifest';
import { manifest as rateSheet } from '@scanship/carrier-rate-sheet/manifest';
import { manifest as ups } from '@scanship/carrier-ups/manifest';
import { expect, it } from 'vitest';
import { carrierOfParcel, sellerName } from './carrier-names.ts';

const grants = {
  describe: (slug: string) => {
    const manifest = [easypost, rateSheet, ups].find((one) => one.slug === slug);
    return manifest && { manifest };
  },
};

it('a store hears of the carrier that brings the parcel, not of who sold the label', () => {
  const bought = { slug: easypost.slug, accountName: 'Our EasyPost' };
  expect(carrierOfParcel(grants, { ...bought, serviceName: 'UPS Ground' })).toEqual({ slug: 'ups', name: 'UPS' });
  expect(carrierOfParcel(grants, { ...bought, serviceName: 'Zebra Post Fast' })).toEqual({
    slug: 'easypost',
    name: easypost.name,
  });
  expect(sellerName(grants, bought)).toBe(easypost.name);
});

it('an own courier is called as its account, every other carrier by its own name', () => {
  const label = { serviceName: 'Same day', accountName: 'Maple Local Courier' };
  expect(carrierOfParcel(grants, { ...label, slug: rateSheet.slug }).name).toBe('Maple Local Courier');
  expect(carrierOfParcel(grants, { ...label, slug: ups.slug }).name).toBe(ups.name);
  // The account is gone, or the carrier is not offered any more.
  expect(sellerName(grants, { slug: rateSheet.slug, accountName: null })).toBe(rateSheet.slug);
  expect(sellerName(grants, { slug: 'gone', accountName: 'Old Post' })).toBe('Old Post');
});
