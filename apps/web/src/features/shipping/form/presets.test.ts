import type { PresetDto } from '@scanship/contracts/shipping/automation';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { describe, expect, it } from 'vitest';
import { firstDraft, type Units } from './draft.ts';
import { wishedRate, withPreset } from './presets.ts';

const units: Units = { weight: 'kg', length: 'cm', decimalComma: false };
const order = { total: { minor: 4250, currency: 'CAD' }, items: [], weightGrams: 500 };
const SAYS_NOTHING: PresetDto['choice'] = {
  service: null,
  grantIds: null,
  packageId: null,
  insurance: null,
  signature: null,
  saturdayDelivery: null,
};
const box = {
  id: 'box',
  name: 'Mailer',
  kind: 'own' as const,
  carrier: null,
  carrierName: null,
  presetCode: null,
  inner: null,
  outer: { lengthMm: 300, widthMm: 200, heightMm: 50 },
  tareGrams: 20,
  maxGrams: null,
  cost: null,
  isDefault: false,
  version: 1,
};
const at = { boxes: [box], units, order };

describe('a preset on the panel', () => {
  const draft = { ...firstDraft(order, undefined, units), insured: '10', signature: 'any' as const, saturday: true };
  it('changes what it says and leaves the rest', () => {
    expect(withPreset(draft, { choice: SAYS_NOTHING }, at)).toEqual(draft);
    const next = withPreset(
      draft,
      {
        choice: {
          ...SAYS_NOTHING,
          packageId: 'box',
          insurance: { mode: 'orderTotal' },
          signature: 'adult',
          saturdayDelivery: false,
        },
      },
      at,
    );
    expect(next).toMatchObject({ insured: '42.50', signature: 'adult', saturday: false });
    expect(next.parcels[0]).toMatchObject({ packageId: 'box', length: '30', width: '20', height: '5' });
    expect(withPreset(draft, { choice: { ...SAYS_NOTHING, insurance: { mode: 'none' } } }, at).insured).toBe('');
  });
  it('whose box is gone changes no sizes', () => {
    expect(withPreset(draft, { choice: { ...SAYS_NOTHING, packageId: 'gone' } }, at).parcels).toEqual(draft.parcels);
  });
});

describe('the rate a preset means', () => {
  const rate = (id: string, carrier: string, service: string, minor: number, transitDays: number): RateDto => ({
    id,
    grantId: `g-${carrier}`,
    carrier,
    carrierName: carrier,
    service,
    serviceName: service,
    price: { minor, currency: 'CAD' },
    priceLines: [],
    compare: { minor, currency: 'CAD', fx: null },
    retail: null,
    billableGrams: null,
    transitDays,
    deliverBy: null,
    expiresAt: '',
    test: false,
  });
  const rates = [
    rate('a', 'ups', 'ground', 900, 4),
    rate('b', 'ups', 'air', 2000, 1),
    rate('c', 'post', 'slow', 700, 6),
  ];
  const of = (carrier: string, service: string | null) => ({ carrier, grantId: null, service });
  const wish = (pick: 'cheapest' | 'fastest' | 'listed', ...services: ReturnType<typeof of>[]) =>
    wishedRate(rates, { service: { services, pick }, grantIds: null })?.id;
  it('is the cheapest, the fastest or the first listed of its services', () => {
    expect(wish('cheapest', of('ups', null))).toBe('a');
    expect(wish('fastest', of('ups', null), of('post', null))).toBe('b');
    expect(wish('listed', of('dhl', null), of('post', 'slow'), of('ups', 'ground'))).toBe('c');
  });
  it('keeps to its accounts, and is none where nothing of it is offered', () => {
    expect(wishedRate(rates, { service: null, grantIds: ['g-ups'] })?.id).toBe('a');
    expect(wish('cheapest', of('dhl', null))).toBeUndefined();
    expect(wishedRate(rates, SAYS_NOTHING)).toBeUndefined();
  });
});
