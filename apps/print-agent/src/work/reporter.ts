/** Tells the server each step of each job, in order, until it is accepted. What is not accepted yet survives a restart. */
import type { AgentStep } from '@scanship/domain/printing/printing';
import type { Log } from '../log.ts';
import type { Passing } from '../printers/printer-port.ts';
import { unreported } from '../queue/job-record.ts';
import type { Journal } from '../queue/journal.ts';
import { type Api, Refused } from '../server/api.ts';
import type { Line } from '../server/line.ts';

export interface ReporterOptions {
  readonly api: Api;
  readonly journal: Journal;
  readonly line: Line;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly passing?: Passing;
}

export interface Reporter {
  /** Reports what is not reported of a job yet; does not wait. */
  wake(id: string): void;
  /** May the first byte leave? The server's word, or that there is none now. */
  mayGoOn(id: string): Promise<{ readonly is: 'yes' | 'no' } | { readonly is: 'no answer'; readonly error: unknown }>;
  /** Says again how a job ended that the server handed out once more. */
  again(id: string, step: AgentStep, at: number, reason: string | null): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
}

/** Reports under way at once. */
const AT_ONCE = 8;

export function startReporter(options: ReporterOptions): Reporter {
  const { api, journal, line, log, signal, passing } = options;
  const chains = new Map<string, Promise<void>>();
  let free = AT_ONCE;
  const queue: (() => void)[] = [];

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  }

  /** One report; false where the job must not be sent. @throws where there is no answer now */
  async function send(
    id: string,
    step: AgentStep,
    at: number,
    reason: string | null,
    ref: string | null,
  ): Promise<boolean> {
    try {
      const answer = await limited(() =>
        api.report(id, {
          step,
          at: new Date(at).toISOString(),
          ...(ref === null ? {} : { spoolRef: ref.slice(0, 200) }),
          ...(reason === null ? {} : { reason: reason.slice(0, 500) }),
        }),
      );
      line.works();
      return answer.goOn;
    } catch (error) {
      if (!(error instanceof Refused) || !error.isFinal) throw error;
      log.warn(`report "${step}" of job ${id} was refused: ${error.message}`);
      return false;
    }
  }

  async function report(id: string, upTo?: AgentStep): Promise<boolean> {
    let goOn = true;
    for (;;) {
      const record = journal.book.jobs.get(id);
      const next = record && unreported(record)[0];
      if (!record || !next) return goOn;
      const last = next.step === record.steps.at(-1)?.step;
      const reason = last ? record.reason : null;
      goOn = await send(id, next.step, next.at, reason, record.ref);
      await passing?.(`${next.step} accepted`);
      await journal.append({ t: 'reported', id, at: Date.now(), step: next.step });
      await passing?.(`${next.step} noted`);
      if (next.step === upTo) return goOn;
    }
  }

  /** One chain a job, so that its steps stay in order. */
  function chained(id: string, work: () => Promise<void>): Promise<void> {
    const chain = (chains.get(id) ?? Promise.resolve()).then(work);
    chains.set(id, chain);
    void chain
      .catch(() => undefined)
      .finally(() => {
        if (chains.get(id) === chain) chains.delete(id);
      });
    return chain;
  }

  async function untilAccepted(id: string): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await report(id);
        return;
      } catch (error) {
        if (failures === 1) log.info(`report of job ${id} waits: ${reasonOf(error)}`);
        await line.pause(failures, error);
      }
    }
  }

  return {
    wake(id) {
      chained(id, () => untilAccepted(id)).catch((error: unknown) => log.error('reports', error));
    },

    async mayGoOn(id) {
      let answer: 'yes' | 'no' = 'no';
      try {
        await chained(id, async () => {
          const record = journal.book.jobs.get(id);
          const step = record?.steps.find((each) => each.step === 'sending');
          if (!record || !step) throw new Error('the job has not come so far');
          // After a restart the server's answer is not known any more, so it is asked again.
          const goOn = step.reported ? await send(id, 'sending', step.at, null, null) : await report(id, 'sending');
          answer = goOn ? 'yes' : 'no';
        });
        return { is: answer };
      } catch (error) {
        return { is: 'no answer', error };
      }
    },

    async again(id, step, at, reason) {
      await send(id, step, at, reason, null);
    },

    async idle() {
      while (chains.size > 0) await Promise.allSettled(chains.values());
    },
  };
}

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};
