/** The whole application with the demo's data, as an attacker finds it: people of every role, records to aim at, no carrier to reach. */
import type { Call } from '@scanship/contracts/call';
import { type Application, createApplication } from '@scanship/server/application';
import { seedDemo } from '@scanship/server/demo/seed-demo';
import { BUILT_IN_ROLES, type BuiltInRole } from '@scanship/server/modules/roles/index';
import type { FastifyInstance } from 'fastify';
import { crossSiteToken, sessionOf, type TestUser, testServices } from '../../../apps/server/test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/test/test-database.ts';
import type { OpenApi } from './answer-judge.ts';

/** One of each role in the demo's first franchise. */
const PEOPLE: Readonly<Record<string, BuiltInRole>> = {
  aurora: 'ROLE_CUSTOMER_ADMIN',
  packer: 'ROLE_CUSTOMER_USER',
  maple: 'ROLE_FRANCHISE_ADMIN',
  support: 'ROLE_SUPPORT',
  agent: 'ROLE_SALES_AGENT',
  super: 'ROLE_SUPER_ADMIN',
};

export interface Attacker extends TestUser {
  readonly role: BuiltInRole;
}

export interface Attacked {
  readonly database: TestDatabase;
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly calls: readonly Call[];
  /** The document as anybody reads it. */
  readonly document: OpenApi;
  readonly people: readonly Attacker[];
  /** Headers of a browser in which the person has signed in; a new session where `fresh`. */
  browserOf(person: Attacker, fresh?: boolean): Promise<Record<string, string>>;
  /** The person signs in again: the session was ended. */
  renew(person: Attacker): Promise<void>;
  /** What the log says of the newest unexpected error: where a 5xx comes from. */
  cause(): string;
  close(): Promise<void>;
}

/** Whether a role's page and rights let it make a call. */
export function mayCall(role: BuiltInRole, call: Call): boolean {
  const { pages, rights } = BUILT_IN_ROLES[role];
  return (
    (call.permission === undefined || pages.includes(call.permission)) &&
    (call.roles === undefined || call.roles.includes(role)) &&
    (call.right === undefined || rights.includes(call.right))
  );
}

export async function openAttacked(): Promise<Attacked> {
  const database = await createTestDatabase({ maxConnections: 16 });
  let cause = '';
  const services = testServices(database.db, {
    logTo: (line) => {
      if (line.includes('"unexpected error"')) cause = line;
    },
  });
  const application = createApplication(services, {
    version: 'attacked',
    // The demo's accounts are there; whoever calls a carrier hears that it cannot be reached.
    simulators: { addressOf: () => Promise.resolve('http://127.0.0.1:9'), owns: (at) => at === '127.0.0.1:9' },
    dns: { txt: async () => [], aliases: async () => [] },
  });
  await seedDemo(application);
  const app = await application.http();
  const rows = await database.db.reference((tx) => tx.selectFrom('tenants').select(['id', 'kind']).execute());
  const people: Attacker[] = [];
  for (const realm of rows.filter(({ kind }) => kind !== 'customer'))
    people.push(...(await peopleOf(database, realm.id)));

  const tokens = new Map<string, string>();
  const anonymous = (
    await app.inject({ method: 'POST', url: '/api/master/ui-init?host=localhost', headers: { host: 'localhost' } })
  ).cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
  return {
    database,
    application,
    app,
    calls: application.routes.map(({ call }) => call),
    document: (await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } })).json<OpenApi>(),
    people,
    async browserOf(person, fresh = false) {
      const held = fresh ? undefined : tokens.get(person.userId);
      const token = held ?? (await sessionOf(services, person)).token;
      if (!fresh) tokens.set(person.userId, token);
      const crossSite = crossSiteToken(token, anonymous ?? '');
      return {
        host: 'localhost',
        authorization: `Bearer ${token}`,
        cookie: `XSRF-TOKEN=${crossSite}`,
        'x-xsrf-token': crossSite,
      };
    },
    async renew(person) {
      tokens.delete(person.userId);
    },
    cause: () => {
      const { err } = (cause === '' ? {} : JSON.parse(cause)) as { err?: { message?: string; stack?: string } };
      const frames = (err?.stack ?? '').split('\n').filter((frame) => frame.includes('/apps/server/src/'));
      return `${err?.message ?? ''} ${frames.slice(0, 3).join(' ')}`;
    },
    async close() {
      await app.close();
      await application.close();
      await database.drop();
    },
  };
}

const peopleOf = ({ db }: TestDatabase, realmId: string): Promise<Attacker[]> =>
  db.identity({ realmId }, async (tx) => {
    const found = await tx
      .selectFrom('users as u')
      .innerJoin('memberships as m', (join) =>
        join.onRef('m.realm_id', '=', 'u.realm_id').onRef('m.user_id', '=', 'u.id'),
      )
      .select(['u.id', 'u.username', 'm.tenant_id'])
      .where('u.realm_id', '=', realmId)
      .execute();
    return found.flatMap((row) => {
      const role = PEOPLE[row.username];
      return role === undefined
        ? []
        : [{ role, userName: row.username, userId: row.id, realmId, tenantId: row.tenant_id }];
    });
  });
