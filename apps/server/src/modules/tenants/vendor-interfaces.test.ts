import { expect, it } from 'vitest';
import { vendorInterfaces } from './vendor-interfaces.ts';

const ends = (on: string) => ({ what: 'API v1', on, source: 'https://vendor.test/ends' });

it('warns sixty days before an interface ends, in words, and says when it is over', () => {
  const told = (day: string) =>
    vendorInterfaces(
      [{ kind: 'carrier', code: 'v', name: 'Vendor', contractVersion: 'v1', ends: ends('2027-10-01') }],
      new Date(`${day}T23:00:00Z`),
    )[0];
  expect(told('2027-08-01')).toMatchObject({ state: 'later', advice: null, ends: { daysLeft: 61 } });
  expect(told('2027-08-02')).toMatchObject({
    state: 'soon',
    advice: 'Vendor ends API v1 on 2027-10-01, in 60 days. Install a release that uses its successor before then.',
  });
  expect(told('2027-10-01')).toMatchObject({
    state: 'soon',
    advice: 'Vendor ends API v1 on 2027-10-01. Install a release that uses its successor today.',
  });
  expect(told('2027-10-02')).toMatchObject({ state: 'over', ends: { daysLeft: -1 } });
  expect(told('2027-10-02')?.advice).toMatch(/^Vendor has ended API v1 on 2027-10-01\./);
});

it('lists what ends first at the top, and those without an end by name', () => {
  const facts = (name: string, on?: string) => ({ kind: 'store', code: name, name, ends: on && ends(on) }) as const;
  const all = [facts('B'), facts('A'), facts('D', '2028-01-01'), facts('C', '2027-01-01')].map((each) => ({
    ...each,
    ends: each.ends || undefined,
  }));
  expect(vendorInterfaces(all, new Date('2026-11-23T00:00:00Z')).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'C soon',
    'D later',
    'A open',
    'B open',
  ]);
});
