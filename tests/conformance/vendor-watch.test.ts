/** No connector is written for an interface that its vendor ends within sixty days. */
import { endsSoon } from '@scanship/connector-kit/vendor-end';
import { expect, it } from 'vitest';
import { registered } from './registered.ts';
import { registeredStores } from './registered-stores.ts';

const manifests = [
  ...registered.map(({ carrier }) => carrier.manifest),
  ...registeredStores.map(({ store }) => store.manifest),
];

it('every interface in use is served for sixty days more', () => {
  const late = manifests.flatMap(({ name, ends }) => (ends && endsSoon(ends, new Date()) ? [{ name, ...ends }] : []));
  expect(late).toEqual([]);
});

it('sixty days before the end is too late, the day before that is not', () => {
  const ends = { on: '2027-10-01' };
  expect(['2027-08-01', '2027-08-02', '2027-08-03'].map((day) => endsSoon(ends, new Date(`${day}T12:00:00Z`)))).toEqual(
    [false, true, true],
  );
});

it('ends are days of the calendar, with where they are published', () => {
  for (const { ends } of manifests)
    if (ends) {
      expect(new Date(`${ends.on}T00:00:00Z`).toISOString().slice(0, 10)).toBe(ends.on);
      expect(ends.source).toMatch(/^https:/);
    }
});
