/** A customer with a label to print, and a machine that speaks agent-v1 over the application's own HTTP side. */
import { randomUUID } from 'node:crypto';
import type { DataOf } from '@scanship/contracts/call';
import type { AgentPrinter, nextAgentJob, pairAgent, syncAgentPrinters } from '@scanship/contracts/printing/agent-v1';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allOrNothing, createOrders, ownStore } from '../src/modules/orders/index.ts';
import { newPairingCode } from '../src/modules/printing/commands/pair-agent.ts';
import { storeDocument } from '../src/modules/documents/index.ts';
import type { Database } from '../src/platform/database/database.ts';
import { newId } from '../src/platform/database/ids.ts';
import { json } from '../src/platform/database/json-column.ts';
import { createAgentTokens } from '../src/platform/http/agent-token.ts';
import type { Services } from '../src/platform/services.ts';
import type { TestUser } from './app-kit.ts';
import { BUYER, contextOf, newOrder, SHIP_FROM } from './order-fixture.ts';

export const PRINTER: AgentPrinter = {
  name: 'Zebra',
  displayName: 'Packing table 1',
  connection: 'system',
  isDefault: true,
  state: 'ready',
  reasons: [],
  formats: ['zpl'],
  dpi: 203,
  sizes: ['4x6'],
};

export interface TestMachine {
  readonly machineId: string;
  readonly token: string;
  readonly agentId: string;
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{
    readonly status: number;
    readonly data: unknown;
    readonly code: string | undefined;
    readonly bytes: Buffer;
  }>;
  next(waitSeconds?: number, holding?: readonly string[]): Promise<DataOf<typeof nextAgentJob>>;
  report(jobId: string, step: string, more?: object): Promise<boolean>;
  sync(printers?: readonly AgentPrinter[]): Promise<DataOf<typeof syncAgentPrinters>>;
}

const machineFacts = (machineId: string) => ({
  machineId,
  hostName: 'PACK-01',
  platform: 'linux',
  arch: 'x64',
  agentVersion: '1.0.0',
});

export async function codeOf(services: Services, person: TestUser): Promise<string> {
  const tokens = createAgentTokens(services.cookieSecret);
  return (await services.db.tenant(person, (tx) => newPairingCode(tx, person, tokens))).code;
}

export async function pairMachine(
  app: FastifyInstance,
  services: Services,
  person: TestUser,
  machineId: string = randomUUID(),
): Promise<TestMachine> {
  const paired = await app.inject({
    method: 'POST',
    url: '/api/agent/v1/pair',
    headers: { host: 'first.test' },
    payload: { code: await codeOf(services, person), ...machineFacts(machineId) },
  });
  if (paired.statusCode !== 200) throw new Error(paired.body);
  const { token, agentId } = paired.json<{ data: DataOf<typeof pairAgent> }>().data;
  return machineOf(app, { machineId, token, agentId });
}

export function machineOf(
  app: FastifyInstance,
  known: { readonly machineId: string; readonly token: string; readonly agentId: string },
): TestMachine {
  const { machineId, token } = known;
  const machine: TestMachine = {
    ...known,
    async call(method, path, body) {
      const answer = await app.inject({
        method,
        url: `/api/agent/v1${path}`,
        headers: { host: 'first.test', authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const parsed = isJson ? answer.json<{ data?: unknown; code?: string }>() : {};
      return { status: answer.statusCode, data: parsed.data, code: parsed.code, bytes: answer.rawPayload };
    },
    async next(waitSeconds = 0, holding = []) {
      const answer = await machine.call('POST', '/jobs/next', { waitSeconds, agentVersion: '1.0.0', holding });
      if (answer.status !== 200) throw new Error(`jobs/next answered ${answer.status} ${answer.code}`);
      return answer.data as DataOf<typeof nextAgentJob>;
    },
    async report(jobId, step, more = {}) {
      const body = { step, at: new Date().toISOString(), ...more };
      const answer = await machine.call('POST', `/jobs/${jobId}/report`, body);
      if (answer.status !== 200) throw new Error(`report answered ${answer.status} ${answer.code}`);
      return (answer.data as { goOn: boolean }).goOn;
    },
    async sync(printers = [PRINTER]) {
      const answer = await machine.call('POST', '/printer/sync', { ...machineFacts(machineId), printers });
      if (answer.status !== 200) throw new Error(`sync answered ${answer.status} ${answer.code}`);
      return answer.data as DataOf<typeof syncAgentPrinters>;
    },
  };
  return machine;
}

export const LABEL_ZPL = '^XA^PW812^LL1218^FO50,50^A0N,60,60^FDLABEL^FS^XZ';

let serial = 0;

/** An order and its bought shipment with one label file. */
export async function printable(
  db: Database,
  person: TestUser,
  label: { readonly bytes: Uint8Array; readonly format: 'zpl' | 'pdf' } = {
    bytes: Buffer.from(LABEL_ZPL),
    format: 'zpl',
  },
): Promise<{
  readonly orderId: string;
  readonly orderNumber: string;
  readonly shipmentId: string;
  readonly documentId: string;
}> {
  const ctx = contextOf(person);
  const orderNumber = `P-${(serial += 1)}`;
  const made = await allOrNothing(db, person, async (tx) => {
    const storeId = await ownStore(ctx, tx);
    return createOrders(ctx, tx, [newOrder(storeId, orderNumber, { placedAt: new Date() })], {
      why: 'test',
      now: new Date(),
    });
  });
  if (!made.ok) throw new Error(made.problem.code);
  const [order] = made.value;
  if (!order) throw new Error('no order');
  const shipmentId = newId();
  const documentId = await db.tenant(person, async (tx) => {
    const { tenantId } = person;
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: tenantId,
        id: shipmentId,
        state: 'bought',
        from_address: json(SHIP_FROM),
        to_address: json(BUYER),
      })
      .execute();
    await sql`INSERT INTO shipment_items (tenant_id, shipment_id, order_id, line, qty)
      SELECT tenant_id, ${shipmentId}, order_id, line, qty FROM order_items WHERE tenant_id = ${tenantId} AND order_id = ${order.id}`.execute(
      tx,
    );
    const id = await storeDocument(tx, tenantId, { kind: 'label', shipmentId, parcelNo: 1, ...label });
    await sql`INSERT INTO parcels (tenant_id, shipment_id, no, weight_g, tracking_number, label_document_id)
      VALUES (${tenantId}, ${shipmentId}, 1, 500, 'TRACK1', ${id})`.execute(tx);
    return id;
  });
  return { orderId: order.id, orderNumber, shipmentId, documentId };
}
