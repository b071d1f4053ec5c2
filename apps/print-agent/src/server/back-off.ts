/** When to try again: 1 s, doubled to 60 s, each time a random part of it, so that thousands of agents do not come at once. */

export const FIRST_MS = 1_000;
export const LONGEST_MS = 60_000;
/** Longest wait while the machine itself has no line: such a try costs the server nothing. */
export const LONGEST_WITHOUT_LINE_MS = 5_000;

const NO_LINE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

/** Whether an error says that the line of this machine is down, not the server. */
export function isLineDown(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && NO_LINE.has(each.code)) return true;
    if (each instanceof AggregateError && each.errors.some(isLineDown)) return true;
  }
  return false;
}

/**
 * Milliseconds to wait after so many failures in a row (from 1): between half and all of the doubled time ("equal jitter").
 * @param random from 0 to below 1
 */
export function waitMs(failures: number, random: number, longest = LONGEST_MS): number {
  const whole = Math.min(longest, FIRST_MS * 2 ** Math.min(16, Math.max(0, failures - 1)));
  return Math.round(whole / 2 + (whole / 2) * random);
}
