/**
 * Spans by OpenTelemetry (decision 0470), loaded only where a collector is set. Nothing of it is global: what libraries on the way would do
 * with the global parts of OpenTelemetry is not known here, and what they said might name somebody.
 */
import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  createContextKey,
  diag,
  trace,
  type TextMapGetter,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { listenToSpans, type SpanStart, type SpanValue } from '@scanship/connector-kit/spans';
import type { TraceSettings } from '../../config/tracing.ts';
import type { Logger } from '../logging/logger.ts';
import { kindOfError } from './kind-of-error.ts';

export interface Tracing {
  /** The span around what runs now, for every log line. */
  readonly logFields: () => object;
  /** Sends what has ended without waiting for a full batch. */
  flush(): Promise<void>;
  /** Sends what is left, for a few seconds at most, and listens no more. */
  stop(): Promise<void>;
}

export interface TracedProgram {
  readonly version: string;
  readonly role: string;
  /** Is told, once a minute at most, that spans do not arrive. */
  readonly log: () => Logger | undefined;
}

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, call: SpanKind.CLIENT, inner: SpanKind.INTERNAL };
const STRANGER = createContextKey('stranger');
const TENANT = createContextKey('tenant');
/** Whom the work is done for: every span below says so, unless it says another. */
const TENANT_VALUE = 'scanship.tenant_id';

interface ForTenant {
  id: SpanValue | undefined;
}
const STOP_MS = 3_000;
const TELL_MS = 60_000;

/**
 * Nobody outside decides what is kept: neither by the flag of a header nor by the id of a trace, which the ratio would be drawn by.
 * @param root decides for the first span of a trace
 */
const ownDecision = (root: Sampler): Sampler => {
  const inside = new ParentBasedSampler({ root });
  const ids = new RandomIdGenerator();
  return {
    shouldSample: (context, traceId, ...rest) =>
      context.getValue(STRANGER) === true
        ? root.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...rest)
        : inside.shouldSample(context, traceId, ...rest),
    toString: () => `OwnDecision(${root.toString()})`,
  };
};

const w3c = new W3CTraceContextPropagator();
/** Of what a header may hold, only this is read: no state of other vendors, no baggage. */
const READ: TextMapGetter<string | undefined> = {
  keys: () => ['traceparent'],
  get: (header, name) => (name === 'traceparent' ? header : undefined),
};

/** A header that is no traceparent says nothing. */
const contextBelow = ({ traceparent, stranger }: NonNullable<SpanStart['below']>): Context => {
  const read = w3c.extract(ROOT_CONTEXT, traceparent, READ);
  return stranger ? read.setValue(STRANGER, true) : read;
};

export const startTracing = (settings: TraceSettings, program: TracedProgram): Tracing => {
  tellFaults(program.log);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'scanship',
          'service.version': program.version,
          'scanship.role': program.role,
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: ownDecision(settings.ratio === 1 ? new AlwaysOnSampler() : new TraceIdRatioBasedSampler(settings.ratio)),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer('scanship', program.version);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const current = () => trace.getSpanContext(contexts.active());

  listenToSpans({
    open({ name, kind, values, below }) {
      const around = below === undefined ? contexts.active() : contextBelow(below);
      const above = around.getValue(TENANT) as ForTenant | undefined;
      // Of a request it is known only after its span began.
      const tenant: ForTenant = { id: values?.[TENANT_VALUE] ?? above?.id };
      const attributes = { ...values, [TENANT_VALUE]: tenant.id };
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, around);
      const inside = trace.setSpan(ROOT_CONTEXT, span).setValue(TENANT, tenant);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => contexts.with(inside, work),
        set(more) {
          tenant.id = more[TENANT_VALUE] ?? tenant.id;
          span.setAttributes({ ...more });
        },
        failed(error) {
          span.setAttribute('error.type', kindOfError(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        },
        end: () => span.end(),
      };
    },
    isInside: () => current() !== undefined,
    carried() {
      const span = current();
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },
  });
  return {
    logFields: () => {
      const span = current();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    flush: () => provider.forceFlush(),
    async stop() {
      listenToSpans(undefined);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      // A collector that is away keeps nobody from stopping; what it lost is told as ever.
      await Promise.race([provider.shutdown().catch((error: unknown) => diag.error(String(error))), late]);
      clearTimeout(timer);
      contexts.disable();
      diag.disable();
    },
  };
};

/** The library speaks of every batch that is lost. */
const tellFaults = (log: () => Logger | undefined): void => {
  let told = 0;
  const error = (): void => {
    if (Date.now() - told < TELL_MS) return;
    told = Date.now();
    log()?.warn('the collector of traces does not take spans (OTEL_EXPORTER_OTLP_ENDPOINT); they are dropped');
  };
  const quiet = (): void => undefined;
  diag.setLogger({ error, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, { suppressOverrideMessage: true });
};
