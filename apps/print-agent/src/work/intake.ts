/** Takes jobs from the server: waits for the next one, stores it, acknowledges it, gives it to its printer's lane. */
import { type AgentJob, LONGEST_POLL_SECONDS } from '@scanship/contracts/printing/agent-v1';
import type { Log } from '../log.ts';
import { type Passing, sleep } from '../printers/printer-port.ts';
import { type Seen, wasNeverSent } from '../queue/job-record.ts';
import type { Journal } from '../queue/journal.ts';
import type { Spool } from '../queue/spool.ts';
import { type Api, Refused } from '../server/api.ts';
import type { Line } from '../server/line.ts';
import { sha256Of } from '../sha256.ts';
import type { Lane } from './lane.ts';
import { type Reporter, reasonOf } from './reporter.ts';

export interface IntakeOptions {
  readonly api: Api;
  readonly journal: Journal;
  readonly spool: Spool;
  readonly reporter: Reporter;
  readonly line: Line;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly agentVersion: string;
  readonly lane: (printerName: string) => Lane;
  readonly asked: (what: 'sync' | 'update') => void;
  /** An answer came. */
  readonly contact: () => void;
  /** The access was withdrawn. */
  readonly withdrawn: () => void;
  readonly passing?: Passing;
}

/** The contract takes 200; more are not asked for. */
const MOST_HELD = 190;
const LARGEST_DOCUMENT = 64 * 1024 * 1024;
const TRIES_AT_DAMAGE = 3;

/** Runs until the signal; resolves when nothing is being taken any more. */
export async function takeJobs(options: IntakeOptions): Promise<void> {
  const { api, journal, line, log, signal } = options;
  const taking = new Map<string, Promise<boolean>>();
  const holding = () => [
    ...new Set([
      ...[...journal.book.jobs].filter(([, record]) => record.phase !== 'ended').map(([id]) => id),
      ...taking.keys(),
    ]),
  ];

  let met = false;
  for (let failures = 0; !signal.aborted; ) {
    const held = holding();
    if (held.length >= MOST_HELD) {
      await sleep(250, signal);
      continue;
    }
    try {
      // The first answer comes at once: it says that the line works and that this version came up.
      const waitSeconds = met && failures === 0 ? LONGEST_POLL_SECONDS : 0;
      const ask = { waitSeconds, agentVersion: options.agentVersion, holding: held };
      const answer = await api.next(ask, signal);
      if (failures > 0) log.info('the line works again');
      failures = 0;
      met = true;
      line.works();
      options.contact();
      if (answer.ask) options.asked(answer.ask);
      if (answer.job) await hand(answer.job);
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Refused && (error.status === 401 || error.status === 403)) options.withdrawn();
      failures += 1;
      if (failures === 1 || failures % 20 === 0) log.warn(`no answer (${failures}): ${reasonOf(error)}`);
      await line.pause(failures, error);
    }
  }
  await Promise.allSettled(taking.values());

  async function hand(job: AgentJob): Promise<void> {
    await options.passing?.('handed');
    if (taking.has(job.id)) return;
    const record = journal.book.jobs.get(job.id);
    if (record) {
      // It is at work here, or its end is on its way to the server.
      if (record.phase === 'ended') options.reporter.wake(job.id);
      return;
    }
    const seen = journal.book.seen.get(job.id);
    if (seen && !wasNeverSent(seen.end)) {
      log.info(`job ${job.id} came again; it ended as ${seen.end}`);
      await sayAgain(job.id, seen);
      return;
    }
    const taken = take(job).finally(() => taking.delete(job.id));
    taking.set(job.id, taken);
    // Its place among the jobs of its printer is that in which it was handed out.
    options.lane(job.printerName).add(job.id, taken);
  }

  async function sayAgain(id: string, seen: Seen): Promise<void> {
    const step = seen.end === 'closed' ? 'sent' : seen.end;
    if (step === 'expired' || step === 'dropped') return;
    await options.reporter.again(id, step, seen.at, seen.reason);
  }

  /** Document, then journal, then word to the server. false: the job did not come, the server keeps it. */
  async function take(job: AgentJob): Promise<boolean> {
    const deadline = Date.now() + job.leaseSeconds * 1_000;
    let damaged = 0;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const document = await api.content(job.id, Math.min(job.bytes, LARGEST_DOCUMENT));
        await options.passing?.('content');
        if (document.length === job.bytes && sha256Of(document) === job.sha256) {
          await options.spool.store(job.id, document);
          await options.passing?.('stored');
          await received(job);
          return true;
        }
        damaged += 1;
        log.warn(`the document of job ${job.id} arrived damaged`);
        if (damaged >= TRIES_AT_DAMAGE) {
          await received(job);
          await journal.append({
            t: 'failed',
            id: job.id,
            at: Date.now(),
            reason: 'the document arrived damaged (content-damaged)',
          });
          options.reporter.wake(job.id);
          return false;
        }
      } catch (error) {
        if (signal.aborted || (error instanceof Refused && error.isFinal)) return false;
        failures += 1;
        if (Date.now() > deadline) {
          log.warn(`the document of job ${job.id} could not be fetched: ${reasonOf(error)}`);
          return false;
        }
        await line.pause(failures, error);
      }
    }
    return false;
  }

  async function received(job: AgentJob): Promise<void> {
    await journal.append({ t: 'received', id: job.id, at: Date.now(), job });
    await options.passing?.('received written');
    options.reporter.wake(job.id);
  }
}
