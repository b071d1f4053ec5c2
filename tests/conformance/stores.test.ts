/** Every store connector through the one acceptance suite; ends with a table of what was checked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeConformance } from '@scanship/connector-kit/store-conformance';
import type { StoreColumn, StoreHarness } from '@scanship/connector-kit/store-conformance-harness';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { harnessSimulator } from './harness-simulator.ts';
import { registeredStores, storeSimulatorLoaders } from './registered-stores.ts';

const COLUMNS: readonly StoreColumn[] = ['manifest', 'connect', 'access', 'orders', 'products', 'push', 'deliveries'];
interface Cell {
  passed: number;
  failed: number;
  notApplicable: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'store-conformance-'));
const host = await startSimulatorHost({ port: 0, dataDir, simulators: storeSimulatorLoaders });
const table = new Map<string, Map<StoreColumn, Cell>>();
const notes: string[] = [];

afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
  const rows = [...table].map(([code, cells]) => [code, ...COLUMNS.map((c) => cellText(cells.get(c)))]);
  const all = [['store', ...COLUMNS], ...rows];
  const widths = COLUMNS.map((_c, i) => Math.max(...all.map((r) => r[i]?.length ?? 0)));
  const lines = all.map((r) => r.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | '));
  process.stdout.write(`\nStore conformance (cases passed)\n${lines.join('\n')}\n\nFigures\n${notes.join('\n')}\n`);
});

function cellText(cell: Cell | undefined): string {
  if (!cell) return 'not offered';
  const failed = cell.failed > 0 ? `, ${cell.failed} FAILED` : '';
  const without = cell.notApplicable > 0 ? `, ${cell.notApplicable} n/a` : '';
  return `${cell.passed} ok${failed}${without}`;
}

for (const { store, samples, player: playerOf } of registeredStores)
  describe(store.manifest.code, () => {
    const { code } = store.manifest;
    const simulator = harnessSimulator(host, store.manifest.simulatorSlug ?? code);
    const player = playerOf(host.address);
    const harness: StoreHarness = { samples, simulator, player };
    const cells = new Map<StoreColumn, Cell>();
    table.set(code, cells);
    beforeAll(async () => {
      for (const account of [samples.account, samples.otherAccount]) await player.throttle(account, 'off');
    });
    afterEach(async () => {
      await simulator.clearFaults();
      await player.reset();
    });
    for (const one of storeConformance(store, harness)) {
      const cell = cells.get(one.column) ?? { passed: 0, failed: 0, notApplicable: 0 };
      cells.set(one.column, cell);
      if (one.notApplicable !== undefined) {
        cell.notApplicable += 1;
        continue;
      }
      it(`${one.column}: ${one.name}`, { timeout: 60_000 }, async () => {
        cell.failed += 1;
        const note = await one.run();
        cell.failed -= 1;
        cell.passed += 1;
        if (note !== undefined) notes.push(`  ${code}, ${one.name}: ${note}`);
      });
    }
  });
