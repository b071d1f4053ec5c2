/** The calls of orders on a database, asked as the registrar asks them: what tests of order commands start from. */
import type { Dispatcher } from 'undici';
import type { Call } from '@scanship/contracts/call';
import type { BulkOutcome } from '@scanship/contracts/orders/order-selection';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { createOrders, type NewOrder, orderRoutes } from '../src/modules/orders/index.ts';
import type { RequestContext } from '../src/platform/context.ts';
import { newId } from '../src/platform/database/ids.ts';
import type { AppProblem } from '../src/platform/problem.ts';
import { testServices } from './app-kit.ts';
import { contextOf, newOrder, NO_STORES, setShipFrom } from './order-fixture.ts';
import { makeTenantTree, type TenantTree } from './tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const NOW = new Date('2026-11-21T17:00:00Z');
export const SAM = newId();
export const PEOPLE = [{ id: SAM, name: 'Sam Packer' }];

interface Asked {
  readonly problem: AppProblem | undefined;
  readonly data: unknown;
  readonly message: string | undefined;
}

export interface OrderCalls {
  readonly database: TestDatabase;
  readonly tree: TenantTree;
  /** Of the first customer; everybody in it but Sam is called Olga Owner. */
  readonly ctx: RequestContext;
  /** What stores were told, as "what order". */
  readonly told: readonly string[];
  ask(id: string, body: unknown, params?: object, who?: RequestContext): Promise<Asked>;
  /** A call on many that is not refused as a whole. */
  bulk(id: string, body: object, who?: RequestContext): Promise<BulkOutcome>;
  detail(id: string): Promise<OrderDetail>;
  make(n: number, more?: Partial<NewOrder>): Promise<string[]>;
  one(more?: Partial<NewOrder>): Promise<string>;
}

/** @param outside where pictures that lie elsewhere are fetched */
export async function makeOrderCalls(outside?: Dispatcher): Promise<OrderCalls> {
  const database = await createTestDatabase();
  const tree = await makeTenantTree(database.db);
  for (const customer of tree.customers) await setShipFrom(database.db, customer);
  const [customer] = tree.customers;
  const ctx = contextOf(customer);
  const told: string[] = [];
  const note = (what: string, ids: readonly string[]): void => {
    told.push(...ids.map((id) => `${what} ${id}`));
  };
  const routes = orderRoutes(
    { ...testServices(database.db, outside && { outside }), clock: { now: () => NOW } },
    {
      shipmentsOfOrder: async () => [],
      storeSideOfOrder: async () => ({ pushes: [], storeNotices: [] }),
      buyerPath: ({ orderId }) => `/track/${orderId}`,
      stores: {
        ...NO_STORES,
        onMarked: async (_ctx, _tx, marked) =>
          note(
            'marked',
            marked.map(({ orderId }) => orderId),
          ),
        onUnmarked: async (_ctx, _tx, gone) =>
          note(
            'unmarked',
            gone.map(({ orderId }) => orderId),
          ),
        onCancelled: async (_ctx, _tx, ids) => note('cancelled', ids),
        onUncancelled: async (_ctx, _tx, ids) => note('uncancelled', ids),
      },
      people: async () => PEOPLE,
      carrier: () => undefined,
      userNames: async (_ctx, ids) => new Map(ids.map((id) => [id, id === SAM ? 'Sam Packer' : 'Olga Owner'])),
    },
  );
  let count = 0;
  const self: OrderCalls = {
    database,
    tree,
    ctx,
    told,
    async ask(id, body, params = {}, who = ctx) {
      const found = routes.find((route) => route.call.id === id);
      if (!found) throw new Error(`no call ${id}`);
      const { call }: { call: Call } = found;
      const outcome = await found.handle({
        ctx: who,
        params: call.params?.parse(params),
        query: call.query?.parse({}),
        body: call.body?.parse(body),
        agent: undefined,
        file: undefined,
        requestId: who.requestId,
        host: 'localhost',
        origin: { scheme: 'http', host: 'first.test', port: undefined },
        cookies: {},
        ip: '127.0.0.1',
        userAgent: 'test',
        accept: '',
        bearer: undefined,
        idempotencyKey: undefined,
        signal: new AbortController().signal,
      });
      if (!outcome.ok) return { problem: outcome.problem, data: undefined, message: undefined };
      if (outcome.value.kind === 'file') return { problem: undefined, data: outcome.value.bytes, message: undefined };
      if (outcome.value.kind !== 'data') throw new Error('data was expected');
      return {
        problem: undefined,
        data: call.data?.parse(outcome.value.data),
        message: outcome.value.successMessage,
      };
    },
    async bulk(id, body, who = ctx) {
      const answer = await self.ask(id, body, {}, who);
      if (answer.problem) throw new Error(JSON.stringify(answer.problem));
      // Parsed by the call's own schema.
      return answer.data as BulkOutcome;
    },
    detail: async (id) => (await self.ask('getOrder', {}, { id })).data as OrderDetail,
    async make(n, more = {}) {
      const given = Array.from({ length: n }, () => newOrder(customer.storeId, `C-${(count += 1)}`, more));
      const made = await database.db.tenant(ctx, (tx) => createOrders(ctx, tx, given, { why: 'test', now: NOW }));
      if (!made.ok) throw new Error(made.problem.code);
      return made.value.map(({ id }) => id);
    },
    one: async (more = {}) => (await self.make(1, more))[0] ?? '',
  };
  return self;
}
