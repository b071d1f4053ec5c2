/**
 * Spans of what happens, where somebody listens (`apps/server/src/platform/tracing`, decision 0470). A seam without a library, because calls
 * of connectors and statements of the database pass on both sides of it. While nobody listens, nothing is made: not even the words
 * that describe a span.
 */
export type SpanValue = string | number | boolean;
export type SpanValues = Readonly<Record<string, SpanValue | undefined>>;

export interface SpanStart {
  /** Of a closed set: never an id, an address or the name of somebody. */
  readonly name: string;
  /** `request` comes from outside, `job` is work that is due, `call` goes out, `inner` is neither. */
  readonly kind: 'request' | 'job' | 'call' | 'inner';
  readonly values?: SpanValues | undefined;
  /**
   * The span that it belongs below, as W3C writes it ("traceparent"), where that is not the one around it. What a stranger says is
   * believed in so far as spans of a page are shown together; whether they are kept is decided here.
   */
  readonly below?: { readonly traceparent: string | undefined; readonly stranger: boolean } | undefined;
}

/** Of work that whoever happens to look begins for everybody. */
export const ITS_OWN: NonNullable<SpanStart['below']> = { traceparent: undefined, stranger: false };

export interface OpenSpan {
  readonly traceId: string;
  /** Everything that `work` begins is below this span. */
  run<T>(work: () => T): T;
  set(values: SpanValues): void;
  /** Its kind is kept, never its words: they may name somebody. */
  failed(error: unknown): void;
  end(): void;
}

export interface SpanListener {
  open(start: SpanStart): OpenSpan;
  /** Whether a span is around what runs now. */
  isInside(): boolean;
  /** That span, to be carried to where its work goes on: see `SpanStart.below`. */
  carried(): string | undefined;
}

let listener: SpanListener | undefined;

/** One for the whole process; undefined: nobody listens any more. */
export const listenToSpans = (to: SpanListener | undefined): void => {
  listener = to;
};
export const isTraced = (): boolean => listener !== undefined;
export const carriedSpan = (): string | undefined => listener?.carried();

/** A span that may be the first of its trace; whoever opens it ends it. */
export const openSpan = (start: () => SpanStart): OpenSpan | undefined => listener?.open(start());

/** The same within another; undefined outside of any, so that what looks for work every second leaves nothing behind. */
export const openInnerSpan = (start: () => SpanStart): OpenSpan | undefined =>
  listener?.isInside() ? listener.open(start()) : undefined;

const during = async <T>(span: OpenSpan, work: () => Promise<T>): Promise<T> => {
  try {
    return await span.run(work);
  } catch (error) {
    span.failed(error);
    throw error;
  } finally {
    span.end();
  }
};

export const inSpan = <T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> =>
  listener === undefined ? work() : during(listener.open(start()), work);

export const inInnerSpan = <T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> =>
  listener?.isInside() ? during(listener.open(start()), work) : work();
