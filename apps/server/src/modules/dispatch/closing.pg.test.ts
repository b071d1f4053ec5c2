import {
  closeDay,
  decideClosing,
  getEndOfDay,
  listWaiting,
  openCarrierPaper,
  printHandOverList,
} from '@scanship/contracts/shipping/dispatch';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askerOf } from '../../../test/ask-call.ts';
import { contextOf } from '../../../test/order-fixture.ts';
import { makeParcelWorld, type ParcelWorld, type Sample } from '../../../test/parcel-world.ts';
import type { RequestContext } from '../../platform/context.ts';
import { withClient } from '../../platform/database/connection.ts';
import { createJournal, type Journal, type JournalOptions } from '../../platform/journal/journal.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { chunks } from './closing-parts.ts';
import { createDispatchModule } from './index.ts';

let world: ParcelWorld;
let ctx: RequestContext;
const renderer = createTypstRenderer();
const journals: Journal[] = [];
const grants: Record<string, string> = {};
let locationId: string;

/** Carriers that cannot be asked what became of a closing. */
const unaskable = (real: GrantOpener): GrantOpener => ({
  open: async (who, options) =>
    (await real.open(who, options)).map((grant) => ({
      ...grant,
      load: async () => {
        const carrier = await grant.load();
        const { endOfDay } = carrier;
        return endOfDay
          ? { ...carrier, endOfDay: { steps: endOfDay.steps, recovery: 'none' as const, settleAfterMs: 0 } }
          : carrier;
      },
    })),
});

/** A process of its own: its journal may end at a point, as a killed one does. */
function processWith(options: Partial<JournalOptions> = {}, blind = false) {
  const { db, sealer, log } = world.services;
  const journal = createJournal({ db, sealer, log, leaseMs: 400, ...options });
  journals.push(journal);
  const { registry, grants: seeing } = world.application.carriers;
  const opener = blind ? unaskable(seeing) : seeing;
  const facts = (slug: string) => registry.find(slug)?.manifest;
  const parts = { renderer, journal, grants: opener, facts, waitMs: 4_000 };
  return { journal, ask: askerOf(createDispatchModule(world.services, parts).routes) };
}

beforeAll(async () => {
  world = await makeParcelWorld();
  // The thread that marks papers has started: nobody waits for it below.
  await renderer.paper('stampTest', { bytes: Buffer.from('^XA^XZ'), format: 'zpl' });
  ctx = contextOf(world.seller, { userId: world.seller.userId });
  for (const account of await world.application.carriers.accounts(ctx)) grants[account.carrier] = account.grantId;
});
afterAll(async () => {
  await Promise.all(journals.map((journal) => journal.stop(1_000)));
  await world.close();
  await renderer.close();
});

const group = (carrier: Sample) => ({ locationId, grantId: grants[carrier] ?? '' });
const papersOf = async (slug: Sample) => (await world.admin.books(slug)).filter((entry) => entry.kind === 'manifest');
/** Buys labels of one service, so that what goes on the paper is known. */
async function bought(carrier: Sample, count: number, service: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push((await world.buy(carrier)).shipment.id);
  await world.services.db.tenant(ctx, (tx) =>
    sql`UPDATE shipments SET service = ${service} WHERE id = ANY (${ids}::uuid[])`.execute(tx),
  );
  return ids;
}

describe('a carrier’s own paper', () => {
  test('is made for its services, in as many calls as it takes; the rest goes on a list', async () => {
    const { ask } = processWith();
    await bought('testline-ground', 4, 'GRD');
    await bought('testline-ground', 1, 'GRD2');
    const before = await ask(getEndOfDay, ctx);
    locationId = before.places[0]?.locationId ?? '';
    expect(before.places[0]?.groups).toMatchObject([
      {
        shipments: 5,
        paper: { name: 'Day list', required: true, endsVoiding: false, shipments: 4 },
        pickup: true,
        pickupWhy: null,
      },
    ]);
    const { closed } = await ask(closeDay, ctx, { body: { groups: [group('testline-ground')] } });
    expect(closed.map((list) => `${list.kind} ${list.state} ${list.shipments}`).toSorted()).toEqual([
      'carrier closed 1',
      'carrier closed 3',
      'list closed 1',
    ]);
    expect(await papersOf('testline-ground')).toHaveLength(2);
    const paper = closed.find((list) => list.kind === 'carrier');
    expect(paper).toMatchObject({ paperName: 'Day list', papers: 1, leftOut: [], problem: null, open: null });
    expect(paper?.numbers[0]).toMatch(/^GL\d{8}$/);
    const params = { id: paper?.id ?? '', no: 1 };
    const [first, again] = [
      await ask.file(openCarrierPaper, ctx, { params }),
      await ask.file(openCarrierPaper, ctx, { params }),
    ];
    expect(Buffer.from(first.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
    expect(first.fileName).toBe(`Manifest-${paper?.numbers[0]}.pdf`);
    expect((await ask(getEndOfDay, ctx)).places).toEqual([]);
    // The list of what is on it can be had besides.
    expect((await ask.file(printHandOverList, ctx, { params: { id: params.id } })).contentType).toBe('application/pdf');

    const { basic } = world.people;
    const them = contextOf(basic, { userId: basic.userId });
    expect(await ask.refused(openCarrierPaper, them, { params })).toMatchObject({ code: 'not_found' });
    expect(
      await ask.refused(decideClosing, them, { params: { id: params.id }, body: { decision: 'absent' } }),
    ).toMatchObject({ code: 'not_found' });
  });

  test('leaves out what the carrier leaves out, and ends voiding of the rest', async () => {
    const { ask } = processWith();
    const [good = '', bad = ''] = await bought('testline-express', 2, 'EXPRESS');
    // A label the carrier does not know any more.
    await world.services.db.tenant(ctx, (tx) =>
      sql`UPDATE purchases SET vendor_ids = vendor_ids || '{"carrierShipmentId": "xs_000000000000"}'
        WHERE shipment_id = ${bad}::uuid`.execute(tx),
    );
    const { closed } = await ask(closeDay, ctx, { body: { groups: [group('testline-express')] } });
    expect(closed).toMatchObject([
      {
        state: 'closed',
        shipments: 1,
        leftOut: [{ shipmentId: bad, message: 'There is no such shipment.' }],
      },
    ]);
    expect((await ask(listWaiting, ctx, { query: group('testline-express') })).shipments).toMatchObject([
      { shipmentId: bad },
    ]);
    const reason = expect.stringMatching(/^It is on the Closing sheet of .*, which ends cancelling\.$/) as string;
    expect((await world.shipment(good)).cancel).toMatchObject({ allowed: false, reason });
    const refused = await world.call(world.seller, 'DELETE', `/shipment/${good}/cancel`, {});
    expect(refused).toMatchObject({ code: 'cannot_cancel', message: reason });
    // Nothing but what was left out waits, and the carrier will not have it: it waits on, with the reason.
    const again = await ask(closeDay, ctx, { body: { groups: [group('testline-express')] } });
    expect(again.closed).toMatchObject([{ state: 'failed', problem: expect.stringContaining('closed already') }]);
    expect((await ask(listWaiting, ctx, { query: group('testline-express') })).shipments).toHaveLength(1);
    expect(await papersOf('testline-express')).toHaveLength(1);
    await world.services.db.tenant(ctx, (tx) =>
      sql`UPDATE shipments SET state = 'lost' WHERE id = ${bad}::uuid`.execute(tx),
    );
  });

  test('killed between its two steps, it is one paper and it comes', async () => {
    const before = (await papersOf('testline-ground')).length;
    let stored = 0;
    const dying = processWith({
      onPoint: (point) => {
        // The close is stored; the paper is not fetched yet.
        if (point === 'outcome-stored' && (stored += 1) === 1) throw new Error('killed');
      },
    });
    await bought('testline-ground', 2, 'GRD');
    const { closed } = await dying.ask(closeDay, ctx, { body: { groups: [group('testline-ground')] } });
    await dying.journal.stop(0);
    const { ask, journal } = processWith();
    const id = closed[0]?.id ?? '';
    const listed = async () => (await ask(getEndOfDay, ctx)).closed.find((each) => each.id === id);
    await expect
      .poll(
        async () => {
          await journal.sweep();
          return (await listed())?.state;
        },
        { interval: 100 },
      )
      .toBe('closed');
    expect(await listed()).toMatchObject({ papers: 1, shipments: 2 });
    expect(await papersOf('testline-ground')).toHaveLength(before + 1);
  });

  test('forgotten with the database is one paper: the carrier is asked before it is made', async () => {
    const before = (await papersOf('testline-ground')).length;
    const dying = processWith({
      onPoint: (point) => {
        if (point === 'answered') throw new Error('killed');
      },
    });
    await bought('testline-ground', 1, 'GRD');
    const { closed } = await dying.ask(closeDay, ctx, { body: { groups: [group('testline-ground')] } });
    await dying.journal.stop(0);
    const id = closed[0]?.id ?? '';
    await withClient(world.database.migrator, async (client) => {
      await client.query(
        `DELETE FROM effect_steps WHERE subject_id IN (SELECT id FROM effects WHERE subject_id = '${id}')`,
      );
      await client.query(`UPDATE effects SET state = 'planned', sent_at = NULL, lease_until = NULL, due_at = clock_timestamp()
        WHERE subject_id = '${id}'`);
      await client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()');
    });
    const { ask, journal } = processWith();
    await expect
      .poll(
        async () => {
          await journal.sweep();
          return (await ask(getEndOfDay, ctx)).closed.find((each) => each.id === id)?.state;
        },
        { interval: 100 },
      )
      .toBe('closed');
    expect(await papersOf('testline-ground')).toHaveLength(before + 1);
    await withClient(world.database.migrator, (client) =>
      client.query('UPDATE maintenance.lineage SET rewound_at = NULL'),
    );
  });

  test('that came back unsent is a person’s question where the carrier cannot be asked', async () => {
    const before = (await papersOf('testline-ground')).length;
    const dying = processWith({
      onPoint: (point) => {
        if (point === 'leased') throw new Error('killed');
      },
    });
    await bought('testline-ground', 1, 'GRD');
    const { closed } = await dying.ask(closeDay, ctx, { body: { groups: [group('testline-ground')] } });
    await dying.journal.stop(0);
    const id = closed[0]?.id ?? '';
    await withClient(world.database.migrator, async (client) => {
      await client.query(
        `UPDATE effects SET lease_until = NULL, due_at = clock_timestamp() WHERE subject_id = '${id}'`,
      );
      await client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()');
    });
    const { ask, journal } = processWith({}, true);
    await journal.sweep();
    await journal.idle();
    expect((await ask(getEndOfDay, ctx)).closed.find((each) => each.id === id)).toMatchObject({ state: 'unknown' });
    expect(await papersOf('testline-ground')).toHaveLength(before);
    await withClient(world.database.migrator, (client) =>
      client.query('UPDATE maintenance.lineage SET rewound_at = NULL'),
    );
    await ask(decideClosing, ctx, { params: { id }, body: { decision: 'absent' } });
    expect((await ask(closeDay, ctx, { body: { groups: [group('testline-ground')] } })).closed).toMatchObject([
      { state: 'closed', shipments: 1 },
    ]);
  });

  test('whose outcome nobody knows is in the inbox, holds its parcels, and a person decides', async () => {
    const { ask } = processWith();
    const [id = ''] = await bought('testline-express', 1, 'EXPRESS');
    await world.admin.setFaults('testline-express', [{ kind: 'drop-before-effect', effect: 'effect', times: 9 }]);
    const { closed } = await ask(closeDay, ctx, { body: { groups: [group('testline-express')] } });
    const [list] = closed;
    expect(list).toMatchObject({ state: 'unknown', open: { canDecide: false, canAsk: true } });
    const inbox = () =>
      world.services.db.tenant(ctx, (tx) =>
        sql<{ kind: string; open: boolean }>`SELECT kind, resolved_at IS NULL AS open FROM exceptions
          WHERE key = ${`closing:${list?.id}`}`.execute(tx),
      );
    expect((await inbox()).rows).toEqual([{ kind: 'end-of-day', open: true }]);
    const params = { id: list?.id ?? '' };
    expect((await ask(getEndOfDay, ctx)).places.flatMap((place) => place.groups)).toEqual([]);
    expect((await world.shipment(id)).cancel.allowed).toBe(false);
    expect(await ask.refused(decideClosing, ctx, { params, body: { decision: 'absent' } })).toMatchObject({
      code: 'forbidden',
    });
    // Its settle time is over.
    await world.services.db.tenant(ctx, (tx) =>
      sql`UPDATE effects SET sent_at = now() - interval '1 hour', settle_after = now() - interval '1 minute', due_at = NULL
        WHERE kind = 'end_of_day' AND subject_id = ${params.id}::uuid`.execute(tx),
    );
    const decided = await ask(decideClosing, ctx, { params, body: { decision: 'absent', note: 'By telephone' } });
    await world.admin.clearFaults('testline-express');
    expect(decided).toMatchObject({ state: 'failed', open: null });
    expect((await inbox()).rows).toMatchObject([{ open: false }]);
    expect((await ask(listWaiting, ctx, { query: group('testline-express') })).shipments).toMatchObject([
      { shipmentId: id },
    ]);
    expect((await world.shipment(id)).cancel.allowed).toBe(true);
  });
});

test('calls hold at most so many, and keep together what fits', () => {
  expect(chunks([[1, 2], [3], [4, 5], [6, 7, 8, 9]], 3)).toEqual([[1, 2, 3], [4, 5], [6, 7, 8], [9]]);
});
