/** What a machine's report makes of a job: pure, so that every order of reports can be tried. */
import { type AgentStep, mayBecome, type PrintJobState, STATE_OF_STEP } from '@scanship/domain/printing/printing';

export interface AfterReport {
  /** The same as before where the report changes nothing. */
  readonly state: PrintJobState;
  /** Whether the machine may go on with the job: whoever is told no must not send it. */
  readonly goOn: boolean;
}

/** A report that comes after these says nothing new, except what comes out of `unknown` and `expired`. */
const OVER: ReadonlySet<PrintJobState> = new Set(['printed', 'failed', 'unknown', 'expired', 'reprinted', 'cancelled']);

/**
 * Reports may be repeated, and later ones may come first. What a machine knows of the end is taken as the truth, also when
 * its lease had lapsed; what it is about to do is only allowed while nobody decided otherwise.
 */
export function afterReport(state: PrintJobState, step: AgentStep): AfterReport {
  const to = STATE_OF_STEP[step];
  const begins = step === 'received' || step === 'sending';
  // A lapsed lease put it back in the queue; there is one machine for its printer, and that has it.
  const from: PrintJobState = state === 'queued' ? 'leased' : state;
  if (OVER.has(from) && (begins || step === 'sent')) return { state, goOn: false };
  if (from === 'spooled' && (begins || step === 'sent')) return { state, goOn: true };
  if (from === to) return { state: to, goOn: !OVER.has(to) };
  return mayBecome(from, to) ? { state: to, goOn: !OVER.has(to) } : { state, goOn: false };
}

/** States in which bytes may have reached the printer: their copies count. */
export const wasSent = (state: PrintJobState): boolean =>
  state === 'spooled' || state === 'printed' || state === 'unknown';
