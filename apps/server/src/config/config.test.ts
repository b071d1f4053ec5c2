import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig, SETTINGS } from './config.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7 + 3)).toString('base64');
const PROD = {
  APP_ENV: 'PROD',
  MASTER_KEY: KEY,
  COOKIE_SECRET: 'kR8vT2mQ9xW4zL7nB3pD6sF1gH5jC0yA',
  DATABASE_URL: 'postgres://app:pw@db:5432/scanship',
  SMTP_URL: 'smtp://app:pw@mail:587',
  MAIL_FROM: 'Ship <no-reply@ship.example.com>',
};

const load = (env: Record<string, string | undefined> = {}) => loadConfig(env, '/root');
const config = (env: Record<string, string | undefined> = {}) => {
  const loaded = load(env);
  if (!loaded.ok) throw new Error(loaded.problem.join('\n'));
  return loaded.value;
};
const problems = (env: Record<string, string | undefined>): string[] => {
  const loaded = load(env);
  return loaded.ok ? [] : loaded.problem;
};

test('without any setting: everything on this machine, demo and simulators on', () => {
  expect(config()).toMatchObject({
    appEnv: 'LOCAL',
    role: 'all',
    port: 8080,
    host: 'localhost',
    dataDir: '/root/.data',
    demo: true,
    simulators: true,
    logLevel: 'warn',
  });
  expect(config().databaseUrl).toBeUndefined();
});

test('empty and blank values count as absent', () => {
  expect(config({ PORT: '', DATA_DIR: '  ' })).toMatchObject({ port: 8080, dataDir: '/root/.data' });
});

test.each([
  ['PORT', 'eighty', 'PORT must be a whole number.'],
  ['PORT', '70000', 'PORT '],
  ['APP_ENV', 'prod', 'APP_ENV must be LOCAL, DEV or PROD.'],
  ['ROLE', 'both', 'ROLE must be web, worker or all.'],
  ['HOST', 'a b', 'HOST must be a host name or an address.'],
  ['DATABASE_URL', 'mysql://x/y', 'DATABASE_URL must be an address like postgres://'],
  ['DATABASE_URL', 'rubbish', 'DATABASE_URL must be an address like postgres://'],
  ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE '],
  ['MASTER_KEY', 'short', 'MASTER_KEY must be 32 bytes'],
  ['MASTER_KEY', '0'.repeat(64), 'MASTER_KEY is not random'],
  ['MASTER_KEY', `${KEY},short`, 'MASTER_KEY must be 32 bytes'],
  ['COOKIE_SECRET', 'short', 'COOKIE_SECRET must have at least 32 characters.'],
  ['DNS_SERVERS', 'dns.example', 'DNS_SERVERS must be addresses like'],
  ['DNS_SERVERS', '192.0.2.53, 999.1.1.1:53', 'DNS_SERVERS must be addresses like'],
  ['SECURITY_CONTACT', 'ask us', 'SECURITY_CONTACT must be an e-mail address'],
  ['SECURITY_CONTACT', 'http://example.com/security', 'SECURITY_CONTACT must be an e-mail address'],
  ['SECURITY_CONTACT', 'x@example.com\nPolicy: https://evil.example', 'SECURITY_CONTACT must be an e-mail address'],
  ['DEMO', 'maybe', 'DEMO must be 1 or 0.'],
  ['SIMULATORS', 'on', 'SIMULATORS must be 1, 0 or an address like http://127.0.0.1:9100.'],
  ['SIMULATORS', 'http://127.0.0.1:9100/x', 'SIMULATORS must be 1, 0 or an address like http://127.0.0.1:9100.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of'],
  ['PUBLIC_ORIGIN', 'ship.example.com', 'PUBLIC_ORIGIN must be an address like'],
  ['PUBLIC_ORIGIN', 'https://ship.example.com/app', 'PUBLIC_ORIGIN must be an address like'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'RATE_LIMIT_PER_MINUTE '],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 16 characters.'],
  ['SMTP_URL', 'https://mail.example.com', 'SMTP_URL must be an address like smtp://'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an address like'],
])('%s=%s is refused in one line that names it', (name, value, start) => {
  const found = problems({ [name]: value });
  expect(found).toHaveLength(1);
  expect(found[0]?.startsWith(start), found[0]).toBe(true);
  expect(found[0]).not.toContain('\n');
});

test('every bad setting has its own line, and no secret is repeated', () => {
  const found = problems({ PORT: 'x', ROLE: 'x', MASTER_KEY: 'my-secret-key', COOKIE_SECRET: 'my-secret-cookie' });
  expect(found).toHaveLength(4);
  expect(found.join(' ')).not.toContain('my-secret');
});

test('production needs its own secrets and a database server', () => {
  expect(config(PROD)).toMatchObject({ appEnv: 'PROD', demo: false, simulators: false, logLevel: 'info' });
  for (const name of ['MASTER_KEY', 'COOKIE_SECRET', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM'] as const) {
    expect(problems({ ...PROD, [name]: undefined })).toEqual([
      expect.stringContaining(`${name} is required when APP_ENV is PROD`),
    ]);
  }
});

test.each(['change-me-change-me-change-me-change-me', 'a'.repeat(40), 'this-is-the-default-cookie-secret-value'])(
  'production refuses the default secret %s',
  (secret) => {
    expect(problems({ ...PROD, COOKIE_SECRET: secret })).toEqual([
      expect.stringContaining('COOKIE_SECRET is a default value'),
    ]);
  },
);

test('production refuses demo, simulators and a public address without TLS', () => {
  expect(problems({ ...PROD, DEMO: '1' })).toContainEqual(expect.stringContaining('DEMO is refused'));
  for (const SIMULATORS of ['1', 'http://127.0.0.1:9100'])
    expect(problems({ ...PROD, SIMULATORS })).toEqual([expect.stringContaining('SIMULATORS is refused')]);
  expect(problems({ ...PROD, PUBLIC_ORIGIN: 'http://ship.example.com' })).toEqual([
    expect.stringContaining('PUBLIC_ORIGIN must begin with https://'),
  ]);
});

test('a standby to read on needs its primary', () => {
  const standby = { READ_DATABASE_URL: 'postgres://app:pw@standby/scanship' };
  expect(problems(standby)).toEqual([expect.stringContaining('READ_DATABASE_URL needs DATABASE_URL')]);
  expect(config({ ...standby, DATABASE_URL: 'postgres://app:pw@db/scanship' })).toMatchObject({
    readDatabaseUrl: standby.READ_DATABASE_URL,
  });
});

test('demo and simulators are on only with the embedded database on loopback, or when asked for', () => {
  expect(config({ HOST: '127.0.0.1' }).demo).toBe(true);
  expect(config({ HOST: '0.0.0.0' })).toMatchObject({ demo: false, simulators: false });
  const byUrl = { DATABASE_URL: 'postgres://u:p@db/x' };
  expect(config(byUrl)).toMatchObject({ demo: false, simulators: false });
  expect(config({ ...byUrl, DEMO: '1' })).toMatchObject({ demo: true, simulators: true });
  expect(config({ DEMO: '0' })).toMatchObject({ demo: false, simulators: false });
  expect(config({ DEMO: '0', SIMULATORS: '1' })).toMatchObject({
    demo: false,
    simulators: true,
    simulatorsUrl: undefined,
  });
  const shared = config({ DEMO: '0', SIMULATORS: 'http://127.0.0.1:9100/' });
  expect(shared).toMatchObject({ simulators: true, simulatorsUrl: 'http://127.0.0.1:9100' });
});

test('the sender is an address, with or without a name', () => {
  expect(config({ MAIL_FROM: 'Érable Expédition <no-reply@ship.example.com>' }).mailFrom).toEqual({
    name: 'Érable Expédition',
    address: 'no-reply@ship.example.com',
  });
  expect(config({ MAIL_FROM: ' no-reply@ship.example.com ' }).mailFrom).toEqual({
    name: '',
    address: 'no-reply@ship.example.com',
  });
  expect(problems({ MAIL_FROM: 'a@b.c\r\nBcc: x@y.z' })).toHaveLength(1);
});

test('a contact for vulnerabilities is an address; an e-mail address gets its scheme', () => {
  expect(config({ SECURITY_CONTACT: 'security@example.com' }).securityContact).toBe('mailto:security@example.com');
  expect(config({ SECURITY_CONTACT: 'https://example.com/security' }).securityContact).toBe(
    'https://example.com/security',
  );
});

test('the stage names its host', () => {
  expect(problems({ APP_ENV: 'DEV' })).toEqual(['STAGE_HOST is required when APP_ENV is DEV.']);
  expect(config({ APP_ENV: 'DEV', STAGE_HOST: 'Stage.Example.com' }).stageHost).toBe('stage.example.com');
});

test('proxies: a number of hops or a list; none by default', () => {
  expect(config().trustProxy).toBe(false);
  expect(config({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
  expect(config({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(config({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1']);
});

test('keys come as base64 or hex, the first one first', () => {
  const hex = Buffer.from(KEY, 'base64').toString('hex');
  const other = Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('base64');
  expect(
    config({ MASTER_KEY: `${hex},${other}` }).masterKeys.map((key) => Buffer.from(key).toString('base64')),
  ).toEqual([KEY, other]);
});

test('docs/configuration.md has a row for every setting, with its default, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/configuration.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([A-Z\d_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, fallback, summary]) => ({
    name,
    fallback,
    summary,
  }));
  expect(rows).toEqual(SETTINGS.map(({ name, fallback, summary }) => ({ name, fallback, summary })));
});

test('a bucket is one or none: half of it is told', () => {
  expect(config().objectStorage).toBeUndefined();
  expect(
    config({ S3_BUCKET: 'labels', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'a secret' }).objectStorage,
  ).toEqual({
    bucket: 'labels',
    endpoint: undefined,
    region: 'us-east-1',
    credentials: { id: 'id', secret: 'a secret' },
    prefix: '',
    encryption: undefined,
    moving: true,
    moveAfterMinutes: 10,
    keepDays: 30,
  });
  expect(problems({ S3_ENDPOINT: 'https://s3.example' })).toEqual([
    'S3_BUCKET is missing beside the other settings of the bucket.',
  ]);
  expect(problems({ S3_BUCKET: 'labels', S3_ACCESS_KEY_ID: 'id' })).toEqual([
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.',
  ]);
  expect(problems({ S3_BUCKET: 'labels', S3_PREFIX: '/a/' })).toEqual([
    'S3_PREFIX must be names with slashes between them, as scanship/files.',
  ]);
  expect(problems({ ...PROD, S3_BUCKET: 'labels', S3_ENDPOINT: 'http://s3.example' })).toEqual([
    'S3_ENDPOINT must begin with https:// when APP_ENV is PROD.',
  ]);
});
