/**
 * A collector of traces on loopback: takes OTLP over HTTP as JSON, as the OpenTelemetry specification has it, and keeps what came.
 * `GET /` shows it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

interface AnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}
interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}
interface Posted {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly kind: number;
        readonly attributes: readonly KeyValue[];
        readonly events?: readonly unknown[];
        readonly status: { readonly code?: number; readonly message?: string };
      }[];
    }[];
  }[];
}

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly values: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly failed: boolean;
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Everything that came, as it came. */
  readonly bodies: string[];
  readonly resources: Readonly<Record<string, unknown>>[];
  /** What it answers. */
  readonly answer: { status: number };
  close(): Promise<void>;
}

const plain = (pairs: readonly KeyValue[]) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.boolValue ??
        value.doubleValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );

/** @param most spans that are kept; bodies are then not */
export async function startCollector(most = Number.POSITIVE_INFINITY): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const resources: Record<string, unknown>[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') return void response.end(JSON.stringify(spans));
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
      const bytes = Buffer.concat(chunks);
      const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      if (most === Number.POSITIVE_INFINITY) bodies.push(body);
      for (const { resource, scopeSpans } of (JSON.parse(body) as Posted).resourceSpans) {
        resources.push(plain(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            traceId: span.traceId,
            spanId: span.spanId,
            parent: span.parentSpanId || undefined,
            name: span.name,
            values: plain(span.attributes),
            failed: span.status.code === 2,
          });
      }
      if (spans.length > most) spans.splice(0, spans.length - most);
      if (resources.length > most) resources.splice(0, resources.length - most);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    resources,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
