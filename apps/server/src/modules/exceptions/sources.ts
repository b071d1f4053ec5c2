/**
 * What the inbox asks of the modules that know the causes. They raise and clear by themselves, in their transactions
 * (`raiseException`, `clearException`); a source is their word on what is the matter now, for the sweep that makes good what
 * was missed, and does what can be done about it.
 */
import type { Call } from '@scanship/contracts/call';
import type { Act } from '@scanship/contracts/shipping/exceptions';
import type { RequestContext } from '../../platform/context.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Cause, Evidence } from './book.ts';

export interface Causes {
  readonly causes: readonly Cause[];
  /** False: there are more than were listed, so what is missing may still be there. */
  readonly complete: boolean;
}

/** The open exception an action is asked of. */
export interface ActedOn {
  readonly key: string;
  readonly reason: string;
  readonly operationId: string | null;
  readonly subject: {
    readonly order?: { readonly id: string } | undefined;
    readonly shipment?: { readonly id: string } | undefined;
    readonly store?: { readonly id: string } | undefined;
    readonly carrier?: { readonly id: string } | undefined;
  };
}

export interface LiveDetail {
  readonly evidence: readonly Evidence[];
  readonly canDecide?: boolean | undefined;
  readonly nextStep?: string | undefined;
}

export type Acting = Pick<RequestContext, 'tenantId' | 'realmId' | 'userId' | 'sessionId'>;

export interface ExceptionSource {
  /** Of its keys, before the colon. No two sources share one. */
  readonly prefixes: readonly string[];
  /** All that is the matter with a customer now. */
  causes(tenantId: string): Promise<Causes>;
  /** What can only be told by looking (steps, whether a person may decide yet); undefined: what the row says. */
  detail?(tenantId: string, key: string): Promise<LiveDetail | undefined>;
  /** The call that an action of its stands for, where that is another than the inbox's own: what it needs is needed here too. */
  callOf?(key: string): Pick<Call, 'id' | 'permission' | 'roles' | 'right'> | undefined;
  /** Does one of the actions of its causes; undefined: not one of its own. Clears the exception itself where the cause is gone. */
  act?(ctx: Acting, on: ActedOn, action: Act, note: string | undefined): Promise<Outcome<void>> | undefined;
}

export const prefixOf = (key: string): string => key.split(':', 1)[0] ?? '';

export const sourceOf = (sources: readonly ExceptionSource[], key: string): ExceptionSource | undefined =>
  sources.find((source) => source.prefixes.includes(prefixOf(key)));
