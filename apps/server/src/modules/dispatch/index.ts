/** Dispatch: what is handed over to carriers. End of day by place and carrier account, and pick lists. */
import {
  closeDay as closeDayCall,
  decideClosing,
  exportPickList,
  getEndOfDay,
  getPickList,
  listWaiting,
  MOST_HANDED_OVER,
  MOST_PICKED,
  openCarrierPaper,
  printHandOverList,
  printPickList,
  takeBack as takeBackCall,
} from '@scanship/contracts/shipping/dispatch';
import type { ClosedList } from '@scanship/contracts/shipping/dispatch';
import type { OrderSelection } from '@scanship/contracts/orders/order-selection';
import { handOverListPdf } from '@scanship/documents/paperwork/hand-over-list';
import { type PickList, pickListPdf, pickListWorkbook } from '@scanship/documents/paperwork/pick-list';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { data, type FileAnswer, type Route, route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { awaitEffects } from '../../platform/journal/effects.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { documentBranding, MEDIA_TYPES, readDocument } from '../documents/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { allOrNothing, resolveSelection } from '../orders/index.ts';
import { closingHandler } from './carrier-paper.ts';
import { closeDay, type ClosingAccount, listContents, takeBack } from './close-day.ts';
import { closingExceptionSource } from './closing-causes.ts';
import { pickLines, type PickedLines, waitingOrders } from './pick-list.ts';
import { type CarrierFacts, closedLists, readEndOfDay, readShipmentsOf, WAITS } from './waiting.ts';

export { type CarrierFacts, lentAndCharged, noPickup, placeRows, WAITS } from './waiting.ts';

export interface DispatchModule {
  readonly routes: readonly Route[];
  /** Carriers' own papers that are open or due, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
}

export interface DispatchDeps {
  readonly renderer: TypstRenderer;
  readonly facts: CarrierFacts;
  readonly journal: Journal;
  readonly grants: GrantOpener;
  /** How long a request waits for the carriers. Milliseconds. */
  readonly waitMs?: number | undefined;
}

/** A person at the screen waits so long; the closing goes on without them. */
const WAIT_MS = 15_000;

const languageOf = (ctx: RequestContext): 'en' | 'fr' => (ctx.locale === 'fr-CA' ? 'fr' : 'en');

/** YYYY-MM-DD HH:mm in a zone. */
const clockIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment);

type PickBody = OrderSelection & {
  readonly due?: 'today' | 'all' | null | undefined;
  readonly locationId?: string | null | undefined;
};

export function createDispatchModule(
  { db, blobs, clock, sealer }: Pick<Services, 'db' | 'blobs' | 'clock' | 'sealer'>,
  { renderer, facts, journal, grants, waitMs = WAIT_MS }: DispatchDeps,
): DispatchModule {
  journal.register('effects', 'end_of_day', closingHandler({ db, sealer, grants, renderer }));

  /** The groups' accounts whose carriers make a paper, ended ones too: what was bought with them leaves today. */
  async function closingAccounts(
    ctx: RequestContext,
    groups: readonly { readonly grantId: string | null }[],
  ): Promise<ReadonlyMap<string, ClosingAccount>> {
    const only = groups.flatMap(({ grantId }) => (grantId === null ? [] : [grantId]));
    const found = new Map<string, ClosingAccount>();
    if (only.length === 0) return found;
    for (const grant of await grants.open(ctx, { only, toSettle: true })) {
      const operation = grant.manifest.endOfDay && (await grant.load()).endOfDay;
      const { manifest, test } = grant;
      if (operation) found.set(grant.grantId, { manifest, recovery: operation.recovery, test });
    }
    return found;
  }

  async function listOf(ctx: RequestContext, id: string): Promise<Outcome<ClosedList>> {
    const [list] = await db.tenant(ctx, (tx) => closedLists(tx, [id]), { readOnly: true });
    return list ? ok(list) : problem('not_found', { message: 'This list was not found.' });
  }

  async function picked(ctx: RequestContext, body: PickBody): Promise<Outcome<PickedLines>> {
    const now = clock.now();
    const { due, locationId = null, ...selection } = body;
    if (!selection.ids && !selection.filters) {
      const lines = await db.tenant(
        ctx,
        async (tx) => pickLines(tx, await waitingOrders(ctx, tx, { due: due ?? 'all', locationId }, now)),
        { readOnly: true },
      );
      return ok(lines);
    }
    const chosen = await resolveSelection(db, ctx, now, selection);
    if (!chosen.ok) return chosen;
    const ids: string[] = [];
    for await (const some of chosen.value.batches(MOST_PICKED + 1)) {
      ids.push(...some);
      if (ids.length > MOST_PICKED) break;
    }
    return ok(await db.tenant(ctx, (tx) => pickLines(tx, ids), { readOnly: true }));
  }

  async function pickFile(
    ctx: RequestContext,
    body: PickBody,
    draw: (list: PickList) => Promise<Omit<FileAnswer, 'kind'>>,
  ): Promise<Outcome<FileAnswer>> {
    const found = await picked(ctx, body);
    if (!found.ok) return found;
    if (found.value.lines.length === 0)
      return problem('not_found', { message: 'None of these orders has anything left to pick.' });
    const list: PickList = {
      language: languageOf(ctx),
      madeAt: clockIn(clock.now(), ctx.timeZone),
      orderCount: found.value.orders,
      lines: found.value.lines,
    };
    return ok({ kind: 'file', ...(await draw(list)) });
  }

  return {
    exceptions: closingExceptionSource({ db, clock, journal, facts }),
    routes: [
      route(getEndOfDay, async ({ ctx }) =>
        data(await db.tenant(ctx, (tx) => readEndOfDay(ctx, tx, facts, clock.now()), { readOnly: true })),
      ),
      route(listWaiting, async ({ ctx, query }) => {
        const { locationId = null, grantId = null, listId } = query;
        const which = listId
          ? sql<boolean>`s.manifest_id = ${listId}::uuid`
          : sql<boolean>`${WAITS} AND s.location_id IS NOT DISTINCT FROM ${locationId}::uuid AND s.grant_id IS NOT DISTINCT FROM ${grantId}::uuid`;
        const shipments = await db.tenant(ctx, (tx) => readShipmentsOf(tx, which), { readOnly: true });
        return data({
          shipments: shipments.slice(0, MOST_HANDED_OVER),
          capped: shipments.length > MOST_HANDED_OVER,
        });
      }),
      route(closeDayCall, async ({ ctx, body }) => {
        const accounts = await closingAccounts(ctx, body.groups);
        const input = { groups: body.groups, leaveOut: body.leaveOut ?? [] };
        const stored = await allOrNothing(db, ctx, (tx) =>
          closeDay(ctx, tx, { facts, sealer, accounts }, input, clock.now()),
        );
        if (!stored.ok) return stored;
        const { listIds, refs } = stored.value;
        for (const ref of refs) journal.wake(ref);
        await awaitEffects({ db, journal }, refs, waitMs);
        const closed = await db.tenant(ctx, (tx) => closedLists(tx, listIds), { readOnly: true });
        return data(
          { closed },
          closed.every((list) => list.state === 'closed') ? { successMessage: 'The day is closed.' } : {},
        );
      }),
      route(openCarrierPaper, async ({ ctx, params }) => {
        const { rows } = await db.tenant(
          ctx,
          (tx) =>
            sql<{ id: string | null }>`SELECT vendor_ids -> 'documents' ->> ${params.no - 1}::int AS id FROM manifests
              WHERE id = ${params.id} AND kind = 'carrier' AND state = 'closed'`.execute(tx),
          { readOnly: true },
        );
        const id = rows[0]?.id;
        const file = id ? await readDocument({ db, blobs }, ctx.tenantId, id) : problem('not_found');
        if (file.ok) return ok({ kind: 'file', ...file.value, inline: true });
        return file.problem.code === 'not_found'
          ? problem('not_found', { message: 'The carrier gave no such paper for this list.' })
          : file;
      }),
      route(decideClosing, async ({ ctx, params, body }) => {
        const { rows } = await db.tenant(ctx, (tx) =>
          sql<{ id: string | null }>`SELECT effect_id AS id FROM manifests WHERE id = ${params.id}`.execute(tx),
        );
        const effectId = rows[0]?.id;
        if (!effectId) return problem('not_found', { message: 'This list was not found.' });
        const decided = await journal.decide(
          { table: 'effects', tenantId: ctx.tenantId, id: effectId },
          body.decision,
          { userId: ctx.userId, sessionId: ctx.sessionId, note: body.note ?? null },
          { manifestNumbers: body.numbers ?? [], files: [], leftOut: [] },
        );
        if (!decided.ok) return decided;
        const list = await listOf(ctx, params.id);
        return list.ok ? data(list.value) : list;
      }),
      route(takeBackCall, async ({ ctx, params, body }) => {
        const done = await allOrNothing(db, ctx, async (tx) => {
          const taken = await takeBack(ctx, tx, { id: params.id, shipmentIds: body.shipmentIds });
          return taken.ok ? ok(await readEndOfDay(ctx, tx, facts, clock.now())) : taken;
        });
        return done.ok ? data(done.value, { successMessage: 'Taken off the list.' }) : done;
      }),
      route(printHandOverList, async ({ ctx, params, query }) => {
        const { rows } = await db.tenant(ctx, (tx) =>
          sql<{ number: number; day: string; closed_at: Date; carrier: string; account: string; contents: unknown }>`
            SELECT number, close_date::text AS day, closed_at, carrier_name AS carrier, account_name AS account, contents
            FROM manifests WHERE id = ${params.id} AND state = 'closed'`.execute(tx),
        );
        const row = rows[0];
        if (!row) return problem('not_found', { message: 'This list was not found.' });
        const contents = listContents.parse(row.contents);
        const gone = new Set(contents.takenBack);
        const shipments = contents.shipments.filter((each) => !gone.has(each.shipmentId));
        if (shipments.length === 0)
          return problem('not_found', { message: 'Every shipment was taken off this list again.' });
        const bytes = await handOverListPdf(
          {
            language: languageOf(ctx),
            number: row.number,
            carrier: row.carrier,
            account: row.account,
            from: contents.from,
            day: row.day,
            closedAt: clockIn(row.closed_at, contents.timeZone),
            shipments: shipments.map(({ weightGrams, ...each }) => ({ ...each, grams: weightGrams })),
          },
          { paper: query.paper ?? 'letter', branding: await documentBranding(db, ctx) },
          renderer,
        );
        return ok({
          kind: 'file',
          bytes,
          contentType: MEDIA_TYPES.pdf,
          fileName: `HandOverList-${row.number}.pdf`,
          inline: true,
        });
      }),

      route(getPickList, async ({ ctx, body }) => {
        const found = await picked(ctx, body);
        return found.ok ? data(found.value) : found;
      }),
      route(printPickList, async ({ ctx, body: { paper = 'letter', ...which } }) =>
        pickFile(ctx, which, async (list) => ({
          bytes: await pickListPdf(list, { paper, branding: await documentBranding(db, ctx) }, renderer),
          contentType: MEDIA_TYPES.pdf,
          fileName: 'PickList.pdf',
          inline: true,
        })),
      ),
      route(exportPickList, async ({ ctx, body }) =>
        pickFile(ctx, body, async (list) => ({
          bytes: await pickListWorkbook(list),
          contentType: MEDIA_TYPES.xlsx,
          fileName: 'PickList.xlsx',
        })),
      ),
    ],
  };
}
