/** JSON as text: kept as the screens wrote it, once it is known to be what it should be. */
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../platform/problem.ts';

/** @param most entries of an array */
export function checkJson(
  field: string,
  text: string | undefined,
  kind: 'object' | 'array',
  most = Number.POSITIVE_INFINITY,
): Outcome<void> {
  if (text === undefined) return ok(undefined);
  const wrong = (message: string) => problem('validation', { message, errors: [{ field, message }] });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong(`${field} is not JSON text.`);
  }
  // PostgreSQL stores no NUL; as an escape it is a text like any other, but nobody's filter has one.
  if (text.includes('\0') || text.includes('\\u0000'))
    return wrong(`${field} holds a character that cannot be stored.`);
  if (kind === 'array') {
    if (!Array.isArray(value)) return wrong(`${field} must be the JSON text of an array.`);
    if (value.length > most) return wrong(`${field} holds ${value.length} entries; at most ${most} can be kept.`);
    return ok(undefined);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(`${field} must be the JSON text of an object.`);
  return ok(undefined);
}

/** The first problem, or none. */
export const allFit = (checks: readonly Outcome<void>[]): Outcome<void> =>
  checks.find((each) => !each.ok) ?? ok(undefined);
