/** Labels that printers have too: whoever they name is forgotten with every copy, and copies nobody needs do not stay. */
import type { DataOf } from '@scanship/contracts/call';
import type { PrinterSetting, printDocuments } from '@scanship/contracts/printing/printers';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { pairMachine, printable, PRINTER } from '../../../test/printing-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import type { Services } from '../../platform/services.ts';
import { storePrintable } from '../../platform/blobs/store-blob.ts';
import { newId } from '../../platform/database/ids.ts';
import { dropReplaced, eraseDocuments, storeDocument } from './index.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let services: Services;
let token = '';
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 16 });
  world = await makeWorld(database.db);
  services = testServices(database.db);
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  token = (await sessionOf(services, world.people.admin)).token;
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const good = async <D>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<D> => {
  const answer = await client.call(method, `/api${path}`, { token, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status, answer.json.code]).toEqual([path, 200, undefined]);
  return answer.json.data as D;
};
/** A machine with one printer for labels. */
async function station() {
  const machine = await pairMachine(app, services, world.people.admin);
  await machine.sync();
  const { printers } = await good<{ printers: { id: string; machineId: string; printName: string }[] }>(
    'GET',
    '/printer/list',
  );
  const printer = printers.find((each) => each.machineId === machine.machineId && each.printName === PRINTER.name);
  const { printerSettings } = await good<{ printerSettings: PrinterSetting[] }>(
    'GET',
    `/printer/settings/list?machineId=${machine.machineId}`,
  );
  const printerSetting = printerSettings.map((setting) => ({
    ...setting,
    printerId: printer?.id ?? null,
    autoprint: true,
  }));
  await good('POST', '/printer/settings/add', { machineId: machine.machineId, printerSetting });
  return machine;
}
async function pdf(x: number): Promise<Uint8Array> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const drawn = await PDFDocument.create();
  drawn.addPage([288, 432]).drawRectangle({ x, y: 50, width: 100, height: 100 });
  return drawn.save();
}
const inTenant = <T>(text: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  database.db.tenant(world.people.admin, async (tx) => (await text.execute(tx)).rows);
/** Files apart from the empty one. */
const files = async (): Promise<string[]> =>
  (await inTenant(sql<{ sha256: string }>`SELECT sha256 FROM blobs WHERE size > 0`)).map(({ sha256 }) => sha256);

test('what a printer has of a label goes with it: as it is, converted, and the slip of the order', async () => {
  const { tenantId } = world.people.admin;
  const before = await files();
  const machine = await station();
  const asItIs = await printable(database.db, world.people.admin);
  const converted = await printable(database.db, world.people.admin, { bytes: await pdf(50), format: 'pdf' });
  for (const { shipmentId } of [asItIs, converted])
    await good<DataOf<typeof printDocuments>>('POST', '/printer/print', {
      machineId: machine.machineId,
      documents: [{ documentType: 'SHIPPING_LABEL', shipmentId }],
    });
  // A slip is printed for the order, and is no document.
  await database.db.tenant(world.people.admin, async (tx) => {
    const bytes = Buffer.from('slip for Tremblay');
    const slip = await storePrintable(tx, tenantId, { bytes, type: 'application/vnd.scanship.print' });
    await sql`INSERT INTO print_jobs (tenant_id, id, printer_id, kind, order_id, blob, copies, shape, state, expires_at, due_at,
        content_until, asked_by)
      SELECT tenant_id, ${newId()}, printer_id, 'PACKAGING_SLIPS', ${asItIs.orderId}, ${slip}, copies, shape, state, expires_at, due_at,
        content_until, asked_by FROM print_jobs LIMIT 1`.execute(tx);
  });
  expect((await inTenant(sql`SELECT FROM print_jobs WHERE blob IS NOT NULL`)).length).toBe(3);
  expect((await files()).length).toBe(before.length + 4);

  const of = {
    shipmentIds: [asItIs.shipmentId, converted.shipmentId],
    orderIds: [asItIs.orderId, converted.orderId],
  };
  expect(await database.db.tenant({ tenantId }, (tx) => eraseDocuments(tx, tenantId, of, new Date()))).toBe(2);
  expect((await files()).toSorted()).toEqual(before.toSorted());
  expect(await inTenant(sql`SELECT FROM print_contents`)).toEqual([]);
  // Jobs stay, without bytes; none is handed out any more.
  expect(await inTenant(sql`SELECT blob FROM print_jobs`)).toEqual([{ blob: null }, { blob: null }, { blob: null }]);
  expect((await machine.next()).job).toBeNull();
});

test('a label that a browser sent to its own printer is not kept longer than one that was printed', async () => {
  const before = await files();
  const bytes = await pdf(60);
  const { shipmentId, documentId } = await printable(database.db, world.people.admin, { bytes, format: 'pdf' });
  const answer = await client.call('GET', `/api/printer/raw/${shipmentId}?dpi=203`, { token });
  expect(answer.status).toBe(200);
  expect((await files()).length).toBe(before.length + 2);
  expect(await application.printing.worker.clean()).toBe(0);
  await inTenant(sql`UPDATE print_contents SET expires_at = now() - interval '1 second'`);
  expect(await application.printing.worker.clean()).toBe(1);
  const [label] = await inTenant(sql<{ blob: string }>`SELECT blob FROM documents WHERE id = ${documentId}`);
  expect(new Set(await files())).toEqual(new Set([...before, label?.blob]));
});

test('a merged file goes with the first buyer whose label is in it, and says so; others of the batch stay', async () => {
  const { tenantId } = world.people.admin;
  const [erased, kept] = [
    await printable(database.db, world.people.admin),
    await printable(database.db, world.people.admin),
  ];
  const batchId = newId();
  const parts = [
    { part: 1, pieces: [erased, kept], text: 'label of Tremblay and of Roy' },
    { part: 2, pieces: [kept], text: 'label of Roy' },
  ];
  const documents = await database.db.tenant(world.people.admin, async (tx) => {
    await sql`INSERT INTO batches (tenant_id, id, kind, state) VALUES (${tenantId}, ${batchId}, 'auto-ship', 'done')`.execute(
      tx,
    );
    await sql`INSERT INTO batch_items (tenant_id, batch_id, position, order_id, shipment_id, state)
      VALUES (${tenantId}, ${batchId}, 1, ${erased.orderId}, ${erased.shipmentId}, 'done')`.execute(tx);
    const ids: string[] = [];
    for (const { part, pieces, text } of parts) {
      const id = await storeDocument(tx, tenantId, { kind: 'merged', format: 'pdf', bytes: Buffer.from(text) });
      await sql`INSERT INTO batch_parts (tenant_id, batch_id, kind, part, of, pieces, orders, state, file_name, document_id)
        VALUES (${tenantId}, ${batchId}, 'labels', ${part}, 2, ${JSON.stringify(pieces)}::jsonb, ${pieces.length}, 'ready', 'labels.pdf', ${id})`.execute(
        tx,
      );
      ids.push(id);
    }
    return ids;
  });
  const held = () =>
    inTenant(sql<{ id: string; size: number }>`SELECT d.id, b.size FROM documents d JOIN blobs b ON b.sha256 = d.blob
      WHERE d.id = ANY (${documents}::uuid[]) ORDER BY d.id`);
  const of = { shipmentIds: [erased.shipmentId], orderIds: [erased.orderId] };
  await database.db.tenant({ tenantId }, (tx) => eraseDocuments(tx, tenantId, of, new Date()));
  expect((await held()).map(({ size }) => size > 0)).toEqual([false, true]);
  expect(await inTenant(sql`SELECT part, state, problem FROM batch_parts ORDER BY part`)).toMatchObject([
    { part: 1, state: 'failed', problem: expect.stringContaining('Merge the documents again.') },
    { part: 2, state: 'ready', problem: null },
  ]);
  await database.db.tenant({ tenantId }, (tx) => dropReplaced(tx, tenantId, documents));
  expect((await held()).map(({ size }) => size)).toEqual([0, 0]);
});
