import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { Call } from './call.ts';

interface Schema {
  readonly [word: string]: unknown;
}
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const isCall = (value: unknown): value is Call =>
  isSchema(value) && 'id' in value && 'method' in value && 'path' in value;

/** Texts without a longest length and lists without a most: what a caller may make as long as the whole body. */
function unbounded(schema: unknown, at: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each: unknown) => unbounded(each, at));
  if (!isSchema(schema)) return [];
  const found: string[] = [];
  const { type, pattern } = schema;
  const short = typeof pattern === 'string' && !/[*+]|\{\d+,\}/.test(pattern);
  const told = ['enum', 'const', 'maxLength', 'format'].some((word) => word in schema);
  if (type === 'string' && !short && !told) found.push(at);
  if (type === 'array' && !('maxItems' in schema)) found.push(`${at}[]`);
  for (const word of ['properties', '$defs'])
    for (const [name, member] of Object.entries(schema[word] ?? {})) found.push(...unbounded(member, `${at}.${name}`));
  for (const word of ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'propertyNames'])
    found.push(...unbounded(schema[word], at));
  return found;
}

test('every text and list that a caller sends has a bound', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(files.map((file): Promise<Schema> => import(/* @vite-ignore */ `./${file}`)));
  const calls = modules.flatMap((each) => Object.values(each)).filter((each) => isCall(each));
  expect(calls.length).toBeGreaterThan(200);
  const found = calls.flatMap((call) =>
    [call.params, call.query, call.body].flatMap((schema) =>
      schema
        ? unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }), call.id)
        : [],
    ),
  );
  expect(found).toEqual([]);
});
