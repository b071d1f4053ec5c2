/** The house's import rules (docs/architecture.md, "Rooms"): what a file may import of our own code. Every rule that matches must hold. */
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
