/** One printer's work: one job at a time, in the order in which they came, each from where its journal says it is. */
import { reasonText } from '../ipp/words.ts';
import type { Log } from '../log.ts';
import { type Passing, type Prepared, type PrinterPort, sleep } from '../printers/printer-port.ts';
import { type End, type Entry, type JobRecord, wasNeverSent } from '../queue/job-record.ts';
import type { Journal } from '../queue/journal.ts';
import type { Spool } from '../queue/spool.ts';
import { sha256Of } from '../sha256.ts';
import type { Line } from '../server/line.ts';
import type { Reporter } from './reporter.ts';

export interface LaneOptions {
  readonly journal: Journal;
  readonly spool: Spool;
  readonly reporter: Reporter;
  readonly line: Line;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The printer of this name; undefined where there is none, null while the machine's queues could not be listed. */
  readonly port: (name: string) => PrinterPort | undefined | null;
  /** The server's time in milliseconds. */
  readonly serverNow: () => number;
  /** Something about the printer changed that people want to see. */
  readonly noticed: () => void;
  readonly passing?: Passing;
  readonly timing?: Partial<LaneTiming>;
}

/** Milliseconds. */
export interface LaneTiming {
  /** How long a queue may take to list a job it has received completely. */
  readonly settle: number;
  readonly firstLook: number;
  readonly longestLook: number;
  readonly firstHold: number;
  readonly longestHold: number;
  /** After this a job that still stands in a queue is nobody's to wait for. */
  readonly giveUp: number;
  readonly pieceBytes: number | undefined;
}

const TIMING: LaneTiming = {
  settle: 2_000,
  firstLook: 40,
  longestLook: 3_000,
  firstHold: 500,
  longestHold: 5_000,
  giveUp: 24 * 3_600_000,
  pieceBytes: undefined,
};

const NOT_LISTED = "the machine's printers cannot be listed";

export interface Lane {
  readonly printerName: string;
  /** `ready`: resolves to false when the job did not come after all. */
  add(id: string, ready?: Promise<boolean>): void;
  /** Why its first job waits. */
  holding(): readonly string[];
  isIdle(): boolean;
  idle(): Promise<void>;
}

export function openLane(printerName: string, options: LaneOptions): Lane {
  const { journal, spool, reporter, line, log, signal } = options;
  const timing = { ...TIMING, ...options.timing };
  const passing: Passing = (point) => options.passing?.(point);
  const waiting: { readonly id: string; readonly ready: Promise<boolean> }[] = [];
  let held: readonly string[] = [];
  let working: Promise<void> | undefined;

  function hold(reasons: readonly string[]): void {
    if (held.join() === reasons.join()) return;
    held = reasons;
    if (reasons.length > 0) log.info(`${printerName} holds: ${reasonText(reasons)}`);
    options.noticed();
  }

  async function end(id: string, how: End, reasons: readonly string[] = []): Promise<void> {
    const reason = reasonText(reasons);
    await journal.append({ t: how, id, at: Date.now(), ...(reason === undefined ? {} : { reason }) });
    await passing(`${how} written`);
    log.info(`job ${id} ${how}${reason === undefined ? '' : `: ${reason}`}`);
    await spool.remove(id);
    if (!wasNeverSent(how)) reporter.wake(id);
  }

  const append = (entry: Entry): Promise<void> => journal.append(entry);
  const isExpired = (record: JobRecord): boolean => options.serverNow() >= Date.parse(record.job.expiresAt);
  /** The server may count on a job whose `sending` it heard of, so it has to hear how it ended. */
  const endUnsent = (record: JobRecord): Promise<void> =>
    record.steps.some((step) => step.step === 'sending')
      ? end(record.job.id, 'failed', ['not-sent-in-time'])
      : end(record.job.id, 'expired');

  /** From `received` or `sending`: nothing has left yet. */
  async function trySend(record: JobRecord, tries: number): Promise<void> {
    const { job } = record;
    if (isExpired(record)) return endUnsent(record);
    const port = options.port(printerName);
    if (port === undefined) return end(job.id, 'failed', ['printer-not-found']);
    const prepared: Prepared = port ? await port.prepare(job) : { is: 'hold', reasons: ['offline'] };
    if (prepared.is === 'refused') return end(job.id, 'failed', prepared.reasons);
    if (prepared.is === 'hold') {
      hold(prepared.reasons);
      await sleep(Math.min(timing.longestHold, timing.firstHold * 2 ** Math.min(tries, 10)), signal);
      return;
    }
    hold([]);
    const document = await spool.load(job.id);
    if (!document || sha256Of(document) !== job.sha256) {
      prepared.leave();
      return end(job.id, 'failed', ['content-damaged']);
    }
    await passing('prepared');
    if (record.phase === 'received') await append({ t: 'sending', id: job.id, at: Date.now() });
    await passing('sending written');
    const may = await reporter.mayGoOn(job.id);
    if (may.is !== 'yes' || isExpired(record) || signal.aborted) {
      prepared.leave();
      if (may.is === 'no') return end(job.id, 'dropped');
      if (may.is === 'no answer') await line.pause(tries + 1, may.error);
      return;
    }
    await append({ t: 'begun', id: job.id, at: Date.now() });
    await passing('begun written');
    const sent = await prepared.send(document, { passing: options.passing, pieceBytes: timing.pieceBytes });
    await passing('answered');
    if (sent.is === 'accepted') return noteSent(job.id, sent.spoolRef);
    if (sent.is === 'refused') return end(job.id, 'failed', sent.reasons);
    if (sent.is === 'later') {
      await append({ t: 'back', id: job.id, at: Date.now() });
      hold(sent.reasons);
      await sleep(Math.min(timing.longestHold, timing.firstHold * 2 ** Math.min(tries, 10)), signal);
      return;
    }
    log.warn(`${printerName}: ${reasonText(sent.reasons)}`);
    return recover(record, sent.reasons.slice(0, 1));
  }

  async function noteSent(id: string, ref: string | null): Promise<void> {
    await append({ t: 'sent', id, at: Date.now(), ref });
    await passing('sent written');
    reporter.wake(id);
  }

  /** From `begun`: it may have arrived, so whoever can be asked is asked first. */
  async function recover(record: JobRecord, why: readonly string[]): Promise<void> {
    const { job } = record;
    const begun = Date.now();
    let absentSince: number | undefined;
    for (let tries = 0; !signal.aborted; tries += 1) {
      const port = options.port(printerName);
      if (port === undefined || Date.now() - begun > timing.giveUp) return end(job.id, 'unknown', why);
      try {
        if (!port) throw new Error(NOT_LISTED);
        const found = await port.find(job);
        await passing('asked');
        if (found.is === 'cannot-tell') return end(job.id, 'unknown', why);
        if (found.is === 'found')
          return found.complete ? noteSent(job.id, found.spoolRef) : end(job.id, 'unknown', why);
        absentSince ??= Date.now();
        if (Date.now() - absentSince >= timing.settle) {
          await append({ t: 'back', id: job.id, at: Date.now() });
          await passing('back written');
          return;
        }
        await sleep(timing.settle / 3, signal);
      } catch (error) {
        absentSince = undefined;
        hold(['offline', error instanceof Error ? error.message : String(error)]);
        await sleep(Math.min(timing.longestHold, timing.firstHold * 2 ** Math.min(tries, 10)), signal);
      }
    }
  }

  /** From `sent`: what became of it. */
  async function watch(record: JobRecord): Promise<void> {
    const { job, ref } = record;
    const since = record.steps.find((step) => step.step === 'sent')?.at ?? Date.now();
    for (let looks = 0; !signal.aborted; looks += 1) {
      const port = options.port(printerName);
      if (port === undefined) return end(job.id, 'unknown', ['printer-not-found']);
      try {
        if (!port) throw new Error(NOT_LISTED);
        const outcome = await port.outcome(job, ref);
        await passing('looked');
        if (outcome.is === 'printed' || outcome.is === 'closed') {
          hold([]);
          return end(job.id, outcome.is);
        }
        if (outcome.is !== 'open') return end(job.id, outcome.is, outcome.reasons);
        hold(outcome.reasons);
      } catch (error) {
        hold(['offline', error instanceof Error ? error.message : String(error)]);
      }
      if (Date.now() - since > timing.giveUp) return end(job.id, 'unknown', ['still-in-the-queue']);
      await sleep(Math.min(timing.longestLook, timing.firstLook * 1.4 ** Math.min(looks, 40)), signal);
    }
  }

  async function work(id: string): Promise<void> {
    for (let tries = 0; !signal.aborted; tries += 1) {
      const record = journal.book.jobs.get(id);
      if (!record || record.phase === 'ended') return;
      if (record.phase === 'begun') await recover(record, ['stopped-while-sending']);
      else if (record.phase === 'sent') await watch(record);
      else await trySend(record, tries);
    }
  }

  async function workAll(): Promise<void> {
    for (let next = waiting[0]; next && !signal.aborted; next = waiting[0]) {
      try {
        if (await next.ready) await work(next.id);
        waiting.shift();
      } catch (error) {
        // Its journal knows how far it is; it goes on from there.
        log.error(`work at ${printerName}`, error);
        await sleep(timing.firstHold, signal);
      }
    }
  }

  function start(): void {
    working ??= workAll().finally(() => {
      working = undefined;
    });
  }

  async function idle(): Promise<void> {
    await working;
    if (working) await idle();
  }

  return {
    printerName,
    add(id, ready = Promise.resolve(true)) {
      waiting.push({ id, ready });
      start();
    },
    holding: () => held,
    isIdle: () => waiting.length === 0,
    idle,
  };
}
