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
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  text(): string;
  /** @throws ConnectorError `vendor-broken` when the body is not JSON. */
  json(): unknown;
  readonly traceId: string;
}

export interface Http {
  /** @throws ConnectorError with a kind that depends on whether the request can have had an effect. */
  send(request: HttpRequest): Promise<HttpResponse>;
}
