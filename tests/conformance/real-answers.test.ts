/**
 * Every real answer on record, read by its connector; ends with a table of connectors and operations, which VERIFY puts into
 * docs/verification.md.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { plain } from '@scanship/connector-kit/conformance/own-case';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { CARRIER_OPERATIONS } from '@scanship/domain/shipping/carrier-operations';
import { afterAll, describe, expect, it } from 'vitest';
import { writeTable } from '../../scripts/verification-table.mjs';
import { noteEvidence } from '../support/carrier-evidence.ts';

const ROOT = fileURLToPath(new URL('../../connectors/', import.meta.url));

interface Read {
  readonly kind: string;
  readonly connector: string;
  readonly answers: readonly RealAnswer[];
}

const folders = ['carriers', 'stores', 'payments'].flatMap((kind) =>
  readdirSync(`${ROOT}${kind}`)
    .toSorted()
    .map((connector) => ({ kind, connector, folder: `${ROOT}${kind}/${connector}/real-answers` })),
);
const all: readonly Read[] = await Promise.all(
  folders.map(async ({ kind, connector, folder }) => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ts')) : [];
    const modules = await Promise.all(
      files.map(
        (file) => import(pathToFileURL(`${folder}/${file}`).href) as Promise<{ answers?: readonly RealAnswer[] }>,
      ),
    );
    return { kind, connector, answers: modules.flatMap(({ answers }) => answers ?? []) };
  }),
);

const countsOf = (answers: readonly RealAnswer[]): ReadonlyMap<string, number> =>
  answers.reduce((so, { operation }) => so.set(operation, (so.get(operation) ?? 0) + 1), new Map<string, number>());

afterAll(() => {
  const rows = all.map(({ kind, connector, answers }) => {
    const cells = [...countsOf(answers)].map(([operation, count]) => `${operation} ${count}`);
    return `${kind}/${connector}: ${cells.join('; ') || 'none'}`;
  });
  const total = all.reduce((sum, { answers }) => sum + answers.length, 0);
  process.stdout.write(`Real answers: ${total}\n${rows.map((row) => `  ${row}\n`).join('')}`);
  if (process.env['VERIFY']) writeTable('real-answers', markdown(total));
});

function markdown(total: number): string {
  const known = all.filter(({ answers }) => answers.length > 0);
  const operations = [...new Set(known.flatMap(({ answers }) => [...countsOf(answers).keys()]))];
  const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const none = all.filter(({ answers }) => answers.length === 0).map(({ kind, connector }) => `${kind}/${connector}`);
  return [
    row(['connector', ...operations]),
    `|---|${operations.map(() => '--:|').join('')}`,
    ...known.map(({ kind, connector, answers }) => {
      const counts = countsOf(answers);
      return row([`${kind}/${connector}`, ...operations.map((operation) => counts.get(operation) ?? '')]);
    }),
    '',
    `${total} answers. None on record: ${none.join(', ')}.`,
  ].join('\n');
}

for (const { kind, connector, answers } of all.filter((one) => one.answers.length > 0))
  describe(connector, () => {
    for (const one of answers)
      it(`${one.operation}: ${one.name}`, async () => {
        expect(one.source).toMatch(/^(?:[\w.-]+\/[\w.-]+|https:)/);
        expect(one.recorded).toMatch(/^(?:20\d\d(?:-\d\d){0,2}|unknown)$/);
        expect(plain(await one.read())).toEqual(plain(one.means));
        const operation = CARRIER_OPERATIONS.find((name) => name === one.operation);
        if (kind === 'carriers' && operation) noteEvidence(connector, operation, { samples: 1 });
      });
  });
