/** Every number that comes in has a least and a greatest value of its own, as the API's own description says it. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '@scanship/contracts/call';
import { customsItem, shipmentOptions } from '@scanship/contracts/common';
import { expect, test } from 'vitest';
import { bodySchema, describedCall } from '../test/described-call.ts';

const CONTRACTS = path.join(import.meta.dirname, '../../../packages/contracts/src');

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;

const allCalls = async (): Promise<readonly Call[]> => {
  const files = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ path.join(CONTRACTS, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isCall));
};

type Schema = Readonly<Record<string, unknown>>;
/** Where numbers stand that anything may be sent for; a safe integer's own bounds are none. */
const unbounded = (schema: unknown, at: string): readonly string[] => {
  if (Array.isArray(schema)) return schema.flatMap((each) => unbounded(each, at));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, enum: only, const: one } = schema as Schema;
  if (type === 'integer' || type === 'number') {
    const [least, greatest] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
    const open = (bound: unknown) => typeof bound !== 'number' || Math.abs(bound) >= Number.MAX_SAFE_INTEGER;
    return only === undefined && one === undefined && (open(least) || open(greatest)) ? [at] : [];
  }
  return Object.entries(schema).flatMap(([name, each]) =>
    unbounded(each, ['properties', 'items', 'anyOf', 'oneOf', 'allOf'].includes(name) ? at : `${at}.${name}`),
  );
};

/** Line numbers and platform numbers: compared with what is stored, never reckoned with. */
const COMPARED = /\.(line|lines|platformIds|expectedReady)$/;

test('no call takes a number without bounds', async () => {
  const calls = await allCalls();
  expect(calls.length).toBeGreaterThan(300);
  const open = calls.flatMap((call) => [
    ...unbounded(bodySchema(call), call.id),
    ...describedCall(call).parameters.flatMap(({ name, schema }) => unbounded(schema, `${call.id}.${name}`)),
  ]);
  expect(open.filter((place) => !COMPARED.test(place))).toEqual([]);
});

test('what a person says something is worth is not negative, and not absurd', () => {
  const insured = (minor: number) => shipmentOptions.safeParse({ insuredValue: { minor, currency: 'CAD' } }).success;
  expect([-1, 0, 10_000_000_000, 10_000_000_001, 0.5].map(insured)).toEqual([false, true, true, false, false]);
  const item = (minor: number) =>
    customsItem.safeParse({ description: 'Cup', quantity: 1, unitValue: { minor, currency: 'CAD' }, unitGrams: 1 })
      .success;
  expect([-1, 0].map(item)).toEqual([false, true]);
});
