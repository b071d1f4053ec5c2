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

/** Cases that read parts of one answer count once. */
const answerOf = ({ operation, source, partOf, name }: RealAnswer): string =>
  `${operation} | ${source} | ${partOf ?? name}`;

interface Count {
  readonly answers: number;
  readonly cases: number;
  readonly examples: number;
}

function countsOf(cases: readonly RealAnswer[]): ReadonlyMap<string, Count> {
  const operations = [...new Set(cases.map(({ operation }) => operation))];
  const distinct = (some: readonly RealAnswer[]): number => new Set(some.map(answerOf)).size;
  return new Map(
    operations.map((operation) => {
      const own = cases.filter((one) => one.operation === operation);
      const given = own.filter(({ isExample }) => isExample !== true);
      const examples = distinct(own.filter(({ isExample }) => isExample === true));
      return [operation, { answers: distinct(given), cases: given.length, examples }];
    }),
  );
}

/** "1 (10 parts)", "1, 1 example" */
const inWords = ({ answers, cases, examples }: Count): string =>
  [
    ...(answers > 0 ? [cases > answers ? `${answers} (${cases} parts)` : String(answers)] : []),
    ...(examples > 0 ? [`${examples} example`] : []),
  ].join(', ');

afterAll(() => {
  const rows = all.map(({ kind, connector, answers }) => {
    const cells = [...countsOf(answers)].map(([operation, count]) => `${operation} ${inWords(count)}`);
    return `${kind}/${connector}: ${cells.join('; ') || 'none'}`;
  });
  process.stdout.write(`${totalInWords()}\n${rows.map((row) => `  ${row}\n`).join('')}`);
  if (process.env['VERIFY']) writeTable('real-answers', markdown());
});

function totalInWords(): string {
  const counts = all.flatMap(({ answers }) => [...countsOf(answers).values()]);
  const sum = (what: keyof Count): number => counts.reduce((so, count) => so + count[what], 0);
  return `${sum('answers')} answers read in ${sum('cases')} cases, and ${sum('examples')} examples of vendors' own documents.`;
}

function markdown(): string {
  const known = all.filter(({ answers }) => answers.length > 0);
  const operations = [...new Set(known.flatMap(({ answers }) => [...countsOf(answers).keys()]))];
  const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const none = all.filter(({ answers }) => answers.length === 0).map(({ kind, connector }) => `${kind}/${connector}`);
  return [
    row(['connector', ...operations]),
    `|---|${operations.map(() => '--:|').join('')}`,
    ...known.map(({ kind, connector, answers }) => {
      const counts = countsOf(answers);
      return row([
        `${kind}/${connector}`,
        ...operations.map((operation) => {
          const count = counts.get(operation);
          return count ? inWords(count) : '';
        }),
      ]);
    }),
    '',
    `${totalInWords()} None on record: ${none.join(', ')}.`,
  ].join('\n');
}

const noted = new Set<string>();

for (const { kind, connector, answers } of all.filter((one) => one.answers.length > 0))
  describe(connector, () => {
    for (const one of answers)
      it(`${one.operation}: ${one.name}`, async () => {
        expect(one.source).toMatch(/^(?:[\w.-]+\/[\w.-]+|https:)/);
        expect(one.recorded).toMatch(/^(?:20\d\d(?:-\d\d){0,2}|unknown)$/);
        expect(plain(await one.read())).toEqual(plain(one.means));
        const operation = CARRIER_OPERATIONS.find((name) => name === one.operation);
        const answer = `${connector} | ${answerOf(one)}`;
        if (kind !== 'carriers' || !operation || noted.has(answer)) return;
        noted.add(answer);
        noteEvidence(connector, operation, { samples: 1 });
      });
  });
