/** Steps of "Back to any moment" in docs/operations.md whose commands the rehearsal runs; `chapter.test.ts` holds both together. */
export const REHEARSED = ['Archive the log', 'Base backup', 'Is it going on', 'Expire', 'Restore', 'Hold'] as const;
export type Rehearsed = (typeof REHEARSED)[number];
