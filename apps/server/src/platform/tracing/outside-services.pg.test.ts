/** What a collector is told of calls to the card provider, the mail server and the object storage: whose they are, and nobody in them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServices } from '../../../test/app-kit.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { makePaymentsWorld, type PaymentsWorld } from '../../../test/payments-world.ts';
import { type S3Server, startS3 } from '../../../test/storage/s3-server.ts';
import { type CollectedSpan, type Collector, startCollector } from '../../../test/tracing/otlp-collector.ts';
import { storeDocument } from '../../modules/documents/index.ts';
import { createMailModule } from '../../modules/mail/index.ts';
import { createTenantsModule } from '../../modules/tenants/index.ts';
import { createFileWorker } from '../blobs/file-worker.ts';
import { openFiles } from '../blobs/open-files.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createJournal } from '../journal/journal.ts';
import { silentLogger } from '../logging/logger.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { startTracing, type Tracing } from './tracing.ts';

let collector: Collector;
let tracing: Tracing;
let mailbox: Mailbox;
let s3: S3Server;
let w: PaymentsWorld;
beforeAll(async () => {
  collector = await startCollector();
  tracing = startTracing(
    { endpoint: collector.endpoint, ratio: 1 },
    { version: '1', role: 'all', log: () => undefined },
  );
  mailbox = await openMailbox();
  s3 = await startS3();
  w = await makePaymentsWorld();
  await w.prepaid(w.world.first.id, w.world.people.admin.tenantId, 0);
});
afterAll(async () => {
  await w.close();
  await s3.stop();
  await mailbox.close();
  await tracing.stop();
  await collector.close();
});

/** Spans of calls to one service, when there are any, each with the names of what it stands below. */
async function callsOf(isOne: (span: CollectedSpan) => boolean) {
  await expect
    .poll(async () => {
      await tracing.flush();
      return collector.spans.some(isOne);
    })
    .toBe(true);
  await tracing.flush();
  const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
  const above = (span: CollectedSpan): string[] => {
    const parent = byId.get(span.parent ?? '');
    return parent ? [...above(parent), parent.name] : [];
  };
  return collector.spans.filter(isOne).map((span) => ({ ...span, above: above(span) }));
}

test('cards are saved and charged below the calls that ask for it, by what is called and not for whom', async () => {
  expect((await w.addCard('admin', '4242424242424242')).status).toBe(200);
  const { tenantId } = w.world.people.admin;
  const calls = await callsOf(({ name }) => name.startsWith('Stripe '));
  expect(calls.map(({ name, above }) => [above[0], name])).toEqual(
    expect.arrayContaining([
      ['POST /api/billing/cards/begin', 'Stripe customers'],
      ['POST /api/billing/cards/begin', 'Stripe setup_intents'],
      ['POST /api/billing/cards', 'Stripe setup_intents'],
    ]),
  );
  for (const { values } of calls)
    expect(values).toMatchObject({
      'scanship.tenant_id': tenantId,
      'scanship.vendor': 'stripe',
      'http.response.status_code': 200,
    });
  await w.admin.setFaults('stripe', [{ kind: 'status-before-effect', status: 503, times: 1 }]);
  expect((await w.call('admin', 'POST', '/billing/cards/begin', {})).status).toBeGreaterThanOrEqual(400);
  await w.admin.clearFaults('stripe');
  await callsOf(({ name, failed, values }) => name.startsWith('Stripe ') && failed && values['error.type'] === '503');
  // Neither keys of the account nor ids of customers, cards and payments.
  expect(JSON.stringify(collector.spans)).not.toMatch(/\b(?:sk|pk|cus|seti|pi|pm)_[A-Za-z0-9]*\d|4242424242/);
});

test('a mail is handed over below its job, to nobody', async () => {
  const { admin } = w.world.people;
  const services = testServices(w.database.db, {
    config: { smtpUrl: mailbox.url, mailFrom: { name: 'ScanShip', address: 'no-reply@scanship.example' } },
  });
  const journal = createJournal(services);
  const mail = createMailModule(services, { journal, hosts: createTenantsModule(services).hosts });
  const owner = { tenantId: admin.tenantId, franchiseId: w.world.first.id, userId: admin.userId };
  const queue = (to: string) =>
    w.database.db.identity(admin, (tx) =>
      mail.queue(
        tx,
        owner,
        { template: 'confirm_email', to, language: 'en', data: { code: '424242', minutes: 10 } },
        new Date(),
      ),
    );
  mailbox.answer = (to) => (to.startsWith('nobody') ? { responseCode: 550, message: 'no nobody here' } : undefined);
  for (const to of ['eloise@example.com', 'nobody@example.com']) mail.soon([await queue(to)]);
  await expect.poll(() => mailbox.received.length).toBe(1);
  await callsOf(({ name, failed }) => name === 'SMTP send' && failed);
  await journal.stop();
  const calls = await callsOf(({ name, failed }) => name === 'SMTP send' && !failed);
  expect(calls[0]?.above).toContain('job effects');
  expect(calls[0]?.values).toEqual({ 'scanship.tenant_id': admin.tenantId });
  const [refused] = await callsOf(({ name, failed }) => name === 'SMTP send' && failed);
  expect(refused?.values).toEqual({ 'scanship.tenant_id': admin.tenantId, 'error.type': '550' });
  expect(JSON.stringify(collector.spans)).not.toMatch(/eloise|nobody|example\.com|no-reply/i);
  mail.close();
});

test('files go to the bucket below a job of their owner, without its name and their keys', async () => {
  const { tenantId } = w.world.people.admin;
  const parts = {
    db: w.database.db,
    log: silentLogger(),
    metrics: createMetrics(),
    sealer: createSealer([randomBytes(32)]),
  };
  const { bucket } = openFiles(parts, s3.settings());
  if (!bucket) throw new Error('no bucket');
  await w.database.db.tenant({ tenantId }, (tx) =>
    storeDocument(tx, tenantId, { kind: 'label', format: 'pdf', bytes: randomBytes(2_000) }),
  );
  await createFileWorker({ ...parts, bucket, storage: { ...s3.settings(), moveAfterMinutes: 0 } }).round();
  expect(s3.objects.size).toBe(1);
  const calls = await callsOf(({ name }) => name.startsWith('S3 '));
  expect(calls.map(({ name, above }) => [name, above[0]])).toEqual([
    ['S3 PutObject', 'job files'],
    ['S3 GetObject', 'job files'],
  ]);
  for (const { values } of calls)
    expect(values).toEqual({
      'scanship.tenant_id': tenantId,
      'rpc.system': 'aws-api',
      'rpc.service': 'S3',
      'rpc.method': expect.any(String) as string,
    });
  const all = JSON.stringify(collector.spans);
  for (const key of [...s3.objects.keys(), s3.settings().bucket ?? '', 'TESTACCESSKEY'])
    expect(all).not.toContain(`"${key}"`);
  bucket.close();
});
