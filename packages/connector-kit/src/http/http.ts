import type { ConnectorProblem } from '../errors.ts';

/** What a connector can read out of a vendor's refusal: any part of a problem; what is left out is filled in by the client. */
export type VendorProblem = Partial<ConnectorProblem>;

/** The one way a connector talks HTTP. The implementation is in `http-client.ts`; tests may hand in a recorded one. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base address, or a whole address on a host of the manifest (links that the vendor returned). */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Short name for the trace and metrics ("create shipment"). */
  readonly name: string;
  /** Statuses that are answers here, not errors, beside 2xx. */
  readonly accept?: readonly number[] | undefined;
  /** The vendor repeats the same answer for this key, so a resend is safe. */
  readonly repeatable?: boolean | undefined;
  /**
   * The call only asks, whatever its method (a price request or a token sent by POST), or makes or takes back what costs nothing and may be
   * made twice (a draft, a label's file): it is repeated after any fault. GET always only asks.
   */
  readonly readOnly?: boolean | undefined;
  /** Time for this call with all its repeats, when it differs from the client's. Milliseconds. */
  readonly deadlineMs?: number | undefined;
  /**
   * Gives back what an earlier call took at the vendor (a session that holds a licence seat): sent even when the time of the
   * step is over or the budget is used up, within `deadlineMs`, and no effect of the step.
   */
  readonly closing?: boolean | undefined;
  /** Ends the call early; the step runner passes its own deadline here. */
  readonly signal?: AbortSignal | undefined;
  /** Largest answer taken, when it differs from the client's. Bytes. */
  readonly maxBytes?: number | undefined;
  /** Reads the vendor's code and words out of a refusal (4xx, 5xx). A `ConnectorError` or `FieldProblem` it throws means it could not read the body. */
  readonly readProblem?: ((response: HttpResponse) => VendorProblem | undefined) | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  text(): string;
  /** @throws ConnectorError `vendor-broken` when the body is not JSON, or more of it than is taken apart (`answer-bounds.ts`). */
  json(): unknown;
  readonly traceId: string;
}

export interface Http {
  /** @throws ConnectorError with a kind that depends on whether the request can have had an effect. */
  send(request: HttpRequest): Promise<HttpResponse>;
}
