import {
  bookPickup,
  cancelPickup,
  changePickup,
  decidePickup,
  getPickup,
  listPickups,
  pickupAvailability,
  pickupOptions,
} from '@scanship/contracts/shipping/pickups';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Asker, askerOf } from '../../../test/ask-call.ts';
import { contextOf, SHIP_FROM } from '../../../test/order-fixture.ts';
import { makeParcelWorld, type ParcelWorld } from '../../../test/parcel-world.ts';
import type { RequestContext } from '../../platform/context.ts';
import { withClient } from '../../platform/database/connection.ts';
import { createJournal, type Journal, type JournalOptions } from '../../platform/journal/journal.ts';
import { checkBook, readBalances } from '../billing/index.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { addLocation } from '../settings/index.ts';
import { bookPickup as storeBooking } from './commands.ts';
import { createPickupsModule } from './index.ts';

let world: ParcelWorld;
let ctx: RequestContext;
let ask: Asker;
let day: string;
let place: string;
const grants: Record<string, string> = {};
const journals: Journal[] = [];

/** A process of its own: its journal may end at a point, as a killed one does. */
function processWith(options: Partial<JournalOptions> = {}, opener: GrantOpener = world.application.carriers.grants) {
  const { db, sealer, log } = world.services;
  const journal = createJournal({ db, sealer, log, leaseMs: 400, ...options });
  journals.push(journal);
  const facts = (slug: string) => world.application.carriers.registry.find(slug)?.manifest;
  const module = createPickupsModule(world.services, { journal, grants: opener, facts, waitMs: 1_500 });
  return { journal, ask: askerOf(module.routes) };
}

beforeAll(async () => {
  world = await makeParcelWorld({ booked: true });
  ctx = contextOf(world.seller, { userId: world.seller.userId });
  ({ ask } = processWith());
  for (const account of await world.application.carriers.accounts(ctx)) grants[account.carrier] = account.grantId;
  const options = await ask(pickupOptions, ctx);
  place = options.places[0]?.locationId ?? '';
  // Tomorrow or later: whatever the hour is now, the window is not over.
  day = options.places[0]?.days.find((each) => each > (options.places[0]?.today ?? '')) ?? '';
});
afterAll(async () => {
  await Promise.all(journals.map((journal) => journal.stop(1_000)));
  await world.close();
});

const wish = (carrier: string, more: object = {}) => ({
  locationId: place,
  grantId: grants[carrier] ?? '',
  day,
  readyTime: '10:00',
  closeTime: '16:00',
  place: 'reception' as const,
  ...more,
});
const LOAD = { load: { parcels: 2, totalGrams: 1_500, services: [] } };
const booksOf = async (slug: string, kind: string) =>
  (await world.admin.books(slug)).filter((entry) => entry.kind === kind);

describe('a pickup', () => {
  test('is booked with what waits, changed and cancelled; its charge stands in the books as long as it stands', async () => {
    expect(await ask.refused(bookPickup, ctx, { body: wish('testline-express') })).toMatchObject({
      code: 'validation',
      errors: [{ field: 'load.parcels' }],
    });
    const { shipment } = await world.buy('testline-express', 2);
    const options = await ask(pickupOptions, ctx);
    expect(options.accounts.find(({ carrier }) => carrier === 'testline-freight')).toMatchObject({
      pickup: null,
      why: 'TestLine Freight (TEST) has no pickups that can be booked from here.',
    });
    expect(options.accounts.find(({ carrier }) => carrier === 'testline-express')?.pickup).toMatchObject({
      charged: true,
      canAsk: true,
    });
    const [waits] = options.waiting;
    expect(waits).toMatchObject({ locationId: place, load: { parcels: 2, totalGrams: 1_600, destinations: ['CA'] } });
    expect(waits?.load.services).toEqual([shipment.service]);
    expect(waits?.load.trackingNumbers).toHaveLength(2);

    const said = await ask(pickupAvailability, ctx, { body: wish('testline-express') });
    expect(said).toMatchObject({ available: true, bookBy: '15:00', price: { total: { minor: 473, currency: 'CAD' } } });
    expect(await booksOf('testline-express', 'pickup')).toHaveLength(0);

    const booked = await ask(bookPickup, ctx, { body: wish('testline-express', { instructions: 'Ring twice' }) });
    expect(booked).toMatchObject({
      state: 'booked',
      locationName: 'Warehouse',
      timeZone: 'America/Toronto',
      test: true,
      load: { parcels: 2 },
      price: { total: { minor: 473 } },
      messages: ['Have the parcels at the door.'],
      doing: null,
      problem: null,
      canChange: true,
      canCancel: true,
    });
    expect(booked.confirmation).toMatch(/^XP\d{8}$/);
    expect(await ask.refused(bookPickup, ctx, { body: wish('testline-express') })).toMatchObject({
      code: 'validation',
      errors: [{ field: 'day' }],
    });
    const cost = async () =>
      (await world.services.db.tenant(ctx, readBalances)).find(({ kind }) => kind === 'cost')?.amount.minor ?? 0;
    const withPickup = await cost();

    const params = { id: booked.id };
    const { locationId: _place, grantId: _grant, ...window } = wish('testline-express', { closeTime: '17:30' });
    const changed = await ask(changePickup, ctx, { params, body: window });
    expect(changed).toMatchObject({ state: 'booked', closeTime: '17:30', load: { parcels: 2 }, instructions: null });
    expect(await cost()).toBe(withPickup);

    const gone = await ask(cancelPickup, ctx, { params });
    expect(gone).toMatchObject({ state: 'cancelled', price: null, canCancel: false });
    expect(await cost()).toBe(withPickup - 473);
    expect(await world.services.db.tenant(ctx, checkBook)).toEqual([]);
    expect(await booksOf('testline-express', 'pickup-cancelled')).toHaveLength(1);
    expect(await ask.refused(cancelPickup, ctx, { params })).toMatchObject({
      code: 'forbidden',
      message: 'It is cancelled already.',
    });
    // What is cancelled is no reason against another one.
    expect((await ask(bookPickup, ctx, { body: wish('testline-express') })).state).toBe('booked');
  });

  test('is refused in the words of whoever minds: the place, the carrier, the account', async () => {
    const { places } = await ask(pickupOptions, ctx);
    const refused = async (more: object) =>
      (await ask.refused(pickupAvailability, ctx, { body: wish('testline-ground', { ...LOAD, ...more }) })).errors;
    expect(await refused({ day: '2020-01-07' })).toMatchObject([
      { field: 'day', message: 'This day is over at Warehouse.' },
    ]);
    expect(await refused({ day: '2099-01-05' })).toMatchObject([{ message: expect.stringContaining('10 days ahead') }]);
    expect(await refused({ readyTime: '16:00' })).toMatchObject([{ field: 'closeTime' }]);
    const weekend = [0, 1, 2, 3, 4, 5, 6, 7]
      .map((ahead) => new Date(Date.parse(`${places[0]?.today}T12:00:00Z`) + ahead * 86_400_000))
      .find((each) => each.getUTCDay() === 6 && each.toISOString().slice(0, 10) > (places[0]?.today ?? ''));
    const saturday = weekend?.toISOString().slice(0, 10) ?? '';
    expect(await refused({ day: saturday })).toMatchObject([{ message: expect.stringContaining('does not work') }]);
    expect(await ask.refused(bookPickup, ctx, { body: wish('testline-freight', LOAD) })).toMatchObject({
      code: 'no_carrier',
    });
  });

  test('with an account that is lent no more fetches what was bought with it in the last days, and nothing else', async () => {
    const grantId = grants['testline-ground'] ?? '';
    const change = (statement: ReturnType<typeof sql>) => world.services.db.tenant(ctx, (tx) => statement.execute(tx));
    const { shipment } = await world.buy('testline-ground');
    await change(sql`UPDATE account_grants SET valid_to = now() WHERE id = ${grantId}::uuid`);
    const stated = { load: { parcels: 9, totalGrams: 90_000, services: [] }, readyTime: '12:00', closeTime: '14:00' };
    const booked = await ask(bookPickup, ctx, { body: wish('testline-ground', stated) });
    expect(booked).toMatchObject({ state: 'booked', load: { parcels: 1, totalGrams: 800 } });
    await ask(cancelPickup, ctx, { params: { id: booked.id } });
    const listed = async () => (await ask(pickupOptions, ctx)).accounts.map((account) => account.grantId);
    expect(await listed()).toContain(grantId);
    await change(sql`UPDATE shipments SET bought_at = bought_at - interval '31 days' WHERE id = ${shipment.id}::uuid`);
    expect(await listed()).not.toContain(grantId);
    expect(await ask.refused(bookPickup, ctx, { body: wish('testline-ground', stated) })).toMatchObject({
      code: 'not_found',
    });
    await change(sql`UPDATE account_grants SET valid_to = NULL WHERE id = ${grantId}::uuid`);
    await change(sql`UPDATE shipments SET state = 'handed_over' WHERE id = ${shipment.id}::uuid`);
  });

  test('of another customer is not there, and a lent account books nothing that has a price', async () => {
    const [mine] = (await ask(listPickups, ctx)).pickups;
    const params = { id: mine?.id ?? '' };
    const { basic } = world.people;
    const them = contextOf(basic, { userId: basic.userId });
    expect((await ask(listPickups, them)).pickups).toEqual([]);
    for (const call of [getPickup, cancelPickup] as const)
      expect(await ask.refused(call, them, { params })).toMatchObject({ code: 'not_found' });
    expect(await ask.refused(bookPickup, them, { body: wish('testline-express', LOAD) })).toMatchObject({
      code: 'not_found',
    });
    const lent = await world.application.carriers.addAccount(
      { tenantId: basic.realmId, tenantKind: 'franchise' },
      {
        carrier: 'testline-express',
        name: 'Lent',
        mode: 'simulator',
        credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' },
      },
    );
    if (!lent.ok) throw new Error(lent.problem.code);
    const ownerTenantId = basic.realmId;
    await world.application.carriers.lendAccount({
      ownerTenantId,
      accountId: lent.value.accountId,
      toTenantId: basic.tenantId,
    });
    const options = await ask(pickupOptions, them);
    const account = options.accounts.find(({ carrier }) => carrier === 'testline-express');
    expect(account).toMatchObject({ pickup: null, why: expect.stringContaining('is lent to you') });
    const { name, ...rest } = SHIP_FROM;
    const added = await world.services.db.tenant(them, (tx) =>
      addLocation({ tenantId: basic.tenantId, timeZone: 'America/Toronto', locale: 'en-CA' }, tx, {
        name: 'Theirs',
        address: { name, ...rest, address2: null, email: null, residential: null },
        isDefault: true,
      }),
    );
    expect(added.ok).toBe(true);
    const theirs = (await ask(pickupOptions, them)).places[0]?.locationId ?? '';
    const at = { grantId: account?.grantId ?? '', locationId: theirs };
    const tried = await ask.refused(pickupAvailability, them, { body: { ...wish('testline-express', LOAD), ...at } });
    expect(tried).toMatchObject({ code: 'no_carrier', message: expect.stringContaining('lent to you') });
  });
});

/** The same carriers, had they no way to be asked. */
function blindOpener(): GrantOpener {
  const real = world.application.carriers.grants;
  return {
    open: async (who, options) =>
      (await real.open(who, options)).map((grant) => ({
        ...grant,
        load: async () => {
          const carrier = await grant.load();
          const { pickup } = carrier;
          if (!pickup) return carrier;
          const blind = { recovery: 'none' as const, settleAfterMs: 0 };
          const book = { steps: pickup.book.steps, ...blind };
          const cancel = pickup.cancel && { steps: pickup.cancel.steps, ...blind };
          return { ...carrier, pickup: { ...pickup, book, cancel } };
        },
      })),
  };
}

describe('an act that is cut off', () => {
  test('is never done twice: killed after the carrier answered, it is found by its reference', async () => {
    const before = (await booksOf('testline-ground', 'pickup')).length;
    const dying = processWith({
      onPoint: (point) => {
        if (point === 'answered') throw new Error('killed');
      },
    });
    const body = wish('testline-ground', LOAD);
    const open = await dying.ask(bookPickup, ctx, { body });
    expect(open).toMatchObject({ state: 'booking', doing: { what: 'book' } });
    const { id } = open;
    await expect
      .poll(
        async () => {
          await journals[0]?.sweep();
          return (await ask(getPickup, ctx, { params: { id } })).state;
        },
        { interval: 100 },
      )
      .toBe('booked');
    expect(await booksOf('testline-ground', 'pickup')).toHaveLength(before + 1);
    expect((await ask(getPickup, ctx, { params: { id } })).confirmation).toMatch(/^GP\d{8}$/);
    // Ground changes nothing from here, and says what to do instead.
    expect(await ask(getPickup, ctx, { params: { id } })).toMatchObject({
      canChange: false,
      canCancel: true,
      fixed: 'TestLine Ground (TEST) changes no pickups from here: cancel this one and book another.',
    });
  });

  test('waits for a person where nobody can be asked; the inbox knows it until then', async () => {
    const blind = processWith({}, blindOpener());
    await world.admin.setFaults('testline-ground', [{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
    const body = wish('testline-ground', { ...LOAD, readyTime: '17:00', closeTime: '19:00' });
    const open = await blind.ask(bookPickup, ctx, { body });
    await world.admin.clearFaults('testline-ground');
    expect(open).toMatchObject({ state: 'unknown', doing: { what: 'book', unknown: true, canAsk: false } });
    const inbox = () =>
      world.services.db.tenant(ctx, (tx) =>
        sql<{ kind: string; reason: string; reference: string; open: boolean }>`SELECT kind, reason, reference,
          resolved_at IS NULL AS open FROM exceptions WHERE key = ${`pickup:${open.id}`}`.execute(tx),
      );
    expect((await inbox()).rows).toEqual([
      { kind: 'pickup', reason: 'disputed', reference: open.doing?.reference, open: true },
    ]);
    const params = { id: open.id };
    expect(await blind.ask.refused(cancelPickup, ctx, { params })).toMatchObject({ code: 'forbidden' });
    expect(await blind.ask.refused(decidePickup, ctx, { params, body: { decision: 'exists' } })).toMatchObject({
      code: 'validation',
    });
    const decided = await blind.ask(decidePickup, ctx, {
      params,
      body: { decision: 'exists', confirmation: 'GP12345678', note: 'By telephone' },
    });
    expect(decided).toMatchObject({ state: 'booked', confirmation: 'GP12345678', doing: null });
    expect((await inbox()).rows).toMatchObject([{ open: false }]);
  });

  test('and forgotten with the database is asked about before it is booked again: the carrier, else a person', async () => {
    const before = (await booksOf('testline-ground', 'pickup')).length;
    const goBack = async (pickupId: string) =>
      withClient(world.database.migrator, async (client) => {
        const effect = `(SELECT effect_id FROM pickups WHERE id = '${pickupId}')`;
        await client.query(`DELETE FROM effect_steps WHERE subject_id = ${effect}`);
        await client.query(`UPDATE effects SET state = 'planned', sent_at = NULL, vendor_ids = '{}', problem = NULL, lease_until = NULL,
          due_at = clock_timestamp() WHERE id = ${effect}`);
        await client.query(
          `UPDATE pickups SET state = 'planned', doing = 'book', confirmation = NULL WHERE id = '${pickupId}'`,
        );
        await client.query(`UPDATE maintenance.lineage SET rewound_at = clock_timestamp()`);
      });
    const settledBy = async ({ journal }: { readonly journal: Journal }, id: string) => {
      await journal.sweep();
      await journal.idle();
      return ask(getPickup, ctx, { params: { id } });
    };
    const asked = await ask(bookPickup, ctx, {
      body: wish('testline-ground', { ...LOAD, readyTime: '05:00', closeTime: '06:00' }),
    });
    expect(asked.state).toBe('booked');
    await goBack(asked.id);
    expect(await settledBy(processWith(), asked.id)).toMatchObject({
      state: 'booked',
      confirmation: asked.confirmation,
    });
    await goBack(asked.id);
    expect(await settledBy(processWith({}, blindOpener()), asked.id)).toMatchObject({
      state: 'unknown',
      doing: { what: 'book', unknown: true },
    });
    expect(await booksOf('testline-ground', 'pickup')).toHaveLength(before + 1);
  });

  test('and cancels, perhaps a second time, costs nothing and asks no person', async () => {
    const body = wish('testline-ground', { ...LOAD, readyTime: '06:00', closeTime: '08:00' });
    const { id } = await ask(bookPickup, ctx, { body });
    const dying = processWith({
      onPoint: (point) => {
        if (point === 'leased') throw new Error('killed');
      },
    });
    await dying.ask(cancelPickup, ctx, { params: { id } });
    await dying.journal.stop(0);
    await withClient(world.database.migrator, async (client) => {
      await client.query(`UPDATE effects SET lease_until = NULL, due_at = clock_timestamp()
        WHERE id = (SELECT effect_id FROM pickups WHERE id = '${id}')`);
      await client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()');
    });
    const { journal } = processWith({}, blindOpener());
    await journal.sweep();
    await journal.idle();
    expect(await ask(getPickup, ctx, { params: { id } })).toMatchObject({ state: 'cancelled', doing: null });
  });

  test('repeated with its key is one pickup', async () => {
    const body = wish('testline-ground', { ...LOAD, readyTime: '07:00', closeTime: '09:00' });
    const before = (await booksOf('testline-ground', 'pickup')).length;
    const keyed = processWith();
    const { db, sealer, clock } = world.services;
    const deps = {
      db,
      sealer,
      clock,
      journal: keyed.journal,
      grants: world.application.carriers.grants,
      facts: (slug: string) => world.application.carriers.registry.find(slug)?.manifest,
    };
    const both = await Promise.all([1, 2, 3].map(() => storeBooking(deps, ctx, body, 'one-key')));
    expect(new Set(both.map((each) => (each.ok ? each.value.pickupId : each.problem.code))).size).toBe(1);
    await keyed.journal.idle();
    expect(await booksOf('testline-ground', 'pickup')).toHaveLength(before + 1);
    expect(await storeBooking(deps, ctx, { ...body, closeTime: '09:30' }, 'one-key')).toMatchObject({
      ok: false,
      problem: { code: 'key_reused' },
    });
  });
});
