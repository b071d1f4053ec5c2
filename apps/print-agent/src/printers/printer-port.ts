/** What the agent needs of any printer, whichever way it is reached. */
import type { AgentJob, AgentPrinter } from '@scanship/contracts/printing/agent-v1';

/** A place in the work that tests stop at; the program itself passes nothing. */
export type Passing = (point: string) => void | Promise<void>;

export interface SendOptions {
  readonly passing?: Passing;
  /** Documents are written in pieces of this size. Bytes. */
  readonly pieceBytes?: number;
}

export type Sent =
  /** The queue or the printer has it; `spoolRef` is its number there, null where there is none. */
  | { readonly is: 'accepted'; readonly spoolRef: string | null }
  /** It will never be taken: nothing was printed. */
  | { readonly is: 'refused'; readonly reasons: readonly string[] }
  /** Certainly nothing arrived; worth another try. */
  | { readonly is: 'later'; readonly reasons: readonly string[] }
  /** Cut in the middle: it may have arrived. */
  | { readonly is: 'cut'; readonly reasons: readonly string[] };

/** A printer that is ready for one document. */
export interface Line {
  send(document: Buffer, options: SendOptions): Promise<Sent>;
  /** Gives the printer back when nothing is sent after all. */
  leave(): void;
}

export type Prepared =
  | ({ readonly is: 'ready' } & Line)
  /** Not now: the printer cannot be reached, is out of paper, is paused. */
  | { readonly is: 'hold'; readonly reasons: readonly string[] }
  | { readonly is: 'refused'; readonly reasons: readonly string[] };

export type Found =
  | { readonly is: 'found'; readonly spoolRef: string; readonly complete: boolean }
  /** The queue was asked and does not have it. */
  | { readonly is: 'absent' }
  /** Nobody can be asked. */
  | { readonly is: 'cannot-tell' };

export type Outcome =
  | { readonly is: 'open'; readonly reasons: readonly string[] }
  | { readonly is: 'printed' }
  | { readonly is: 'failed' | 'unknown'; readonly reasons: readonly string[] }
  /** It was handed over, and nothing more will ever be known. */
  | { readonly is: 'closed' };

export interface PrinterPort {
  readonly name: string;
  /** As it is reported to the server. Never throws: what cannot be reached is described as offline. */
  describe(): Promise<AgentPrinter>;
  prepare(job: AgentJob): Promise<Prepared>;
  /** Looks for a job by its id after a crash or a broken connection. @throws while the queue cannot be reached */
  find(job: AgentJob): Promise<Found>;
  /** @throws while the queue cannot be reached */
  outcome(job: AgentJob, spoolRef: string | null): Promise<Outcome>;
}

/** Name of a job in a printer's queue: our id first, so that it can be found again. */
export const queueName = (job: Pick<AgentJob, 'id' | 'title'>): string => `${job.id} ${job.title}`.trim();

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

/** A document in pieces; the whole of it where no size is given. */
export function inPieces(document: Buffer, pieceBytes: number | undefined): readonly Buffer[] {
  if (pieceBytes === undefined || document.length <= pieceBytes) return [document];
  const pieces: Buffer[] = [];
  for (let at = 0; at < document.length; at += pieceBytes) pieces.push(document.subarray(at, at + pieceBytes));
  return pieces;
}
