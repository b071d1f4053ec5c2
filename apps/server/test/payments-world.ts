/** The whole application beside the simulated card provider: people, cards on file without a browser, and the judge's books. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keysOf } from '@scanship/payments-stripe/simulator-apps';
import { signature } from '@scanship/payments-stripe/simulator-signature';
import { simulator as stripe } from '@scanship/payments-stripe/simulator';
import { simulator as express } from '@scanship/sample-testline-express/simulator';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import type { FastifyInstance } from 'fastify';
import { type Application, type ApplicationOptions, createApplication } from '../src/application.ts';
import type { Config } from '../src/config/config.ts';
import { checkBook, readCredit, setCreditLimit } from '../src/modules/billing/index.ts';
import { makeClient, makeWorld, sessionOf, type TestAnswer, testServices, type TestWorld } from './app-kit.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type PayerName = keyof TestWorld['people'];

/** What the provider has of one seller, for judges. */
export interface ProviderSide {
  readonly intents: readonly { id: string; status: string; amount: number; metadata: Record<string, string> }[];
  readonly refunds: readonly { id: string; status: string; amount: number }[];
  readonly disputes: readonly { id: string; status: string; amount: number }[];
}

export interface PaymentsWorld {
  readonly database: TestDatabase;
  readonly world: TestWorld;
  readonly admin: SimulatorAdmin;
  readonly address: string;
  application: Application;
  app: FastifyInstance;
  call(
    who: PayerName,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    at: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
  /** Plays the browser: enters a card, confirms it (and the bank's page where there is one), and saves it. */
  addCard(who: PayerName, number: string): Promise<TestAnswer>;
  /** Plays the bank's page. */
  challenge(sellerId: string, clientSecret: string, answer: 'allow' | 'deny'): Promise<void>;
  play(path: string, body?: object): Promise<{ readonly id: string }>;
  provider(sellerId: string): Promise<ProviderSide>;
  /** Plays the events of a seller's account into the door, newest first; `twice` sends each again. */
  deliverAll(sellerId: string, twice: boolean): Promise<void>;
  /** Owed by a buyer, from the seller's book; negative is paid ahead. */
  owed(sellerId: string, buyerId: string): Promise<number>;
  prepaid(sellerId: string, buyerId: string, limitMinor: number | null): Promise<void>;
  /** What is wrong in the books of these companies; empty when all is well. */
  faults(tenants: readonly string[]): Promise<readonly string[]>;
  /** Ends this process and begins another on the same database. */
  restart(options?: Partial<ApplicationOptions>): Promise<void>;
  close(): Promise<void>;
}

export async function makePaymentsWorld(
  options: Partial<ApplicationOptions> = {},
  config: Partial<Config> = {},
): Promise<PaymentsWorld> {
  const database = await createTestDatabase({ maxConnections: 12 });
  const world = await makeWorld(database.db);
  const books = mkdtempSync(path.join(tmpdir(), 'scanship-payments-'));
  const host = await startSimulatorHost({
    port: 0,
    dataDir: books,
    simulators: { stripe: () => Promise.resolve(stripe), 'testline-express': () => Promise.resolve(express) },
  });
  const services = testServices(database.db, { config });
  const begin = async (more: Partial<ApplicationOptions>) => {
    const application = createApplication(services, {
      version: 'test',
      simulators: {
        addressOf: (slug) => Promise.resolve(host.addressOf(slug)),
        owns: (hostAndPort) => host.owns(hostAndPort),
      },
      ...options,
      ...more,
    });
    return { application, app: await application.http() };
  };
  let running = await begin({});
  let client = await makeClient(running.app);
  const tokens = new Map<PayerName, string>();
  const ask = async (account: string, method: string, at: string, form: Record<string, string> = {}) => {
    const answer = await fetch(`${host.addressOf('stripe')}${at}`, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST'
        ? { body: new URLSearchParams({ key: keysOf(account).publishableKey, ...form }).toString() }
        : {}),
    });
    return (await answer.json()) as { id?: string; status?: string; error?: { message: string } };
  };
  const call: PaymentsWorld['call'] = async (who, method, at, body, headers = {}) => {
    const person = world.people[who];
    const token = tokens.get(who) ?? (await sessionOf(services, person)).token;
    tokens.set(who, token);
    const home = person.realmId === world.second.id ? 'second.test' : 'first.test';
    return client.call(method, `/api${at}`, { token, host: home, headers, ...(body === undefined ? {} : { body }) });
  };
  const provider: PaymentsWorld['provider'] = async (sellerId) => {
    const answer = await fetch(`${host.address}/_admin/stripe/payments`);
    const { accounts } = (await answer.json()) as { accounts: (ProviderSide & { account: string })[] };
    return accounts.find(({ account }) => account === sellerId) ?? { intents: [], refunds: [], disputes: [] };
  };
  const challenge: PaymentsWorld['challenge'] = async (sellerId, secret, answer) => {
    const [id = ''] = secret.split('_secret_');
    const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
    await ask(sellerId, 'POST', `/test/${kind}/${id}/challenge`, { client_secret: secret, answer });
  };
  return {
    database,
    world,
    admin: createSimulatorAdmin(host.address),
    address: host.addressOf('stripe'),
    get application() {
      return running.application;
    },
    get app() {
      return running.app;
    },
    call,
    challenge,
    async addCard(who, number) {
      const begun = await call(who, 'POST', '/billing/cards/begin', {});
      if (begun.status !== 200) return begun;
      const { clientSecret, setupId, publishableKey } = begun.json.data as Record<string, string>;
      const account = (publishableKey ?? '').replace('pk_test_sim_', '');
      const method = await ask(account, 'POST', '/v1/payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
      });
      const done = await ask(account, 'POST', `/v1/setup_intents/${setupId}/confirm`, {
        client_secret: clientSecret ?? '',
        payment_method: method.id ?? '',
      });
      if (done.status === 'requires_action') await challenge(account, clientSecret ?? '', 'allow');
      return call(who, 'POST', '/billing/cards', { setupId });
    },
    async play(at, body = {}) {
      const answer = await fetch(`${host.address}/_admin/stripe${at}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { id: string };
    },
    provider,
    async deliverAll(sellerId, twice) {
      const { intents, refunds, disputes } = await provider(sellerId);
      const told = [
        ...disputes.flatMap((each) =>
          ['charge.dispute.closed', 'charge.dispute.created'].map((type) => [type, each] as const),
        ),
        ...refunds.map((each) => ['refund.updated', each] as const),
        ...intents.map((each) => ['payment_intent.succeeded', each] as const),
      ];
      for (const [type, object] of [...told, ...(twice ? told : [])]) {
        const body = JSON.stringify({
          id: `evt_${type}_${object.id}_${object.status}`,
          object: 'event',
          type,
          data: { object },
        });
        const at = Math.floor(Date.now() / 1000);
        const answer = await running.app.inject({
          method: 'POST',
          url: `/hooks/stripe/${sellerId}.simulator`,
          headers: {
            'content-type': 'application/json',
            'stripe-signature': signature(body, keysOf(sellerId).webhookSecret, at),
          },
          payload: body,
        });
        if (answer.statusCode !== 200) throw new Error(`an event was answered ${answer.statusCode}`);
      }
      while ((await running.application.inbox.sweep()) > 0);
    },
    async owed(sellerId, buyerId) {
      const credit = await database.db.tenant({ tenantId: sellerId }, (tx) => readCredit(tx, sellerId, buyerId, 'CAD'));
      return credit.owedMinor;
    },
    prepaid: (sellerId, buyerId, limitMinor) =>
      database.db.tenant({ tenantId: sellerId }, (tx) => setCreditLimit(tx, sellerId, buyerId, 'CAD', limitMinor)),
    async faults(tenants) {
      const found = [];
      for (const tenantId of tenants)
        found.push(...(await database.db.tenant({ tenantId }, (tx) => checkBook(tx))).map(({ what }) => what));
      return found;
    },
    async restart(more = {}) {
      await running.app.close();
      await running.application.close();
      running = await begin(more);
      client = await makeClient(running.app);
    },
    async close() {
      await running.app.close();
      await running.application.close();
      await host.close();
      await database.drop();
      rmSync(books, { recursive: true, force: true });
    },
  };
}
