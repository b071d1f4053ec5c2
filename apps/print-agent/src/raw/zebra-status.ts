/**
 * Answer of a Zebra printer to `~HS` (ZPL II Programming Guide, "Host Status Return"): three lines between STX and ETX.
 * Line 1: ...,paper out,pause,...,formats in the buffer,buffer full,...,part of a format; line 2: ...,head up,ribbon out,...,
 * labels remaining.
 */
export interface ZebraStatus {
  /** Why it would not print now; IPP keywords. */
  readonly reasons: readonly string[];
  /** Formats received and not printed yet, labels of the current batch included. */
  readonly waiting: number;
}

export const STATUS_QUESTION = '~HS\r\n';
const LINE = /\x02([^\x02\x03]*)\x03/g; // oxlint-disable-line no-control-regex

/** undefined while the answer is not complete or is something else. */
export function zebraStatus(answer: string): ZebraStatus | undefined {
  const lines = [...answer.matchAll(LINE)].map((found) => (found[1] ?? '').split(','));
  const [first, second] = lines;
  if (!first || !second || lines.length < 3 || first.length < 12 || second.length < 9) return undefined;
  const set = (fields: readonly string[], at: number) => Number(fields[at]) === 1;
  const reasons = [
    ...(set(first, 1) ? ['media-empty'] : []),
    ...(set(first, 2) ? ['paused'] : []),
    ...(set(second, 2) ? ['head-open'] : []),
    ...(set(second, 3) ? ['ribbon-out'] : []),
    ...(set(first, 11) ? ['head-too-hot'] : []),
  ];
  const count = (fields: readonly string[], at: number) => Number.parseInt(fields[at] ?? '', 10) || 0;
  return { reasons, waiting: count(first, 4) + (set(first, 7) ? 1 : 0) + count(second, 8) };
}
