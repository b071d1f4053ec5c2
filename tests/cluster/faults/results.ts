/** Results of faults, kept in the checkout with a hash of the code: a run that was cut short goes on where it ended. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NOT_RUN } from '../../../scripts/verification-table.mjs';
import type { FaultResult } from './run-faults.ts';

export interface KeptResult extends FaultResult {
  readonly code: string;
  /** "2026-11-29 15:40" */
  readonly when: string;
}

export interface KeptResults {
  of(name: string): KeptResult | undefined;
  keep(result: FaultResult): void;
}

export function keptResults(file: string, code: string): KeptResults {
  const read = (): Record<string, KeptResult> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, KeptResult>;
    } catch {
      // None yet, or cut short while it was written: every fault runs.
      return {};
    }
  };
  const results = read();
  return {
    of: (name) => (results[name]?.code === code ? results[name] : undefined),
    keep(result) {
      results[result.name] = { ...result, code, when: new Date().toISOString().slice(0, 16).replace('T', ' ') };
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(results));
      renameSync(`${file}.new`, file);
    },
  };
}

/** As Markdown, in the order of the faults. */
export function tableOf(
  faults: readonly { readonly name: string; readonly what: string }[],
  of: (name: string) => KeptResult | undefined,
): string {
  const seconds = (value: number): string => `${value.toFixed(1)} s`;
  const row = ({ name, what }: { readonly name: string; readonly what: string }): string => {
    const result = of(name);
    if (result === undefined) return `| ${name} | ${what} | ${NOT_RUN} | | | | | |`;
    const { breaches, labels, missed, recoverSeconds, settleSeconds, when } = result;
    const outcome = breaches.length === 0 ? 'ok' : `${breaches.length} BREACHES`;
    const back = recoverSeconds === null ? 'never' : recoverSeconds === 0 ? 'unnoticed' : seconds(recoverSeconds);
    return `| ${name} | ${what} | ${outcome} | ${labels} | ${missed} | ${back} | ${seconds(settleSeconds)} | ${when} |`;
  };
  return [
    '| fault | what breaks | result | labels meanwhile | repeated requests | people answered again after | all settled after the load | when |',
    '|---|---|---|--:|--:|--:|--:|---|',
    ...faults.map(row),
  ].join('\n');
}
