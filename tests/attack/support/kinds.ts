/** The kinds of attack, in the order of their table, and where a run keeps its counts. */
import path from 'node:path';

export const KINDS = [
  'fuzz: fitting values',
  'fuzz: hostile values',
  'fuzz: raw requests',
  'fuzz: addresses',
  'foreign ids beside ids that never were',
  'hosts that are not ours',
  'bodies that are dear to read',
  'deliveries nobody signed',
  'races',
  'inner addresses',
] as const;
export type Kind = (typeof KINDS)[number];

export const COUNTS_FILE = path.join(import.meta.dirname, '../../../node_modules/.cache/scanship/attack-counts.jsonl');
