import { describe, expect, it } from 'vitest';
import { brokenRule, circlesIn, loadedTooSoon, oversized } from './import-rules.mjs';

describe('the import rules', () => {
  it.each([
    ['packages/domain/src/money/money.ts', 'packages/contracts/src/call.ts', 'domain imports nothing'],
    ['packages/contracts/src/call.ts', 'packages/documents/src/labels/label-pdf.ts', 'contracts import domain'],
    [
      'connectors/carriers/a/src/rate.ts',
      'connectors/carriers/b/src/rate.ts',
      'a connector imports connector-kit and domain, never another connector',
    ],
    [
      'connectors/samples/a/src/rate.ts',
      'packages/simulator-kit/src/books.ts',
      'a connector imports connector-kit and domain, never another connector',
    ],
    ['apps/web/src/app/main.tsx', 'apps/server/src/main.ts', 'the web imports contracts and domain'],
    ['apps/print-agent/src/main.ts', 'apps/server/src/main.ts', 'the print agent imports contracts and domain'],
    [
      'apps/server/src/modules/quotes/index.ts',
      'connectors/carriers/a/src/rate.ts',
      'connectors only through the registry',
    ],
    ['apps/server/src/main.ts', 'packages/simulator-kit/src/books.ts', 'simulators stay out of production code'],
    [
      'apps/server/src/modules/quotes/index.ts',
      'apps/server/src/modules/orders/routes.ts',
      'modules are imported by their index',
    ],
    ['apps/server/src/platform/services.ts', 'apps/server/src/modules/fx/index.ts', 'the platform knows no module'],
    ['packages/connector-kit/src/http/http.ts', 'apps/server/src/main.ts', 'connector-kit imports domain'],
    ['apps/web/src/ui/Toast.tsx', 'apps/web/src/features/orders/routes.ts', 'ui, lib and theme know no feature'],
  ])('%s may not import %s', (file, target, rule) => {
    expect(brokenRule(file, target)).toBe(rule);
  });

  it('name the way by which a start loads what only some requests need', () => {
    const file = (libraries: string[], ...requests: [kind: string, target: string][]) => ({
      libraries,
      requests: requests.map(([kind, target]) => ({ kind, target })),
    });
    const read = (kind: string) =>
      new Map([
        ['serve.ts', file(['fastify'], ['static', 'mail.ts'], ['dynamic', 'passkeys.ts'])],
        ['mail.ts', file([], [kind, 'smtp.ts'])],
        ['smtp.ts', file(['nodemailer'])],
        ['passkeys.ts', file(['@simplewebauthn/server'])],
      ]);
    expect(loadedTooSoon('serve.ts', read('static'))).toEqual([
      'loaded with the start, import it where it is used: serve.ts -> mail.ts -> smtp.ts -> nodemailer',
    ]);
    expect(loadedTooSoon('serve.ts', read('dynamic'))).toEqual([]);
    expect(loadedTooSoon('serve.ts', read('type'))).toEqual([]);
  });

  it.each([
    ['connectors/carriers/a/src/rate.ts', 'connectors/carriers/a/src/vendor.ts'],
    ['connectors/carriers/a/src/connector.test.ts', 'packages/simulator-kit/src/books.ts'],
    ['apps/server/src/modules/carriers/connector-registry.ts', 'connectors/carriers/a/src/carrier.ts'],
    ['apps/server/src/modules/quotes/index.ts', 'apps/server/src/modules/orders/index.ts'],
    ['apps/server/src/modules/quotes/index.ts', 'apps/server/src/modules/quotes/load-rate.ts'],
    ['apps/server/src/platform/simulators/simulator-registry.ts', 'connectors/samples/a/simulator/simulator.ts'],
  ])('%s may import %s', (file, target) => {
    expect(brokenRule(file, target)).toBeUndefined();
  });
});

it('a circle of imports is told once, by its shortest way', () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(edges).map(([file, targets]) => [file, new Set(targets)]));
  expect(circlesIn(graph({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }))).toEqual(['circular: b -> c -> b']);
  expect(circlesIn(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

describe('size', () => {
  const folder = (count: number) => Array.from({ length: count }, (_, n): [string, number] => [`a/${n}.ts`, 10]);
  it('a file has at most 500 lines, a folder at most 40 files', () => {
    expect(oversized(new Map([...folder(40), ['b/long.ts', 500]]), {})).toEqual([]);
    expect(oversized(new Map([...folder(41), ['b/long.ts', 501]]), {})).toHaveLength(2);
  });
  it('an exception has a reason, and goes with its need', () => {
    expect(oversized(new Map(folder(41)), { a: 'one history' })).toEqual([]);
    expect(oversized(new Map(folder(40)), { a: 'one history' })[0]).toContain('needs no exception any more');
  });
});
