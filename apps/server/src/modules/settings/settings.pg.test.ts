import type { DefaultSettings, DefaultSettingsInput } from '@scanship/contracts/network/settings';
import { defaultSettings, location } from '@scanship/contracts/network/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf, SHIP_FROM } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import { allOrNothing } from '../orders/index.ts';
import { isTimeZone, readDefaultSettings, saveDefaultSettings } from './default-settings.ts';
import { writeLogo } from './document-logo.ts';
import { addLocation, archiveLocation, listLocations, updateLocation } from './locations.ts';

let database: TestDatabase;
let db: Database;
let tree: TenantTree;
const NOW = new Date('2026-11-21T17:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await db.tenant(customer, (tx) => tx.deleteFrom('locations').execute());
});
afterAll(() => database.drop());

const SETTINGS: DefaultSettings = {
  weightUnit: 'lb',
  lengthUnit: 'in',
  labelFormat: 'zpl',
  defaultDimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 },
  defaultWeightGrams: 500,
  autoPopupTag: { SHIPPING_LABEL: false, PACKAGING_SLIPS: true, CUSTOM_INVOICE: false },
  timeZone: 'America/Vancouver',
  addressCheck: 'automatic',
  locale: 'fr-CA',
  locationId: null,
  packageId: null,
  hasLogo: false,
  labelSize: 'letter',
  slipPaper: '4x6',
  slipTracking: true,
  autoShip: { prefer: 'fastest', withinDays: 3 },
  notifyBuyer: false,
  insurance: { mode: 'orderTotal' },
  signature: 'any',
  quickShip: true,
};

describe('default settings', () => {
  test('exist before anybody saved them, with the defaults of the decisions and the zone of the customer', async () => {
    const [customer] = tree.customers;
    const settings = await db.tenant(customer, (tx) =>
      readDefaultSettings(contextOf(customer, { timeZone: 'America/Halifax' }), tx),
    );
    expect(defaultSettings.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({
      autoPopupTag: { SHIPPING_LABEL: true, PACKAGING_SLIPS: false, CUSTOM_INVOICE: true },
      timeZone: 'America/Halifax',
      version: 0,
    });
  });

  test('a logo that comes before them leaves the zone and the language as they were', async () => {
    const [, customer] = tree.customers;
    const ctx = contextOf(customer, { timeZone: 'America/Vancouver', locale: 'fr-CA' });
    const kept = await db.tenant(customer, (tx) => writeLogo(ctx, tx, null));
    expect(kept).toMatchObject({ value: { timeZone: 'America/Vancouver', locale: 'fr-CA' } });
    await db.tenant(customer, (tx) => tx.deleteFrom('customer_settings').execute());
  });

  test('are saved whole and answered as saved; an old version is refused', async () => {
    const [customer, other] = tree.customers;
    const ctx = contextOf(customer);
    const save = (settings: DefaultSettingsInput) =>
      allOrNothing(db, customer, (tx) => saveDefaultSettings(ctx, tx, settings, NOW));
    expect(await save({ ...SETTINGS, version: 0 })).toEqual({ ok: true, value: { ...SETTINGS, version: 1 } });
    // What a form does not know stays as it was.
    const {
      addressCheck: _left,
      autoShip: _ship,
      slipPaper: _paper,
      slipTracking: _tracking,
      quickShip: _quick,
      signature: _signature,
      ...without
    } = SETTINGS;
    expect(await save({ ...without, weightUnit: 'g', version: 0 })).toMatchObject({
      ok: false,
      problem: { code: 'stale_version' },
    });
    expect(await save({ ...without, defaultDimensions: null, defaultWeightGrams: null })).toMatchObject({
      ok: true,
      value: {
        version: 2,
        defaultWeightGrams: null,
        addressCheck: 'automatic',
        autoShip: { prefer: 'fastest', withinDays: 3 },
        quickShip: true,
        slipPaper: '4x6',
        slipTracking: true,
        signature: 'any',
      },
    });
    expect(await save({ ...SETTINGS, timeZone: 'Mars/Olympus' })).toMatchObject({
      ok: false,
      problem: { code: 'validation', errors: [{ field: 'timeZone' }] },
    });
    expect(await db.tenant(customer, (tx) => readDefaultSettings(ctx, tx))).toMatchObject({
      version: 2,
      weightUnit: 'lb',
    });
    // The neighbour still has the first ones.
    expect(await db.tenant(other, (tx) => readDefaultSettings(contextOf(other), tx))).toMatchObject({
      version: 0,
      weightUnit: 'kg',
    });
  });

  test('a package or place that is not there is refused, and another default place is taken over', async () => {
    const [, customer] = tree.customers;
    const ctx = contextOf(customer);
    const save = (more: Partial<DefaultSettingsInput>) =>
      allOrNothing(db, customer, (tx) => saveDefaultSettings(ctx, tx, { ...SETTINGS, ...more }, NOW));
    const gone = '0199a000-0000-7000-8000-00000000dead';
    expect(await save({ packageId: gone, locationId: gone })).toMatchObject({
      ok: false,
      problem: { code: 'validation', errors: [{ field: 'packageId' }, { field: 'locationId' }] },
    });
    const add = (name: string) =>
      allOrNothing(db, customer, (tx) => addLocation(ctx, tx, { name, address: SHIP_FROM, isDefault: false }));
    const [first, second] = [await add('First'), await add('Second')];
    if (!first.ok || !second.ok) throw new Error('both were added');
    expect(await save({ locationId: second.value.id })).toMatchObject({
      ok: true,
      value: { locationId: second.value.id },
    });
    expect((await db.tenant(customer, listLocations)).map((each) => [each.name, each.isDefault])).toEqual([
      ['Second', true],
      ['First', false],
    ]);
    await db.tenant(customer, (tx) => tx.deleteFrom('locations').execute());
  });

  test('two first saves at once: one wins, the other is told', async () => {
    const [, , customer] = tree.customers;
    const outcomes = await Promise.all(
      ['kg', 'oz'].map((weightUnit) =>
        allOrNothing(db, customer, (tx) =>
          saveDefaultSettings(
            contextOf(customer),
            tx,
            { ...SETTINGS, weightUnit: weightUnit as 'kg', version: 0 },
            NOW,
          ),
        ),
      ),
    );
    expect(outcomes.filter((each) => each.ok)).toHaveLength(1);
    expect(outcomes.flatMap((each) => (each.ok ? [] : [each.problem.code]))).toEqual(['stale_version']);
  });

  test.each(['America/Toronto', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('%s is a time zone', (name) =>
    expect(isTimeZone(name)).toBe(true),
  );
  test.each(['', '+05:00', 'EST5EDT; DROP', 'america', 'Toronto', 'America/'])('%j is none', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});

describe('ship-from addresses', () => {
  test('the first becomes the default; a new default replaces the old one; one always is', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const add = (name: string, isDefault: boolean) =>
      allOrNothing(db, customer, (tx) =>
        addLocation(ctx, tx, { name, address: { ...SHIP_FROM, zipcode: 'h2y2a6' }, isDefault }),
      );
    const first = await add('Main', false);
    expect(first).toMatchObject({
      ok: true,
      value: { isDefault: true, problems: [], address: { zipcode: 'H2Y 2A6' }, timeZone: 'America/Vancouver' },
    });
    const second = await add('Annex', true);
    if (!first.ok || !second.ok) throw new Error('both were added');
    expect(location.parse(second.value)).toEqual(second.value);
    const names = async () => (await db.tenant(customer, listLocations)).map((each) => [each.name, each.isDefault]);
    expect(await names()).toEqual([
      ['Annex', true],
      ['Main', false],
    ]);

    const update = (input: Parameters<typeof updateLocation>[2]) =>
      allOrNothing(db, customer, (tx) => updateLocation(ctx, tx, input));
    const main = { id: first.value.id, name: 'Main', address: first.value.address };
    expect(await update({ ...main, isDefault: true, version: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'stale_version' },
    });
    expect(await update({ ...main, isDefault: true, version: 2 })).toMatchObject({
      ok: true,
      value: { isDefault: true, version: 3 },
    });
    expect(await names()).toEqual([
      ['Main', true],
      ['Annex', false],
    ]);
    expect(await update({ ...main, isDefault: false, version: 3 })).toMatchObject({
      ok: false,
      problem: { code: 'validation', errors: [{ field: 'isDefault' }] },
    });
  });

  test('has a calendar of its own; what a change leaves out stays', async () => {
    const [, , customer] = tree.customers;
    const ctx = contextOf(customer);
    const work = <T>(run: (tx: Tx) => Promise<Outcome<T>>) => allOrNothing(db, customer, run);
    const added = await work((tx) => addLocation(ctx, tx, { name: 'Depot', address: SHIP_FROM, isDefault: false }));
    if (!added.ok) throw new Error('it was added');
    expect(added.value).toMatchObject({ cutOff: '16:00', workingDays: [1, 2, 3, 4, 5], holidays: [], handlingDays: 1 });
    const base = { id: added.value.id, name: 'Depot', address: SHIP_FROM, isDefault: added.value.isDefault };
    const changed = await work((tx) =>
      updateLocation(ctx, tx, {
        ...base,
        version: added.value.version,
        timeZone: 'America/Halifax',
        cutOff: '13:30',
        workingDays: [1, 2, 6],
        holidays: ['2026-12-25', '2026-01-01', '2026-12-25'],
        handlingDays: null,
      }),
    );
    expect(changed).toMatchObject({
      ok: true,
      value: {
        timeZone: 'America/Halifax',
        cutOff: '13:30',
        workingDays: [1, 2, 6],
        holidays: ['2026-01-01', '2026-12-25'],
        handlingDays: null,
      },
    });
    const renamed = await work((tx) =>
      updateLocation(ctx, tx, { ...base, name: 'Hall', version: added.value.version + 1 }),
    );
    expect(renamed).toMatchObject({ ok: true, value: { name: 'Hall', cutOff: '13:30', handlingDays: null } });
    expect(
      await work((tx) =>
        updateLocation(ctx, tx, { ...base, version: 3, timeZone: 'Mars/Olympus', returnLocationId: base.id }),
      ),
    ).toMatchObject({ ok: false, problem: { errors: [{ field: 'timeZone' }, { field: 'returnLocationId' }] } });
    // The default cannot go; another can, and is not offered any more.
    expect(
      await work((tx) => archiveLocation(ctx, tx, { id: base.id, version: added.value.version + 2 })),
    ).toMatchObject({ ok: false, problem: { code: 'validation' } });
    const spare = await work((tx) => addLocation(ctx, tx, { name: 'Spare', address: SHIP_FROM, isDefault: false }));
    if (!spare.ok) throw new Error('it was added');
    const left = await work((tx) => archiveLocation(ctx, tx, { id: spare.value.id, version: 1 }));
    expect(left.ok && left.value.map((each) => each.name)).toEqual(['Hall']);
    await db.tenant(customer, (tx) => tx.deleteFrom('locations').execute());
  });

  test('an address that cannot be shipped from is refused by field and nothing changes', async () => {
    const [customer] = tree.customers;
    const ctx = contextOf(customer);
    const before = await db.tenant(customer, listLocations);
    const outcome = await allOrNothing(db, customer, (tx) =>
      addLocation(ctx, tx, { name: 'Bad', address: { ...SHIP_FROM, zipcode: 'nonsense', city: '' }, isDefault: true }),
    );
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'address_incomplete' } });
    if (!outcome.ok)
      expect(outcome.problem.errors?.map((each) => each.field)).toEqual(
        expect.arrayContaining(['address.zipcode', 'address.city']),
      );
    expect(await db.tenant(customer, listLocations)).toEqual(before);
  });

  test('ten new defaults at once leave exactly one', async () => {
    const [, , customer] = tree.customers;
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        allOrNothing(db, customer, (tx) =>
          addLocation(contextOf(customer), tx, { name: `L${index}`, address: SHIP_FROM, isDefault: true }),
        ),
      ),
    );
    expect(outcomes.every((each) => each.ok)).toBe(true);
    const all = await db.tenant(customer, listLocations);
    expect(all).toHaveLength(10);
    expect(all.filter((each) => each.isDefault)).toHaveLength(1);
  });

  test('of another customer is not found', async () => {
    const [customer, other] = tree.customers;
    const [own] = await db.tenant(customer, listLocations);
    if (!own) throw new Error('there is one');
    const outcome = await allOrNothing(db, other, (tx) =>
      updateLocation(contextOf(other), tx, {
        id: own.id,
        name: 'Mine',
        address: own.address,
        isDefault: true,
        version: own.version,
      }),
    );
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'not_found' } });
    expect(await db.tenant(other, listLocations)).toEqual([]);
  });
});
