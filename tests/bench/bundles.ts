/** Compressed bytes that a browser loads before a page works, as the web application's own check of its build says. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from '../support/app.ts';
import type { Left, Row } from './table.ts';

const BUILT = path.join(root, 'apps/web/dist/.vite/manifest.json');
const CHECK = path.join(root, 'apps/web/scripts/check-bundle.mjs');

/** The budgets, in kB of 1,000 bytes after gzip. */
const LIMITS = { 'sign-in': 170, orders: 260, css: 30, lazy: 60, fonts: 60 } as const;

export async function bundleRows(left: Left[]): Promise<Row[]> {
  if (!existsSync(BUILT)) {
    left.push({ measure: 'bundles', why: 'the web application is not built' });
    return [];
  }
  const { stdout, stderr } = spawnSync(process.execPath, [CHECK], { encoding: 'utf8' });
  const numbers = (line: RegExp): number[] => {
    const found = line.exec(stdout);
    if (!found) throw new Error(`The check of the bundles says nothing of ${line}: ${stderr || stdout}`);
    return found.slice(1).map(Number);
  };
  const [signIn = Number.NaN, signInCss = Number.NaN] = numbers(/^login +([\d.]+) +([\d.]+)$/m);
  const [orders = Number.NaN, ordersCss = Number.NaN] = numbers(/^orders +([\d.]+) +([\d.]+)$/m);
  const [lazy = Number.NaN] = numbers(/^largest lazy chunk \S+ +([\d.]+)$/m);
  const [fonts = Number.NaN] = numbers(/^fonts +([\d.]+)$/m);
  const size = (measure: string, value: number, limit: number): Row => ({
    measure,
    value,
    unit: 'kB',
    limit,
    kind: 'size',
  });
  return [
    size('JavaScript of the sign-in page, gzip', signIn, LIMITS['sign-in']),
    size('JavaScript of the orders page, gzip', orders, LIMITS.orders),
    size('CSS of the sign-in page, gzip', signInCss, LIMITS.css),
    size('CSS of the orders page, gzip', ordersCss, LIMITS.css),
    size('largest chunk loaded later, gzip', lazy, LIMITS.lazy),
    size('web fonts', fonts, LIMITS.fonts),
    {
      measure: 'pages and chunks above their budget',
      value: stderr.split('\n').filter((line) => line.startsWith('over budget:')).length,
      unit: '',
      limit: 0,
      kind: 'size',
    },
  ];
}
