/** Stations, jobs and machines through the whole application: what people ask and what an agent says. */
import type { DataOf } from '@scanship/contracts/call';
import type { listPrintJobs, PrinterSetting, printDocuments, PrintJob } from '@scanship/contracts/printing/printers';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { LABEL_ZPL, pairMachine, printable, PRINTER, type TestMachine } from '../../../test/printing-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import type { Services } from '../../platform/services.ts';

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

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = token) => {
  const answer = await client.call(method, `/api${path}`, { token: as, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, code: answer.json.code, errors: answer.json.errorMessages, data: answer.json.data };
};
const good = async <D>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<D> => {
  const answer = await call(method, path, body);
  expect([path, answer.status, answer.code]).toEqual([path, 200, undefined]);
  return answer.data as D;
};
const settingsOf = async (machine: TestMachine): Promise<PrinterSetting[]> =>
  (await good<{ printerSettings: PrinterSetting[] }>('GET', `/printer/settings/list?machineId=${machine.machineId}`))
    .printerSettings;
const printersOf = async (machine: TestMachine) =>
  (
    await good<{ printers: { id: string; machineId: string; printName: string; state: string; waiting: number }[] }>(
      'GET',
      '/printer/list',
    )
  ).printers.filter(({ machineId }) => machineId === machine.machineId);

/** A machine whose printers are reported, labels going to the first of them by themselves. */
async function station(printers = [PRINTER], label: Partial<PrinterSetting> = {}): Promise<TestMachine> {
  const machine = await pairMachine(app, services, world.people.admin);
  await machine.sync(printers);
  const [first] = printers;
  const chosen = (await printersOf(machine)).find(({ printName }) => printName === first?.name);
  const settings = (await settingsOf(machine)).map((setting) =>
    setting.documentType === 'SHIPPING_LABEL'
      ? { ...setting, printerId: chosen?.id ?? null, autoprint: true, ...label }
      : setting,
  );
  await good('POST', '/printer/settings/add', { machineId: machine.machineId, printerSetting: settings });
  return machine;
}

const print = async (machine: TestMachine, shipmentId: string) => {
  const documents = [{ documentType: 'SHIPPING_LABEL', shipmentId }];
  const { outcomes } = await good<DataOf<typeof printDocuments>>('POST', '/printer/print', {
    machineId: machine.machineId,
    documents,
  });
  const [outcome] = outcomes;
  if (!outcome) throw new Error('no outcome');
  return outcome;
};
const jobs = (query = '') => good<DataOf<typeof listPrintJobs>>('GET', `/printer/jobs?size=200${query}`);
const jobOf = async (id: string): Promise<PrintJob> => {
  const found = (await jobs()).jobs.find((job) => job.id === id);
  if (!found) throw new Error(`no job ${id}`);
  return found;
};
/** As if so much time had gone by for the job. */
const age = (id: string, what: 'lease' | 'expiry') =>
  database.db.tenant(world.people.admin, (tx) =>
    sql`UPDATE print_jobs SET ${sql.ref(what === 'lease' ? 'lease_until' : 'expires_at')} = now() - interval '1 second',
      due_at = now() - interval '1 second' WHERE id = ${id}`.execute(tx),
  );
const copiesOf = async (documentId: string): Promise<number | undefined> =>
  (
    await database.db.tenant(world.people.admin, (tx) =>
      tx.selectFrom('documents').select('copies_printed').where('id', '=', documentId).executeTakeFirst(),
    )
  )?.copies_printed;
const exceptionsOf = (id: string) =>
  database.db.tenant(world.people.admin, async (tx) => {
    const { rows } = await sql<{
      key: string;
      reason: string;
      open: boolean;
    }>`SELECT key, reason, resolved_at IS NULL AS open
      FROM exceptions WHERE key LIKE ${`%${id}`}`.execute(tx);
    return rows;
  });

describe('a label on its way', () => {
  let machine: TestMachine;
  beforeEach(async () => {
    machine = await station();
  });

  test('goes to the machine that waits, byte for byte, and every step is seen', async () => {
    const { shipmentId, orderNumber, documentId } = await printable(database.db, world.people.admin);
    const waiting = machine.next(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const outcome = await print(machine, shipmentId);
    expect(outcome).toMatchObject({ outcome: 'queued', printName: 'Zebra', reason: null });
    const { job } = await waiting;
    expect(job).toMatchObject({
      id: outcome.jobIds[0],
      printerName: 'Zebra',
      format: 'zpl',
      title: `Label of order ${orderNumber}`,
    });
    const content = await machine.call('GET', `/jobs/${job?.id}/content`);
    expect(content.bytes.toString()).toBe(LABEL_ZPL);
    expect(content.bytes.byteLength).toBe(job?.bytes);
    const id = job?.id ?? '';
    expect((await jobOf(id)).state).toBe('leased');
    expect(await machine.report(id, 'received')).toBe(true);
    expect(await machine.report(id, 'sending')).toBe(true);
    expect(await copiesOf(documentId)).toBe(1);
    expect(await machine.report(id, 'sent', { spoolRef: '42' })).toBe(true);
    expect((await jobOf(id)).state).toBe('spooled');
    expect(await machine.report(id, 'printed')).toBe(false);
    expect(await jobOf(id)).toMatchObject({
      state: 'printed',
      orderNumber,
      askedBy: 'admin Test',
      can: { reprint: true, cancel: false, settle: false },
    });
    expect((await machine.next()).job).toBeNull();
  });

  test('repeated and late reports change nothing', async () => {
    const { shipmentId, documentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    for (const step of ['sending', 'sending', 'printed', 'received', 'sent', 'sending', 'printed', 'failed'])
      await machine.report(id, step);
    expect((await jobOf(id)).state).toBe('printed');
    expect(await copiesOf(documentId)).toBe(1);
  });

  test('a lease that lapses before sending puts it back; after it only the machine, a person or silence decides', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    expect((await machine.next()).job?.id).toBe(id);
    expect((await machine.next()).job).toBeNull();
    await age(id, 'lease');
    expect(await application.printing.worker.sweep()).toBe(1);
    expect((await jobOf(id)).state).toBe('queued');
    expect((await machine.next()).job?.id).toBe(id);
    expect(await machine.report(id, 'sending')).toBe(true);
    await age(id, 'lease');
    expect((await machine.next()).job).toBeNull();
    await application.printing.worker.sweep();
    expect(await jobOf(id)).toMatchObject({ state: 'unknown', can: { settle: true, reprint: true } });
    expect(await exceptionsOf(id)).toEqual([{ key: `print:${id}`, reason: 'unknown', open: true }]);
    // The machine comes back and knows.
    await machine.report(id, 'printed');
    expect((await jobOf(id)).state).toBe('printed');
    expect(await exceptionsOf(id)).toEqual([{ key: `print:${id}`, reason: 'unknown', open: false }]);
  });

  test('what a machine still holds is prolonged and not handed out again', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    await age(id, 'lease');
    expect((await machine.next(0, [id])).job).toBeNull();
    expect(await application.printing.worker.sweep()).toBe(0);
    expect((await jobOf(id)).state).toBe('leased');
  });

  test('unsent jobs expire, are counted, must not be sent any more, and are offered again', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    await age(id, 'expiry');
    expect(await machine.report(id, 'sending')).toBe(false);
    const list = await jobs('&state=attention');
    expect(list.jobs.map((job) => [job.id, job.state])).toContainEqual([id, 'expired']);
    expect(list.attention.expired).toBeGreaterThanOrEqual(1);
    const printerId = (await printersOf(machine))[0]?.id ?? '';
    expect(await exceptionsOf(printerId)).toEqual([
      { key: `print-expired:${printerId}`, reason: 'expired', open: true },
    ]);
    const again = await good<{ job: PrintJob }>('POST', `/printer/jobs/${id}/reprint`, {});
    expect(again.job).toMatchObject({ state: 'queued', reprintOf: id });
    expect((await jobOf(id)).state).toBe('reprinted');
    expect((await exceptionsOf(printerId))[0]?.open).toBe(false);
    expect((await machine.next()).job?.id).toBe(again.job.id);
    expect((await call('POST', `/printer/jobs/${id}/reprint`, {})).code).toBe('print_job_settled');
  });

  test('"did it print?": yes ends it, no makes a new job, twice makes one', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    expect((await call('POST', `/printer/jobs/${id}/settle`, { printed: true })).code).toBe('print_job_settled');
    await machine.next();
    await machine.report(id, 'sending');
    await machine.report(id, 'unknown', { reason: 'connection lost' });
    const no = await good<{ job: PrintJob; reprint: PrintJob | null }>('POST', `/printer/jobs/${id}/settle`, {
      printed: false,
    });
    expect([no.job.state, no.reprint?.state, no.reprint?.reprintOf]).toEqual(['reprinted', 'queued', id]);
    const second = no.reprint?.id ?? '';
    await machine.next();
    await machine.report(second, 'unknown');
    const yes = await good<{ job: PrintJob; reprint: PrintJob | null }>('POST', `/printer/jobs/${second}/settle`, {
      printed: true,
    });
    expect([yes.job.state, yes.reprint]).toEqual(['printed', null]);
  });

  test('a failed one says the reason, stands in the inbox, and is taken back or printed elsewhere', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    await machine.report(id, 'failed', { reason: 'media-empty' });
    expect(await jobOf(id)).toMatchObject({
      state: 'failed',
      reason: 'media-empty',
      can: { reprint: true, cancel: true },
    });
    expect(await exceptionsOf(id)).toMatchObject([{ reason: 'failed', open: true }]);
    await good('POST', `/printer/jobs/${id}/cancel`);
    expect((await exceptionsOf(id))[0]?.open).toBe(false);
    expect(await machine.report(id, 'sending')).toBe(false);
  });

  test('one that waits can be taken back, and the machine is told not to send it', async () => {
    const { shipmentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    await good('POST', `/printer/jobs/${id}/cancel`);
    expect(await machine.report(id, 'sending')).toBe(false);
    expect((await machine.call('GET', `/jobs/${id}/content`)).status).toBe(404);
  });

  test('twenty come out in the order they were asked for', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => printable(database.db, world.people.admin)));
    const { outcomes } = await good<DataOf<typeof printDocuments>>('POST', '/printer/print', {
      machineId: machine.machineId,
      documents: all.map(({ shipmentId }) => ({ documentType: 'SHIPPING_LABEL', shipmentId })),
    });
    const wanted = outcomes.flatMap(({ jobIds }) => jobIds);
    const got: string[] = [];
    const holding: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { job } = await machine.next(0, holding);
      if (job) got.push(job.id);
      if (job) holding.push(job.id);
    }
    expect(got).toEqual(wanted);
  });
});

describe('which printer and what it is sent', () => {
  test('a PDF for a printer that takes ZPL is converted once and found again', async () => {
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const drawn = await PDFDocument.create();
    drawn.addPage([288, 432]).drawRectangle({ x: 50, y: 50, width: 100, height: 100 });
    const pdf = await drawn.save();
    const machine = await station();
    const { shipmentId } = await printable(database.db, world.people.admin, { bytes: pdf, format: 'pdf' });
    const [first, second] = [await print(machine, shipmentId), await print(machine, shipmentId)];
    const [a, b] = [await machine.next(), await machine.next(0, first.jobIds)];
    expect([a.job?.format, a.job?.dpi, a.job?.sha256]).toEqual(['zpl', 203, b.job?.sha256]);
    expect(second.jobIds[0]).toBe(b.job?.id);
    const bytes = (await machine.call('GET', `/jobs/${a.job?.id}/content`)).bytes.toString();
    expect(bytes).toMatch(/^\^XA[\s\S]*\^GFA/);
    const { rows } = await database.db.tenant(world.people.admin, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM print_contents WHERE blob = ${a.job?.sha256 ?? ''}`.execute(tx),
    );
    expect(rows[0]?.n).toBe(1);
  });

  test('the fallback takes over while the first is stopped or offline, and goes back', async () => {
    const second = { ...PRINTER, name: 'Second', isDefault: false };
    const machine = await station([PRINTER, second]);
    const ids = new Map((await printersOf(machine)).map(({ printName, id }) => [printName, id]));
    const settings = (await settingsOf(machine)).map((setting) =>
      setting.documentType === 'SHIPPING_LABEL'
        ? { ...setting, fallbackPrinterId: ids.get('Second') ?? null }
        : setting,
    );
    await good('POST', '/printer/settings/add', { machineId: machine.machineId, printerSetting: settings });
    const { shipmentId } = await printable(database.db, world.people.admin);
    expect((await print(machine, shipmentId)).printName).toBe('Zebra');
    await machine.sync([{ ...PRINTER, state: 'stopped', reasons: ['media-empty'] }, second]);
    expect(await print(machine, shipmentId)).toMatchObject({ printName: 'Second', reason: 'fallback' });
    await machine.sync([{ ...PRINTER, state: 'stopped' }]);
    // Nothing works: it waits for the first one.
    expect(await print(machine, shipmentId)).toMatchObject({ printName: 'Zebra', reason: 'printer-offline' });
    await machine.sync([PRINTER, second]);
    expect(await print(machine, shipmentId)).toMatchObject({ printName: 'Zebra', reason: null });
  });

  test('without agent, printer, autoprint or label it is shown, with the reason', async () => {
    const { shipmentId, orderId } = await printable(database.db, world.people.admin);
    const machine = await station([PRINTER], { autoprint: false });
    const reasonOf = async (body: object) => {
      const { outcomes } = await good<DataOf<typeof printDocuments>>('POST', '/printer/print', body);
      return outcomes.map(({ outcome, reason }) => [outcome, reason]);
    };
    const label = { documentType: 'SHIPPING_LABEL', shipmentId };
    const { machineId } = machine;
    expect(await reasonOf({ machineId: '00000000-0000-4000-8000-000000000000', documents: [label] })).toEqual([
      ['show', 'no-agent'],
    ]);
    expect(await reasonOf({ machineId, documents: [label] })).toEqual([['show', 'autoprint-off']]);
    expect(await reasonOf({ machineId, documents: [label], evenWithoutAutoprint: true })).toEqual([['queued', null]]);
    const slip = { documentType: 'PACKAGING_SLIPS', orderId };
    expect(await reasonOf({ machineId, documents: [slip], evenWithoutAutoprint: true })).toEqual([
      ['show', 'no-printer'],
    ]);
    const none = { documentType: 'SHIPPING_LABEL', shipmentId: orderId };
    expect(await reasonOf({ machineId, documents: [none], evenWithoutAutoprint: true })).toEqual([['show', 'no-file']]);
    expect(
      (
        await call('POST', '/printer/print', {
          machineId,
          documents: [{ documentType: 'PACKAGING_SLIPS', shipmentId }],
        })
      ).code,
    ).toBe('validation');
  });

  test('settings are checked: printers of the machine, formats they take; three at once or none', async () => {
    const machine = await station();
    const other = await station();
    const before = await settingsOf(machine);
    const [foreign] = await printersOf(other);
    const save = (label: object) =>
      call('POST', '/printer/settings/add', {
        machineId: machine.machineId,
        printerSetting: before.map((setting) =>
          setting.documentType === 'SHIPPING_LABEL' ? { ...setting, ...label } : setting,
        ),
      });
    const fields = async (label: object) => (await save(label)).errors?.map(({ field }) => field);
    expect(await fields({ printerId: foreign?.id })).toEqual(['printerSetting.0.printerId']);
    expect(await fields({ format: 'pdf' })).toEqual(['printerSetting.0.format']);
    expect(await fields({ twoUp: true })).toEqual(['printerSetting.0.twoUp']);
    expect(await fields({ fallbackPrinterId: before[0]?.printerId })).toEqual(['printerSetting.0.fallbackPrinterId']);
    expect(await settingsOf(machine)).toEqual(before);
    expect(
      (
        await call('POST', '/printer/settings/autoprint', {
          machineId: machine.machineId,
          printerSetting: { documentType: 'CUSTOM_INVOICE', autoprint: true },
        })
      ).code,
    ).toBe('validation');
    const off = await good<{ printerSettings: PrinterSetting[] }>('POST', '/printer/settings/autoprint', {
      machineId: machine.machineId,
      printerSetting: { documentType: 'SHIPPING_LABEL', autoprint: false },
    });
    expect(off.printerSettings.map(({ autoprint }) => autoprint)).toEqual([false, false, false]);
  });

  test('network printers: addresses of a local network only, told to the machine', async () => {
    const machine = await station();
    const printer = { machineId: machine.machineId, name: 'Dock', port: 9100, format: 'zpl', dpi: 203, size: '4x6' };
    for (const host of [
      '127.0.0.1',
      '8.8.8.8',
      'localhost',
      '::1',
      '169.254.169.254',
      '2130706433',
      '0x7f.1',
      '::ffff:8.8.8.8',
      'a b',
    ])
      expect([host, (await call('POST', '/printer/network', { ...printer, host })).code]).toEqual([host, 'validation']);
    const added = await good<{ printer: { id: string; network: object } }>('POST', '/printer/network', {
      ...printer,
      host: '192.168.1.50',
    });
    expect(added.printer.network).toEqual({ host: '192.168.1.50', port: 9100 });
    expect((await call('POST', '/printer/network', { ...printer, host: '10.0.0.2' })).code).toBe('validation');
    expect(await machine.next()).toEqual({ job: null, ask: 'sync' });
    const told = await machine.sync();
    expect(told.networkPrinters).toEqual([{ name: 'Dock', host: '192.168.1.50', port: 9100, format: 'zpl', dpi: 203 }]);
    expect((await printersOf(machine)).map(({ printName }) => printName)).toEqual(['Dock', 'Zebra']);
    await good('DELETE', `/printer/network/${added.printer.id}`);
    expect((await machine.sync()).networkPrinters).toEqual([]);
    expect((await printersOf(machine)).map(({ printName }) => printName)).toEqual(['Zebra']);
  });
});

describe('people and machines wait for each other', () => {
  test('a test page is printed and its end awaited', async () => {
    const machine = await station();
    const asked = good<{ job: PrintJob }>('GET', `/printer/test?printName=Zebra&machineId=${machine.machineId}`);
    const { job } = await machine.next(10);
    expect([job?.format, job?.title]).toEqual(['zpl', 'Test page']);
    expect((await machine.call('GET', `/jobs/${job?.id}/content`)).bytes.toString()).toContain('^GFA');
    await machine.report(job?.id ?? '', 'printed');
    expect((await asked).job.state).toBe('printed');
    expect((await call('GET', `/printer/test?printName=Nothing&machineId=${machine.machineId}`)).code).toBe(
      'not_found',
    );
  });

  test('machines are asked for their printers, and those that say nothing are named', async () => {
    const machine = await station();
    const asked = good<{ silent: string[]; printers: { printName: string }[] }>('POST', '/printer/sync', {
      machineId: machine.machineId,
    });
    expect((await machine.next(10)).ask).toBe('sync');
    await machine.sync([{ ...PRINTER, name: 'New one' }]);
    const answer = await asked;
    expect(answer.silent).toEqual([]);
    expect(answer.printers.map(({ printName }) => printName)).toContain('New one');
  });

  test('at the end of the process machines are answered at once', async () => {
    const second = makeWholeApplication(services);
    const other = await second.http();
    const machine = await pairMachine(other, services, world.people.admin);
    const waiting = machine.next(25);
    await new Promise((resolve) => setTimeout(resolve, 100));
    second.printing.endPolls();
    expect(await waiting).toEqual({ job: null, ask: null });
    await other.close();
    await second.close();
  });

  test('a job made by another process wakes the machine here', async () => {
    const machine = await station();
    const second = makeWholeApplication(services);
    const { shipmentId } = await printable(database.db, world.people.admin);
    const waiting = machine.next(10);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const asked = performance.now();
    const printed = await second.printing.print(world.people.admin, {
      machineId: machine.machineId,
      documents: [{ documentType: 'SHIPPING_LABEL', shipmentId }],
    });
    expect(printed.ok && printed.value.outcomes[0]?.outcome).toBe('queued');
    expect((await waiting).job?.title).toContain('Label');
    expect(performance.now() - asked).toBeLessThan(2_000);
    await second.close();
  });

  test('bytes nobody needs any more go; those of a document stay', async () => {
    const machine = await station();
    const { shipmentId, documentId } = await printable(database.db, world.people.admin);
    const [id = ''] = (await print(machine, shipmentId)).jobIds;
    await machine.next();
    await machine.report(id, 'printed');
    await database.db.tenant(world.people.admin, async (tx) => {
      await sql`UPDATE print_jobs SET content_until = now() - interval '1 second' WHERE due_at IS NULL`.execute(tx);
      await sql`UPDATE print_contents SET expires_at = now() - interval '1 second'`.execute(tx);
    });
    expect(await application.printing.worker.clean()).toBeGreaterThan(0);
    const { rows } = await database.db.tenant(world.people.admin, (tx) =>
      sql<{
        blob: string | null;
        there: boolean;
      }>`SELECT j.blob, EXISTS (SELECT FROM documents d JOIN blobs b ON b.tenant_id = d.tenant_id
        AND b.sha256 = d.blob WHERE d.id = ${documentId}) AS there FROM print_jobs j WHERE j.id = ${id}`.execute(tx),
    );
    expect(rows).toEqual([{ blob: null, there: true }]);
    // Made anew from the label.
    const again = await good<{ job: PrintJob }>('POST', `/printer/jobs/${id}/reprint`, {});
    expect((await machine.next()).job?.id).toBe(again.job.id);
  });
});
