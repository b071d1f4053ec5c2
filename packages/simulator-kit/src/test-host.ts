/** One simulator on a free port with books of its own, for the test of a connector. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatorAdmin, type SimulatorAdmin } from './admin-client.ts';
import type { BookEntry } from './books.ts';
import type { FaultInput } from './faults.ts';
import type { Simulator } from './simulator.ts';
import { startSimulatorHost } from './simulator-host.ts';

export interface TestSimulator {
  readonly admin: SimulatorAdmin;
  /** The simulator as the conformance suite takes it. */
  readonly simulator: {
    readonly address: string;
    books(): Promise<readonly BookEntry[]>;
    clearFaults(): Promise<void>;
    setFaults(faults: readonly FaultInput[]): Promise<void>;
  };
  /** Stops it and removes its books. */
  close(): Promise<void>;
}

export async function startTestSimulator(simulator: Simulator): Promise<TestSimulator> {
  const { slug } = simulator;
  const dataDir = mkdtempSync(join(tmpdir(), `${slug}-`));
  const host = await startSimulatorHost({
    port: 0,
    dataDir,
    simulators: { [slug]: () => Promise.resolve(simulator) },
  });
  const admin = createSimulatorAdmin(host.address);
  return {
    admin,
    simulator: {
      address: host.addressOf(slug),
      books: () => admin.books(slug),
      clearFaults: () => admin.clearFaults(slug),
      setFaults: (faults) => admin.setFaults(slug, faults),
    },
    async close() {
      await host.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
