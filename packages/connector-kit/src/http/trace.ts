/** One attempt of one call, fit to be stored: secrets are already removed. */
export interface HttpTrace {
  readonly traceId: string;
  /** 1, 2, 3 ... of the same call. */
  readonly attempt: number;
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** Absent when no answer came. */
  readonly status: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | undefined;
  readonly responseBytes: number;
  /** Why no usable answer came, in words. */
  readonly fault: string | undefined;
  /** Bodies as long as the sink keeps them exactly; absent where it keeps none. */
  readonly exact?: { readonly requestBody: string | undefined; readonly responseBody: string | undefined } | undefined;
  /** Whether any byte of the request can have reached the other side. */
  readonly sent: boolean;
}

export interface TraceSink {
  /** Longest body that is wanted beside the bounded ones, in characters; absent: none. */
  readonly keepsExactly?: number | undefined;
  /** Must not throw; a lost trace never fails a call. */
  record(trace: HttpTrace): void;
}

export const noTrace: TraceSink = { record: () => undefined };
