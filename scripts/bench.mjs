/**
 * `npm run bench`: prints each measure beside its limit and their ratio. Times never fail it; bytes, memory, DOM nodes and
 * query plans do. `--million` adds the order list at 1,000,000 orders (minutes of seeding).
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { root } from './lanes.mjs';
import { prepare } from './prepare.mjs';

await prepare();
const tsx = path.join(root, 'node_modules/.bin/tsx');
const { status } = spawnSync(tsx, ['tests/bench/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
