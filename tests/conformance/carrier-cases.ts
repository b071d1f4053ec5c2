/**
 * Carrier connectors through the one conformance suite; ends with a table of what was checked. In two test files, so that two
 * workers share them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrierConformance, offers } from '@scanship/connector-kit/conformance';
import { CONFORMANCE_OPERATIONS, type Harness } from '@scanship/connector-kit/conformance-harness';
import { CARRIER_OPERATIONS } from '@scanship/domain/carrier-operations';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, afterEach, describe, it } from 'vitest';
import { noteEvidence } from '../support/carrier-evidence.ts';
import { harnessSimulator } from './harness-simulator.ts';
import { registered, simulatorLoaders } from './registered.ts';

const COLUMNS = ['manifest', ...CONFORMANCE_OPERATIONS] as const;
type Cell = { passed: number; failed: number; notApplicable: number; notes: string[] };

const cell = (): Cell => ({ passed: 0, failed: 0, notApplicable: 0, notes: [] });

type Table = ReadonlyMap<string, Record<(typeof COLUMNS)[number], Cell>>;

function printTable(table: Table): void {
  const rows = [...table].map(([slug, cells]) => [slug, ...COLUMNS.map((c) => cellText(cells[c]))]);
  const all = [['connector', ...COLUMNS], ...rows];
  const widths = all[0]?.map((_h, i) => Math.max(...all.map((r) => r[i]?.length ?? 0))) ?? [];
  const lines = all.map((r) => r.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | '));
  const notes = [...table].flatMap(([slug, cells]) =>
    COLUMNS.flatMap((c) => cells[c].notes.map((n) => `  ${slug}, ${n}`)),
  );
  process.stdout.write(
    `\nCarrier conformance (cases passed, n/a = does not apply)\n${lines.join('\n')}\n\nFigures\n${notes.join('\n')}\n`,
  );
}

function cellText(cell: Cell): string {
  if (cell.passed + cell.failed + cell.notApplicable === 0) return 'not offered';
  const parts = [
    `${cell.passed} ok`,
    ...(cell.failed > 0 ? [`${cell.failed} FAILED`] : []),
    ...(cell.notApplicable > 0 ? [`${cell.notApplicable} n/a`] : []),
  ];
  return parts.join(', ');
}

/** @param which those connectors, by their place in the list */
export async function carrierCases(which: (place: number) => boolean): Promise<void> {
  const mine = registered.filter((_one, place) => which(place));
  const dataDir = mkdtempSync(join(tmpdir(), 'carrier-conformance-'));
  const host = await startSimulatorHost({ port: 0, dataDir, simulators: simulatorLoaders });
  const table = new Map<string, Record<(typeof COLUMNS)[number], Cell>>();
  afterAll(async () => {
    await host.close();
    rmSync(dataDir, { recursive: true });
    printTable(table);
  });

  for (const { carrier, samples, slug, simulated } of mine)
    describe(slug, () => {
      for (const operation of CARRIER_OPERATIONS)
        noteEvidence(slug, operation, {
          offered: offers(carrier, operation),
          why: carrier.manifest.notOffered?.[operation],
        });
      if (carrier.ship) noteEvidence(slug, 'ship', { recovery: carrier.ship.recovery });
      if (carrier.cancel) noteEvidence(slug, 'cancel', { recovery: carrier.cancel.recovery });
      if (carrier.pickup) noteEvidence(slug, 'pickup', { recovery: carrier.pickup.book.recovery });
      if (carrier.endOfDay) noteEvidence(slug, 'endOfDay', { recovery: carrier.endOfDay.recovery });
      const simulator = simulated ? harnessSimulator(host, slug) : undefined;
      const harness: Harness = { samples, simulator };
      const cells = Object.fromEntries(COLUMNS.map((column) => [column, cell()])) as Record<
        (typeof COLUMNS)[number],
        Cell
      >;
      table.set(slug, cells);
      afterEach(() => simulator?.clearFaults());
      for (const one of carrierConformance(carrier, harness)) {
        const at = cells[one.capability];
        if (one.notApplicable !== undefined) {
          at.notApplicable += 1;
          continue;
        }
        it(`${one.capability}: ${one.name}`, async () => {
          at.failed += 1;
          const note = await one.run();
          at.failed -= 1;
          at.passed += 1;
          if (note !== undefined) at.notes.push(`${one.name}: ${note}`);
        });
      }
    });
}
