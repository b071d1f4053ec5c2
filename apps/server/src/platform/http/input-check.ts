/** Checks what came in against a call's schemas, and says what is wrong field by field. */
import type { Call } from '@scanship/contracts/call';
import { type Result, err, ok } from '@scanship/domain/values/result';
import * as z from 'zod/mini';
import type { AppProblem } from '../problem.ts';

/** Deeper than any contract; keeps a hostile body from costing more than its size. */
const MOST_DEPTH = 32;

/** U+0000, or a surrogate that is not half of a pair. */
// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\0|\p{Surrogate}/u;

type FieldError = { message: string; code: string; field: string };

/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair; both are refused at the door for every field.
 * @returns the path of the first such text, or of a value nested too deeply; undefined when all is well
 */
export const unstorable = (value: unknown): string | undefined => {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, path, depth } = next;
    if (typeof current === 'string') {
      if (UNSTORABLE.test(current)) return path;
    } else if (current !== null && typeof current === 'object') {
      if (depth >= MOST_DEPTH) return path;
      for (const [key, child] of Object.entries(current)) {
        if (UNSTORABLE.test(key)) return path;
        open.push({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  return undefined;
};

/** Plain words for the checks the contracts use; the contract's own sentence wins where it has one. */
export const sayIssue = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required.'
        : `This must be ${ARTICLE[issue.expected] ?? `of the kind "${issue.expected}"`}.`;
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? 'This is required.' : `This needs at least ${issue.minimum} characters.`;
      if (issue.origin === 'array') return `Choose at least ${issue.minimum}.`;
      return `This must be at least ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `This may have at most ${issue.maximum} characters.`;
      if (issue.origin === 'array') return `At most ${issue.maximum} at once.`;
      return `This must be at most ${issue.maximum}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return issue.message === 'Invalid input' || issue.message.startsWith('Invalid ')
        ? `This is not a valid ${FORMAT[issue.format] ?? 'value'}.`
        : issue.message;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ')}.`;
    default:
      return issue.message === 'Invalid input' ? 'This is not a valid value.' : issue.message;
  }
};
const ARTICLE: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};
const FORMAT: Readonly<Record<string, string>> = {
  uuid: 'id',
  email: 'e-mail address',
  date: 'date (YYYY-MM-DD)',
  url: 'address',
};

const issuesOf = (error: z.core.$ZodError): FieldError[] =>
  error.issues.slice(0, 100).map((issue) => ({
    message: sayIssue(issue),
    code: issue.code,
    field: issue.path.map(String).join('.'),
  }));

export interface CheckedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Problem `validation` names every wrong field; `bad_request` a character that cannot be stored. */
export const checkInput = (call: Call, raw: CheckedInput): Result<CheckedInput, AppProblem> => {
  const errors: FieldError[] = [];
  const check = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const bad = unstorable(value);
    if (bad !== undefined) {
      errors.push({
        message: 'This holds a character that cannot be stored, or is nested too deeply.',
        code: 'unstorable',
        field: bad,
      });
      return undefined;
    }
    const parsed = z.safeParse(schema, value, { reportInput: true });
    if (parsed.success) return parsed.data;
    errors.push(...issuesOf(parsed.error));
    return undefined;
  };
  const checked = {
    params: check(call.params, raw.params),
    query: check(call.query, raw.query),
    // A body whose fields are all optional may be left out altogether.
    body: check(call.body, raw.body ?? undefined),
  };
  return errors.length > 0 ? err({ code: 'validation', errors }) : ok(checked);
};
