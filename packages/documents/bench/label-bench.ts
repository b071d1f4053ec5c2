/**
 * What documents cost: CPU is that of the whole process, worker thread included (`process.cpuUsage`), so rows are right only
 * when nothing else runs in the process. Each row is the best of three rounds.
 */
import { FROM, LABEL, TO } from '../test/samples.ts';
import type { LabelModel } from '@scanship/domain/printing/label';
import { labelPdf } from '../src/labels/label-pdf.ts';
import { labelZpl } from '../src/labels/label-zpl.ts';
import { packingSlipPdf, type PackingSlipModel } from '../src/paperwork/packing-slip.ts';
import { pdfToZpl } from '../src/zpl/pdf-to-zpl.ts';
import { stampTestPdf } from '../src/labels/stamp-test.ts';
import { createTypstRenderer, type TypstRendererOptions } from '../src/typst/typst-renderer.ts';

export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value must not exceed; absent where nothing was promised. */
  readonly limit?: number | undefined;
}

/** A label with three barcodes, each with its own number. */
const sample = (n: number): LabelModel => ({
  ...LABEL,
  trackingNumber: `MS${String(n).padStart(10, '0')}CA`,
  trackingText: undefined,
  matrixBarcode: { symbology: 'datamatrix', data: `15238 PIT-3 MS${n}` },
  to: { ...TO, name: `Customer ${n}` },
});

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

async function best(rounds: number, work: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < rounds; n += 1) least = Math.min(least, await work());
  return least;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Runs in about twenty seconds. */
export async function labelBench(options: TypstRendererOptions = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const add = (name: string, value: number, unit: string, limit?: number): void =>
    void rows.push({ name, value: round(value), unit, limit });
  const renderer = createTypstRenderer(options);
  let serial = 1;
  try {
    const start = performance.now();
    const pdf = await labelPdf([sample(serial++)], renderer);
    add('label PDF, first call (thread, compiler and fonts start)', performance.now() - start, 'ms wall');
    add('label PDF, size', pdf.length / 1000, 'kB');
    const each = async (count: number, draw: (n: number) => Promise<unknown>): Promise<number> => {
      const used = await cpuMs(async () => {
        for (let n = 0; n < count; n += 1) await draw(serial++);
      });
      return used / count;
    };
    await each(60, (n) => labelPdf([sample(n)], renderer));
    add(
      'label PDF, one file each, three barcodes',
      await best(3, () => each(100, (n) => labelPdf([sample(n)], renderer))),
      'ms CPU',
      7.5,
    );
    const latency = await best(3, async () => {
      const began = performance.now();
      await labelPdf([sample(serial++)], renderer);
      return performance.now() - began;
    });
    add('label PDF, one, warm', latency, 'ms wall');
    const many = Array.from({ length: 200 }, (_, n) => sample(n));
    add(
      'label PDF, 200 in one file',
      await best(2, async () => (await cpuMs(() => labelPdf(many, renderer))) / many.length),
      'ms CPU each',
    );
    await each(50, (n) => labelZpl(sample(n), renderer));
    add('label ZPL', await best(3, () => each(200, (n) => labelZpl(sample(n), renderer))), 'ms CPU');
    add('carrier PDF to ZPL', await best(3, () => each(20, () => pdfToZpl(pdf))), 'ms CPU', 20);
    add('TEST on a carrier PDF', await best(3, () => each(10, () => stampTestPdf(pdf))), 'ms CPU');
    const items = Array.from({ length: 12 }, (_, n) => ({
      name: `Item ${n} of this order`,
      sku: `SKU-${n}`,
      quantity: n + 1,
    }));
    const slip = (count: number): PackingSlipModel => ({
      paper: 'letter',
      language: 'en',
      branding: { issuerName: 'Maple Goods' },
      orders: Array.from({ length: count }, (_, n) => ({ orderNumber: `#${serial}-${n}`, from: FROM, to: TO, items })),
    });
    await each(10, () => packingSlipPdf(slip(1), renderer));
    add(
      'packing slip, 12 lines',
      await best(3, () => each(20, () => packingSlipPdf(slip(1), renderer))),
      'ms CPU',
      7.7,
    );
    for (const [count, limit] of [
      [500, 1.25],
      [1_000, 2.5],
    ] as const)
      add(
        `packing slips, ${count} in one file`,
        (await best(3, () => cpuMs(() => packingSlipPdf(slip(count), renderer)))) / 1000,
        's CPU',
        limit,
      );
  } finally {
    await renderer.close();
  }
  return rows;
}
