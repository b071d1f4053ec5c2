/**
 * What an attack came to, counted by kind: printed at the end of a file, and kept so that a whole run writes the table of
 * docs/verification.md (lane-setup.ts).
 */
import { appendFileSync } from 'node:fs';
import { COUNTS_FILE, type Kind } from './kinds.ts';

export interface Count {
  readonly kind: Kind;
  requests: number;
  /** Answered with success where a refusal was due. */
  letThrough: number;
  /** 5xx that no outside party explains. */
  serverErrors: number;
  /** Answers that are not what the description says, that tell more than they should, or that cost more than they may. */
  shapeFaults: number;
}

const counts = new Map<Kind, Count>();

/** The count of a kind, made on first use. */
export function countOf(kind: Kind): Count {
  const known = counts.get(kind);
  if (known) return known;
  const made = { kind, requests: 0, letThrough: 0, serverErrors: 0, shapeFaults: 0 };
  counts.set(kind, made);
  return made;
}

export const rowOf = ({ kind, requests, letThrough, serverErrors, shapeFaults }: Count): string =>
  `| ${kind} | ${requests} | ${letThrough} | ${serverErrors} | ${shapeFaults} |`;

/** Prints the kinds of this file, keeps them for the table and forgets them; for `afterAll`. */
export function keepCounts(): void {
  for (const count of counts.values()) {
    console.log(rowOf(count));
    appendFileSync(COUNTS_FILE, `${JSON.stringify(count)}\n`);
  }
  counts.clear();
}
