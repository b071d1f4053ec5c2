/** Reports of labels that were really bought: they agree with the books, on each level, and go out on Monday. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import type { Margins } from '@scanship/contracts/money/margins';
import type { Report, ReportColumn, ReportTableId } from '@scanship/contracts/money/reports';
import { money } from '@scanship/domain/money/money';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { readMigrations } from '../../platform/database/migrator.ts';
import { bookAdjustment, reverseAdjustment } from '../billing/index.ts';
import { NO_STORE } from '../dashboard/index.ts';
import { mondayOf } from './report-days.ts';

let it_: CarrierWorld;
const EXPRESS = 'TestLine Express (TEST)';
let mailbox: Mailbox;
const ZONE = 'America/Toronto';
/** The Monday after the week in which everything is bought. */
let monday = '';
const SUMMED =
  'labels orders voided spend_minor sold sold_minor cost_minor below below_minor delivered promised on_time compared_minor cheapest_minor'.split(
    ' ',
  );

const rule = (change: Partial<MarkupRuleInput>): MarkupRuleInput => ({
  name: '',
  scope: {},
  percentBp: 0,
  fixedMinor: 0,
  floorMinor: null,
  capMinor: null,
  firstDay: null,
  lastDay: null,
  ...change,
});

async function order(number: string): Promise<string> {
  const added = await it_.call('admin', 'POST', '/orders/add', {
    number,
    currency: 'CAD',
    shipTo: {
      name: 'Robin Lee',
      phone: '+1 416 555 0182',
      address1: '100 King St W',
      city: 'Toronto',
      provinceCode: 'ON',
      zipcode: 'M5X 1A9',
      countryCode: 'CA',
    },
    items: [{ title: 'Cotton shirt', quantity: 1, unitPriceMinor: 2500, weightGrams: 400 }],
  });
  expect(added.json.errorMessage).toBeUndefined();
  return (added.json.data as { id: string }).id;
}

/** Buys the dearest offer of an order: the cheapest would have saved something. */
async function buy(
  orderId: string,
): Promise<{ readonly id: string; readonly paid: number; readonly cheapest: number }> {
  const quoted = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  const { quoteId, rates } = quoted.json.data as {
    quoteId: string;
    rates: { id: string; price: { minor: number } }[];
  };
  const sorted = rates.toSorted((a, b) => b.price.minor - a.price.minor);
  const bought = await it_.call('admin', 'POST', '/shipment/create', { orderId, quoteId, rateId: sorted[0]?.id });
  expect(bought.text).toContain('"shipment"');
  return {
    id: (bought.json.data as { shipment: { id: string } }).shipment.id,
    paid: sorted[0]?.price.minor ?? 0,
    cheapest: sorted.at(-1)?.price.minor ?? 0,
  };
}

let paid = 0;
let cheapest = 0;
const putMarkups = async (percentBp: number, version: number) => {
  const put = await it_.call('franchise', 'PUT', '/pricing/default', {
    rules: [rule({ percentBp })],
    used: true,
    version,
  });
  expect(put.json.errorMessage).toBeUndefined();
};

beforeAll(async () => {
  mailbox = await openMailbox();
  it_ = await makeCarrierWorld({ config: { simulators: true, smtpUrl: mailbox.url } });
  const { world, application, database } = it_;
  monday = addDays(mondayOf(dayIn(new Date(), ZONE)), 7);
  const first = await it_.newOrderOf(world.people.admin);
  const added = await application.carriers.addAccount(
    { tenantId: world.first.id, tenantKind: 'franchise' },
    {
      carrier: 'testline-express',
      name: 'Express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await putMarkups(2000, 0);
  for (const each of [await buy(first), await buy(await order('R-2'))]) {
    paid += each.paid;
    cheapest += each.cheapest;
  }
  const gone = await buy(await order('R-3'));
  await it_.call('admin', 'DELETE', `/shipment/${gone.id}/cancel`);
  await application.rollups.work();
  // A customer that shipped the week before and not since, and one that ships less: as their roll-ups keep it.
  await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
    await tx
      .insertInto('label_days')
      .values(
        [
          { party: world.people.basic.tenantId, day: addDays(monday, -10), labels: 40 },
          { party: world.people.basic.tenantId, day: addDays(monday, -3), labels: 12 },
        ].map(({ party, day, labels }) => ({
          tenant_id: world.first.id,
          customer_id: party,
          party_id: party,
          day,
          slug: 'ups',
          service: '11',
          store_id: NO_STORE,
          test: true,
          currency: 'CAD',
          labels,
          sold: labels,
          sold_minor: labels * 900,
          cost_minor: labels * 1_000,
          below: labels,
          below_minor: labels * 100,
          delivered: labels,
          promised: labels,
          on_time: labels - 3,
        })),
      )
      .execute();
    // Neither is new: the customers were made long before.
    await tx
      .updateTable('franchise_customers')
      .set({ created_at: startOfDay(addDays(monday, -60), ZONE) })
      .where('tenant_id', '=', world.first.id)
      .execute();
  });
  it_.clock.value = new Date(startOfDay(monday, ZONE).getTime() + 8 * 3_600_000);
}, 120_000);
afterAll(async () => {
  await it_.close();
  await mailbox.close();
});

const reportOf = async (who: PersonName, path: string): Promise<Report> => {
  const answer = await it_.call(who, 'GET', `/reports/${path}`);
  expect(answer.json.errorMessage).toBeUndefined();
  return answer.json.data as Report;
};
const cell = (
  report: Report,
  id: ReportTableId,
  name: string | null,
  column: ReportColumn,
  span: 'now' | 'before' = 'now',
): number | null | undefined => {
  const table = report.tables.find((each) => each.id === id);
  return table?.rows.find((row) => row.name === name)?.[span]?.[table.columns.indexOf(column)];
};
const namesOf = (report: Report, id: ReportTableId) =>
  report.tables.find((each) => each.id === id)?.rows.map((row) => row.name);

describe('the report of a franchise', () => {
  test('calls its own courier as the franchise does', async () => {
    const { world, database } = it_;
    const own = { carrier: 'rate-sheet', name: 'Maple Local', mode: 'live', credentials: {}, check: false };
    expect((await it_.call('franchise', 'POST', '/shippingCarrier/add', own)).json.errorMessage).toBeUndefined();
    const day = addDays(monday, -200);
    const party = world.people.basic.tenantId;
    await database.db.tenant({ tenantId: world.first.id }, (tx) =>
      tx
        .insertInto('label_days')
        .values({
          tenant_id: world.first.id,
          customer_id: party,
          party_id: party,
          day,
          slug: 'rate-sheet',
          service: 'ground',
          store_id: NO_STORE,
          test: true,
          currency: 'CAD',
          labels: 2,
          sold: 2,
          sold_minor: 900,
        })
        .execute(),
    );
    const report = await reportOf('franchise', `business?from=${day}&to=${day}`);
    expect(namesOf(report, 'carriers')).toEqual(['Maple Local']);
    expect(namesOf(report, 'services')?.[0]).toMatch(/^Maple Local · /);
  });

  test('has the last whole week and the one before, and agrees with the books', async () => {
    const report = await reportOf('franchise', 'business');
    expect(report.range).toEqual({ from: addDays(monday, -7), to: addDays(monday, -1) });
    expect(report.before).toEqual({ from: addDays(monday, -14), to: addDays(monday, -8) });
    const { from, to } = report.range;
    const margins = (await it_.call('franchise', 'GET', `/money/margins?from=${from}&to=${to}`)).json.data as Margins;
    const booked = margins.sources.filter(({ source }) => source === 'purchase' || source === 'void');
    const sum = (of: (row: (typeof booked)[number]) => number) => booked.reduce((total, row) => total + of(row), 0);
    // The books know nothing of the other customer's rows, which are made up.
    expect(cell(report, 'carriers', EXPRESS, 'sold')).toBe(sum((row) => row.labels));
    expect(cell(report, 'carriers', EXPRESS, 'revenue')).toBe(sum((row) => row.revenueMinor));
    expect(cell(report, 'carriers', EXPRESS, 'cost')).toBe(sum((row) => row.costMinor));
    const [customer] = margins.buyers;
    expect(cell(report, 'customers', customer?.name ?? '', 'margin')).toBe(
      (customer?.revenueMinor ?? 0) - (customer?.costMinor ?? 0),
    );
    expect(cell(report, 'total', null, 'labels')).toBe(2 + 12);
    expect(cell(report, 'total', null, 'voided')).toBe(1);
    const rows = (id: ReportTableId) => report.tables.find((each) => each.id === id)?.rows ?? [];
    for (const id of ['services', 'customers', 'agents'] as const)
      expect(rows(id).reduce((total, row) => total + (row.now[2] ?? 0), 0)).toBe(
        cell(report, 'total', null, 'revenue'),
      );
  });

  test('names who ships less and who stopped, what is late, unpaid and sold below cost', async () => {
    const week = await reportOf('franchise', 'business');
    const [other] = namesOf(week, 'falling') ?? [];
    expect(namesOf(week, 'falling')).toHaveLength(1);
    expect(cell(week, 'falling', other ?? '', 'labels', 'before')).toBe(40);
    expect(namesOf(week, 'lost')).toEqual([]);
    expect(cell(week, 'late', 'UPS', 'late')).toBe(3);
    expect(cell(week, 'below-cost', namesOf(week, 'below-cost')?.[0] ?? '', 'loss')).toBe(1_200);
    const receivables = (await it_.call('franchise', 'GET', '/receivables')).json.data as {
      receivables: { name: string; balance: { owedMinor: number }; overdueMinor: number }[];
    };
    const owing = receivables.receivables.filter(({ balance }) => balance.owedMinor > 0);
    expect(owing).toHaveLength(1);
    for (const { name, balance, overdueMinor } of owing) {
      expect(cell(week, 'unpaid', name, 'owed')).toBe(balance.owedMinor);
      expect(cell(week, 'unpaid', name, 'overdue')).toBe(overdueMinor);
    }
    // Two days in which nothing was shipped, against those in which it was.
    const quiet = `business?from=${addDays(monday, -2)}&to=${addDays(monday, -1)}&beforeFrom=${addDays(monday, -14)}&beforeTo=${addDays(monday, -8)}`;
    expect(namesOf(await reportOf('franchise', quiet), 'lost')).toEqual([other]);
  });

  test('a table is a file, and the operator sees its own sums by franchise and no sales agents', async () => {
    const csv = await it_.call('franchise', 'GET', '/reports/business/export?table=carriers&format=csv');
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.text).toContain(EXPRESS);
    const report = await reportOf('franchise', 'business');
    const revenue = (cell(report, 'carriers', EXPRESS, 'revenue') ?? 0) / 100;
    expect(csv.text).toContain(`,${revenue},`);
    const xlsx = await it_.call('franchise', 'GET', '/reports/business/export?table=below-cost');
    expect(xlsx.text.startsWith('PK')).toBe(true);
    const operator = await reportOf('root', 'business');
    expect(namesOf(operator, 'customers')).toEqual(['First']);
    expect(cell(operator, 'total', null, 'labels')).toBe(2);
    // The account is the franchise's own: the operator sold nothing.
    expect(cell(operator, 'total', null, 'sold')).toBe(0);
    expect(namesOf(operator, 'agents')).toBeUndefined();
    for (const who of ['admin', 'agent', 'support'] as const)
      expect((await it_.call(who, 'GET', '/reports/business')).status).toBe(403);
  });

  test('whole months are read from their sums, which are those of their days whatever was made anew', async () => {
    const sums = (table: string, month: string) =>
      `SELECT tenant_id, customer_id, party_id, ${month}::text AS month, slug, service, store_id, test, currency,
         ${SUMMED.map((column) => `sum(${column})::text AS ${column}`).join(', ')}
       FROM ${table} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING ${SUMMED.map((column) => `sum(${column}) <> 0`).join(' OR ')}
       ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;
    const held = () =>
      withClient(it_.database.migrator, async (client) => ({
        months: (await client.query(sums('label_months', 'month'))).rows,
        days: (await client.query(sums('label_days', `date_trunc('month', day)::date`))).rows,
      }));
    const before = await held();
    expect(before.days.length).toBeGreaterThan(3);
    expect(before.months).toEqual(before.days);
    const month = `${monday.slice(0, 7)}-01`;
    const days = `from=${addDays(month, -40).slice(0, 7)}-10&to=${addDays(month, 31)}`;
    const whole = await reportOf('franchise', `business?${days}`);
    expect(whole.tables.find(({ id }) => id === 'total')?.rows[0]?.now[0]).toBe(2 + 12 + 40);
    // Made anew twice: nothing is counted again.
    await withClient(it_.database.migrator, (client) =>
      client.query(
        'INSERT INTO rollup_due (tenant_id, at) SELECT tenant_id, bought_at FROM shipments WHERE bought_at IS NOT NULL',
      ),
    );
    expect(await it_.application.rollups.work()).toBe(1);
    const after = await held();
    expect(after.months).toEqual(after.days);
    expect(after.days).toEqual(before.days);
  });

  test('what was booked later is what the books say of it, undone or not, by day and currency', async () => {
    const { world, database } = it_;
    const home = world.people.basic.tenantId;
    const chain = (price: number, cost: number, currency: string) => [
      {
        from: null,
        to: world.first.id,
        price: money(cost, currency),
        lines: [{ kind: 'base', code: 'base', label: '', amount: money(cost, currency) } as const],
      },
      {
        from: world.first.id,
        to: home,
        price: money(price, currency),
        lines: [{ kind: 'base', code: 'base', label: '', amount: money(price, currency) } as const],
      },
    ];
    const book = async (day: string, price: number, cost: number, currency = 'CAD') => {
      const caseId = newId();
      await database.db.tenant({ tenantId: home }, (tx) =>
        bookAdjustment(
          tx,
          {
            homeTenantId: home,
            kind: 'adjustment',
            source: { kind: 'adjustment', id: caseId, occurredAt: startOfDay(day, ZONE) },
          },
          chain(price, cost, currency),
        ),
      );
      return caseId;
    };
    const adjusted = (report: Report) => report.tables.find(({ id }) => id === 'adjustments')?.rows[0];
    await book(addDays(monday, -7), 500, 400);
    const undone = await book(addDays(monday, -8), 300, 250);
    await book(addDays(monday, -1), -90, -60);
    await book(addDays(monday, -1), 7_000, 6_000, 'USD');
    const report = await reportOf('franchise', 'business');
    expect(adjusted(report)?.now).toEqual([2, 410, 340, 70]);
    expect(adjusted(report)?.before).toEqual([1, 300, 250, 50]);

    // Booked back it is an entry more, of the day it was booked back.
    await database.db.tenant({ tenantId: home }, (tx) =>
      reverseAdjustment(tx, { homeTenantId: home, caseId: undone, note: '' }, [world.first.id]),
    );
    expect(adjusted(await reportOf('franchise', 'business'))?.now).toEqual([3, 110, 90, 20]);

    // A release that begins to keep them has those that were booked before.
    const kept = () =>
      withClient(database.migrator, async (client) => {
        const { rows } = await client.query('SELECT * FROM adjusted_entries ORDER BY tenant_id, entry_id, currency');
        return rows;
      });
    const before = await kept();
    expect(before.length).toBeGreaterThanOrEqual(5);
    const file = (await readMigrations()).find(({ name }) => name === '0410-adjusted-entries.sql');
    if (!file) throw new Error('no such migration');
    await withClient(database.migrator, async (client) => {
      await client.query('DROP TABLE adjusted_entries; DROP FUNCTION maintenance.keep_adjusted_entries CASCADE');
      await client.query(file.sql);
    });
    expect(await kept()).toEqual(before);
  });

  test('the sums are whole although a release beside them writes on while they are made', async () => {
    const { migrator, db } = it_.database;
    const file = (await readMigrations()).find(({ name }) => name === '0399-label-months.sql');
    if (!file) throw new Error('no such migration');
    const tenant = it_.world.second.id;
    const write = (day: string, hold?: () => Promise<void>) =>
      db.tenant({ tenantId: tenant }, async (tx) => {
        const key = { tenant_id: tenant, customer_id: tenant, party_id: tenant, day, slug: 'ups', service: '11' };
        await tx
          .insertInto('label_days')
          .values({ ...key, store_id: NO_STORE, test: true, currency: 'CAD', labels: 5 })
          .execute();
        await hold?.();
      });
    await withClient(migrator, (client) =>
      client.query(
        'DROP TABLE label_months; DROP FUNCTION maintenance.sum_label_months CASCADE; DROP INDEX entries_adjusted',
      ),
    );
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let written: () => void = () => undefined;
    const inserted = new Promise<void>((resolve) => {
      written = resolve;
    });
    const first = write('2026-01-05', () => {
      written();
      return gate;
    });
    await inserted;
    // Statements sent at once are one transaction, as the migrator makes it.
    const made = withClient(migrator, (client) => client.query(file.sql));
    await expect
      .poll(() =>
        withClient(migrator, async (client) => {
          const { rows } = await client.query(
            `SELECT FROM pg_locks WHERE relation = 'label_days'::regclass AND NOT granted`,
          );
          return rows.length;
        }),
      )
      .toBe(1);
    const second = write('2026-01-06');
    open();
    await Promise.all([first, made, second]);
    const { rows } = await withClient(migrator, (client) =>
      client.query('SELECT sum(labels)::int AS labels FROM label_months WHERE tenant_id = $1', [tenant]),
    );
    expect(rows).toEqual([{ labels: 10 }]);
  });

  test('days that are backwards or too many are refused in a sentence', async () => {
    const wrong = await it_.call('franchise', 'GET', '/reports/business?from=2026-02-02&to=2026-02-01');
    expect(wrong.json.errorMessages?.[0]?.message).toBe('The last day is before the first.');
    const many = await it_.call('franchise', 'GET', '/reports/business?from=2020-01-01&to=2026-02-01');
    expect(many.json.errorMessages?.[0]?.message).toBe('At most 366 days can be shown.');
  });
});

describe('the report of a seller', () => {
  test('tells spend by store, carrier and service, the cost of an order and what the cheapest offers would have saved', async () => {
    const report = await reportOf('admin', 'spend');
    expect(cell(report, 'total', null, 'labels')).toBe(2);
    expect(cell(report, 'total', null, 'orders')).toBe(2);
    expect(cell(report, 'total', null, 'spend')).toBe(paid);
    expect(cell(report, 'total', null, 'perOrder')).toBe(Math.round(paid / 2));
    expect(cell(report, 'total', null, 'compared')).toBe(paid);
    expect(cell(report, 'total', null, 'saving')).toBe(paid - cheapest);
    expect(paid).toBeGreaterThan(cheapest);
    const stores = report.tables.find(({ id }) => id === 'stores')?.rows ?? [];
    expect(stores.map(({ name }) => name)).toContain('Manual orders');
    expect(stores.reduce((sum, { now }) => sum + (now[2] ?? 0), 0)).toBe(paid);
    expect(cell(report, 'carriers', EXPRESS, 'spend')).toBe(paid);
    expect((await it_.call('franchise', 'GET', '/reports/spend')).status).toBe(403);
    const csv = await it_.call('admin', 'GET', '/reports/spend/export?table=stores&format=csv');
    expect(csv.text).toContain('Manual orders');
  });

  test('what the cheapest offer was stays known when the rates are gone', async () => {
    await it_.database.db.tenant(it_.world.people.admin, (tx) => tx.deleteFrom('rates').execute());
    await it_.database.db.tenant(it_.world.people.admin, (tx) =>
      tx.updateTable('shipments').set({ version: 9, price_minor: 5_000 }).where('state', '=', 'voided').execute(),
    );
    await it_.application.rollups.work();
    expect(cell(await reportOf('admin', 'spend'), 'total', null, 'saving')).toBe(paid - cheapest);
  });
});

describe('the mail of a Monday', () => {
  const switchOn = (email: boolean) =>
    it_.call('franchise', 'PUT', '/account/notifications', { notices: [{ kind: 'monday_report', email }] });

  test('goes once, on Monday from seven in the franchise’s time zone, to those who switched it on', async () => {
    const { reports } = it_.application;
    const early = startOfDay(monday, ZONE).getTime();
    expect(await reports.look()).toBe(0);
    await switchOn(true);
    it_.clock.value = new Date(early + 6.9 * 3_600_000);
    expect(await reports.look()).toBe(0);
    it_.clock.value = new Date(early + 7.1 * 3_600_000);
    const [one, two] = await Promise.all([reports.look(), reports.look()]);
    expect(one + two).toBeGreaterThanOrEqual(1);
    expect(await reports.look()).toBe(0);
    await vi.waitFor(() => expect(mailbox.received).toHaveLength(1), { timeout: 45_000 });
    const [mail] = mailbox.received;
    const report = await reportOf('franchise', 'business');
    expect(mail?.to).toEqual(['fran@example.com']);
    expect(mail?.text).toContain('Labels: 14 (the week before: 40).');
    const amount = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
    expect(mail?.text).toContain(`margin ${amount.format((cell(report, 'total', null, 'margin') ?? 0) / 100)}`);
    expect(mail?.text).toContain('Customers that ship less: 1');
    expect(mail?.text).toContain('/customer/money/report');
    // A week later it comes again; on a Wednesday a server that was down says nothing any more.
    it_.clock.value = new Date(early + 9.5 * 24 * 3_600_000);
    expect(await reports.look()).toBe(0);
    await switchOn(false);
    it_.clock.value = new Date(early + 7.4 * 24 * 3_600_000);
    expect(await reports.look()).toBe(0);
  });

  test('is offered to those who may see what a level earns', async () => {
    const kinds = async (who: PersonName) =>
      ((await it_.call(who, 'GET', '/account/notifications')).json.data as { notices: { kind: string }[] }).notices.map(
        ({ kind }) => kind,
      );
    expect(await kinds('franchise')).toContain('monday_report');
    expect(await kinds('admin')).not.toContain('monday_report');
  });
});
