/** The browser's build must lose the shapes of calls and nothing else of the contracts. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractValuesOf, leaveOutSchemas, schemasOf } from './leave-out-schemas.mjs';

const CONTRACTS = path.resolve(import.meta.dirname, '../../../packages/contracts/src');
const FILES = fs
  .readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replaceAll(path.sep, '/'));

describe('contracts without schemas', () => {
  it('keep what the client needs of a call', () => {
    const left = leaveOutSchemas(`
      export const kinds = ['a', 'b'] as const;
      const shape = z.object({ a: z.string() });
      export const call = defineCall({ id: 'x', method: 'GET', path: '/x/{id}', params: z.object({}), data: shape });`);
    expect(left).toContain("id: 'x', method: 'GET', path: '/x/{id}', params: undefined, data: undefined");
    expect(left).toContain("kinds = ['a', 'b'] as const");
    expect(left).not.toContain('z.object');
  });
  it('hold for every contract: same calls, same paths, no shape', () => {
    for (const file of FILES) {
      const source = fs.readFileSync(path.join(CONTRACTS, file), 'utf8');
      const left = leaveOutSchemas(source, file);
      const pathsOf = (text: string) => [...text.matchAll(/^ {2}path: '.*$/gm)].map(([line]) => line);
      expect(pathsOf(left), file).toEqual(pathsOf(source));
      expect(left, file).not.toMatch(/^ {2}(body|data|query|params): (?!undefined)/m);
    }
  });

  it('are read by no page: in the browser a schema is empty, and reading with it breaks the page', () => {
    const web = path.resolve(import.meta.dirname, '../src');
    const schemas = new Map(
      FILES.map((name) => [name.slice(0, -3), schemasOf(fs.readFileSync(path.join(CONTRACTS, name), 'utf8'), name)]),
    );
    expect(schemas.get('common')).toContain('customs');
    const pages = fs
      .readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
    const reading = pages.flatMap((name) =>
      contractValuesOf(fs.readFileSync(path.join(web, name), 'utf8'), name)
        .filter((value) => schemas.get(value.file)?.includes(value.name))
        .map((value) => `${name}: ${value.name} of ${value.file}`),
    );
    expect(reading).toEqual([]);
  });
});
