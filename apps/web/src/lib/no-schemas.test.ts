/** The stand-in must have every builder that the contracts use, or a page would fail when it loads. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as noSchemas from './no-schemas.ts';

const CONTRACTS = path.resolve(import.meta.dirname, '../../../../packages/contracts/src');
/** Names that are types only. */
const TYPES = new Set(['infer', 'input', 'output', 'ZodMiniType', 'ZodMiniObject', 'core']);

describe('the stand-in for schemas', () => {
  it('has every builder the contracts use', () => {
    const used = new Set(
      fs
        .readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .flatMap((file) =>
          [...fs.readFileSync(path.join(CONTRACTS, file), 'utf8').matchAll(/\bz\.([A-Za-z]+)/g)].flatMap(
            (m) => m[1] ?? [],
          ),
        ),
    );
    const missing = [...used].filter((name) => !TYPES.has(name) && !(name in noSchemas));
    expect(used.size).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });
  it('takes any chain of builders and refuses to read a value', () => {
    const schema = noSchemas.object({ a: noSchemas.string()['check']?.(noSchemas.trim()) });
    expect(typeof noSchemas.coerce['number']).toBe('function');
    expect(() => schema['parse']?.({})).toThrow('left out');
  });
});
