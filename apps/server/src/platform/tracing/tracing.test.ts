/** Which traces are kept, and that listening costs nothing where nobody does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inInnerSpan, inSpan, isTraced, openInnerSpan, openSpan } from '@scanship/connector-kit/spans';
import { afterEach, expect, test } from 'vitest';
import { type Collector, startCollector } from '../../../test/tracing/otlp-collector.ts';
import { kindOfError } from './kind-of-error.ts';
import { startTracing, type Tracing } from './tracing.ts';

let tracing: Tracing | undefined;
let collector: Collector | undefined;
afterEach(async () => {
  await tracing?.stop();
  await collector?.close();
  [tracing, collector] = [undefined, undefined];
});
const told: string[] = [];
const listen = async (ratio: number): Promise<Collector> => {
  collector = await startCollector();
  const log = { warn: (line: string) => void told.push(line) } as never;
  tracing = startTracing({ endpoint: collector.endpoint, ratio }, { version: '1', role: 'web', log: () => log });
  return collector;
};
const request = (traceparent: string | undefined) =>
  openSpan(() => ({ name: 'GET /x', kind: 'request', below: { traceparent, stranger: true } }))?.end();

test('while nobody listens, spans are not even described', async () => {
  const described = (): never => {
    throw new Error('described');
  };
  expect([isTraced(), openSpan(described), openInnerSpan(described)]).toEqual([false, undefined, undefined]);
  expect(await inSpan(described, async () => 1)).toBe(1);
  expect(await inInnerSpan(described, async () => 2)).toBe(2);
});

test('work outside of any span leaves none', async () => {
  const { spans } = await listen(1);
  expect(openInnerSpan(() => ({ name: 'SELECT x', kind: 'call' }))).toBeUndefined();
  await inInnerSpan(
    () => ({ name: 'transaction', kind: 'inner' }),
    async () => undefined,
  );
  await inSpan(
    () => ({ name: 'job x', kind: 'job' }),
    () =>
      inInnerSpan(
        () => ({ name: 'transaction', kind: 'inner' }),
        async () => sleep(1),
      ),
  );
  await tracing?.stop();
  expect(spans.map(({ name }) => name)).toEqual(['transaction', 'job x']);
});

test('no header decides what is kept: not by its flag, not by an id that a ratio would always keep', async () => {
  const { spans } = await listen(0);
  for (let n = 0; n < 50; n += 1) request(`00-0000000000000000000000000000000${(n % 9) + 1}-00f067aa0ba902b7-01`);
  await tracing?.stop();
  expect(spans).toEqual([]);
});

test('nor by a flag that wants nothing kept', async () => {
  const { spans } = await listen(1);
  request('00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-00');
  await tracing?.stop();
  expect(spans).toMatchObject([{ traceId: 'f'.repeat(32), parent: '00f067aa0ba902b7' }]);
});

test('a ratio keeps that part, each trace whole', async () => {
  const { spans } = await listen(0.5);
  for (let n = 0; n < 400; n += 1)
    await inSpan(
      () => ({ name: 'GET /x', kind: 'request', below: { traceparent: undefined, stranger: true } }),
      () =>
        inInnerSpan(
          () => ({ name: 'transaction', kind: 'inner' }),
          async () => undefined,
        ),
    );
  await tracing?.stop();
  const kept = spans.filter(({ name }) => name === 'GET /x').length;
  expect(kept).toBeGreaterThan(120);
  expect(kept).toBeLessThan(280);
  expect(spans).toHaveLength(2 * kept);
});

test('what goes on elsewhere goes on in the same trace', async () => {
  const { spans } = await listen(1);
  const { carriedSpan } = await import('@scanship/connector-kit/spans');
  const traceparent = await inSpan(
    () => ({ name: 'job a', kind: 'job' }),
    async () => carriedSpan(),
  );
  openSpan(() => ({ name: 'wake-up', kind: 'job', below: { traceparent, stranger: false } }))?.end();
  await tracing?.stop();
  const [a, wakeUp] = spans;
  expect(wakeUp).toMatchObject({ traceId: a?.traceId, parent: a?.spanId });
});

test('a collector that is away holds up nobody who stops', async () => {
  await listen(1);
  await collector?.close();
  request(undefined);
  const before = performance.now();
  await tracing?.stop();
  expect(performance.now() - before).toBeLessThan(4_000);
  tracing = undefined;
});

test('one that refuses is told of once', async () => {
  const { answer } = await listen(1);
  answer.status = 400;
  told.length = 0;
  for (let n = 0; n < 1_500; n += 1) request(undefined);
  await tracing?.stop();
  expect(told).toEqual(['the collector of traces does not take spans (OTEL_EXPORTER_OTLP_ENDPOINT); they are dropped']);
});

test('errors are named by what they are', () => {
  expect([
    kindOfError(Object.assign(new Error('Key (email)=(ada@shop.example) exists'), { code: '23505' })),
    kindOfError(new TypeError('ada@shop.example')),
    kindOfError('ada lovelace said no'),
    kindOfError('timeout'),
    kindOfError(503),
    kindOfError(undefined),
  ]).toEqual(['23505', 'TypeError', 'unknown', 'timeout', '503', 'unknown']);
});
