/**
 * What the journal needs to know of one kind of operation (a label purchase, a void, a webhook ...): how to open it, and
 * what belongs into the transactions that record how it went. The journal does the rest: lease, steps, look-ups, clock.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { AskFirst } from '@scanship/domain/shipping/purchase';
import type { PurchaseState } from '@scanship/domain/shipping/shipment-states';
import type { Tx } from '../database/database.ts';
import type { Outcome } from '../problem.ts';

/** The tables that share the journal's columns. */
export type JournalTable = 'purchases' | 'voids' | 'effects';

export interface JournalRef {
  readonly table: JournalTable;
  readonly tenantId: string;
  readonly id: string;
}

/** What a leased row says by itself. */
export interface JournalRow extends JournalRef {
  readonly state: PurchaseState;
  /** For effects: fulfilment_push, email, webhook ...; else the table's name. */
  readonly kind: string;
  readonly createdBy: string | null;
  /** It is older than a moment the database went back to: it may have been sent, and that forgotten. */
  readonly mayBeForgotten: boolean;
  readonly createdAt: Date;
  /** Opened: what was sealed with the intent. */
  readonly request: Json;
}

export interface Opened<I, R> {
  readonly operation: SteppedOperation<I, R>;
  readonly input: I;
  readonly env: CarrierEnv;
  /** Name for messages ("Canada Post"). */
  readonly vendor: string;
  /** Time for one step. Milliseconds. */
  readonly deadlineMs: number;
  /** What is proved absent is sent again; for acts that nobody waits for (pushes, notices). */
  readonly repeatAbsent?: boolean | undefined;
  /** The other side may know it already, though nothing was sent that this journal remembers. */
  readonly askFirst?: AskFirst | undefined;
}

/** A problem as it is stored and shown: redacted words only, never an address or a cost. */
export interface StoredProblem {
  readonly code: string;
  readonly message: string;
  readonly vendorCode?: string | undefined;
  readonly vendorMessage?: string | undefined;
  readonly field?: string | undefined;
  /** @see ConnectorProblem.seen */
  readonly seen?: readonly string[] | undefined;
  readonly trace?: string | undefined;
}

export interface Change<R, P> {
  readonly from: PurchaseState;
  readonly to: PurchaseState;
  /** The state it had when this transaction began. */
  readonly began: PurchaseState;
  /** The state that follows in the same transaction, where `to` is only passed through. */
  readonly next?: PurchaseState | undefined;
  readonly problem: StoredProblem | undefined;
  /** What the steps have given so far, merged in their order. */
  readonly result: Partial<R>;
  readonly kept: JsonObject;
  /** What `prepare` made of the result; present when `to` is complete. */
  readonly prepared: P | undefined;
  /** The person who decided, where one did. */
  readonly by: Decider | undefined;
}

/** A person who states what the other side has. */
export interface Decider {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly note: string | null;
}

export interface JournalHandler<I, R, P> {
  /** Opens the operation, outside any transaction. A problem here (account gone) is tried again later. */
  open(row: JournalRow): Promise<Outcome<Opened<I, R>>>;
  /**
   * Turns the whole result into what is stored (labels drawn and stamped), outside any transaction. Throws when that
   * cannot be done; the operation then stays `confirmed` and it is tried again.
   */
  prepare(row: JournalRow, input: I, result: Partial<R>): Promise<P>;
  /**
   * Inside the transaction that records a change of state, once for each change. Everything that must be true together
   * with the outcome is written here. Must not call outside.
   */
  changed(tx: Tx, row: JournalRow, input: I | undefined, change: Change<R, P>): Promise<void>;
  /** After such a transaction: may begin other work. A crash before it loses nothing, because the sweeper finds it too. */
  committed?(row: JournalRow, to: PurchaseState): void;
}

/** The kinds differ in input and result; the journal only hands each handler what it made itself. */
export type AnyHandler = JournalHandler<unknown, JsonObject, unknown>;

/** Lets a precisely typed handler be registered: its values come back to it and to nobody else. */
export const anyHandler = <I, R, P>(handler: JournalHandler<I, R, P>): AnyHandler =>
  // Method parameters are bivariant, so this is a widening the compiler accepts; the journal keeps the pairs together.
  handler as AnyHandler;

export const storedProblem = (problem: ConnectorProblem): StoredProblem => ({
  code: problem.kind,
  message: problem.message,
  vendorCode: problem.vendorCode,
  vendorMessage: problem.vendorMessage,
  field: problem.field,
  seen: problem.seen,
  trace: problem.traceId,
});
