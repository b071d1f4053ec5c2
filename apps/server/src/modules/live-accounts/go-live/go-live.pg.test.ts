/** Checks against simulators: what the vendor's books say beside what the check says. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type {
  GoLiveCheck,
  GoLiveChecks,
  GoLiveOperation,
  GoLiveShipmentKind,
  GoLiveStep,
} from '@scanship/contracts/carriers/go-live';
import type { LiveAccountDetail } from '@scanship/contracts/carriers/live-accounts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../../test/carrier-world.ts';
import { newId } from '../../../platform/database/ids.ts';

const UPS = {
  carrier: 'ups',
  name: 'UPS to be',
  mode: 'simulator',
  credentials: { clientId: 'ups-alpha-client', clientSecret: 'ups-alpha-secret', accountNumber: 'A1B2C3' },
} as const;
const EXPRESS = {
  carrier: 'testline-express',
  name: 'Express to be',
  mode: 'simulator',
  credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
} as const;

class Killed extends Error {}
/** Where the process ends, as with a kill: nothing of what would follow happens. */
let killAt: string | undefined;
/** Where it hangs, until it is woken. */
let hangAt: string | undefined;
let wake: () => void = () => undefined;

let it_: CarrierWorld;
const accounts: Record<string, string> = {};
const add = async (input: Parameters<CarrierWorld['application']['carriers']['addAccount']>[1]): Promise<string> => {
  const added = await it_.application.carriers.addAccount({ ...it_.world.people.admin, tenantKind: 'customer' }, input);
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  return added.value.accountId;
};
beforeAll(async () => {
  it_ = await makeCarrierWorld({
    goLive: {
      hungMs: 10_000,
      onPoint: (point) => {
        if (point === killAt) throw new Killed(point);
        if (point === hangAt) return new Promise((resolve) => (wake = resolve));
      },
    },
  });
  // With it comes the ship-from address in Montreal; as a person saves it in the settings, what is empty is null in it.
  await it_.newOrderOf(it_.world.people.admin);
  await it_.database.db.tenant(it_.world.people.admin, (tx) =>
    sql`UPDATE locations SET address = '{"companyName":null,"address2":null,"email":null,"residential":null}' || address`.execute(
      tx,
    ),
  );
  accounts.ups = await add(UPS);
  accounts.express = await add(EXPRESS);
});
afterEach(async () => {
  killAt = undefined;
  for (const slug of ['ups', 'testline-express']) await it_.simulators.clearFaults(slug);
});
afterAll(() => it_.close());

const ask = (who: PersonName, accountId: string | undefined) =>
  it_.call(who, 'POST', `/connectors/accounts/${accountId}/go-live`, { reason: 'Before the first label' });
const read = async (accountId: string | undefined, who: PersonName = 'franchise'): Promise<GoLiveChecks> => {
  const answer = await it_.call(who, 'GET', `/connectors/accounts/${accountId}/go-live`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data as GoLiveChecks;
};
const look = () => it_.application.liveAccounts.checks.look();
const checked = async (accountId: string | undefined): Promise<GoLiveCheck> => {
  const begun = await ask('franchise', accountId);
  expect(begun.json.errorMessage).toBeUndefined();
  await look();
  const [check] = (await read(accountId)).checks;
  if (!check) throw new Error('there is no check');
  return check;
};
const statesOf = (check: GoLiveCheck) =>
  Object.fromEntries(
    check.shipments.map(({ kind, steps }) => [
      kind,
      Object.fromEntries(steps.map(({ operation, state }) => [operation, state])),
    ]),
  );
const stepOf = (check: GoLiveCheck, kind: GoLiveShipmentKind, operation: GoLiveOperation): GoLiveStep => {
  const step = check.shipments.find((one) => one.kind === kind)?.steps.find((one) => one.operation === operation);
  if (!step) throw new Error(`${kind} has no ${operation}`);
  return step;
};
const ALL_DONE = { rate: 'done', buy: 'done', track: 'done', void: 'done' };

test('a carrier that does all: every kind is priced, bought, tracked and voided, and each step has its calls', async () => {
  const before = (await it_.simulators.books('ups')).length;
  const check = await checked(accounts.ups);
  expect(check).toMatchObject({ state: 'ended', startedBy: 'fran' });
  expect(statesOf(check)).toEqual({
    domestic: ALL_DONE,
    'cross-border': ALL_DONE,
    'several-packages': ALL_DONE,
    return: ALL_DONE,
    insured: ALL_DONE,
  });

  // What was understood is what the vendor has in its books, under the references that were stored.
  const books = (await it_.simulators.books('ups')).slice(before);
  const paid = books.filter(({ kind }) => kind === 'paid');
  const buys = check.shipments.map(({ kind }) => stepOf(check, kind, 'buy'));
  expect(paid.map(({ reference }) => reference)).toEqual(buys.map(({ reference }) => reference));
  expect(books.filter(({ kind }) => kind === 'voided')).toHaveLength(5);
  expect(buys.map(({ labelLeft }) => labelLeft)).toEqual([false, false, false, false, false]);

  const several = stepOf(check, 'several-packages', 'buy');
  expect(several.trackingNumbers).toHaveLength(2);
  expect(several.understood).toMatchObject({
    of: 'buy',
    files: [
      { document: 'label', format: 'gif', pages: 1, widthMm: 102, heightMm: 152 },
      { document: 'label', format: 'gif', pages: 1, widthMm: 102, heightMm: 152 },
    ],
  });
  const rates = stepOf(check, 'insured', 'rate').understood;
  if (rates?.of !== 'rate') throw new Error('no rates');
  const [cheapest] = rates.offers;
  expect(cheapest?.lines.reduce((sum, { amount }) => sum + amount.minor, 0)).toBe(cheapest?.total.minor);
  expect(stepOf(check, 'insured', 'buy').service).toBe(cheapest?.serviceName);
  expect(check.shipments.find(({ kind }) => kind === 'insured')?.insured).toEqual({ minor: 15_000, currency: 'CAD' });
  expect(check.shipments.find(({ kind }) => kind === 'return')).toMatchObject({
    from: { city: 'Toronto' },
    to: { city: 'Montreal' },
  });
  expect(stepOf(check, 'domestic', 'void').understood).toMatchObject({ of: 'void' });

  // The exact calls of a step are found by it, and its case is exported by the recording's own call.
  for (const { steps } of check.shipments) for (const step of steps) expect(step.callIds.length).toBeGreaterThan(0);
  const step = stepOf(check, 'cross-border', 'buy');
  const file = await it_.call('franchise', 'POST', `/connectors/recordings/${check.recordingId}/case`, {
    name: 'UPS, cross-border: purchase',
    callIds: step.callIds,
  });
  expect(file.status).toBe(200);
  const [exchange] = (JSON.parse(file.text) as { exchanges: { operation: string; answer: { status: number } }[] })
    .exchanges;
  expect(exchange).toMatchObject({ operation: 'create shipment', answer: { status: 200 } });
  expect(file.text).not.toContain(step.trackingNumbers[0]);
  expect(file.text).not.toContain('ups-alpha-secret');

  // The recording was begun for the check and ended with it; the owner reads who did it and why.
  const detail = (await it_.call('franchise', 'GET', `/connectors/accounts/${accounts.ups}`)).json
    .data as LiveAccountDetail;
  expect(detail.recordings).toMatchObject([
    { id: check.recordingId, running: false, dropped: 0, reason: 'Before the first label' },
  ]);
  const log = (await it_.call('admin', 'GET', '/audit?size=20')).json.data as { entries: AuditEntry[] };
  expect(JSON.stringify(log.entries.find(({ action }) => action === 'startGoLiveCheck'))).toContain(
    'Before the first label',
  );
  // Nothing was sold: no order, purchase or entry knows of it.
  const sold = await it_.database.db.tenant(it_.world.people.admin, (tx) =>
    sql<{ n: number }>`SELECT ((SELECT count(*) FROM purchases) + (SELECT count(*) FROM entries))::int AS n`.execute(
      tx,
    ),
  );
  expect(sold.rows[0]?.n).toBe(0);
});

test('a carrier that makes no returns and insures nothing says so, and is not asked for them', async () => {
  const check = await checked(accounts.express);
  expect(statesOf(check)).toEqual({
    domestic: ALL_DONE,
    'cross-border': ALL_DONE,
    'several-packages': ALL_DONE,
    return: {},
    insured: {},
  });
  expect(check.shipments.slice(3).map(({ why }) => why)).toEqual([
    'TestLine Express (TEST) makes no return labels here.',
    'TestLine Express (TEST) insures nothing here.',
  ]);
});

test('a carrier that fails: its words stand there, what cannot follow is skipped, and what may be left is named', async () => {
  await it_.simulators.setFaults('testline-express', [
    // The first purchase is refused for certain, the second is made and its answer lost as often as it is asked for again under
    // the same key, the third cannot be voided.
    { kind: 'status-before-effect', route: 'create', status: 400, times: 1 },
    { kind: 'drop-after-effect', route: 'create', times: 3 },
    { kind: 'status-before-effect', route: 'void', status: 400 },
  ]);
  const check = await checked(accounts.express);
  expect(check.state).toBe('ended');
  expect(statesOf(check)).toMatchObject({
    domestic: { rate: 'done', buy: 'failed', track: 'skipped', void: 'skipped' },
    'cross-border': { rate: 'done', buy: 'failed', track: 'skipped', void: 'skipped' },
    'several-packages': { rate: 'done', buy: 'done', track: 'done', void: 'failed' },
  });
  const refused = stepOf(check, 'domestic', 'buy');
  expect(refused.labelLeft).toBe(false);
  expect(refused.problem?.message).not.toBe('');
  const lost = stepOf(check, 'cross-border', 'buy');
  expect([lost.labelLeft, lost.problem?.kind]).toEqual([true, 'unknown-effect']);
  expect(stepOf(check, 'cross-border', 'void').why).toBe('It is not known whether the label was bought.');
  expect(stepOf(check, 'several-packages', 'buy').labelLeft).toBe(true);
  const books = await it_.simulators.books('testline-express');
  const left = new Set(books.filter(({ kind }) => kind === 'paid').map(({ reference }) => reference));
  expect(left.has(lost.reference ?? '')).toBe(true);
  expect(left.has(refused.reference ?? '')).toBe(false);
});

test('killed between purchase and void: it is never run again, and says which label is left', async () => {
  killAt = 'before-void';
  expect((await ask('franchise', accounts.express)).status).toBe(200);
  await look();
  const paid = async () =>
    (await it_.simulators.books('testline-express')).filter(({ kind }) => kind === 'paid').length;
  const before = await paid();
  // Its lease runs on: it is not asked for a second time meanwhile.
  expect((await ask('franchise', accounts.express)).json.errorMessage).toBe('This account is being checked already.');
  expect((await read(accounts.express)).checks[0]?.state).toBe('running');
  await look();
  expect((await read(accounts.express)).checks[0]?.state).toBe('running');

  killAt = undefined;
  await it_.database.db.tenant(it_.world.people.admin, (tx) =>
    sql`UPDATE go_live_checks SET alive_until = clock_timestamp() - interval '1 s' WHERE ended_at IS NULL`.execute(tx),
  );
  await look();
  const [check] = (await read(accounts.express)).checks;
  if (!check) throw new Error('there is no check');
  expect(check.state).toBe('cut');
  const buy = stepOf(check, 'domestic', 'buy');
  expect([buy.state, buy.labelLeft]).toEqual(['done', true]);
  const entries = await it_.simulators.books('testline-express');
  expect(entries.some(({ kind, reference }) => kind === 'paid' && reference === buy.reference)).toBe(true);
  expect(stepOf(check, 'domestic', 'void')).toMatchObject({ state: 'skipped', why: 'The check ended before.' });
  expect(stepOf(check, 'several-packages', 'rate').state).toBe('skipped');
  expect(await paid()).toBe(before);
  const detail = (await it_.call('franchise', 'GET', `/connectors/accounts/${accounts.express}`)).json
    .data as LiveAccountDetail;
  expect(detail.account.keptUntil).toBeNull();
  expect(detail.recordings.some(({ running }) => running)).toBe(false);
});

test('hung between purchase and void: it is given up, ended as cut, and does nothing more when it wakes up', async () => {
  hangAt = 'before-void';
  expect((await ask('franchise', accounts.express)).status).toBe(200);
  await look();
  hangAt = undefined;
  expect((await read(accounts.express)).checks[0]?.state).toBe('running');
  await it_.database.db.tenant(it_.world.people.admin, (tx) =>
    sql`UPDATE go_live_checks SET alive_until = clock_timestamp() - interval '1 s' WHERE ended_at IS NULL`.execute(tx),
  );
  await look();
  const [check] = (await read(accounts.express)).checks;
  expect(check?.state).toBe('cut');
  if (check) expect(stepOf(check, 'domestic', 'buy').labelLeft).toBe(true);
  const books = await it_.simulators.books('testline-express');
  wake();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await read(accounts.express)).checks[0]).toEqual(check);
  expect(await it_.simulators.books('testline-express')).toEqual(books);
});

test('killed while the answer to a purchase was on its way: its reference was stored, and the label counts as left', async () => {
  killAt = 'after-buy';
  expect((await ask('franchise', accounts.express)).status).toBe(200);
  await look();
  await it_.database.db.tenant(it_.world.people.admin, (tx) =>
    sql`UPDATE go_live_checks SET alive_until = clock_timestamp() - interval '1 s' WHERE ended_at IS NULL`.execute(tx),
  );
  killAt = undefined;
  await look();
  const [check] = (await read(accounts.express)).checks;
  if (!check) throw new Error('there is no check');
  const buy = stepOf(check, 'domestic', 'buy');
  expect(buy).toMatchObject({ state: 'cut', labelLeft: true });
  const entries = await it_.simulators.books('testline-express');
  expect(entries.some(({ kind, reference }) => kind === 'paid' && reference === buy.reference)).toBe(true);
});

test('a live account, a paused one, an own courier and a sender elsewhere are refused in words; nothing is asked', async () => {
  const { db } = it_.database;
  const { admin } = it_.world.people;
  const set = (column: 'mode' | 'state', value: string) =>
    db.tenant(admin, (tx) =>
      sql`UPDATE carrier_accounts SET ${sql.ref(column)} = ${value} WHERE id = ${accounts.ups}::uuid`.execute(tx),
    );
  const before = (await read(accounts.ups)).checks.length;
  const refusal = async (accountId = accounts.ups) => {
    const { unavailableBecause } = await read(accountId);
    const answer = await ask('franchise', accountId);
    expect([answer.json.code, answer.json.errorMessage]).toEqual(['forbidden', unavailableBecause]);
    return unavailableBecause;
  };
  await set('mode', 'live');
  expect(await refusal()).toBe(
    'This account is live: its labels cost money. Connect the test system of UPS as another account and check that.',
  );
  await set('mode', 'simulator');
  await set('state', 'paused');
  expect(await refusal()).toContain('paused');
  await set('state', 'active');
  const country = (code: string) =>
    db.tenant(admin, (tx) =>
      sql`UPDATE locations SET address = address || jsonb_build_object('countryCode', ${code}::text)
        WHERE is_default`.execute(tx),
    );
  await country('DE');
  expect(await refusal()).toBe('UPS does not ship from DE.');
  await country('CA');
  const own = await add({ carrier: 'rate-sheet', name: 'Maple courier', mode: 'live', credentials: {} });
  expect(await refusal(own)).toContain('no vendor to check');
  expect((await read(accounts.ups)).unavailableBecause).toBeNull();
  await look();
  expect((await read(accounts.ups)).checks).toHaveLength(before);
});

test('an account that went live after it was asked for is not bought with', async () => {
  const set = (mode: string) =>
    it_.database.db.tenant(it_.world.people.admin, async (tx) => {
      await sql`UPDATE carrier_accounts SET mode = ${mode} WHERE id = ${accounts.ups}::uuid`.execute(tx);
    });
  expect((await ask('franchise', accounts.ups)).status).toBe(200);
  const before = (await it_.simulators.books('ups')).length;
  await set('live');
  await look();
  await set('simulator');
  expect((await read(accounts.ups)).checks[0]).toMatchObject({ state: 'cut', shipments: [] });
  expect(await it_.simulators.books('ups')).toHaveLength(before);
});

test('nobody else reaches it: other roles are refused, accounts of other franchises are not there', async () => {
  for (const who of ['agent', 'support', 'admin', 'foreign'] as const) {
    expect((await ask(who, accounts.ups)).status).toBe(403);
    expect((await it_.call(who, 'GET', `/connectors/accounts/${accounts.ups}/go-live`)).status).toBe(403);
  }
  expect((await ask('franchise', newId())).status).toBe(404);
  const { foreign } = it_.world.people;
  const theirs = await it_.application.carriers.addAccount({ ...foreign, tenantKind: 'customer' }, EXPRESS);
  if (!theirs.ok) throw new Error(JSON.stringify(theirs.problem));
  const { accountId } = theirs.value;
  expect((await ask('franchise', accountId)).status).toBe(404);
  expect((await it_.call('franchise', 'GET', `/connectors/accounts/${accountId}/go-live`)).status).toBe(404);
  // The operator reaches all.
  expect((await read(accountId, 'root')).checks).toEqual([]);
});
