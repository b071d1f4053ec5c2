import { expect, test } from 'vitest';
import { concernsOf, nearestTests } from './concerns.mjs';

test('the name of a connector is about its folder, its contract and its conformance, and no other connector', () => {
  const found = concernsOf('purolator');
  const files = found?.tests['connectors'] ?? [];
  expect(files).toContain('tests/conformance/carriers/purolator.test.ts');
  expect(files.some((file) => file.startsWith('connectors/carriers/purolator/'))).toBe(true);
  expect(files.some((file) => file.startsWith('tests/contracts/'))).toBe(true);
  expect(files.filter((file) => /canpar|ups\b|fedex/.test(file))).toEqual([]);
  expect(found?.sources).toContain('connectors/carriers/purolator/src/manifest.ts');
});

test('the name of a module is about its folder and its tests on PostgreSQL', () => {
  expect(concernsOf('billing')?.tests['postgres']).toContain('apps/server/src/modules/billing/credit.pg.test.ts');
});

test('a module that is called like the folder of all workspaces is the module alone', () => {
  const found = concernsOf('packages');
  expect(found?.tests['postgres']).toContain('apps/server/src/modules/packages/packages.pg.test.ts');
  expect(found?.sources.filter((file) => file.startsWith('packages/domain/'))).toEqual([]);
});

test('what nothing is named after is unknown', () => {
  expect(concernsOf('no-such-thing')).toBeUndefined();
});

test('nearest to a changed file are its namesake, then those that import it; tests of other lanes are left out', () => {
  const near = nearestTests(['scripts/concerns.mjs', 'scripts/kept-lanes.mjs'], ['unit']);
  expect(near).toEqual(expect.arrayContaining(['scripts/concerns.test.ts', 'scripts/kept-lanes.test.ts']));
  expect(nearestTests(['apps/server/src/modules/billing/credit.ts'], ['unit'])).not.toContain(
    'apps/server/src/modules/billing/credit.pg.test.ts',
  );
});
