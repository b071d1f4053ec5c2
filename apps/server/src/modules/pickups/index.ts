/** Pickups: a carrier's driver called to a ship-from place, changed and sent away again. */
import {
  bookPickup as bookCall,
  cancelPickup as cancelCall,
  changePickup as changeCall,
  decidePickup as decideCall,
  getPickup,
  listPickups,
  type Pickup,
  pickupAvailability,
  pickupOptions,
} from '@scanship/contracts/shipping/pickups';
import { runPickupAvailability } from '@scanship/connector-kit/steps/run-question';
import { formatAddressLine } from './address-line.ts';
import { ok } from '@scanship/domain/values/result';
import { handOverDays, localDay } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/database/ids.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { awaitEffects } from '../../platform/journal/effects.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { type CarrierFacts, lentAndCharged, noPickup } from '../dispatch/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import { type BuyersPickups, createBuyersPickups } from './buyers-pickups.ts';
import { type Begun, bookPickup, cancelPickup, changePickup, type CommandDeps, decidePickup } from './commands.ts';
import { pickupExceptionSource } from './pickup-causes.ts';
import { pickupHandler } from './pickup-handler.ts';
import { pickupView, readPickups } from './pickup-rows.ts';
import { waitingLoads } from './waiting-load.ts';
import { openWish, readPlaces } from './wish.ts';

export type { BuyersPickups, BuyersWindow } from './buyers-pickups.ts';

export interface PickupsModule {
  readonly routes: readonly Route[];
  /** Acts of which nobody knows, for the exceptions inbox. */
  readonly exceptions: ExceptionSource;
  /** Drivers who come to buyers. */
  readonly buyers: BuyersPickups;
}

export interface PickupsDeps {
  readonly journal: Journal;
  readonly grants: GrantOpener;
  readonly facts: CarrierFacts;
  /** How long a request waits for the carrier. Milliseconds. */
  readonly waitMs?: number | undefined;
}

/** A person at the screen waits so long; the act goes on without them. */
const WAIT_MS = 15_000;
const MOST_LISTED = 500;
/** Days before today of which what is open or went wrong is shown by itself. */
const DAYS_BACK = 14;
const DAY_MS = 86_400_000;

export function createPickupsModule(
  { db, sealer, clock, config }: Pick<Services, 'db' | 'sealer' | 'clock' | 'config'>,
  { journal, grants, facts, waitMs = WAIT_MS }: PickupsDeps,
): PickupsModule {
  const deps: CommandDeps = { db, sealer, clock, journal, grants, facts };
  for (const what of ['book', 'change', 'cancel'] as const)
    journal.register('effects', `pickup_${what}`, pickupHandler(what, { grants, withTest: config.simulators }));

  async function viewOf(ctx: RequestContext, id: string): Promise<Outcome<Pickup>> {
    const [row] = await db.tenant(ctx, (tx) => readPickups(tx, sql`p.id = ${id}::uuid`), { readOnly: true });
    return row ? ok(pickupView(row, facts, clock.now())) : problem('not_found');
  }

  /** Waits for an act and answers the pickup; a refusal in the carrier's words. */
  async function outcome(ctx: RequestContext, begun: Outcome<Begun>, refused: (pickup: Pickup) => boolean) {
    if (!begun.ok) return begun;
    await awaitEffects(deps, [begun.value.ref], waitMs);
    const [row] = await db.tenant(ctx, (tx) => readPickups(tx, sql`p.id = ${begun.value.pickupId}::uuid`), {
      readOnly: true,
    });
    if (!row) return problem('not_found');
    const pickup = pickupView(row, facts, clock.now());
    if (!refused(pickup)) return data(pickup);
    const unreachable = ['quota', 'temporary-before-effect', 'absent', 'vendor-broken'];
    return problem(unreachable.includes(row.problem?.code ?? '') ? 'carrier_unavailable' : 'carrier_refused', {
      message: pickup.problem ?? undefined,
    });
  }

  return {
    buyers: createBuyersPickups(deps),
    exceptions: pickupExceptionSource({ db, journal }),
    routes: [
      route(listPickups, async ({ ctx, query }) => {
        const now = clock.now();
        const today = localDay(now, ctx.timeZone);
        const span = query.from !== undefined || query.to !== undefined || query.state !== undefined;
        const back = new Date(now.getTime() - DAYS_BACK * DAY_MS).toISOString().slice(0, 10);
        const state = query.state === 'booking' ? 'planned' : (query.state ?? null);
        const which = span
          ? sql<boolean>`p.day >= ${query.from ?? '2000-01-01'}::date AND p.day <= ${query.to ?? '2999-12-31'}::date
              AND (${state}::text IS NULL OR p.state = ${state}::text)`
          : sql<boolean>`p.day >= ${back}::date AND (p.day >= ${today}::date - 1 OR p.state IN ('unknown', 'failed')
              OR p.doing IS NOT NULL)`;
        const rows = await db.tenant(ctx, (tx) => readPickups(tx, which, { limit: MOST_LISTED + 1 }), {
          readOnly: true,
        });
        const wanted = rows.filter(
          (row) =>
            // "Today" is each place's own.
            span ||
            row.state === 'unknown' ||
            row.state === 'failed' ||
            row.doing !== null ||
            row.day >= localDay(now, row.time_zone),
        );
        return data({
          pickups: wanted.slice(0, MOST_LISTED).map((row) => pickupView(row, facts, now)),
          capped: rows.length > MOST_LISTED,
        });
      }),

      route(pickupOptions, async ({ ctx }) => {
        const now = clock.now();
        const [places, opened, waiting] = await Promise.all([
          readPlaces(db, ctx),
          grants.open(ctx),
          db.tenant(ctx, (tx) => waitingLoads(tx), { readOnly: true }),
        ]);
        // Of accounts that are lent no more, those whose parcels still wait.
        const former = waiting
          .map(({ grantId }) => grantId)
          .filter((id) => opened.every(({ grantId }) => grantId !== id));
        const usable =
          former.length > 0 ? [...opened, ...(await grants.open(ctx, { only: former, evenEnded: true }))] : opened;
        const names = await db.tenant(ctx, (tx) => tx.selectFrom('account_grants').select(['id', 'name']).execute(), {
          readOnly: true,
        });
        const accounts = [];
        for (const grant of usable) {
          const { manifest } = grant;
          const lent = grant.ownerTenantId !== ctx.tenantId;
          const refused = lent && manifest.pickup?.charged === true;
          const operations = manifest.pickup && !refused ? (await grant.load()).pickup : undefined;
          accounts.push({
            grantId: grant.grantId,
            carrier: grant.slug,
            carrierName: grant.carrierName,
            accountName: names.find((each) => each.id === grant.grantId)?.name ?? '',
            test: grant.test,
            services: manifest.services
              .filter(({ code }) => grant.services[code]?.enabled !== false)
              .map(({ code, name }) => ({ code, name })),
            pickup:
              manifest.pickup && operations
                ? { ...manifest.pickup, canAsk: operations.availability !== undefined }
                : null,
            why: operations ? null : refused ? lentAndCharged(grant.carrierName) : noPickup(manifest, grant.slug),
          });
        }
        return data({
          places: places.map((place) => ({
            locationId: place.id,
            name: place.name,
            address: formatAddressLine(place.address),
            timeZone: place.timeZone,
            today: localDay(now, place.timeZone),
            days: [...handOverDays(now, place, 59)],
          })),
          accounts,
          waiting: [...waiting],
        });
      }),

      route(pickupAvailability, async ({ ctx, body }) => {
        const opened = await openWish(deps, ctx, body, body, clock.now());
        if (!opened.ok) return opened;
        const { carrier, grant, wish, load, lent } = opened.value;
        const nothing = { bookBy: null, readyBy: null, dates: null, price: null, load };
        if (!carrier.pickup.availability) return data({ available: true, messages: [], ...nothing });
        const env = await grant.environment({ kind: 'pickup', id: newId() });
        const answer = await runPickupAvailability(carrier, wish, env);
        if (!answer.ok) {
          grant.note(answer.problem);
          const { message, vendorMessage } = answer.problem;
          return problem(
            ['refused', 'invalid-input'].includes(answer.problem.kind) ? 'carrier_refused' : 'carrier_unavailable',
            {
              message: vendorMessage && vendorMessage !== message ? `${message} It said: "${vendorMessage}"` : message,
            },
          );
        }
        grant.note();
        const { available, messages, bookBy, readyBy, dates, price } = answer.value;
        const refused = lent && (price?.total.minor ?? 0) > 0;
        return data({
          available: available && !refused,
          messages: refused ? [lentAndCharged(grant.carrierName)] : [...messages],
          bookBy: bookBy ?? null,
          readyBy: readyBy ?? null,
          dates: dates ? [...dates] : null,
          // The owner of a lent account pays, and its cost is nobody else's to see.
          price: price && !lent ? { total: price.total, lines: [...price.lines] } : null,
          load,
        });
      }),

      route(bookCall, async ({ ctx, body, idempotencyKey }) =>
        outcome(ctx, await bookPickup(deps, ctx, body, idempotencyKey), (pickup) => pickup.state === 'failed'),
      ),
      route(getPickup, async ({ ctx, params }) => {
        const pickup = await viewOf(ctx, params.id);
        return pickup.ok ? data(pickup.value) : pickup;
      }),
      route(changeCall, async ({ ctx, params, body, idempotencyKey }) =>
        outcome(
          ctx,
          await changePickup(deps, ctx, params.id, body, idempotencyKey),
          (pickup) => pickup.doing === null && pickup.problem !== null,
        ),
      ),
      route(cancelCall, async ({ ctx, params, idempotencyKey }) =>
        outcome(
          ctx,
          await cancelPickup(deps, ctx, params.id, idempotencyKey),
          (pickup) => pickup.doing === null && pickup.state === 'booked',
        ),
      ),
      route(decideCall, async ({ ctx, params, body }) => {
        const decided = await decidePickup(deps, ctx, params.id, body);
        if (!decided.ok) return decided;
        const pickup = await viewOf(ctx, params.id);
        return pickup.ok ? data(pickup.value) : pickup;
      }),
    ],
  };
}
