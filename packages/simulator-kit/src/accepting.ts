import { z } from 'zod';
import type { SimRefusal } from './simulator.ts';

/**
 * Reads messages by their contracts.
 * @param refuse makes the vendor's refusal of the first thing that is wrong
 * @returns what reads a message by a schema, or throws that refusal
 */
export const accepting =
  (refuse: (issue: z.core.$ZodIssue) => SimRefusal) =>
  <T>(schema: z.ZodType<T>, value: unknown): T => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    if (!issue) throw new RangeError(`refused without an issue: ${z.prettifyError(result.error)}`);
    throw refuse(issue);
  };
