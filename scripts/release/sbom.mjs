/**
 * `npm run sbom -- scanship.cdx.json`: the bill of materials of everything in package-lock.json (CycloneDX, made by npm itself).
 * `node scripts/sbom.mjs --licences` writes docs/licences.md from it and fails on a licence that nobody has agreed to.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** May be shipped with a product whose own source is closed. */
const SHIPPED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'OFL-1.1',
];
/** Fine for what only builds and tests: their conditions bind whoever passes the package itself on. */
const TOOLS = [...SHIPPED, 'MPL-2.0', 'Python-2.0', 'CC-BY-4.0', 'CC0-1.0', 'Zlib'];

/** What older packages say in their README instead of their manifest. */
const SAID_ELSEWHERE = { 'cli-table': 'MIT' };

const bill = () =>
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });

const property = (component, name) => component.properties?.find((each) => each.name === name)?.value;
const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ');

/** Packages of one system that the lock file names without a licence have that of the package they belong to. */
function parentLicences() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return new Map(
    Object.values(packages).flatMap(({ license, optionalDependencies = {} }) =>
      license ? Object.keys(optionalDependencies).map((name) => [name, license]) : [],
    ),
  );
}

/** "(MIT OR CC0-1.0)" is agreed to where one side is, "MIT AND Zlib" where both are. */
const isAgreed = (licence, agreed) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => agreed.includes(name.trim())));

/** Name, licence and whether it only builds and tests, of every package that is not ours. */
function packagesOf(components) {
  const inherited = parentLicences();
  // What the browser gets is bundled from the web application's development dependencies, so they count as shipped.
  const web = JSON.parse(fs.readFileSync(path.join(root, 'apps/web/package.json'), 'utf8')).devDependencies;
  return components
    .filter((component) => property(component, 'cdx:npm:package:private') !== 'true')
    .map((component) => {
      const name = decodeURIComponent(component.purl.replace('pkg:npm/', '').replace(/@[^@]*$/, ''));
      return {
        name,
        version: component.version,
        licence: licenceOf(component) || inherited.get(name) || SAID_ELSEWHERE[name] || 'unknown',
        tool: property(component, 'cdx:npm:package:development') === 'true' && !Object.hasOwn(web, name),
      };
    });
}

/** Rows of a table: one a licence, its packages by name. */
function tableOf(packages) {
  const byLicence = new Map();
  for (const { name, version, licence } of packages)
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name} ${version}`]);
  return [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `| ${licence} | ${names.toSorted().join(', ')} |`)
    .join('\n');
}

function writeLicences() {
  const packages = packagesOf(JSON.parse(bill()).components);
  const refused = packages.filter(({ licence, tool }) => !isAgreed(licence, tool ? TOOLS : SHIPPED));
  for (const { name, licence, tool } of refused)
    console.error(
      `${name}: "${licence}" is not agreed to for ${tool ? 'a tool' : 'what is shipped'} (scripts/sbom.mjs)`,
    );
  if (refused.length > 0) process.exit(1);
  const shipped = packages.filter(({ tool }) => !tool);
  const tools = packages.filter(({ tool }) => tool);
  fs.writeFileSync(
    path.join(root, 'docs/licences.md'),
    `# Licences of what we use

Made by \`npm run generate -- licences\` from package-lock.json; do not edit. The bill of materials itself (CycloneDX):
\`npm run sbom -- <file>\`. Icons of the web application are from Tabler Icons (MIT), kept in \`apps/web/src/ui/icons\`.

## Shipped: ${shipped.length} packages

| licence | packages |
| --- | --- |
${tableOf(shipped)}

## Only for building and testing: ${tools.length} packages

| licence | packages |
| --- | --- |
${tableOf(tools)}
`,
  );
}

const [word] = process.argv.slice(2);
if (word === '--licences') writeLicences();
else if (word === undefined) {
  console.error('Name the file to write: npm run sbom -- scanship.cdx.json');
  process.exitCode = 1;
} else {
  fs.writeFileSync(word, bill());
  console.log(`${word} written`);
}
