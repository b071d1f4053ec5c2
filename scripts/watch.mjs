/**
 * `npm run watch -- ups`: keeps running what concerns a name (as `npm test -- ups` runs once): its tests and the type check, again
 * after every change. Without a name: the unit and connector tests of what changes. Ctrl-C ends it.
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { TYPE_CHECK } from './type-check.mjs';

await prepare();
// What these need is installed by now.
const { concernsOf } = await import('./concerns.mjs');
const { bin, lanesAskedFor, root } = await import('./lanes.mjs');

const names = lanesAskedFor();
const found = names.map(concernsOf);
const unknown = names.filter((_name, at) => found[at] === undefined);
if (unknown.length > 0) {
  console.error(`Nothing is named ${unknown.join(', ')}: name a connector, a module, a page, a folder or a test file.`);
  process.exit(1);
}
const tests = found.flatMap((concerns) => Object.entries(concerns.tests));
const projects = names.length > 0 ? [...new Set(tests.map(([project]) => project))] : ['unit', 'connectors'];
const files = tests.flatMap(([, some]) => some);

const children = [
  spawn(bin('tsc'), [...TYPE_CHECK, '--watch', '--preserveWatchOutput'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(
    bin('vitest'),
    [
      'watch',
      ...projects.flatMap((project) => ['--project', project]),
      ...files,
      ...(names.length > 0 ? [] : ['--changed']),
    ],
    { cwd: root, stdio: 'inherit' },
  ),
];
const end = () => children.forEach((child) => child.kill());
process.once('SIGINT', end);
process.once('SIGTERM', end);
for (const child of children) child.once('exit', end);
