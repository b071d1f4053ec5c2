/**
 * Completes package-lock.json with the optional packages of other systems (`@biomejs/cli-win32-x64` ...). npm leaves
 * them out when the registry at hand does not serve them, and `npm ci` then refuses the file everywhere.
 * Run after a change of dependencies: `node scripts/complete-lock.mjs`; with `--check` it changes nothing and fails when
 * something is missing.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const file = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const OTHER_NAMES = { windows: 'win32', macos: 'darwin' };
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

/** What the name of a platform package says about where it runs. */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => OTHER_NAMES[word] ?? word);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  const libc = words.some((word) => /musl/.test(word))
    ? 'musl'
    : os === 'linux' && words.some((word) => /gnu/.test(word))
      ? 'glibc'
      : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/** What Node would find as `name` from the package at `place`: nested ones first, then the folders above. */
function found(place, name) {
  const parts = place.split('/node_modules/');
  for (let depth = parts.length; depth >= 1; depth -= 1) {
    const entry = lock.packages[`${parts.slice(0, depth).join('/node_modules/')}/node_modules/${name}`];
    if (entry) return entry;
  }
  return lock.packages[`node_modules/${name}`];
}

let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const there = found(place, name);
    if (!/^\d+\.\d+\.\d+/.test(version) || there?.version === version) continue;
    // Another version is in the way: this one lies below its own package.
    const spot = there ? `${place}/node_modules/${name}` : `node_modules/${name}`;
    lock.packages[spot] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true };
    added += 1;
  }
}
if (process.argv.includes('--check')) {
  console.log(
    added === 0
      ? 'package-lock.json is complete'
      : `package-lock.json lacks ${added} packages of other systems; run: node scripts/complete-lock.mjs`,
  );
  process.exit(added === 0 ? 0 : 1);
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages added to package-lock.json`);
