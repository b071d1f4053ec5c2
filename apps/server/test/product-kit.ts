/** Asks the calls of products as the registrar does, with what their schemas parsed, on a database of the test's own. */
import type { Dispatcher } from 'undici';
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '@scanship/contracts/call';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { createOrders, fillOpenOrders, itemsOfOrders, type NewOrder } from '../src/modules/orders/index.ts';
import { createProductsModule, importProducts } from '../src/modules/products/index.ts';
import type { RequestContext } from '../src/platform/context.ts';
import type { UploadedFile } from '../src/platform/http/handler.ts';
import type { AppProblem } from '../src/platform/problem.ts';
import type { Services } from '../src/platform/services.ts';
import { testServices } from './app-kit.ts';
import { contextOf, newOrder, setShipFrom } from './order-fixture.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { makeTenantTree, type TenantTree } from './tenant-tree.ts';

interface Input<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  readonly file?: UploadedFile;
  readonly ctx?: RequestContext;
}

export interface ProductKit {
  readonly database: TestDatabase;
  readonly tree: TenantTree;
  readonly ctx: RequestContext;
  readonly storeId: string;
  readonly now: { value: Date };
  readonly services: Services;
  /** The data; throws with the problem. */
  ask<C extends Call>(call: C, input?: Input<C>): Promise<DataOf<C>>;
  /** The problem; throws when there is none. */
  refused<C extends Call>(call: C, input?: Input<C>): Promise<AppProblem>;
  /** The bytes of a file or download. */
  bytes<C extends Call>(call: C, input?: Input<C>): Promise<{ readonly name: string; readonly bytes: Buffer }>;
  import(products: readonly Partial<StoreProduct>[], storeId?: string): Promise<void>;
  addOrders(orders: readonly { readonly number: string; readonly more: Partial<NewOrder> }[]): Promise<void>;
  close(): Promise<void>;
}

/** @param outside where pictures that lie elsewhere are fetched */
export async function makeProductKit(outside?: Dispatcher): Promise<ProductKit> {
  const database = await createTestDatabase();
  const { db } = database;
  const tree = await makeTenantTree(db);
  const [customer] = tree.customers;
  for (const each of tree.customers) await setShipFrom(db, each);
  const now = { value: new Date('2026-11-21T17:00:00Z') };
  const services = testServices(db, { clock: { now: () => now.value }, ...(outside && { outside }) });
  const { routes } = createProductsModule(services, {
    userNames: async (_ctx, ids) => new Map(ids.map((id) => [id, 'Ann'])),
    fillOpenOrders,
    itemsOfOrders: (who, now, selection) => itemsOfOrders(db, who, now, selection),
  });
  const ctx = contextOf(customer);

  async function run<C extends Call>(call: C, input: Input<C> = {}) {
    const found = routes.find((route) => route.call.id === call.id);
    if (!found) throw new Error(`no call ${call.id}`);
    return found.handle({
      ctx: input.ctx ?? ctx,
      params: call.params?.parse(input.params ?? {}),
      query: call.query?.parse(input.query ?? {}),
      body: call.body?.parse(input.body ?? {}),
      file: input.file,
      requestId: ctx.requestId,
      host: 'localhost',
      origin: { scheme: 'http', host: 'first.test', port: undefined },
      cookies: {},
      ip: '127.0.0.1',
      userAgent: 'test',
      accept: '',
      bearer: undefined,
      idempotencyKey: undefined,
      signal: new AbortController().signal,
    } as Parameters<typeof found.handle>[0]);
  }

  return {
    database,
    tree,
    ctx,
    storeId: customer.storeId,
    now,
    services,
    async ask<C extends Call>(call: C, input?: Input<C>) {
      const outcome = await run(call, input);
      if (!outcome.ok) throw new Error(`${call.id}: ${JSON.stringify(outcome.problem)}`);
      if (outcome.value.kind !== 'data') throw new Error(`${call.id} answered a ${outcome.value.kind}`);
      // Only what the contract allows leaves the server.
      return call.data?.parse(outcome.value.data) as DataOf<C>;
    },
    async refused(call, input) {
      const outcome = await run(call, input);
      if (outcome.ok) throw new Error(`${call.id} was not refused`);
      return outcome.problem;
    },
    async bytes(call, input) {
      const outcome = await run(call, input);
      if (!outcome.ok) throw new Error(`${call.id}: ${JSON.stringify(outcome.problem)}`);
      const { value } = outcome;
      if (value.kind === 'file') return { name: value.fileName, bytes: Buffer.from(value.bytes) };
      if (value.kind !== 'download') throw new Error(`${call.id} answered a ${value.kind}`);
      const parts: Uint8Array[] = [];
      for await (const chunk of value.chunks) parts.push(chunk);
      return { name: value.fileName, bytes: Buffer.concat(parts) };
    },
    async import(products, storeId = customer.storeId) {
      await db.tenant(customer, (tx) =>
        importProducts(tx, {
          tenantId: customer.tenantId,
          storeId,
          now: now.value,
          products: products.map((product) => ({
            externalId: product.sku ?? 'x',
            title: product.sku ?? '',
            updatedAt: now.value.toISOString(),
            ...product,
          })),
        }),
      );
    },
    async addOrders(orders) {
      await db.tenant(customer, async (tx) => {
        const made = await createOrders(
          ctx,
          tx,
          orders.map(({ number, more }) => newOrder(customer.storeId, number, more)),
          { why: 'test', now: now.value },
        );
        if (!made.ok) throw new Error(made.problem.code);
      });
    },
    close: () => database.drop(),
  };
}
