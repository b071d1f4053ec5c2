import { manifest as amazon } from '@scanship/carrier-amazon-shipping/manifest';
import { manifest as ups } from '@scanship/carrier-ups/manifest';
import { expect, it } from 'vitest';
import { type ClaimKit, type ClaimParcel, filingOf } from './filing.ts';

const kit: ClaimKit = {
  nameOf: (slug) => (slug === 'ups' ? 'UPS' : slug === 'courier' ? 'Courier' : 'Amazon Shipping'),
  facts: (slug) => ({ ups, 'amazon-shipping': amazon })[slug],
  contact: { name: 'Shop', email: 'me@shop.example' },
  reached: true,
};
const parcel: ClaimParcel = { tracking_number: 'TBA1', carrier_shipment_id: '1', grant_id: 'g', lent: false };
const claim = { kind: 'loss', amount: { minor: 100, currency: 'USD' }, note: '', photos: 2 } as const;

it('tells why a claim goes on paper: the carrier has no call, nothing was bought here, the account is lent', () => {
  expect(filingOf(kit, 'ups', [parcel], claim)).toEqual({
    filing: null,
    notFiled: 'UPS takes claims on its own page; its APIs have no call for them.',
  });
  expect(filingOf(kit, 'courier', [parcel], claim).notFiled).toBe('Courier takes no claims through its interface.');
  expect(filingOf(kit, 'amazon-shipping', [], claim).notFiled).toMatch(/no label that was bought here/);
  expect(filingOf(kit, 'amazon-shipping', [{ ...parcel, lent: true }], claim).notFiled).toMatch(/is lent to you/);
});

it('says that photos stay here where nobody outside could open their address', () => {
  const without = (reached: boolean, photos: number) =>
    filingOf({ ...kit, reached }, 'amazon-shipping', [parcel], { ...claim, photos }).filing?.withoutPhotos;
  expect([without(true, 2), without(false, 0)]).toEqual([null, null]);
  expect(without(false, 2)).toMatch(/none that the world can reach/);
});
