/** Which calls are written to the audit log, and the port of the module that writes it. */
import type { Call } from '@scanship/contracts/call';
import type { RequestContext } from '../context.ts';
import type { CheckedInput } from './input-check.ts';

export interface ActRecord {
  readonly ctx: RequestContext;
  readonly call: Call;
  readonly input: CheckedInput;
  readonly requestId: string;
  readonly ip: string;
}

export interface ActOutcome {
  readonly kind: 'done' | 'refused' | 'failed';
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Names and former values, told by the handler. */
  readonly told?: Readonly<Record<string, string>> | undefined;
}

export interface ActRecorder {
  /** Before the act: without this row it is not done. Answers the row's id. */
  begin(act: ActRecord): Promise<string>;
  end(act: ActRecord, begun: string, outcome: ActOutcome): Promise<void>;
}

/** Every call that may change something while somebody acts for somebody else, and those that always are written down. */
export const isRecorded = (ctx: RequestContext, call: Call): boolean =>
  call.audited ?? (ctx.actors.length > 0 && call.method !== 'GET' && call.readOnly !== true);
