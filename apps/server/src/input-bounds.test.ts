/**
 * What comes in has bounds, as the API's own description says it: every number has a least and a greatest value, and the longest
 * body of a call holds no more values than are let in.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Call } from '@scanship/contracts/call';
import { customsItem, shipmentOptions } from '@scanship/contracts/common';
import { expect, test } from 'vitest';
import { bodySchema, describedCall } from '../test/described-call.ts';
import { MOST_BODY_VALUES } from './platform/http/upload.ts';

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

/** Objects, lists and commas of the longest JSON text that fits, as the door counts them (`answer-bounds.ts`). */
const longest = (schema: unknown): number => {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { type, items, maxItems, properties, additionalProperties, propertyNames, anyOf, oneOf } = schema as Schema;
  const branches = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? each.map(longest) : []));
  if (type === 'array') branches.push(Math.max(1, Number(maxItems) * (1 + longest(items))));
  if (type === 'object') {
    const members: unknown[] = Object.values(properties ?? {});
    const { enum: names } = (propertyNames ?? {}) as Schema;
    // Of further members only their names, where these are told, say how many there can be.
    if (typeof additionalProperties === 'object' && additionalProperties !== null)
      members.push({
        type: 'array',
        maxItems: Array.isArray(names) ? names.length : Infinity,
        items: additionalProperties,
      });
    branches.push(
      Math.max(
        1,
        members.reduce((sum: number, each) => sum + 1 + longest(each), 0),
      ),
    );
  }
  return Math.max(0, ...branches);
};

/** Their descriptions allow more than anything real could bring. */
const NEVER_SO_LONG: Readonly<Record<string, string>> = {
  addCarrierAccount: 'credentials are the fields of the carrier’s form',
  updateCarrierAccount: 'credentials are the fields of the carrier’s form',
  addStore: 'credentials are the fields of the platform’s form',
  putAppRegistration: 'secrets and settings are the fields of the platform’s form',
  addPasskey: 'made by the browser (WebAuthn)',
  signInPasskey: 'made by the browser (WebAuthn)',
  quoteSingle: 'an order has 500 lines, and not each of them in each of 50 packages and of 200 customs items',
  quoteStream: 'the same',
  addRule: 'a rule has some groups of conditions, and not each of them with every value',
  dryRunRules: 'the same',
  updateRule: 'the same',
};

test('no body that is as its call describes it is refused for the number of its values', async () => {
  const over = (await allCalls()).filter((call) => longest(bodySchema(call)) > MOST_BODY_VALUES).map(({ id }) => id);
  expect(over.toSorted()).toEqual(Object.keys(NEVER_SO_LONG).toSorted());
});

test('what a person says something is worth is not negative, and not absurd', () => {
  const insured = (minor: number) => shipmentOptions.safeParse({ insuredValue: { minor, currency: 'CAD' } }).success;
  expect([-1, 0, 10_000_000_000, 10_000_000_001, 0.5].map(insured)).toEqual([false, true, true, false, false]);
  const item = (minor: number) =>
    customsItem.safeParse({ description: 'Cup', quantity: 1, unitValue: { minor, currency: 'CAD' }, unitGrams: 1 })
      .success;
  expect([-1, 0].map(item)).toEqual([false, true]);
});
