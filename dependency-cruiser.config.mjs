/** The house's import rules (docs/architecture.md, "Allowed imports"). Broken here, broken in CI. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(packages|connectors|apps|tests)/', pathNot: allowed },
});

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('domain-imports-nothing', '^packages/domain/', ['^packages/domain/']),
    only('contracts-import-domain', '^packages/contracts/', ['^packages/(contracts|domain)/']),
    only('connector-kit-imports-domain', '^packages/connector-kit/', ['^packages/(connector-kit|domain)/']),
    only('documents-import-domain', '^packages/documents/', ['^packages/(documents|domain)/']),
    only('simulator-kit-imports', '^packages/simulator-kit/', ['^packages/(simulator-kit|documents|domain)/']),
    only('connectors-stay-alone', '^connectors/([^/]+)/([^/]+)/src/(?!.*\\.test\\.ts$)', [
      '^connectors/$1/$2/src/',
      '^packages/(connector-kit|domain)/',
    ]),
    only('web-imports', '^apps/web/src/', ['^apps/web/src/', '^packages/(contracts|domain)/']),
    {
      name: 'connectors-only-through-the-registry',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '(connector-registry|simulator-registry)\\.ts$' },
      to: { path: '^connectors/' },
    },
    { name: 'nothing-imports-an-app', severity: 'error', from: { path: '^(packages|connectors)/' }, to: { path: '^apps/' } },
    {
      name: 'simulators-stay-out-of-production-code',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '(simulator|demo)' },
      to: { path: '^(packages/simulator-kit|connectors/.*/simulator)/' },
    },
    {
      name: 'modules-by-their-index',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: { path: '^apps/server/src/modules/([^/]+)/', pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/modules/[^/]+/index\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
