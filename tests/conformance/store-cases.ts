/** One store connector through the acceptance suite, at its simulator; ends with what was checked, column by column. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@scanship/connector-kit/store/store';
import { storeConformance } from '@scanship/connector-kit/conformance/store-conformance';
import type {
  StoreHarness,
  StorePlayer,
  StoreSamples,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { Simulator } from '@scanship/simulator-kit/simulator';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { harnessSimulator } from './harness-simulator.ts';
import { createTally } from './tally.ts';

export interface StoreUnderTest {
  readonly store: Store;
  readonly samples: StoreSamples;
  /** Plays seller, buyer and staff at the simulator of this host. */
  readonly player: (hostAddress: string) => StorePlayer;
  readonly simulator: () => Simulator;
}

/** Registers the store's cases as tests of the calling file. */
export async function storeCases({
  store,
  samples,
  player: playerOf,
  simulator: create,
}: StoreUnderTest): Promise<void> {
  const { code, simulatorSlug: slug = code } = store.manifest;
  const dataDir = mkdtempSync(join(tmpdir(), 'store-conformance-'));
  const simulators = { [slug]: () => Promise.resolve(create()) };
  const host = await startSimulatorHost({ port: 0, dataDir, simulators });
  const simulator = harnessSimulator(host, slug);
  const player = playerOf(host.address);
  const harness: StoreHarness = { samples, simulator, player };
  const tally = createTally(code, ['manifest', 'connect', 'access', 'orders', 'products', 'push', 'deliveries']);
  afterAll(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true });
    tally.print();
  });
  describe(code, () => {
    beforeAll(async () => {
      for (const account of [samples.account, samples.otherAccount]) await player.throttle(account, 'off');
    });
    afterEach(async () => {
      await simulator.clearFaults();
      await player.reset();
    });
    for (const one of storeConformance(store, harness)) {
      if (one.notApplicable !== undefined) tally.notApplicable(one.column);
      else it(`${one.column}: ${one.name}`, () => tally.run(one.column, one.name, () => one.run()));
    }
  });
}
