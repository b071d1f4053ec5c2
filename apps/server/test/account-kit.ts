/** Browsers that sign in over real HTTP, and the mails their people get. */
import type { AddressInfo } from 'node:net';
import type { MailTemplate } from '@scanship/contracts/network/mail-outbox';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { createSealer } from '../src/platform/crypto/sealer.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import { crossSiteToken, makeCoreApp, makeWorld, type TestAnswer, testServices, type TestWorld } from './app-kit.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const sealerForTests = () => createSealer([Buffer.alloc(32, 'test key, never used elsewhere')]);

/** One browser: its own address, host and cookies. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: {
      readonly body?: unknown;
      readonly token?: string | undefined;
      readonly headers?: Record<string, string>;
    },
  ): Promise<TestAnswer>;
}

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly from: string;
}

export interface AccountWorld {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly services: Services;
  readonly world: TestWorld;
  readonly app: FastifyInstance;
  /** Lines the server has logged. */
  readonly log: string[];
  wait(seconds: number): void;
  now(): Date;
  browser(options?: { readonly host?: string; readonly ip?: string; readonly userAgent?: string }): Browser;
  /** The newest mail of a kind to an address; waits a little for it. */
  mail(to: string, template: MailTemplate): Promise<SentMail>;
  /** How many of a kind there are, when nothing is under way any more. */
  mailCount(to: string, template: MailTemplate): Promise<number>;
  close(): Promise<void>;
}

/** An application with the core modules, listening on loopback, with a clock of its own and mails kept in the outbox. */
export const makeAccountWorld = async (changed: { readonly smtpUrl?: string } = {}): Promise<AccountWorld> => {
  const database = await createTestDatabase({ maxConnections: 16 });
  const { db } = database;
  const world = await makeWorld(db);
  let now = new Date();
  const log: string[] = [];
  const services = testServices(db, {
    clock: { now: () => now },
    // Browsers of a test differ by the address a trusted proxy names.
    config: { trustProxy: 1, demo: true, smtpUrl: changed.smtpUrl },
    logTo: (line) => log.push(line),
  });
  const app = await makeCoreApp(services);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const browser: AccountWorld['browser'] = ({ host = 'first.test', ip = '203.0.113.1', userAgent = FIREFOX } = {}) => {
    const cookies = new Map<string, string>();
    const send: Browser['call'] = async (method, path, options = {}) => {
      // One browser of a test shows several sessions; each has a token of its own.
      const crossSite = crossSiteToken(options.token, cookies.get('XSRF-TOKEN') ?? '');
      for (const name of ['XSRF-TOKEN', '__Host-XSRF-TOKEN']) if (cookies.has(name)) cookies.set(name, crossSite);
      const answer = await request(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          host,
          'x-forwarded-for': ip,
          'x-forwarded-proto': 'https',
          'user-agent': userAgent,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': crossSite,
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      });
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, decodeURIComponent(value));
      }
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text,
        json: text.startsWith('{') ? (JSON.parse(text) as TestAnswer['json']) : {},
      };
    };
    return {
      cookies,
      async call(method, path, options) {
        if (!cookies.has('XSRF-TOKEN')) await send('POST', `/api/master/ui-init?host=${host}`);
        return send(method, path, options);
      },
    };
  };

  const rows = async (to: string, template: MailTemplate) => {
    const found = [];
    for (const realmId of [world.first.id, world.second.id])
      found.push(
        ...(await db.identity({ realmId }, (tx) =>
          tx
            .selectFrom('outbox_mails')
            .selectAll()
            .where('realm_id', '=', realmId)
            .where('template', '=', template)
            .orderBy('id', 'desc')
            .execute(),
        )),
      );
    return found.filter((row) => row.recipient.toLowerCase() === to.toLowerCase());
  };
  const open = async (): Promise<number> => {
    let count = 0;
    for (const tenantId of await tenantIds(db))
      count += (
        await db.tenant({ tenantId }, (tx) =>
          tx.selectFrom('effects').select('id').where('kind', '=', 'email').where('due_at', 'is not', null).execute(),
        )
      ).length;
    return count;
  };
  const settle = async (): Promise<void> => {
    for (let tries = 0; tries < 200 && (await open()) > 0; tries += 1)
      await new Promise((done) => setTimeout(done, 25));
  };

  return {
    database,
    db,
    services,
    world,
    app,
    log,
    wait: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    now: () => now,
    browser,
    async mail(to, template) {
      await settle();
      const [row] = await rows(to, template);
      if (!row) throw new Error(`no mail "${template}" to ${to}`);
      return { to: row.recipient, subject: row.subject, text: row.text_part, html: row.html_part, from: row.sender };
    },
    async mailCount(to, template) {
      await settle();
      return (await rows(to, template)).length;
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
};

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const tenantIds = async (db: Database): Promise<string[]> =>
  (await db.reference((tx) => tx.selectFrom('tenants').select('id').execute())).map(({ id }) => id);

/** The six digits of a mail. */
export const codeIn = (mail: SentMail): string => {
  const code = /^\s+(\d{6})$/m.exec(mail.text)?.[1];
  if (code === undefined) throw new Error(`no code in: ${mail.text}`);
  return code;
};
/** The first address of a mail that holds `part`. */
export const linkIn = (mail: SentMail, part: string): URL => {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((each) => each.includes(part));
  if (link === undefined) throw new Error(`no link with ${part} in: ${mail.text}`);
  return new URL(link);
};
