/** Holds what the printers received against what the server was told. */
import type { ServedJob } from '../../../apps/print-agent/test/server-stand-in.ts';

/** What reached paper: times a job's whole document came out, and times a part of it. */
export interface OnPaper {
  readonly whole: number;
  readonly parts: number;
}

export interface Verdict {
  readonly jobs: number;
  readonly printed: number;
  /** Handed to a printer that cannot be asked. */
  readonly sent: number;
  readonly unknown: number;
  readonly failed: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Said to be printed or sent and not on paper, or the other way round. */
  readonly wrong: readonly string[];
}

export function judgePrinting(jobs: Iterable<ServedJob>, onPaper: (id: string) => OnPaper): Verdict {
  const count = { jobs: 0, printed: 0, sent: 0, unknown: 0, failed: 0 };
  const lost: string[] = [];
  const doubled: string[] = [];
  const wrong: string[] = [];
  for (const { job, state, steps } of jobs) {
    count.jobs += 1;
    const { whole, parts } = onPaper(job.id);
    if (whole + parts > 1) doubled.push(`${job.id}: ${whole} times whole, ${parts} in part (${state})`);
    const isSent = state === 'spooled' && steps.at(-1)?.step === 'sent';
    if (state === 'printed') count.printed += 1;
    else if (isSent) count.sent += 1;
    else if (state === 'unknown') count.unknown += 1;
    else if (state === 'failed') count.failed += 1;
    else lost.push(`${job.id}: ${state} after ${steps.map(({ step }) => step).join(', ')}`);
    if ((state === 'printed' || isSent) && whole !== 1) wrong.push(`${job.id}: ${state}, ${whole} times on paper`);
    if (state === 'failed' && whole > 0) wrong.push(`${job.id}: failed and on paper`);
  }
  return { ...count, lost, doubled, wrong };
}

export const breachesOf = (verdict: Verdict): readonly string[] => [
  ...verdict.lost.map((each) => `lost: ${each}`),
  ...verdict.doubled.map((each) => `doubled: ${each}`),
  ...verdict.wrong.map((each) => `wrong: ${each}`),
];
