import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/file-order.ts';

/** Lanes are chosen by name (`vitest --project unit`); `scripts/test.mjs` runs them in order. */
const common = {
  pool: 'threads' as const,
  isolate: false,
  setupFiles: ['tests/support/property-seed.ts', 'tests/support/globals.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A list that should be empty is told with what is in it.
  chaiConfig: { truncateThreshold: 600 },
};
/** One built server and one Chromium for all files of a lane, one file after the other. */
const browser = {
  ...common,
  globalSetup: ['tests/support/lane-setup.ts'],
  // Long enough for a machine three times as busy: what waits for something that comes costs no more than it takes.
  testTimeout: 300_000,
  hookTimeout: 180_000,
  fileParallelism: false,
  expect: { poll: { timeout: 45_000, interval: 100 } },
};
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // What the lanes share is compiled once for all of them (decision 0210).
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'apps/*/scripts/**/*.test.ts',
            'tests/bench/**/*.test.ts',
            'tests/cluster/**/*.test.ts',
          ],
          exclude: ['**/*.pg.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'connectors',
          include: ['connectors/**/*.test.ts', 'tests/conformance/**/*.test.ts', 'tests/contracts/**/*.test.ts'],
          // Some cases read thousands of damaged answers: on a busy machine that takes its time.
          testTimeout: 120_000,
          // Vendors' documents are read in hooks.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'postgres',
          include: ['apps/server/**/*.pg.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000, interval: 50 } },
        },
      },
      {
        test: {
          ...common,
          name: 'attack',
          include: ['tests/attack/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts', 'tests/attack/support/lane-setup.ts'],
          testTimeout: 120_000,
          // The demo is seeded first; on a busy machine that takes its time.
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // The server is started again and again, beside another lane: a minute and a half alone, over five minutes on a busy machine.
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'soak',
          include: ['tests/soak/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          testTimeout: 14_400_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      { test: { ...browser, name: 'browser', include: ['tests/e2e/**/*.test.ts'] } },
      { test: { ...browser, name: 'accessibility', include: ['tests/accessibility/**/*.test.ts'] } },
      { test: { ...browser, name: 'crawl', include: ['tests/crawl/**/*.test.ts'] } },
    ],
  },
});
