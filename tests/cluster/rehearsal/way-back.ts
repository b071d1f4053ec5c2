/**
 * "A backup each night" and "Back to any moment" of docs/operations.md, by their own commands, on a PostgreSQL of the machine: labels are bought, a moment is noted, more
 * are bought, a customer is deleted by mistake, the database goes back, and the product sells nothing that its carriers may have sold.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listAccounts } from '@scanship/contracts/carriers/carriers';
import { confirmNothingMissing } from '@scanship/contracts/carriers/label-reconciliation';
import { addOrder } from '@scanship/contracts/orders/orders';
import { createShipment } from '@scanship/contracts/shipping/shipments';
import { withClient } from '@scanship/server/platform/database/connection';
import { chooseAccount } from '@scanship/server/platform/database/embedded-files';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { judge } from '../../faults/judge.ts';
import { findCustomer, quote } from '../../faults/shopper.ts';
import { hostOf, orderTo } from '../../support/demo.ts';
import { type Seller, signInAs } from '../../support/seller.ts';
import { filledIn } from '../deployed.ts';
import { createPart, answers, freePorts } from '../part.ts';
import { createSimulators } from '../product.ts';
import { HERE } from '../postgres.ts';
import { findPostgresFolder } from '../programs.ts';
import { chapter, shellSteps } from '../../../scripts/docs/operations-page.ts';
import { NIGHTLY, type Rehearsed } from './steps-back.ts';

const run = promisify(execFile);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const PASSWORD = 'ship-rehearsal-2026';
/** Those that take our key, can be asked for our reference, or list what they sold (decision 0243). */
const CARRIERS = ['testline-express', 'testline-ground', 'testline-freight'];
const KEPT = 3;
const LATER = 3;

type Env = Readonly<Record<string, string>>;

const isNightly = (name: string): boolean => NIGHTLY.some((each) => each === name);

/** @returns what did not hold */
export async function rehearseWayBack(say: (line: string) => void): Promise<readonly string[]> {
  const bin = findPostgresFolder();
  const steps = new Map([...shellSteps(chapter('A backup each night')), ...shellSteps(chapter('Back to any moment'))]);
  const closers: (() => Promise<unknown> | void)[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), 'scanship-way-back-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await rehearse();
  } finally {
    for (const close of closers.toReversed()) await close();
  }

  async function rehearse(): Promise<readonly string[]> {
    const breaches: string[] = [];
    const { uid, gid } = chooseAccount();
    const account = uid === undefined || gid === undefined ? {} : { uid, gid };
    const machine = path.join(folder, 'postgres');
    const other = path.join(folder, 'other-machine');
    const logs = path.join(folder, 'logs');
    for (const each of [machine, other, logs, path.join(folder, 'backups')]) mkdirSync(each);
    chmodSync(folder, 0o755);
    if (uid !== undefined && gid !== undefined) for (const each of [machine, other]) chownSync(each, uid, gid);
    const [port = 0, simulatorPort = 0, webPort = 0] = await freePorts(3);
    const password = randomBytes(12).toString('hex');
    const data = path.join(machine, 'data');
    const operator: Record<string, string> = {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      PGDATA: data,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGPASSWORD: password,
      ARCHIVE: other,
      BACKUPS: path.join(folder, 'backups'),
      CHECK: `postgres://scanship:${password}@127.0.0.1:${port}`,
    };
    const settings: Env = {
      APP_ENV: 'LOCAL',
      MASTER_KEY: randomBytes(32).toString('hex'),
      COOKIE_SECRET: randomBytes(32).toString('hex'),
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      SIMULATORS: `http://127.0.0.1:${simulatorPort}`,
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(webPort),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: `postgres://scanship:${password}@127.0.0.1:${port}/scanship`,
    };
    /** A variable that a block sets is the operator's from then on. */
    const shell = async (block: string, as: Pick<ExecFileOptions, 'cwd' | 'env' | 'uid' | 'gid'>): Promise<string> => {
      const { stdout } = await run('sh', ['-eu', '-c', `${block}\necho "BASE=\${BASE-} FILE=\${FILE-}"`], as);
      const [, said = '', base = '', file = ''] = /^([\s\S]*)BASE=(\S*) FILE=(\S*)\n$/.exec(stdout) ?? [];
      Object.assign(operator, base !== '' && { BASE: base }, file !== '' && { FILE: file });
      return said.trim();
    };
    const asPostgres = (block: string): Promise<string> => shell(block, { cwd: machine, env: operator, ...account });
    const asProduct = (block: string): Promise<string> =>
      shell(block, { cwd: root, env: { ...process.env, ...operator, ...settings } });
    const step = async (name: Rehearsed): Promise<string> => {
      const begun = performance.now();
      const block = steps.get(name);
      if (block === undefined) throw new Error(`docs/operations.md says nothing of "${name}"`);
      const said = await (isNightly(name) || block.startsWith('npm ') ? asProduct(block) : asPostgres(block));
      say(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
      return said;
    };

    writeFileSync(path.join(folder, 'password'), password, { mode: 0o644 });
    const words = [
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${path.join(folder, 'password')}`,
      '--encoding=UTF8',
    ];
    await run(path.join(bin, 'initdb'), ['-D', data, ...words, '--locale=C.UTF-8', '--no-sync'], account);
    appendFileSync(path.join(data, 'postgresql.conf'), `${filledIn('postgresql.conf', {})}${HERE}port = ${port}\n`);
    closers.push(() => asPostgres('pg_ctl stop -D "$PGDATA" -m immediate || true').catch(() => undefined));
    await asPostgres(`pg_ctl start -D "$PGDATA" -w -l "$ARCHIVE/postgresql.log"
      psql -c "CREATE ROLE scanship LOGIN CREATEROLE PASSWORD '${password}'" -c 'CREATE DATABASE scanship OWNER scanship'`);
    const ask = <R extends object>(statement: string, values: readonly unknown[] = []): Promise<readonly R[]> =>
      withClient(
        { host: '127.0.0.1', port, user: 'postgres', password, database: 'scanship' },
        async (client) => (await client.query<R>(statement, [...values])).rows,
      );

    await step('Archive the log');
    const simulators = createSimulators({ root, logs }, { port: simulatorPort, books: path.join(folder, 'books') });
    closers.push(() => simulators.stop());
    await simulators.start();
    const product = createPart({
      name: 'product',
      command: process.execPath,
      args: [path.join(root, 'apps/server/dist/main.js'), 'serve'],
      env: settings,
      logs,
      ready: () => answers(`http://127.0.0.1:${webPort}/readyz`),
      readyWithinMs: 180_000,
    });
    closers.push(() => product.kill());
    await product.start();

    await step('Base backup');
    const rig = { ask, admin: createSimulatorAdmin(`http://127.0.0.1:${simulatorPort}`) };
    const customer = await findCustomer(rig);
    const grants = customer.grants.filter(({ slug }) => CARRIERS.includes(slug));
    const signIn = (): Promise<Seller> =>
      signInAs({
        origin: `http://localhost:${webPort}`,
        host: hostOf('aurora'),
        userName: 'aurora',
        password: PASSWORD,
      });
    let seller = await signIn();
    const tryToShip = async (orderId: string, at: number) => {
      const grant = grants[at % grants.length];
      const found = grant && (await quote(seller, orderId, grant.id, 1));
      if (!found) throw new Error(`${grant?.slug} offers nothing for a parcel it must take`);
      return seller.call(createShipment, { body: { orderId, ...found }, idempotencyKey: randomUUID() });
    };
    const ship = async (orders: readonly string[]): Promise<void> => {
      for (const [at, order] of orders.entries()) {
        const { data, refusal } = await tryToShip(order, at);
        if (data?.shipment.state !== 'bought')
          throw new Error(`not bought: ${data?.shipment.state ?? refusal?.message}`);
      }
    };
    const orders: string[] = [];
    for (let n = 0; n < KEPT + LATER; n += 1) {
      const body = orderTo(`F-back-${n}`);
      orders.push((await seller.must(addOrder, { body, idempotencyKey: randomUUID() })).id);
    }
    await ship(orders.slice(0, KEPT));
    await step('Write');
    const tried = await step('Try it');
    if (!/[1-9].*restored/.test(tried)) breaches.push(`the backup was not read: ${tried}`);
    await step('Keep a month');
    const before = await rowsOf(ask, customer.tenantId);
    const [noted] = await ask<{ at: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS at`,
    );
    operator['MOMENT'] = noted?.at ?? '';
    await sleep(50);

    const later = orders.slice(KEPT);
    await ship(later);
    const sold = await labelsOf(ask, later);
    const gone = await deleteByMistake(ask, customer.tenantId);
    say(
      `${KEPT} labels, the moment ${noted?.at}, ${LATER} labels more, ${gone} rows of the customer deleted by mistake`,
    );
    await seller.close();
    await product.kill();

    await step('Restore');
    const after = await rowsOf(ask, customer.tenantId);
    for (const [table, rows] of before)
      if (after.get(table) !== rows) breaches.push(`${table} is not as it was: ${after.get(table)} instead of ${rows}`);
    const [held = ''] = (await step('Hold')).split('\n').filter((line) => line.includes('Nothing is bought'));
    say(held);
    if (!/Nothing is bought with [1-9]/.test(held)) breaches.push('no account was held back');

    await product.start();
    seller = await signIn();
    const early = await tryToShip(later[0] ?? '', 0);
    const said = early.refusal?.message ?? `it was ${early.data?.shipment.state}`;
    if (/went back in time, and labels of .* may be missing here/.test(said))
      say(`An order of after the moment: "${said}"`);
    else breaches.push(`bought before its carrier was asked: ${said}`);
    // People compare and confirm account by account.
    for (const user of ['maple', 'aurora', 'boreal', 'corner'] as const) {
      const origin = `http://localhost:${webPort}`;
      const person = await signInAs({ origin, host: hostOf(user), userName: user, password: PASSWORD });
      const { accounts } = await person.must(listAccounts);
      for (const { id } of accounts) await person.call(confirmNothingMissing, { params: { id } });
      await person.close();
    }
    await ship(later);
    const again = await labelsOf(ask, later);
    if (again !== sold) breaches.push(`other labels than those that were sold before: ${again} instead of ${sold}`);
    const { doubled, lost, invented } = await judge(rig, customer.tenantId);
    breaches.push(...doubled, ...lost, ...invented);
    await seller.close();

    await step('Base backup');
    operator['OLDEST'] = operator['BASE'] ?? '';
    const going = await step('Is it going on');
    if (!going.startsWith('archived')) breaches.push(`the archive does not go on: ${going}`);
    await step('Expire');
    await product.stop();
    return breaches;
  }
}

type Ask = <R extends object>(statement: string, values?: readonly unknown[]) => Promise<readonly R[]>;

const BOOKS = [
  'orders',
  'order_items',
  'shipments',
  'parcels',
  'purchases',
  'documents',
  'entries',
  'carrier_accounts',
  'users',
];

/** Number and digest of what a customer has, by table, as far as a moment without work leaves it alone. */
async function rowsOf(ask: Ask, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const table of BOOKS) {
    const where = table === 'users' ? '' : 'WHERE tenant_id = $1';
    const [row] = await ask<{ is: string }>(
      `SELECT count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS is FROM ${table} AS t ${where}`,
      table === 'users' ? [] : [tenantId],
    );
    found.set(table, row?.is ?? '');
  }
  return found;
}

/** Names at the carriers and numbers of parcels. */
async function labelsOf(ask: Ask, orders: readonly string[]): Promise<string> {
  const rows = await ask<{ label: string }>(
    `SELECT DISTINCT p.carrier_ref || ' ' || c.tracking_key AS label FROM purchases AS p
     JOIN shipment_items AS i USING (tenant_id, shipment_id) JOIN parcels AS c USING (tenant_id, shipment_id)
     WHERE i.order_id = ANY($1) AND p.state = 'complete' ORDER BY 1`,
    [orders],
  );
  return rows.map(({ label }) => label).join(', ');
}

/** As a script does that somebody ran with the rights of the superuser: every row of one tenant, whatever hangs on it. */
async function deleteByMistake(ask: Ask, tenantId: string): Promise<number> {
  const [row] = await ask<{ gone: number }>(
    `WITH tables AS (SELECT c.oid::regclass AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
       WHERE a.attname = 'tenant_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relnamespace = 'public'::regnamespace)
     SELECT sum((xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %s WHERE tenant_id = %L', name, '${tenantId}'), false, true, '')))[1]::text::int)::int AS gone FROM tables`,
  );
  await ask(`DO $$ DECLARE t regclass; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR t IN SELECT c.oid FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE a.attname = 'tenant_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relnamespace = 'public'::regnamespace
    LOOP EXECUTE format('DELETE FROM %s WHERE tenant_id = %L', t, '${tenantId}'); END LOOP; END $$`);
  return row?.gone ?? 0;
}
