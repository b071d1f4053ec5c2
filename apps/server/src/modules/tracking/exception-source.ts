/** Parcels in trouble as a source of the exceptions inbox. */
import type { Act } from '@scanship/contracts/shipping/exceptions';
import type { Outcome } from '../../platform/problem.ts';
import type { ActedOn, Acting, ExceptionSource, LiveDetail } from '../exceptions/index.ts';
import { type AskDeps, nameOfCarrier } from './ask-carrier.ts';
import { refreshTracking } from './commands/refresh.ts';
import { causeOfParcel, MOST_TROUBLES, troubledParcels } from './parcel-trouble.ts';
import { readTracking } from './queries/tracking-view.ts';

/** Events shown as evidence; all of them stand in the timeline. */
const LAST_EVENTS = 10;

export function trackingExceptionSource(deps: AskDeps): ExceptionSource {
  const { db } = deps;
  return {
    prefixes: ['tracking'],
    async causes(tenantId) {
      const rows = await db.tenant({ tenantId }, (tx) => troubledParcels(tx, tenantId));
      return {
        causes: rows.flatMap((row) => causeOfParcel(row, nameOfCarrier(deps, row.slug)) ?? []),
        complete: rows.length < MOST_TROUBLES,
      };
    },
    async detail(tenantId, key): Promise<LiveDetail | undefined> {
      const id = key.slice('tracking:'.length);
      const events = await db.tenant({ tenantId }, async (tx) => {
        const row = await tx
          .selectFrom('trackers')
          .select(['shipment_id', 'parcel_no'])
          .where('tenant_id', '=', tenantId)
          .where('id', '=', id)
          .executeTakeFirst();
        const view = row && (await readTracking(tx, tenantId, row.shipment_id, (slug) => nameOfCarrier(deps, slug)));
        return view?.parcels.find((parcel) => parcel.number === row?.parcel_no)?.events;
      });
      return (
        events && {
          evidence: events
            .slice(0, LAST_EVENTS)
            .toReversed()
            .map((event) => ({
              at: event.occurredAt,
              step: event.place ?? event.code,
              what: event.text || event.code,
            })),
        }
      );
    },
    act(ctx: Acting, on: ActedOn, action: Act): Promise<Outcome<void>> | undefined {
      return action === 'refresh-tracking' && on.subject.shipment
        ? refreshTracking(deps, ctx, on.subject.shipment.id)
        : undefined;
    },
  };
}
