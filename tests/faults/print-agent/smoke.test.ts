import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ServedJob } from '../../../apps/print-agent/test/server-stand-in.ts';
import { breachesOf, judgePrinting } from './judge.ts';
import { POINTS, runPrintFaults } from './run-print-faults.ts';

it('a print agent killed at every step loses no job and prints none twice', async () => {
  const run = await runPrintFaults({ jobs: 200, between: 6, mostKills: POINTS.length });
  expect(breachesOf(run.verdict)).toEqual([]);
  expect(run.verdict.jobs).toBe(200);
  expect(run.verdict.printed).toBeGreaterThan(130);
  expect(run.verdict.sent).toBeGreaterThan(15);
  // Most rounds die at their point.
  const atPoints = Object.entries(run.killsAt).filter(([point]) => point !== 'any moment');
  expect(atPoints.length).toBeGreaterThan(new Set(POINTS).size / 2);
});

it('finds a job that was lost, printed twice, or wrongly told', () => {
  const served = (state: ServedJob['state'], steps: readonly string[]): ServedJob => {
    const id = randomUUID();
    const job = {
      id,
      printerName: 'p',
      title: '',
      format: 'zpl',
      size: null,
      dpi: null,
      copies: 1,
      bytes: 1,
      sha256: '',
      expiresAt: '',
      leaseSeconds: 1,
    } as const;
    return {
      job,
      document: Buffer.alloc(1),
      state,
      leaseUntil: 0,
      handedOut: 1,
      steps: steps.map((step) => ({ step, at: '', reason: null })),
    };
  };
  const jobs = [
    served('printed', ['printed']),
    served('printed', ['printed']),
    served('leased', ['received']),
    served('failed', ['failed']),
  ];
  const papers = new Map([
    [jobs[0]?.job.id, 2],
    [jobs[1]?.job.id, 0],
    [jobs[3]?.job.id, 1],
  ]);
  const verdict = judgePrinting(jobs, (id) => ({ whole: papers.get(id) ?? 0, parts: 0 }));
  expect(verdict.doubled).toHaveLength(1);
  expect(verdict.lost).toEqual([`${jobs[2]?.job.id}: leased after received`]);
  expect(verdict.wrong).toHaveLength(3);
});
