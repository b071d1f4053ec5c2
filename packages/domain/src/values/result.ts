/**
 * Expected outcomes are values, not exceptions: a command answers `ok(value)` or `err(problem)`.
 * Unexpected errors are thrown once and caught once, at the edge.
 */
export type Result<T, P> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P };

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value });
export const err = <P>(problem: P): Result<never, P> => ({ ok: false, problem });
