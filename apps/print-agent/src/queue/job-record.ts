/** What the journal says of a job: pure, so that a restart and a running agent come to the same state. */
import type { AgentJob } from '@scanship/contracts/printing/agent-v1';
import type { AgentStep } from '@scanship/domain/printing/printing';

/**
 * How a job ended here. `closed`: handed to a printer that cannot be asked; `expired` and `dropped`: nothing was sent, and the
 * server knows or will find out by the lease.
 */
export const ENDS = ['printed', 'failed', 'unknown', 'closed', 'expired', 'dropped'] as const;
export type End = (typeof ENDS)[number];

/** `sending`: the server was told; `begun`: from here on bytes may have left. */
export type Phase = 'received' | 'sending' | 'begun' | 'sent' | 'ended';

/** One line of the journal. `at`: milliseconds of the machine's clock. */
export type Entry =
  | { readonly t: 'received'; readonly id: string; readonly at: number; readonly job: AgentJob }
  | { readonly t: 'sending' | 'begun' | 'back'; readonly id: string; readonly at: number }
  | { readonly t: 'sent'; readonly id: string; readonly at: number; readonly ref: string | null }
  | { readonly t: End; readonly id: string; readonly at: number; readonly reason?: string }
  /** The server accepted the report of a step. */
  | { readonly t: 'reported'; readonly id: string; readonly at: number; readonly step: AgentStep }
  /** What is left of a job that is over and reported. */
  | { readonly t: 'seen'; readonly id: string; readonly at: number; readonly end: End; readonly reason?: string };

export interface Step {
  readonly step: AgentStep;
  readonly at: number;
  readonly reported: boolean;
}

export interface JobRecord {
  readonly job: AgentJob;
  readonly phase: Phase;
  readonly end: End | null;
  /** When it ended; 0 before. */
  readonly endedAt: number;
  readonly reason: string | null;
  /** Number in the printer's queue. */
  readonly ref: string | null;
  /** What is to be reported, in order. */
  readonly steps: readonly Step[];
}

export interface Seen {
  readonly end: End;
  readonly at: number;
  readonly reason: string | null;
}

export interface Book {
  /** In the order in which they came. */
  readonly jobs: Map<string, JobRecord>;
  /** Jobs that are over and reported. */
  readonly seen: Map<string, Seen>;
}

export const emptyBook = (): Book => ({ jobs: new Map(), seen: new Map() });

const STEP_OF_END: Partial<Readonly<Record<End, AgentStep>>> = {
  printed: 'printed',
  failed: 'failed',
  unknown: 'unknown',
};

/** The job that nothing was sent of and that the server may rightly hand out again. */
export const wasNeverSent = (end: End): boolean => end === 'expired' || end === 'dropped';

const withStep = (record: JobRecord, step: AgentStep, at: number): readonly Step[] =>
  record.steps.some((each) => each.step === step) ? record.steps : [...record.steps, { step, at, reported: false }];

/** Steps that wait for the server, in order. */
export const unreported = (record: JobRecord): readonly Step[] => record.steps.filter((step) => !step.reported);

/** Takes one entry into the book. Entries of jobs that are not known are left out: their beginning was compacted away. */
export function enter(book: Book, entry: Entry): void {
  if (entry.t === 'seen') {
    book.jobs.delete(entry.id);
    book.seen.set(entry.id, { end: entry.end, at: entry.at, reason: entry.reason ?? null });
    return;
  }
  if (entry.t === 'received') {
    book.seen.delete(entry.id);
    book.jobs.set(entry.id, {
      job: entry.job,
      phase: 'received',
      end: null,
      endedAt: 0,
      reason: null,
      ref: null,
      steps: [{ step: 'received', at: entry.at, reported: false }],
    });
    return;
  }
  const record = book.jobs.get(entry.id);
  if (!record || isLate(record, entry.t)) return;
  const next = changed(record, entry);
  if (next.phase === 'ended' && next.end !== null && unreported(next).length === 0) {
    book.jobs.delete(entry.id);
    book.seen.set(entry.id, { end: next.end, at: next.endedAt, reason: next.reason });
  } else book.jobs.set(entry.id, next);
}

/** Nothing comes after the end but the server's acceptance, and nothing is begun anew after it was handed over. */
const isLate = (record: JobRecord, type: Entry['t']): boolean =>
  (record.phase === 'ended' && type !== 'reported') ||
  (record.phase === 'sent' && ['sending', 'begun', 'back', 'sent'].includes(type));

function changed(record: JobRecord, entry: Exclude<Entry, { t: 'seen' | 'received' }>): JobRecord {
  switch (entry.t) {
    case 'sending':
      return { ...record, phase: 'sending', steps: withStep(record, 'sending', entry.at) };
    case 'begun':
      return { ...record, phase: 'begun' };
    case 'back':
      return { ...record, phase: 'sending' };
    case 'sent':
      return { ...record, phase: 'sent', ref: entry.ref, steps: withStep(record, 'sent', entry.at) };
    case 'reported':
      return {
        ...record,
        steps: record.steps.map((each) => (each.step === entry.step ? { ...each, reported: true } : each)),
      };
    case 'printed':
    case 'failed':
    case 'unknown':
    case 'closed':
    case 'expired':
    case 'dropped': {
      const step = STEP_OF_END[entry.t];
      // Nobody waits to hear that a job which was never sent had been received.
      const steps = wasNeverSent(entry.t) ? [] : step ? withStep(record, step, entry.at) : record.steps;
      return { ...record, phase: 'ended', end: entry.t, endedAt: entry.at, reason: entry.reason ?? null, steps };
    }
  }
}

/** The shortest journal that says the same. Jobs that are over are forgotten after `forgetBefore`. */
export function* compacted(book: Book, forgetBefore: number): Generator<Entry> {
  for (const [id, seen] of book.seen) {
    if (seen.at < forgetBefore) continue;
    yield { t: 'seen', id, at: seen.at, end: seen.end, ...(seen.reason === null ? {} : { reason: seen.reason }) };
  }
  for (const [id, record] of book.jobs) {
    if (record.phase === 'ended' && record.endedAt < forgetBefore) continue;
    const at = (step: AgentStep) => record.steps.find((each) => each.step === step)?.at;
    const received = at('received') ?? record.endedAt;
    yield { t: 'received', id, at: received, job: record.job };
    const sending = at('sending');
    if (sending !== undefined) yield { t: 'sending', id, at: sending };
    if (record.phase === 'begun') yield { t: 'begun', id, at: sending ?? received };
    const sent = at('sent');
    if (sent !== undefined) yield { t: 'sent', id, at: sent, ref: record.ref };
    if (record.end !== null)
      yield { t: record.end, id, at: record.endedAt, ...(record.reason === null ? {} : { reason: record.reason }) };
    for (const step of record.steps) {
      if (step.reported) yield { t: 'reported', id, at: step.at, step: step.step };
    }
  }
}
