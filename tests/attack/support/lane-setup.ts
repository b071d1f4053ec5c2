/** Chooses the seed of a run, and writes the table of docs/verification.md when the whole attack has gone through. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { writeTable } from '../../../scripts/verification-table.mjs';
import { type Count, rowOf } from './counts.ts';
import { COUNTS_FILE, KINDS } from './kinds.ts';

declare module 'vitest' {
  interface ProvidedContext {
    attackSeed: number;
  }
}

const WHOLE = process.env['VERIFY'] !== undefined;

export default function setup(project: TestProject): () => void {
  const seed = Number(process.env['ATTACK_SEED'] ?? (WHOLE ? Date.now() % 2 ** 31 : 7));
  project.provide('attackSeed', seed);
  mkdirSync(path.dirname(COUNTS_FILE), { recursive: true });
  rmSync(COUNTS_FILE, { force: true });
  return () => {
    if (!WHOLE || !existsSync(COUNTS_FILE)) return;
    const lines = readFileSync(COUNTS_FILE, 'utf8').split('\n').filter(Boolean);
    const counts = new Map(lines.map((line) => JSON.parse(line) as Count).map((count) => [count.kind, count]));
    const rows = KINDS.map((kind) => counts.get(kind));
    // A run of some files only is not the whole.
    if (rows.some((row) => row === undefined)) return;
    const table = ['| kind | requests | let through | 5xx | faults of shape or cost |', '|---|--:|--:|--:|--:|'];
    for (const row of rows) if (row) table.push(rowOf(row));
    writeTable('attack', table.join('\n'), { note: `seed ${seed}` });
  };
}
