/** Mails through the journal to a real SMTP server process on loopback, and the outbox where there is none. */
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { MailRecordDto } from '@scanship/contracts/network/mail-outbox';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeCoreApp,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import type { Config } from '../../config/config.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { parseOrigin } from '../../platform/http/named-host.ts';
import { createJournal, type Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import { createTenantsModule, putBrandPicture, saveBranding } from '../tenants/index.ts';
import { createMailModule, type MailModule, type SenderOf } from './index.ts';

let database: TestDatabase;
let world: TestWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
});
afterAll(() => database.drop());

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
}
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Decodes quoted-printable and base64 parts, as far as our own mails use them. */
const readable = (message: string): string =>
  message
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));

let answer: ((address: string) => { responseCode: number; message: string } | undefined) | undefined;
let received: Received[] = [];
let smtp: SMTPServer;
let port = 0;
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.password === 'p@ss' ? done(null, { user: auth.username }) : done(new Error('535 no')),
    onRcptTo: (address, _session, done) => {
      const refusal = answer?.(address.address);
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(parts).toString('utf8'),
        });
        done(null, 'queued');
      });
    },
  });
  await new Promise<void>((done) => {
    smtp.listen(0, '127.0.0.1', () => done());
  });
  port = (smtp.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((done) => smtp.close(() => done())));

let now = new Date();
let journal: Journal;
let mail: MailModule;
let services: Services;
const open = (url: string | undefined, senderOf?: SenderOf, budgets: Config['budgets'] = {}) => {
  services = testServices(database.db, {
    clock: { now: () => now },
    config: { budgets, smtpUrl: url, mailFrom: { name: 'ScanShip', address: 'no-reply@scanship.example' } },
  });
  journal = createJournal(services);
  mail = createMailModule(services, { journal, hosts: createTenantsModule(services).hosts, senderOf });
};
beforeEach(() => {
  received = [];
  answer = undefined;
  now = new Date();
  open(`smtp://ship:p%40ss@127.0.0.1:${port}`);
});
afterEach(async () => {
  await journal.stop();
  mail.close();
});

const owner = () => ({
  tenantId: world.people.admin.tenantId,
  franchiseId: world.first.id,
  userId: world.people.admin.userId,
});
const queue = (more: { to?: string; expiresAt?: Date; once?: string; language?: 'en' | 'fr' } = {}) =>
  database.db.identity(world.people.admin, (tx) =>
    mail.queue(
      tx,
      owner(),
      {
        template: 'confirm_email',
        to: 'anna@example.com',
        language: 'en',
        data: { code: '424242', minutes: 10 },
        ...more,
      },
      now,
    ),
  );
const stateOf = async (ref: { readonly id: string }) => {
  const log = await database.db.tenant(owner(), (tx) =>
    tx
      .selectFrom('effects')
      .select(['state', 'problem', 'attempt', 'due_at', 'payload'])
      .where('id', '=', ref.id)
      .executeTakeFirstOrThrow(),
  );
  return log;
};
const dueNow = (ref: { readonly id: string }) =>
  database.db.tenant(owner(), (tx) =>
    tx
      .updateTable('effects')
      .set({ due_at: new Date(0) })
      .where('id', '=', ref.id)
      .execute(),
  );

describe('a mail', () => {
  test('is sent once it is kept, under the franchise’s name, colours and logo, with a text part', async () => {
    await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
      const logo = await putBrandPicture(tx, world.first.id, 'image/png', PNG);
      await saveBranding(tx, world.first.id, {
        brandName: 'Érable Expédition',
        senderName: 'L’équipe Érable',
        primaryColor: '#f4d03f',
        emailBackgroundColor: '#fff8e1',
        emailLogo: logo,
        globalFooter: 'Érable inc. <b>Montréal</b>',
      });
    });
    const ref = await queue({ language: 'fr' });
    expect(received).toHaveLength(0);
    await journal.advance(ref);
    expect(received).toHaveLength(1);
    const [{ from, to, message } = { from: '', to: [], message: '' }] = received;
    expect([from, to]).toEqual(['no-reply@scanship.example', ['anna@example.com']]);
    const text = readable(message);
    expect(text).toContain(`Message-ID: <${ref.id}@scanship.example>`);
    expect(text).toMatch(/^From: =\?UTF-8\?[QB]\?.+ <no-reply@scanship\.example>/m);
    expect(text).toContain('    424242');
    expect(text).toContain('Entrez ce code');
    expect(text).toContain('background-color:#fff8e1');
    expect(text).toContain('Érable inc. &lt;b&gt;Montréal');
    expect(text).toContain(PNG.toString('base64').slice(0, 60));
    expect((await stateOf(ref)).state).toBe('complete');
    await journal.advance(ref);
    expect(received).toHaveLength(1);
  });

  test('of a transaction that is undone is never sent', async () => {
    let id = '';
    await database.db
      .identity(world.people.admin, async (tx) => {
        const ref = await mail.queue(
          tx,
          owner(),
          { template: 'email_changed', to: 'a@example.com', language: 'en', data: { newEmail: 'b@example.com' } },
          now,
        );
        ({ id } = ref);
        // Still working as whoever it was before.
        await tx.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
        throw new Error('undone');
      })
      .catch(() => undefined);
    await journal.advance({ table: 'effects', tenantId: owner().tenantId, id });
    expect(received).toHaveLength(0);
  });

  test('with a key is one however often it is queued', async () => {
    const refs = [await queue({ once: 'test/1' }), await queue({ once: 'test/1' })];
    for (const ref of refs) await journal.advance(ref);
    expect(received).toHaveLength(1);
  });

  test('comes from the franchise’s own address when that is proved, and never else', async () => {
    open(`smtp://127.0.0.1:${port}`, async (franchiseId) =>
      franchiseId === world.first.id ? { address: 'hello@erable.example' } : undefined,
    );
    await journal.advance(await queue());
    const other = await database.db.identity(world.people.foreign, (tx) =>
      mail.queue(
        tx,
        { tenantId: world.people.foreign.tenantId, franchiseId: world.second.id },
        { template: 'confirm_email', to: 'x@example.com', language: 'en', data: { code: '1', minutes: 1 } },
        now,
      ),
    );
    await journal.advance(other);
    expect(received.map(({ from }) => from)).toEqual(['hello@erable.example', 'no-reply@scanship.example']);
    expect(received[1]?.message).toMatch(/^From: Second </m);
  });

  test('too many to one address wait for their turn; those to others are sent', async () => {
    open(`smtp://127.0.0.1:${port}`, undefined, { 'mails/recipient': 2 });
    const refs = [];
    for (const to of ['flooded@example.com', 'Flooded@example.com', 'flooded@example.com', 'calm@example.com'])
      refs.push(await queue({ to }));
    for (const ref of refs) await journal.advance(ref);
    expect(received.map(({ to }) => to[0])).toEqual(['flooded@example.com', 'Flooded@example.com', 'calm@example.com']);
    // A flood of one kind, as of invitations, keeps no code from whoever waits for it.
    const code = await database.db.identity(world.people.admin, (tx) =>
      mail.queue(
        tx,
        owner(),
        {
          template: 'email_changing',
          to: 'flooded@example.com',
          language: 'en',
          data: { newEmail: 'new@example.com' },
        },
        now,
      ),
    );
    await journal.advance(code);
    expect(received).toHaveLength(4);
    const [, , third] = refs;
    const waiting = third && (await stateOf(third));
    expect(waiting?.due_at?.getTime()).toBeGreaterThan(Date.now() + 30 * 60_000);
    expect(JSON.stringify(waiting)).toContain('This e-mail address has been sent too many mails');
  });

  test('keeps its secrets sealed in the database', async () => {
    const ref = await queue();
    expect((await stateOf(ref)).payload).toEqual({ template: 'confirm_email', to: 'anna@example.com', language: 'en' });
    const dump = await database.db.tenant(owner(), (tx) =>
      tx.selectFrom('effects').select(['payload', 'intent_key', 'vendor_ids', 'problem']).execute(),
    );
    expect(JSON.stringify(dump)).not.toContain('424242');
  });
});

describe('a server', () => {
  test('that refuses the address is believed, and its words are kept', async () => {
    answer = () => ({ responseCode: 550, message: 'No such user here' });
    const ref = await queue({ to: 'gone@example.com' });
    await journal.advance(ref);
    await dueNow(ref);
    await journal.advance(ref);
    expect(received).toHaveLength(0);
    expect(await stateOf(ref)).toMatchObject({
      state: 'refused',
      attempt: 1,
      problem: { message: expect.stringContaining('No such user here') as string, vendorCode: '550' },
    });
  });

  test('that says "later" is asked again later', async () => {
    answer = () => ({ responseCode: 451, message: 'Greylisted' });
    const ref = await queue();
    await journal.advance(ref);
    const waiting = await stateOf(ref);
    expect(waiting.state).toBe('sending');
    expect(waiting.due_at?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    answer = undefined;
    await dueNow(ref);
    await journal.advance(ref);
    expect(received).toHaveLength(1);
    expect((await stateOf(ref)).state).toBe('complete');
  });

  test('that is not there, or does not know our password, is asked again', async () => {
    for (const url of ['smtp://127.0.0.1:1', `smtp://ship:wrong@127.0.0.1:${port}`]) {
      open(url);
      const ref = await queue();
      await journal.advance(ref);
      expect((await stateOf(ref)).state).toBe('sending');
    }
    expect(received).toHaveLength(0);
  });

  test('that breaks off after the message leaves the outcome unknown, and the mail is not sent again', async () => {
    const messages: string[] = [];
    const rude = createServer((socket: Socket) => {
      let inData = false;
      socket.on('error', () => undefined);
      socket.write('220 rude\r\n');
      socket.on('data', (chunk) => {
        const said = chunk.toString();
        if (inData) {
          if (!said.includes('\r\n.\r\n')) return;
          messages.push(said);
          socket.destroy();
          return;
        }
        if (/^DATA/i.test(said)) {
          inData = true;
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      });
    });
    await new Promise<void>((done) => {
      rude.listen(0, '127.0.0.1', () => done());
    });
    open(`smtp://127.0.0.1:${(rude.address() as AddressInfo).port}`);
    const ref = await queue();
    await journal.advance(ref);
    expect(messages.filter((each) => each.includes(ref.id))).toHaveLength(1);
    expect((await stateOf(ref)).state).toBe('disputed');
    await dueNow(ref);
    await journal.advance(ref);
    await journal.sweep();
    await journal.idle();
    expect(messages.filter((each) => each.includes(ref.id))).toHaveLength(1);
    rude.close();
  });

  test('that comes back too late for a code is not bothered with it', async () => {
    const ref = await queue({ expiresAt: new Date(now.getTime() + 60_000) });
    now = new Date(now.getTime() + 61_000);
    await journal.advance(ref);
    expect(received).toHaveLength(0);
    expect(await stateOf(ref)).toMatchObject({ state: 'refused', problem: { vendorCode: 'expired' } });
  });
});

describe('the log of mails', () => {
  test('tells an administrator what became of the company’s mails, without their contents, and nobody else', async () => {
    const client: TestClient = await makeClient(await makeCoreApp(services));
    const tokenOf = async (person: TestWorld['people']['admin']) => (await sessionOf(services, person)).token;
    const read = async (token: string, query = '') => {
      const got = await client.call('GET', `/api/mail/log${query}`, { token });
      return { ...got, mails: (got.json.data as { mails: MailRecordDto[] } | undefined)?.mails ?? [] };
    };
    const all = await read(await tokenOf(world.people.admin));
    expect(new Set(all.mails.map(({ state }) => state))).toEqual(
      new Set(['sent', 'refused', 'waiting', 'unknown', 'expired']),
    );
    expect(all.text).not.toContain('424242');
    const refused = await read(await tokenOf(world.people.admin), '?state=refused');
    expect(refused.mails).toMatchObject([
      {
        to: 'gone@example.com',
        template: 'confirm_email',
        problem: expect.stringContaining('No such user here') as string,
        sentAt: null,
      },
    ]);
    expect((await read(await tokenOf(world.people.admin), '?state=expired')).mails).toHaveLength(1);
    expect((await read(await tokenOf(world.people.user))).json.code).toBe('forbidden');
    expect((await read(await tokenOf(world.people.basic))).mails).toEqual([]);
    await client.app.close();
  });

  test('a franchise and its support see those of its customers’ people, page by page', async () => {
    for (let n = 0; n < 101; n += 1) await queue({ to: `many${n}@example.com` });
    const client: TestClient = await makeClient(await makeCoreApp(services));
    const read = async (person: TestWorld['people']['admin'], query = '') => {
      const { token } = await sessionOf(services, person);
      const got = await client.call('GET', `/api/mail/log${query}`, { token });
      expect(got.status).toBe(200);
      return got.json.data as { mails: MailRecordDto[]; next: string | null };
    };
    const { people } = world;
    const everything = async (person: TestWorld['people']['admin'], query: string) => {
      const mails: MailRecordDto[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const page: { mails: MailRecordDto[]; next: string | null } = await read(
          person,
          `${query}${next === '' ? '' : `&before=${next}`}`,
        );
        expect(page.mails.length).toBeLessThanOrEqual(100);
        mails.push(...page.mails);
        ({ next } = page);
      }
      return mails;
    };
    const ofCustomer = await everything(people.admin, '?');
    const ofFranchise = await everything(people.franchise, `?customerId=${people.admin.tenantId}`);
    const plain = ({ id, to, template, state, problem }: MailRecordDto) => ({
      id,
      to,
      template,
      state,
      problem: state === 'waiting' ? null : problem,
    });
    expect(ofFranchise.map(plain)).toEqual(ofCustomer.map(plain));
    expect(new Set(ofFranchise.map(({ customer }) => customer?.name))).toEqual(new Set(['Customer one']));
    expect((await everything(people.support, '?state=refused')).map(plain)).toEqual(
      ofCustomer.filter(({ state }) => state === 'refused').map(plain),
    );
    await client.app.close();
  });
});

describe('the outbox', () => {
  const outbox = async (config: Parameters<typeof testServices>[1]) => {
    const made = testServices(database.db, { clock: { now: () => now }, ...config });
    const client = await makeClient(await makeCoreApp(made));
    return client;
  };

  test('keeps mails where there is no server, and the demo shows those of the host’s franchise', async () => {
    open(undefined);
    const ref = await queue();
    await journal.advance(ref);
    expect((await stateOf(ref)).state).toBe('complete');
    await database.db.system((tx) =>
      tx
        .insertInto('hosts')
        .values([
          { host: 'first.localhost', tenant_id: world.first.id, state: 'verified' },
          { host: 'second.localhost', tenant_id: world.second.id, state: 'verified' },
        ])
        .execute(),
    );
    const client = await outbox({ config: { demo: true } });
    const at = { host: 'first.localhost' };
    const listed = await client.call('GET', '/api/mail/outbox', at);
    expect(listed.json.data).toMatchObject({
      mails: [
        {
          id: ref.id,
          to: 'anna@example.com',
          subject: '424242 confirms your new e-mail address',
          template: 'confirm_email',
        },
      ],
    });
    const shown = await client.call('GET', `/api/mail/outbox/${ref.id}`, at);
    expect(shown.json.data).toMatchObject({
      text: expect.stringContaining('424242') as string,
      html: expect.stringContaining('data:image/png;base64,') as string,
      messageId: expect.stringContaining(ref.id) as string,
    });
    expect((await client.call('GET', '/api/mail/outbox', { host: 'second.localhost' })).json.data).toEqual({
      mails: [],
    });
    expect((await client.call('GET', `/api/mail/outbox/${ref.id}`, { host: 'second.localhost' })).json.code).toBe(
      'not_found',
    );
    await client.app.close();
  });

  test.each([
    ['in production', { demo: true, appEnv: 'PROD' as const }],
    ['without the demo', { demo: false }],
    ['with a mail server', { demo: true, smtpUrl: 'smtp://127.0.0.1:1' }],
  ])('is not shown %s', async (_, config) => {
    const client = await outbox({ config });
    expect((await client.call('GET', '/api/mail/outbox')).json.code).toBe('not_found');
    await client.app.close();
  });
});

describe('links', () => {
  const linksFor = (config: Parameters<typeof testServices>[1]) => {
    const made = testServices(database.db, config);
    const opened = createMailModule(made, { journal, hosts: createTenantsModule(made).hosts });
    return opened.links;
  };
  test('lead to a proved host of the franchise, or to the installation’s own address, never elsewhere', async () => {
    const first = world.first.id;
    const local = linksFor({ config: { port: 8080 } });
    expect(await local.of(first, parseOrigin('http://first.test:8080'))).toBe('http://first.test:8080');
    expect(await local.of(first, parseOrigin('http://localhost:8080'))).toBe('http://localhost:8080');
    expect(await local.of(first, parseOrigin('http://second.test'))).toBe('https://first.test');
    expect(await local.of(first, undefined)).toBe('https://first.test');
    // Without a host of its own, what is sent out leads to this machine, whatever the request said.
    expect(await local.of(world.platformId, parseOrigin('http://evil.example'))).toBe('http://localhost:8080');
    for (const claimed of ['http://first.test:9999', 'http://127.evil.example', 'http://evil.example'])
      expect([claimed, await local.proved(first, parseOrigin(claimed))]).toEqual([claimed, undefined]);
    const production = linksFor({ config: { appEnv: 'PROD' } });
    expect(await production.of(first, parseOrigin('http://first.test:1234'))).toBe('https://first.test');
    expect(await production.of(first, parseOrigin('http://localhost:8080'))).toBe('https://first.test');
    expect(await production.of(world.platformId, parseOrigin('https://evil.example'))).toBeUndefined();
    expect(await production.proved(first, parseOrigin('https://evil.example'))).toBeUndefined();
    const published = linksFor({ config: { appEnv: 'PROD', publicOrigin: 'https://ship.example.com' } });
    expect(await published.of(first, parseOrigin('https://evil.example'))).toBe('https://ship.example.com');
    expect(await published.proved(first, parseOrigin('http://ship.example.com'))).toBe('https://ship.example.com');
  });
});
