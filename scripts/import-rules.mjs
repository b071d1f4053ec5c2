/** The import rules (docs/architecture.md, "Rooms"): what a file may import of our own code. Every rule that matches must hold. */
const TESTS = /\.(pg\.)?test\.tsx?$|\/(test|bench|simulator)\//;

/** @type {{ name: string, from: RegExp, notFrom?: RegExp, allow?: (file: string) => RegExp[], deny?: RegExp, unless?: (file: string) => RegExp }[]} */
export const RULES = [
  { name: 'domain imports nothing', from: /^packages\/domain\//, allow: () => [/^packages\/domain\//] },
  { name: 'contracts import domain', from: /^packages\/contracts\//, allow: () => [/^packages\/(contracts|domain)\//] },
  {
    name: 'connector-kit imports domain',
    from: /^packages\/connector-kit\//,
    allow: () => [/^packages\/(connector-kit|domain)\//],
  },
  { name: 'documents import domain', from: /^packages\/documents\//, allow: () => [/^packages\/(documents|domain)\//] },
  {
    name: 'simulator-kit imports documents and domain',
    from: /^packages\/simulator-kit\//,
    notFrom: TESTS,
    allow: () => [/^packages\/(simulator-kit|documents|domain)\//],
  },
  {
    name: 'a connector imports connector-kit and domain, never another connector',
    from: /^connectors\/[^/]+\/[^/]+\//,
    notFrom: TESTS,
    allow: (file) => [/^packages\/(connector-kit|domain)\//, new RegExp(`^${file.split('/').slice(0, 3).join('/')}/`)],
  },
  {
    name: 'the web imports contracts and domain',
    from: /^apps\/web\/src\//,
    allow: () => [/^apps\/web\/src\//, /^packages\/(contracts|domain)\//],
  },
  {
    name: 'the print agent imports contracts and domain',
    from: /^apps\/print-agent\//,
    notFrom: TESTS,
    allow: () => [/^apps\/print-agent\//, /^packages\/(contracts|domain)\//],
  },
  { name: 'nothing imports an app', from: /^(packages|connectors)\//, notFrom: TESTS, deny: /^apps\// },
  {
    name: 'connectors only through the registry',
    from: /^apps\/server\/src\//,
    notFrom: /(connector|simulator|store)-registry\.ts$|\.test\.ts$/,
    deny: /^connectors\//,
  },
  {
    name: 'simulators stay out of production code',
    from: /^apps\/server\/src\//,
    notFrom: /\/simulators\/|\/demo\/|\.test\.ts$/,
    deny: /^packages\/simulator-kit\/|^connectors\/.*\/simulator\//,
  },
  {
    name: 'modules are imported by their index',
    from: /^apps\/server\/src\/modules\//,
    notFrom: TESTS,
    deny: /^apps\/server\/src\/modules\/[^/]+\/(?!index\.ts$)/,
    unless: (file) => new RegExp(`^${file.split('/').slice(0, 5).join('/')}/`),
  },
  {
    name: 'the platform knows no module',
    from: /^apps\/server\/src\/platform\//,
    notFrom: TESTS,
    deny: /^apps\/server\/src\/modules\//,
  },
  {
    name: 'ui, lib and theme know no feature',
    from: /^apps\/web\/src\/(ui|lib|theme)\//,
    deny: /^apps\/web\/src\/features\//,
  },
];

/** Name of the broken rule, or undefined. Paths are from the root with forward slashes. */
export function brokenRule(file, target) {
  for (const rule of RULES) {
    if (!rule.from.test(file) || rule.notFrom?.test(file)) continue;
    if (rule.allow && !rule.allow(file).some((ok) => ok.test(target))) return rule.name;
    if (rule.deny?.test(target) && !rule.unless?.(file).test(target)) return rule.name;
  }
  return undefined;
}

/**
 * Files that import each other in a circle, types included: a type that two files need stands in a third one, and a module that
 * needs another back is handed a port by `application.ts`. Each circle is told once, by a shortest way around.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph what each file imports
 */
export function circlesIn(graph) {
  const faults = [];
  const told = new Set();
  for (const start of graph.keys()) {
    if (told.has(start)) continue;
    const cameFrom = new Map([[start, undefined]]);
    let last;
    search: for (const file of cameFrom.keys())
      for (const next of graph.get(file) ?? []) {
        if (next === start) {
          last = file;
          break search;
        }
        if (!cameFrom.has(next)) cameFrom.set(next, file);
      }
    if (last === undefined) continue;
    const way = [start];
    for (let file = last; file !== undefined; file = cameFrom.get(file)) way.unshift(file);
    for (const file of way) told.add(file);
    faults.push(`circular: ${way.join(' -> ')}`);
  }
  return faults;
}

/**
 * Libraries that only some requests need: 8 to 40 MB of a server at rest and up to 0.8 s of its start each (measured
 * 2026-11-29). They are imported where they are used.
 */
const WHEN_USED = new Set([
  '@cantoo/pdf-lib',
  '@hyzyla/pdfium',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/sdk-trace-node',
  '@react-email/body',
  '@simplewebauthn/server',
  'bwip-js/node',
  'hucre/xlsx',
  'nodemailer',
]);

/**
 * Libraries of WHEN_USED that come with a program's start, each with the way that leads to it.
 * @param {ReadonlyMap<string, { requests: readonly { kind: string, target?: string }[], libraries: readonly string[] }>} read
 */
export function loadedTooSoon(entry, read) {
  const cameFrom = new Map([[entry, undefined]]);
  const faults = new Map();
  for (const file of cameFrom.keys()) {
    const { requests, libraries } = read.get(file) ?? { requests: [], libraries: [] };
    for (const library of libraries) {
      if (!WHEN_USED.has(library) || faults.has(library)) continue;
      const way = [library];
      for (let each = file; each !== undefined; each = cameFrom.get(each)) way.unshift(each);
      faults.set(library, `loaded with the start, import it where it is used: ${way.join(' -> ')}`);
    }
    for (const { kind, target } of requests)
      if (kind === 'static' && target !== undefined && !cameFrom.has(target)) cameFrom.set(target, file);
  }
  return [...faults.values()];
}

const MOST_LINES = 500;
const MOST_FILES = 40;
/** Files and folders that may be larger, each with why. Take out what no longer needs it: the check says so. */
const MAY_BE_LARGER = {
  'apps/server/migrations': 'one numbered history, read in its order',
  'apps/server/src/platform/database/schema': 'made by `npm run generate -- schema`, nobody looks for a file in it',
  'apps/server/src/platform/database/schema/carriers-shipments-purchases.ts': 'made by `npm run generate -- schema`',
};

/** @param {ReadonlyMap<string, number>} files lines by path */
export function oversized(files, exceptions = MAY_BE_LARGER) {
  const folders = new Map();
  for (const file of files.keys()) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const large = new Map([
    ...[...files].filter(([, lines]) => lines > MOST_LINES).map(([file, lines]) => [file, `${lines} lines`]),
    ...[...folders].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => [folder, `${count} files flat`]),
  ]);
  return [
    ...[...large]
      .filter(([name]) => !Object.hasOwn(exceptions, name))
      .map(([name, size]) => `${name}: ${size}; at most ${MOST_LINES} lines a file and ${MOST_FILES} files a folder`),
    ...Object.keys(exceptions)
      .filter((name) => !large.has(name))
      .map((name) => `${name}: needs no exception any more (MAY_BE_LARGER in import-rules.mjs)`),
  ];
}
