import { describe, expect, it } from 'vitest';
import { fullServiceName, priceFacts } from './price-facts.ts';

describe('the name of a service', () => {
  it.each([
    ['UPS', 'UPS Standard', 'UPS Standard'],
    ['UPS (TEST)', 'UPS Standard', 'UPS Standard'],
    ['Canada Post', 'Expedited Parcel', 'Canada Post Expedited Parcel'],
    ['Post', 'Postal Saver', 'Post Postal Saver'],
    ['UPS', 'ups', 'ups'],
    ['UPS', null, 'UPS'],
  ])('%s, %s: %s', (carrier, service, full) => {
    expect(fullServiceName(carrier, service)).toBe(full);
  });
});

describe('what is said of a price', () => {
  const cad = (minor: number) => ({ minor, currency: 'CAD' });
  const line = (kind: 'base' | 'fuel' | 'surcharge' | 'tax', minor: number) => ({
    kind,
    code: kind,
    label: kind,
    amount: cad(minor),
  });
  it('adds up what comes on top of the base, without tax', () => {
    const priceLines = [line('base', 1000), line('fuel', 150), line('surcharge', 250), line('tax', 182)];
    expect(priceFacts({ price: cad(1582), priceLines, retail: cad(2000) })).toEqual({
      surcharges: cad(400),
      saving: cad(418),
      percent: 21,
    });
  });
  it('says nothing where there is nothing to say', () => {
    const price = { price: cad(1000), priceLines: [line('base', 1000)] };
    for (const retail of [null, cad(900), { minor: 5000, currency: 'USD' }])
      expect(priceFacts({ ...price, retail })).toEqual({
        surcharges: undefined,
        saving: undefined,
        percent: undefined,
      });
  });
});
