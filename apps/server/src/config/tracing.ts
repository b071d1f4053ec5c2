/** The settings of traces (decision 0470), by the names that OpenTelemetry gives them. Absent: there are none, and nothing is loaded for them. */
import * as z from 'zod/mini';

export interface TraceSettings {
  /** Base address of the collector, without a trailing slash; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Part of the traces that is kept, 0 to 1. */
  readonly ratio: number;
}

/** Whether a trace is kept is always decided with its first span, so the names with and without "parentbased_" mean the same here. */
const SAMPLERS = {
  always_on: () => 1,
  always_off: () => 0,
  traceidratio: (ratio: number) => ratio,
  parentbased_always_on: () => 1,
  parentbased_always_off: () => 0,
  parentbased_traceidratio: (ratio: number) => ratio,
} as const;
export type Sampler = keyof typeof SAMPLERS;
const NAMES = Object.keys(SAMPLERS) as Sampler[];

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    check: z.string().check(
      z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
        message: 'must be an address like http://localhost:4318',
      }),
    ),
    fallback: '(no traces)',
    summary: 'Collector that traces are sent to by OTLP over HTTP; /v1/traces is added (see Traces).',
  },
  OTEL_TRACES_SAMPLER: {
    check: z.enum(NAMES, `must be one of ${NAMES.join(', ')}`),
    fallback: 'parentbased_always_on',
    summary: 'Which traces are kept; each is kept whole or not at all.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    check: z.string().check(z.regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a part between 0 and 1, as 0.05')),
    fallback: '1',
    summary: 'Part of the traces that the samplers of a ratio keep.',
  },
} as const;

export const tracingOf = (
  endpoint: string | undefined,
  sampler: Sampler | undefined,
  part: string | undefined,
): TraceSettings | undefined =>
  endpoint === undefined
    ? undefined
    : {
        endpoint: endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint,
        ratio: SAMPLERS[sampler ?? 'parentbased_always_on'](Number(part ?? 1)),
      };
