/** Labels, slips and ZPL: CPU end to end. First in the run, because CPU is counted for the whole process. */
import { labelBench } from '../../packages/documents/bench/label-bench.ts';
import type { Row } from './table.ts';

export async function documentRows(): Promise<Row[]> {
  const rows = await labelBench();
  return rows.map(({ name, value, unit, limit }) => ({
    measure: name,
    value,
    unit,
    limit,
    kind: unit === 'kB' ? 'size' : 'time',
  }));
}
