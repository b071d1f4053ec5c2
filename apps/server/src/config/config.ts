/**
 * All settings of the server: read once from the environment, checked, and handed on as one typed value.
 * Nothing else reads `process.env`. `docs/configuration.md` is held against `SETTINGS` by a test.
 */
import { resolve } from 'node:path';
import { BEARER_TOKENS } from './bearer-tokens.ts';
import { dnsServers } from './dns-servers.ts';
import * as z from 'zod/mini';
import { type Result, err, ok } from '@scanship/domain/values/result';
import { BASE_CALLS, type BudgetName, isBudgetName } from '../platform/budgets/budget-table.ts';
import { isKeptName, type KeptName, type Retention } from '../platform/retention/retention-table.ts';
import { type ObjectStorage, objectStorageOf, objectStorageSettings } from './object-storage.ts';
import { traceSettings, type TraceSettings, tracingOf } from './tracing.ts';
import { type SimulatorSettings, simulatorSettings, simulatorsSetting } from './simulators.ts';

export type AppEnv = 'LOCAL' | 'DEV' | 'PROD';
export type ProcessRole = 'web' | 'worker' | 'all';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config extends SimulatorSettings {
  readonly appEnv: AppEnv;
  readonly role: ProcessRole;
  /** Port to listen on; 0 lets the system choose (tests). */
  readonly port: number;
  readonly host: string;
  /** Absolute path; embedded database, generated keys, simulators' books. */
  readonly dataDir: string;
  /** Absent: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` leads to. */
  readonly directDatabaseUrl: string | undefined;
  /** A standby that lists, reports and exports are read on; absent: all is read on the primary. */
  readonly readDatabaseUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Host of the DEV stage. */
  readonly stageHost: string | undefined;
  /** Address people use, without a trailing slash; absent: the franchises' verified hosts. */
  readonly publicOrigin: string | undefined;
  /** 32-byte keys; the first seals, all of them open. Empty: a key kept in the data folder (never in PROD). */
  readonly masterKeys: readonly Uint8Array[];
  readonly cookieSecret: string | undefined;
  readonly demo: boolean;
  /** Of all the demo's people. */
  readonly demoPassword: string;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** As Fastify's trustProxy: hops, or a list of addresses and ranges; false: believe no forwarded header. */
  readonly trustProxy: number | string[] | false;
  /** Calls a minute of one person, or of one address before sign-in; all other budgets follow. */
  readonly rateLimitPerMinute: number;
  /** Budgets that hold another amount than the table says. */
  readonly budgets: Readonly<Partial<Record<BudgetName, number>>>;
  /** Days that are kept of what grows, where they differ from the table. */
  readonly retention: Retention;
  /** Living sessions of one person at most. */
  readonly sessionsPerPerson: number;
  /** A process asked to stop goes on answering for so long while it is not ready any more. */
  readonly drainSeconds: number;
  readonly metricsToken: string | undefined;
  /** Undefined: nothing that comes back of mails is taken. */
  readonly mailReportToken: string | undefined;
  /** Who hears of vulnerabilities, as an address (`mailto:` or `https:`); absent: there is no security.txt. */
  readonly securityContact: string | undefined;
  /** Absent: mails are kept in the outbox. Never absent in PROD. */
  readonly smtpUrl: string | undefined;
  /** The neutral sender, for franchises without a proved domain of their own. */
  readonly mailFrom: MailSender;
  /** Name servers that proofs are looked up at; absent: those of the machine. */
  readonly dnsServers: readonly string[] | undefined;
  /** Where the built print agent lies: `packages/` and `updates/`. Absolute path. */
  readonly printAgentDir: string;
  /** Where the built web application lies. */
  readonly webRoot: string;
  /** Base address of the card provider's API. */
  readonly stripeApiUrl: string;
  /** Script that shows the provider's card field; its origin is let into the pages that need it. */
  readonly stripeJsUrl: string;
  /** Absent: label and document bytes stay in the database. */
  readonly objectStorage: ObjectStorage | undefined;
  /** Absent: nothing is traced. */
  readonly tracing: TraceSettings | undefined;
}

export interface MailSender {
  readonly name: string;
  readonly address: string;
}

export interface SettingDoc {
  readonly name: string;
  readonly summary: string;
  readonly fallback: string;
}

const text = z.string();
const number = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, 'must be a whole number')),
    z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
  );
const BOOLEANS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};
const flag = z.pipe(
  text,
  z.transform((value: string, ctx) => {
    const known = BOOLEANS[value.toLowerCase()];
    if (known === undefined) ctx.issues.push({ code: 'custom', message: 'must be 1 or 0', input: value });
    return known ?? false;
  }),
);

const bytesOf = (value: string): Uint8Array =>
  /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
/** Keys anybody could guess: one byte repeated (all zeros), or shown in an example. */
const weakKey = (key: Uint8Array): boolean => new Set(key).size < 8;
const masterKeys = z.pipe(
  text,
  z.transform((value: string, ctx) => {
    const keys = value.split(',').map((part) => bytesOf(part.trim()));
    if (keys.some((key) => key.length !== 32)) {
      ctx.issues.push({
        code: 'custom',
        message: 'must be 32 bytes as base64 or hex; several keys separated by commas',
        input: '',
      });
    } else if (keys.some(weakKey)) {
      ctx.issues.push({ code: 'custom', message: 'is not random; make one with: openssl rand -base64 32', input: '' });
    }
    return keys;
  }),
);
const trustProxy = z.pipe(
  text,
  z.transform((value: string): number | string[] | false =>
    /^\d+$/.test(value) ? Number(value) || false : value.split(',').map((part) => part.trim()),
  ),
);
const origin = z.pipe(
  text,
  z.transform((value: string, ctx) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
      ctx.issues.push({
        code: 'custom',
        message: 'must be an address like https://ship.example.com, without a path',
        input: '',
      });
    }
    return url?.origin ?? '';
  }),
);
const databaseUrl = z.string().check(
  z.refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
    message: 'must be an address like postgres://user:password@host:5432/scanship',
  }),
);
const smtpUrl = z.string().check(
  z.refine(
    (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    {
      message: 'must be an address like smtp://user:password@mail.example.com:587 (or smtps://)',
    },
  ),
);
const mailFrom = z.pipe(
  text,
  z.transform((value: string, ctx): MailSender => {
    const named = /^([^<>\r\n]*)<([^<>\s]+)>$/.exec(value.trim());
    const address = named?.[2] ?? value.trim();
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
      ctx.issues.push({
        code: 'custom',
        message: 'must be an address like ScanShip <no-reply@ship.example.com>',
        input: '',
      });
    return { name: (named?.[1] ?? '').trim().replace(/^"|"$/g, ''), address };
  }),
);
const securityContact = z.pipe(
  text,
  z.transform((value: string, ctx) => {
    const address = /^[^\s@:/]{1,100}@[^\s@:/]{1,200}$/.test(value) ? `mailto:${value}` : value;
    const url = /\s/.test(address) || !URL.canParse(address) ? undefined : new URL(address);
    if (!url || !/^(?:mailto|https):$/.test(url.protocol))
      ctx.issues.push({
        code: 'custom',
        message: 'must be an e-mail address or an address like https://example.com/security',
        input: '',
      });
    return url?.href ?? '';
  }),
);
const webAddress = z.string().check(
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be an address like https://api.stripe.com',
  }),
);
/** "name=amount,name=amount", each name of a table in docs/configuration.md. */
const amounts = <Name extends string>(isName: (name: string) => name is Name, least: number, example: string) =>
  z.pipe(
    text,
    z.transform((value: string, ctx) => {
      const changed: Partial<Record<Name, number>> = {};
      for (const part of value.split(',')) {
        const [, name = '', amount] = /^\s*([\w/-]+)\s*=\s*(\d{1,15})\s*$/.exec(part) ?? [];
        if (isName(name) && Number(amount) >= least) changed[name] = Number(amount);
        else
          ctx.issues.push({
            code: 'custom',
            message: `must be like ${example} with the names of docs/configuration.md`,
            input: '',
          });
      }
      return changed;
    }),
  );
const budgets = amounts<BudgetName>(isBudgetName, 1, 'calls/tenant=20000,quotes/person=600');
const retention = amounts<KeptName>(isKeptName, 0, 'carrier-calls=400,audit=0');
const hostName = z.string().check(z.regex(/^[A-Za-z0-9._:-]+$/, 'must be a host name or an address'));

/** Every setting with its check and its line of documentation. */
const SCHEMA = {
  APP_ENV: {
    check: z.enum(['LOCAL', 'DEV', 'PROD'], 'must be LOCAL, DEV or PROD'),
    fallback: 'LOCAL',
    summary: 'Kind of installation. PROD refuses default secrets, demo data and simulators.',
  },
  PORT: { check: number(0, 65535), fallback: '8080', summary: 'Port of web application and API.' },
  HOST: {
    check: hostName,
    fallback: 'localhost',
    summary: 'Address to listen on. 0.0.0.0 opens it to the network (and switches the demo off unless asked for).',
  },
  DATA_DIR: {
    check: z.string().check(z.minLength(1)),
    fallback: '.data',
    summary: 'Folder of the embedded database, the generated key and the books of the simulators.',
  },
  DATABASE_URL: {
    check: databaseUrl,
    fallback: '(embedded PostgreSQL)',
    summary: 'PostgreSQL 15 or newer. Required in PROD.',
  },
  DIRECT_DATABASE_URL: {
    check: databaseUrl,
    fallback: '(as DATABASE_URL)',
    summary: 'The same database past its pooler: for migrations, the live channel and the scheduler.',
  },
  READ_DATABASE_URL: {
    check: databaseUrl,
    fallback: '(all is read on the primary)',
    summary: 'A streaming standby: lists, reports, exports and searches are read there, none of them late.',
  },
  DATABASE_POOL_SIZE: {
    check: number(2, 200),
    fallback: '10',
    summary: 'Connections one process keeps to the database, and again to the standby.',
  },
  ROLE: {
    check: z.enum(['web', 'worker', 'all'], 'must be web, worker or all'),
    fallback: 'all',
    summary: 'What this process does: answer requests, work off jobs, or both.',
  },
  STAGE_HOST: { check: hostName, fallback: '(none)', summary: 'Host of the stage; required when APP_ENV is DEV.' },
  PUBLIC_ORIGIN: {
    check: origin,
    fallback: '(a verified host; this machine outside PROD)',
    summary: 'Address people use, for links that leave the application. https in PROD.',
  },
  TRUST_PROXY: {
    check: trustProxy,
    fallback: '0',
    summary: 'Number of proxies in front, or their addresses separated by commas. 0: forwarded headers are ignored.',
  },
  MASTER_KEY: {
    check: masterKeys,
    fallback: '(made once in DATA_DIR)',
    summary:
      'Seals credentials and costs: 32 random bytes as base64 or hex. For rotation put the new key first, the old ones after a comma. Required in PROD.',
  },
  COOKIE_SECRET: {
    check: z.string().check(z.minLength(32, 'must have at least 32 characters')),
    fallback: '(made once in DATA_DIR)',
    summary: 'Signs the cross-site token cookie: at least 32 random characters. Required in PROD.',
  },
  DEMO: {
    check: flag,
    fallback: '1 on the embedded database and loopback, else 0',
    summary: 'Seeds two demo franchises with printed sign-ins. Refused in PROD.',
  },
  DEMO_PASSWORD: {
    check: z.string().check(z.minLength(12, 'must have at least 12 characters')),
    fallback: '(the printed one)',
    summary:
      "Password of the demo's people, made with a fresh DATA_DIR. The printed one signs in only on the machine the demo runs on.",
  },
  ...simulatorsSetting((value) => BOOLEANS[value.toLowerCase()]),
  LOG_LEVEL: {
    check: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
    fallback: 'warn in LOCAL, else info',
    summary: 'Least important message that is logged (JSON lines on standard output).',
  },
  RATE_LIMIT_PER_MINUTE: {
    check: number(1, 1_000_000),
    fallback: String(BASE_CALLS),
    summary:
      'Calls a minute of one person, or of one address before sign-in. All other budgets grow and shrink with it.',
  },
  BUDGETS: {
    check: budgets,
    fallback: '(the table below)',
    summary: 'Budgets that hold another amount, as calls/tenant=20000,quotes/person=600.',
  },
  RETENTION: {
    check: retention,
    fallback: '(the table below)',
    summary: 'Days that something is kept where they differ, as carrier-calls=400,audit=0; 0: for ever.',
  },
  SESSIONS_PER_PERSON: {
    check: number(1, 10_000),
    fallback: '25',
    summary: 'Living sessions of one person. One more ends the one that was not refreshed for longest.',
  },
  DRAIN_SECONDS: {
    check: number(0, 300),
    fallback: '0',
    summary:
      'A process asked to stop says so at /readyz and goes on answering for so long. Behind a load balancer: 10, or what its probes need to notice.',
  },
  ...BEARER_TOKENS,
  SECURITY_CONTACT: {
    check: securityContact,
    fallback: '(none)',
    summary: 'Where vulnerabilities are reported: e-mail or https address. Served at /.well-known/security.txt.',
  },
  SMTP_URL: {
    check: smtpUrl,
    fallback: '(mails are kept in the outbox, webhooks of notices are not called)',
    summary:
      'Mail server: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465. Required in PROD.',
  },
  DNS_SERVERS: {
    check: dnsServers,
    fallback: '(those of the machine)',
    summary: 'Name servers that proofs of hosts and sender domains are looked up at: addresses separated by commas.',
  },
  PRINT_AGENT_DIR: {
    check: z.string().check(z.minLength(1)),
    fallback: 'apps/print-agent/dist',
    summary: 'Folder of the built print agent, for its download and its signed updates.',
  },
  STRIPE_API_URL: {
    check: webAddress,
    fallback: 'https://api.stripe.com',
    summary: 'Address of the card provider, Stripe. https in PROD.',
  },
  STRIPE_JS_URL: {
    check: webAddress,
    fallback: 'https://js.stripe.com/v3/',
    summary: 'Script of the card field. Stripe wants it loaded from its own address. https in PROD.',
  },
  MAIL_FROM: {
    check: mailFrom,
    fallback: 'ScanShip <no-reply@localhost>',
    summary: 'Sender of mails of franchises without a proved domain of their own. Required in PROD.',
  },
  ...objectStorageSettings({ flag, number, webAddress }),
  ...traceSettings,
} as const;
type SettingName = keyof typeof SCHEMA;

export const SETTINGS: readonly SettingDoc[] = (Object.keys(SCHEMA) as SettingName[]).map((name) => ({
  name,
  summary: SCHEMA[name].summary,
  fallback: SCHEMA[name].fallback,
}));

/** Known to everybody who reads the terminal or the tests. */
export const PRINTED_DEMO_PASSWORD = 'ship-demo-2026';

/** Names and addresses of this very machine; a name that only begins like one ("127.evil.example") is none. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(host);

const DEFAULT_SECRETS = /change.?me|default|example|password|insecure|^(.)\1+$/i;

/**
 * Reads the settings. Failure is a list of sentences, one per bad setting, each naming it; values of secrets are
 * never repeated. Empty values count as absent.
 */
export const loadConfig = (
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Result<Config, string[]> => {
  const problems: string[] = [];
  const read = <N extends SettingName>(name: N): z.output<(typeof SCHEMA)[N]['check']> | undefined => {
    const raw = env[name]?.trim();
    if (raw === undefined || raw === '') return undefined;
    const parsed = z.safeParse(SCHEMA[name].check as z.ZodMiniType, raw);
    if (parsed.success) return parsed.data as z.output<(typeof SCHEMA)[N]['check']>;
    problems.push(
      `${name} ${parsed.error.issues[0]?.message.replace(/^Invalid/, 'is invalid').replace(/^Too/, 'is too') ?? 'is invalid'}.`,
    );
    return undefined;
  };
  const given = {
    appEnv: read('APP_ENV') ?? 'LOCAL',
    role: read('ROLE') ?? 'all',
    port: read('PORT') ?? 8080,
    host: read('HOST') ?? 'localhost',
    dataDir: resolve(root, read('DATA_DIR') ?? '.data'),
    databaseUrl: read('DATABASE_URL'),
    directDatabaseUrl: read('DIRECT_DATABASE_URL'),
    readDatabaseUrl: read('READ_DATABASE_URL'),
    databasePoolSize: read('DATABASE_POOL_SIZE') ?? 10,
    stageHost: read('STAGE_HOST')?.toLowerCase(),
    publicOrigin: read('PUBLIC_ORIGIN'),
    demoPassword: read('DEMO_PASSWORD') ?? PRINTED_DEMO_PASSWORD,
    trustProxy: read('TRUST_PROXY') ?? (false as const),
    masterKeys: read('MASTER_KEY') ?? [],
    cookieSecret: read('COOKIE_SECRET'),
    rateLimitPerMinute: read('RATE_LIMIT_PER_MINUTE') ?? BASE_CALLS,
    budgets: read('BUDGETS') ?? {},
    retention: read('RETENTION') ?? {},
    sessionsPerPerson: read('SESSIONS_PER_PERSON') ?? 25,
    drainSeconds: read('DRAIN_SECONDS') ?? 0,
    metricsToken: read('METRICS_TOKEN'),
    mailReportToken: read('MAIL_REPORT_TOKEN'),
    securityContact: read('SECURITY_CONTACT'),
    smtpUrl: read('SMTP_URL'),
    dnsServers: read('DNS_SERVERS'),
    printAgentDir: resolve(root, read('PRINT_AGENT_DIR') ?? 'apps/print-agent/dist'),
    stripeApiUrl: read('STRIPE_API_URL') ?? 'https://api.stripe.com',
    stripeJsUrl: read('STRIPE_JS_URL') ?? 'https://js.stripe.com/v3/',
    mailFrom: read('MAIL_FROM') ?? { name: 'ScanShip', address: 'no-reply@localhost' },
    objectStorage: objectStorageOf(
      {
        bucket: read('S3_BUCKET'),
        keyId: read('S3_ACCESS_KEY_ID'),
        secret: read('S3_SECRET_ACCESS_KEY'),
        rest: {
          endpoint: read('S3_ENDPOINT'),
          region: read('S3_REGION') ?? 'us-east-1',
          prefix: read('S3_PREFIX') ?? '',
          encryption: read('S3_ENCRYPTION'),
          moving: read('S3_MOVE') ?? true,
          moveAfterMinutes: read('S3_MOVE_AFTER_MINUTES') ?? 10,
          keepDays: read('S3_KEEP_DAYS') ?? 30,
        },
      },
      (sentence) => problems.push(sentence),
    ),
    tracing: tracingOf(
      read('OTEL_EXPORTER_OTLP_ENDPOINT'),
      read('OTEL_TRACES_SAMPLER'),
      read('OTEL_TRACES_SAMPLER_ARG'),
    ),
  };
  const local = given.databaseUrl === undefined && isLoopback(given.host) && given.appEnv !== 'PROD';
  const demo = read('DEMO') ?? local;
  const simulated = simulatorSettings(read('SIMULATORS') ?? demo);
  const logLevel = read('LOG_LEVEL') ?? (given.appEnv === 'LOCAL' ? 'warn' : 'info');

  if (given.appEnv === 'PROD') {
    const need = (name: SettingName, why: string) => {
      if (!env[name]?.trim()) problems.push(`${name} is required when APP_ENV is PROD: ${why}.`);
    };
    need('MASTER_KEY', 'secrets are sealed with it');
    need('COOKIE_SECRET', 'the cross-site token is signed with it');
    need('DATABASE_URL', 'the embedded database is for trying the product');
    need('SMTP_URL', 'accounts are verified by e-mail');
    need('MAIL_FROM', 'mail servers refuse senders that do not exist');
    if (given.cookieSecret && DEFAULT_SECRETS.test(given.cookieSecret)) {
      problems.push('COOKIE_SECRET is a default value; production needs its own random one.');
    }
    if (demo) problems.push('DEMO is refused when APP_ENV is PROD: demo sign-ins are public.');
    if (simulated.simulators) problems.push('SIMULATORS is refused when APP_ENV is PROD: their labels are not real.');
    for (const [name, value] of [
      ['STRIPE_API_URL', given.stripeApiUrl],
      ['STRIPE_JS_URL', given.stripeJsUrl],
      ['S3_ENDPOINT', given.objectStorage?.endpoint],
    ])
      if (value?.startsWith('http:')) problems.push(`${name} must begin with https:// when APP_ENV is PROD.`);
    if (given.publicOrigin?.startsWith('http:'))
      problems.push('PUBLIC_ORIGIN must begin with https:// when APP_ENV is PROD.');
  }
  if (given.appEnv === 'DEV' && !env['STAGE_HOST']?.trim())
    problems.push('STAGE_HOST is required when APP_ENV is DEV.');
  if (given.directDatabaseUrl !== undefined && given.databaseUrl === undefined)
    problems.push('DIRECT_DATABASE_URL needs DATABASE_URL beside it, the address of the pooler.');
  if (given.readDatabaseUrl !== undefined && given.databaseUrl === undefined)
    problems.push('READ_DATABASE_URL needs DATABASE_URL beside it, the address of its primary.');
  if (problems.length > 0) return err(problems);
  return ok({ ...given, ...simulated, demo, logLevel, webRoot: resolve(root, 'apps/web/dist') });
};
