/** Steps of "A backup each night" that are run. */
export const NIGHTLY = ['Write', 'Try it', 'Keep a month'] as const;

/** Steps of "Back to any moment" in docs/operations.md whose commands the rehearsal runs; `chapter.test.ts` holds both together. */
export const REHEARSED = ['Archive the log', 'Base backup', 'Is it going on', 'Expire', 'Restore', 'Hold'] as const;
export type Rehearsed = (typeof REHEARSED)[number] | (typeof NIGHTLY)[number];
