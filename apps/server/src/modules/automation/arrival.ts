/** What rules do to orders the moment they arrive: hold, tags, ship-from place; and the ship-by date of their place. */
import type { DecisionReasonDto } from '@scanship/contracts/shipping/automation';
import {
  type Decided,
  type HoldEnd,
  type Rule,
  runRules,
  type RuleFacts,
} from '@scanship/domain/automation/automation';
import { localDay, type ShippingCalendar, shipByOf } from '@scanship/domain/calendar/ship-date';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { readPlaces } from './facts.ts';
import { activeRules, readPresetChoices } from './read-rules.ts';

/** An order about to be stored; what follows from places is filled in here. */
export interface ArrivingOrder {
  readonly facts: Omit<RuleFacts, 'international' | 'location'>;
  readonly storeId: string;
  /** As its source says; a rule's place counts only where it says nothing, because the source says it again. */
  readonly locationId: string | null;
  readonly placedAt: Date;
  /** As its source promises; nothing of ours replaces it. */
  readonly shipBy: Date | null;
}

export interface Arrival {
  /** Why it is held; null: it is not, by rules. */
  readonly hold: string | null;
  /** The day on which that hold ends by itself, YYYY-MM-DD in the customer's zone. */
  readonly holdUntil: string | null;
  readonly tags: readonly string[];
  readonly locationId: string | null;
  readonly shipBy: Date | null;
  /** Plain sentences of what rules did, for the order's history. */
  readonly history: readonly { readonly event: 'held' | 'tags' | 'ship-from'; readonly why: string }[];
  /** For `keepDecisions`. */
  readonly reasons: readonly DecisionReasonDto[];
}

/** One answer for each order given, in that order; four statements whatever their number, one more where a hold ends by itself. */
export async function rulesOnArrival(
  ctx: { readonly tenantId: string },
  tx: Tx,
  orders: readonly ArrivingOrder[],
  now: Date,
): Promise<readonly Arrival[]> {
  const [rules, presets, places, calendars] = await Promise.all([
    activeRules(tx),
    readPresetChoices(tx),
    readPlaces(tx),
    readCalendars(tx),
  ]);
  const today = rules.some(holdsForATime) ? localDay(now, await zoneOf(ctx, tx)) : undefined;
  return orders.map((order) => {
    const place = places.of(order);
    const { country } = order.facts;
    const outcome = runRules(
      rules,
      {
        ...order.facts,
        location: place.locationId,
        international: country !== null && place.country !== null && country !== place.country,
      },
      presets,
      today,
    );
    const { hold, tags } = outcome;
    const holdUntil = today === undefined ? null : endOf(outcome.holdEnd, today);
    const location = order.locationId === null ? outcome.location : null;
    // A rule may name a place that is gone.
    const moved = location && calendars.has(location.value) ? location : null;
    const locationId = moved?.value ?? order.locationId;
    const calendar = calendars.get(moved?.value ?? place.locationId ?? '');
    const reason = (
      part: DecisionReasonDto['part'],
      { value, ruleId, ruleName }: Decided<string>,
    ): DecisionReasonDto => ({
      part,
      layer: 'rule',
      ruleId,
      ruleName,
      value,
      because: `Rule “${ruleName}”.`,
    });
    return {
      hold: hold?.value ?? null,
      holdUntil,
      tags: tags.map((tag) => tag.value),
      locationId,
      shipBy:
        order.shipBy ??
        (calendar?.handlingDays == null ? null : shipByOf(order.placedAt, calendar, calendar.handlingDays)),
      history: [
        ...(hold
          ? [
              {
                event: 'held' as const,
                why: `Rule “${hold.ruleName}”: ${hold.value}${holdUntil === null ? '' : ` (until ${holdUntil})`}`,
              },
            ]
          : []),
        // One line however many rules tag it: a large import would write ten times as much.
        ...(tags.length > 0
          ? [{ event: 'tags' as const, why: tags.map((tag) => `Rule “${tag.ruleName}”: ${tag.value}`).join('; ') }]
          : []),
        ...(moved
          ? [
              {
                event: 'ship-from' as const,
                why: `Rule “${moved.ruleName}”: ${calendars.get(moved.value)?.name ?? ''}`,
              },
            ]
          : []),
      ],
      reasons: [
        ...(hold ? [reason('hold', hold)] : []),
        ...tags.map((tag) => reason('tag', tag)),
        ...(moved ? [{ ...reason('location', moved), value: calendars.get(moved.value)?.name ?? null }] : []),
      ],
    };
  });
}

const holdsForATime = ({ actions }: Rule): boolean => actions.some((each) => each.do === 'hold' && each.until != null);

/** @param today YYYY-MM-DD */
function endOf(end: HoldEnd | null, today: string): string | null {
  if (end === null) return null;
  if ('day' in end) return end.day;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + end.days)).toISOString().slice(0, 10);
}

async function zoneOf({ tenantId }: { readonly tenantId: string }, tx: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`SELECT coalesce(
      (SELECT c.time_zone FROM customer_settings c WHERE c.tenant_id = t.id), t.time_zone) AS zone
    FROM tenants t WHERE t.id = ${tenantId}`.execute(tx);
  return rows[0]?.zone ?? 'UTC';
}

interface PlaceCalendar extends ShippingCalendar {
  readonly name: string;
  /** Null: the place sets no ship-by dates. */
  readonly handlingDays: number | null;
}

async function readCalendars(tx: Tx): Promise<ReadonlyMap<string, PlaceCalendar>> {
  const { rows } = await sql<PlaceCalendar & { readonly id: string }>`SELECT id, name, time_zone AS "timeZone",
      to_char(cut_off, 'HH24:MI') AS "cutOff", working_days AS "workingDays", holidays, handling_days AS "handlingDays"
    FROM locations WHERE archived_at IS NULL`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
