/**
 * `npm run generate`: makes every generated file anew. `npm run generate -- --check` changes nothing, names what is stale and
 * fails. Name some to make only those: `npm run generate -- schema`. `release` is made only when it is named.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { prepare } from './prepare.mjs';
import { root } from './lanes.mjs';

const node = (...args) => [process.execPath, ...args];
const biome = path.join(root, 'node_modules', '.bin', 'biome');
const tsx = (...args) => node(path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), ...args);

/** In this order: later ones read what earlier ones write. */
const GENERATED = [
  {
    name: 'schema',
    what: 'types of the migrated database',
    files: ['apps/server/src/platform/database/schema.ts', 'apps/server/src/platform/database/schema'],
    command: tsx('apps/server/src/platform/database/generate-schema-types.ts'),
  },
  {
    name: 'release',
    what: 'what the version that is being released expects of the schema',
    files: ['apps/server/migrations/released.txt'],
    command: tsx('apps/server/src/platform/database/generate-released.ts'),
    // Part of a release, and of nothing else: the file stands for the processes that run elsewhere.
    onlyByName: true,
  },
  {
    name: 'errors',
    what: "the error catalogue's messages for the web",
    files: ['apps/web/src/lib/error-catalogue.ts'],
    cwd: 'apps/web',
    command: tsx('scripts/make-error-catalogue.ts'),
  },
  {
    name: 'messages',
    what: "the web's message catalogues (new French is empty until somebody writes it)",
    files: ['apps/web/src/locales'],
    cwd: 'apps/web',
    command: node(path.join(root, 'node_modules', '@lingui', 'cli', 'dist', 'lingui.js'), 'extract', '--clean'),
  },
  {
    name: 'sentences',
    what: "the server's French catalogue (new French is empty until somebody writes it)",
    files: ['apps/server/src/platform/language/fr-CA.json'],
    command: tsx('scripts/sentences/update-catalogue.ts'),
  },
  {
    name: 'alerts',
    what: 'alerts for Prometheus and a dashboard for Grafana, from the checks of the state',
    files: ['deploy/prometheus/alerts.yaml', 'deploy/grafana/scanship.json'],
    command: tsx('scripts/alerts/make-alerts.ts'),
  },
  {
    name: 'lock',
    what: 'package-lock.json with the packages of other systems',
    files: ['package-lock.json'],
    command: node('scripts/complete-lock.mjs'),
  },
  {
    name: 'licences',
    what: 'the list of packages and their licences',
    files: ['docs/licences.md'],
    command: node('scripts/release/sbom.mjs', '--licences'),
  },
  {
    name: 'verification',
    what: 'marks at figures that are older than the code they speak of',
    files: ['docs/verification.md'],
    command: node('scripts/verification-table.mjs'),
  },
];

/** Path and content of each file below the given ones. */
function contentsOf(files) {
  const contents = new Map();
  for (const file of files) {
    const at = path.join(root, file);
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    const found = stat?.isDirectory()
      ? fs
          .readdirSync(at, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
      : stat
        ? [at]
        : [];
    for (const each of found) contents.set(each, fs.readFileSync(each));
  }
  return contents;
}

const changed = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => !before.get(file)?.equals(after.get(file) ?? Buffer.from('\0gone')),
  );

function putBack(before, after) {
  for (const file of after.keys()) if (!before.has(file)) fs.rmSync(file);
  for (const [file, bytes] of before) fs.writeFileSync(file, bytes);
}

await prepare();
const check = process.argv.includes('--check');
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = named.filter((name) => !GENERATED.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(
    `Nothing generated is named ${unknown.join(', ')}; there are ${GENERATED.map((each) => each.name).join(', ')}.`,
  );
  process.exit(1);
}
for (const { name, what, files, command, cwd = '.', onlyByName = false } of GENERATED) {
  if (named.length > 0 ? !named.includes(name) : onlyByName) continue;
  const before = contentsOf(files);
  const [program, ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: path.join(root, cwd), encoding: 'utf8' });
  if (status === 0)
    spawnSync(biome, ['format', '--write', '--no-errors-on-unmatched', ...files], {
      cwd: root,
      shell: process.platform === 'win32',
    });
  const after = contentsOf(files);
  const differing = changed(before, after).map((file) => path.relative(root, file));
  if (check) putBack(before, after);
  if (status !== 0) {
    console.error(`${name}: could not be made\n${stdout}${stderr}`);
    process.exitCode = 1;
  } else if (differing.length === 0) console.log(`ok     ${name}: ${what}`);
  else if (check) {
    console.error(`STALE  ${name}: ${what}; run: npm run generate -- ${name}\n       ${differing.join('\n       ')}`);
    process.exitCode = 1;
  } else console.log(`made   ${name}: ${differing.join(', ')}`);
}
