/** deploy/kubernetes and compose.cluster.yaml against what the product knows: settings by name, probes, grace, budgets, files. */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { loadConfig, SETTINGS } from '@scanship/server/config/config';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Container {
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly object[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly minAvailable?: number;
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly Container[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

type Model = new (manifest: object) => { validate(): void };

const file = new URL('../../deploy/kubernetes/scanship.yaml', import.meta.url);
const documents = parseAllDocuments(readFileSync(file, 'utf8'), { strict: true, uniqueKeys: true });
const manifests = documents.map((document) => document.toJS() as Manifest);
const of = (kind: string): readonly Manifest[] => manifests.filter((each) => each.kind === kind);
const settings = of('ConfigMap')[0]?.data ?? {};
const known = new Set(SETTINGS.map(({ name }) => name));
/** What Kubernetes 1.25 and newer call them. */
const VERSIONS: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  Service: 'v1',
  Job: 'batch/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
};

test('every document is whole, of a kind and version there is', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  for (const { apiVersion, kind } of manifests) expect(apiVersion, kind).toBe(VERSIONS[kind]);
});

test('every document is as the schema of Kubernetes has it', async () => {
  for (const manifest of manifests) {
    const { apiVersion, kind } = manifest;
    const models = (await import(/* @vite-ignore */ ['kubernetes-models', apiVersion].join('/'))) as Readonly<
      Record<string, Model>
    >;
    const Of = models[kind];
    if (!Of) throw new Error(`Kubernetes knows no ${apiVersion} ${kind}`);
    expect(() => new Of(manifest).validate(), kind).not.toThrow();
    expect(() => new Of({ ...manifest, metadata: { name: 7 } }).validate(), kind).toThrow();
  }
});

test('what is set is a setting of the product, and with the secrets it starts in production', () => {
  const secret = {
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)).toString('base64'),
    COOKIE_SECRET: 'a long and random text for this test only',
    DATABASE_URL: 'postgres://scanship_app:x@pool:6432/scanship',
    DIRECT_DATABASE_URL: 'postgres://scanship:x@primary:5432/scanship',
    SMTP_URL: 'smtps://user:x@mail.example.com:465',
  };
  for (const { spec } of of('Deployment')) {
    const [container] = spec.template?.spec.containers ?? [];
    const own = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
    for (const name of Object.keys({ ...settings, ...own })) expect(known.has(name), name).toBe(true);
    expect(loadConfig({ ...settings, ...secret, ...own }, '/app')).toMatchObject({
      ok: true,
      value: { role: spec.template?.metadata.labels['part'], trustProxy: 1 },
    });
  }
});

test('webs and workers are probed, drained, spread and may not all be taken away', () => {
  expect(of('Deployment').map(({ metadata }) => metadata.name)).toEqual(['scanship-web', 'scanship-worker']);
  for (const { metadata, spec } of of('Deployment')) {
    const pod = spec.template;
    const [container] = pod?.spec.containers ?? [];
    expect(container?.readinessProbe?.httpGet.path).toBe('/readyz');
    expect(container?.livenessProbe?.httpGet.path).toBe('/healthz');
    // It gives up on the database after 3 s; whoever asks has to wait for that.
    expect(container?.readinessProbe?.timeoutSeconds).toBeGreaterThan(3);
    const drain = Number(
      container?.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? settings['DRAIN_SECONDS'],
    );
    expect(pod?.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 40);
    expect(pod?.metadata.labels).toMatchObject(spec.selector?.matchLabels ?? { none: '' });
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    const volumes = pod?.spec.volumes.map(({ name }) => name);
    for (const mount of container?.volumeMounts ?? []) expect(volumes).toContain(mount.name);
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(settings['DATA_DIR']);
    const budget = of('PodDisruptionBudget').find((each) => each.metadata.name === metadata.name);
    expect(budget?.spec.selector).toEqual(spec.selector);
    expect(budget?.spec.minAvailable).toBeLessThan(spec.replicas ?? 0);
  }
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly configs?: readonly { readonly source: string }[];
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly file?: string; readonly content?: string }>>;
}
const fromRoot = (name: string): URL => new URL(`../../${name}`, import.meta.url);

test.each(['compose.yaml', 'compose.cluster.yaml'])('%s is as the Compose Specification has it', (name) => {
  const { $schema: _draft, ...schema } = JSON.parse(
    readFileSync(new URL('schemas/compose.schema.json', import.meta.resolve('dclint/package.json')), 'utf8'),
  ) as { readonly $schema: string; readonly properties: object };
  const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const file = parse(readFileSync(fromRoot(name), 'utf8'), { merge: true, strict: true }) as Compose;
  isCompose(file);
  expect(isCompose.errors).toBeNull();
  const [service = ''] = Object.keys(file.services);
  expect(isCompose({ ...file, services: { [service]: { ...file.services[service], dependsOn: [] } } })).toBe(false);
});

test('compose.cluster.yaml has the shape of npm run cluster, and what it gives is what is asked for', () => {
  const { services, configs } = parse(readFileSync(fromRoot('compose.cluster.yaml'), 'utf8'), {
    merge: true,
    strict: true,
  }) as Compose;
  const app = ['web-1', 'web-2', 'worker-1', 'worker-2'];
  const beside = ['postgres-1', 'postgres-2', 'migrate', 'account', 'pgbouncer', 'haproxy'];
  expect(Object.keys(services).toSorted()).toEqual([...app, ...beside].toSorted());
  for (const name of [...app, 'migrate'])
    for (const setting of Object.keys(services[name]?.environment ?? {}))
      expect(known.has(setting), setting).toBe(true);
  for (const name of app) {
    expect(services[name]?.environment).toMatchObject({ ROLE: name.slice(0, -2), APP_ENV: 'PROD' });
    const drain = Number(services[name]?.environment?.['DRAIN_SECONDS']);
    expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(drain + 40);
  }
  for (const { depends_on: needed = [], configs: used = [] } of Object.values(services)) {
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty(name);
    for (const { source } of used) expect(configs).toHaveProperty(source);
  }
  for (const { file: name } of Object.values(configs))
    if (name !== undefined) expect(existsSync(fromRoot(name)), name).toBe(true);
  // Files of deploy/cluster get all that they ask for, and nothing else.
  for (const [service, config] of [
    ['haproxy', 'haproxy.cfg'],
    ['pgbouncer', 'pgbouncer.ini'],
  ] as const) {
    const text = readFileSync(fromRoot(`deploy/cluster/${config}`), 'utf8').replaceAll(/^[#;].*$/gm, '');
    const asked = new Set([...text.matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(([, name]) => name));
    const given = Object.keys(services[service]?.environment ?? {}).filter((name) => name !== 'APP_PASSWORD');
    expect(new Set(given)).toEqual(asked);
  }
});
