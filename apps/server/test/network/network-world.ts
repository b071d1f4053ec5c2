/** The whole application with a clock that a test moves, a real mail server, and an administrator of each franchise. */
import type { FastifyInstance } from 'fastify';
import type { Application } from '../../src/application.ts';
import { addUser } from '../../src/modules/users/index.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  TEST_PASSWORD,
  type TestAnswer,
  type TestClient,
  testServices,
  type TestUser,
  type TestWorld,
} from '../app-kit.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { makeWholeApplication } from '../whole-app.ts';

export interface NetworkWorld {
  readonly database: TestDatabase;
  readonly world: TestWorld;
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly client: TestClient;
  readonly mailbox: Mailbox;
  /** Administrator of the second franchise. */
  readonly otherFranchise: TestUser;
  now(): Date;
  passTime(ms: number): void;
  call(who: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<TestAnswer>;
  /** The data of a call that must work. */
  done<T>(who: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

export async function makeNetworkWorld(): Promise<NetworkWorld> {
  const database = await createTestDatabase({ maxConnections: 8 });
  const mailbox = await openMailbox();
  const world = await makeWorld(database.db);
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const services = testServices(database.db, { clock: { now }, config: { smtpUrl: mailbox.url } });
  const application = makeWholeApplication(services);
  const app = await application.http();
  const client = await makeClient(app);
  const realmId = world.second.id;
  const role = await database.db.tenant({ tenantId: realmId }, (tx) =>
    tx.selectFrom('roles').select('id').where('code', '=', 'ROLE_FRANCHISE_ADMIN').executeTakeFirstOrThrow(),
  );
  const added = await addUser(
    database.db,
    {
      realmId,
      tenantId: realmId,
      roleId: role.id,
      userName: 'second-fran',
      email: 'second-fran@example.com',
      firstName: 'Second',
      lastName: 'Test',
      password: TEST_PASSWORD,
      verified: true,
    },
    new Date(),
  );
  if (!added.ok) throw new Error(added.problem.code);
  const otherFranchise = { userName: 'second-fran', userId: added.value.userId, realmId, tenantId: realmId };

  const call: NetworkWorld['call'] = async (who, method, path, body) => {
    // Anew each time: tests move the clock beyond the life of a token.
    const { token } = await sessionOf(services, who);
    const host = who.realmId === world.second.id ? 'second.test' : 'first.test';
    return client.call(method, `/api${path}`, { token, host, ...(body === undefined ? {} : { body }) });
  };
  return {
    database,
    world,
    application,
    app,
    client,
    mailbox,
    otherFranchise,
    now,
    passTime: (ms) => {
      ahead += ms;
    },
    call,
    async done<T>(...[who, method, path, body]: Parameters<NetworkWorld['call']>) {
      const answer = await call(who, method, path, body);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json.data as T;
    },
    async close() {
      await app.close();
      await application.close();
      await mailbox.close();
      await database.drop();
    },
  };
}
