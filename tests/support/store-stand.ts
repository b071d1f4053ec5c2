/** A store's simulator at the root of a server, connected the way a seller connects it: for vendors’ own clients. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStore, type StorePlayer } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import type { StoreUnderTest } from '../conformance/store-cases.ts';
import { harnessSimulator } from '../conformance/harness-simulator.ts';
import { atRoot } from './at-root.ts';

export interface StoreStand {
  /** Where the client calls: the simulator's routes without any prefix. */
  readonly address: string;
  /** Our app's keys, and what connecting the sample's account left. */
  readonly app: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, string>>;
  readonly account: string;
  readonly player: StorePlayer;
  close(): Promise<void>;
}

export async function startStoreStand({ store, samples, player, simulator }: StoreUnderTest): Promise<StoreStand> {
  const { code, simulatorSlug: slug = code } = store.manifest;
  const dataDir = mkdtempSync(join(tmpdir(), `${slug}-client-`));
  const simulators = { [slug]: () => Promise.resolve(simulator()) };
  const host = await startSimulatorHost({ port: 0, dataDir, simulators });
  const harness = { samples, simulator: harnessSimulator(host, slug), player: player(host.address) };
  const root = await atRoot(host.addressOf(slug));
  const { account } = samples;
  await harness.player.throttle(account, 'off');
  const { credentials } = await connectStore(store, harness);
  return {
    address: root.address,
    app: samples.app,
    credentials,
    account,
    player: harness.player,
    async close() {
      await root.close();
      await host.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
