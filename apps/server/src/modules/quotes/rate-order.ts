/**
 * Rates of one order for work in the background (bulk buying): with accounts that were opened once for many orders, and
 * without asking again what was answered a moment ago and still holds.
 */
import type { CarriedByDto, QuoteRequest, RateDto } from '@scanship/contracts/shipping/quotes';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { OpenGrant } from '../carriers/index.ts';
import type { CountReading } from '../readings/index.ts';
import { mayShip } from '../restrictions/index.ts';
import type { QuoteAsker } from './asker.ts';
import { grantsFor } from './grants-for.ts';
import { readOrderFacts } from './order-facts.ts';
import { problemWords } from './problem-words.ts';
import { rateCarriers } from './rate-carriers.ts';
import type { SharedAnswers } from './shared-answers.ts';
import { withTaxIds } from './seller-tax-ids.ts';
import { toShipmentRequest } from './shipment-request.ts';
import { readReturnFacts } from './return-facts.ts';
import { type QuoteStore, requestHashOf } from './store-quote.ts';

export interface RateTrouble {
  readonly grantId: string;
  readonly carrierName: string;
  readonly message: string;
  /** Asking again may help. */
  readonly canRetry: boolean;
  /** The carrier asked us to slow down: milliseconds until it is worth asking again. */
  readonly waitMs: number | undefined;
}

export interface OrderRates {
  /** Every rate with the quote it belongs to. */
  readonly rates: readonly (RateDto & { readonly quoteId: string })[];
  readonly problems: readonly RateTrouble[];
  /** Grants whose prices were taken over from another order that they cannot tell apart from this one. */
  readonly shared: readonly string[];
}

export interface OrderRater {
  /**
   * @param grants as `GrantOpener.open` gave them, for many orders; those that cannot rate are passed over
   * @param goodForMs a stored answer is used again while its prices hold for so long at least
   * @returns `shipping_restricted`, the problems of the order (`order_not_shippable`, `address_incomplete`, `customs_incomplete` ...), `no_carrier`
   */
  rate(
    ctx: QuoteAsker,
    body: QuoteRequest,
    options: {
      readonly grants: readonly OpenGrant[];
      readonly goodForMs: number;
      /** Milliseconds that an account is left alone for, because it asked us to wait; undefined: it is asked. */
      readonly restsFor?: ((grantId: string) => number | undefined) | undefined;
      /** Told which accounts are about to be asked or waited for, not those whose answer is known or shared. */
      readonly onAsking?: ((grantIds: readonly string[]) => void) | undefined;
      /** Told as it answers that an account wants to be left alone for so many milliseconds. */
      readonly onWait?: ((grantId: string, waitMs: number) => void) | undefined;
      /** Of the orders that are rated together; absent: each is asked for by itself. */
      readonly answers?: SharedAnswers | undefined;
    },
  ): Promise<Outcome<OrderRates>>;
}

export function createOrderRater(deps: {
  readonly db: Database;
  readonly store: QuoteStore;
  readonly now: () => Date;
  readonly count: CountReading;
}): OrderRater {
  const { db, store, now } = deps;
  return {
    async rate(ctx, body, { grants, goodForMs, restsFor = () => undefined, onAsking, onWait, answers: sharing }) {
      const order = await db.tenant(
        { tenantId: ctx.tenantId },
        async (tx) => {
          const free = await mayShip(tx, ctx.tenantId);
          if (!free.ok) return free;
          const asked = {
            orderId: body.orderId,
            locationId: body.locationId,
            packageIds: [...new Set(body.parcels.flatMap((parcel) => parcel.packageId ?? []))],
          };
          return body.returnOf
            ? readReturnFacts(ctx, tx, { ...asked, returnOf: body.returnOf })
            : readOrderFacts(ctx, tx, asked);
        },
        { byKey: true },
      );
      if (!order.ok) return order;
      const asShipment = toShipmentRequest(ctx, order.value, body, now());
      if (!asShipment.ok) return asShipment;
      const shipment = await withTaxIds(db, ctx, asShipment.value);
      const able = grants.filter(
        (grant) => grant.manifest.capabilities.rate && (body.grantIds?.includes(grant.grantId) ?? true),
      );
      const asking = grantsFor(order.value, able);
      if (!asking.ok) return asking;
      const kept = await keptRates(db, ctx, shipment, asking.value, new Date(now().getTime() + goodForMs));
      const known = new Set(kept.map((rate) => rate.grantId));
      const open = asking.value.filter((grant) => !known.has(grant.grantId));
      onAsking?.(open.flatMap((grant) => (sharing?.has(grant, shipment) ? [] : [grant.grantId])));
      const problems: RateTrouble[] = open.flatMap((grant) => {
        const { grantId, carrierName } = grant;
        const waitMs = sharing?.has(grant, shipment) ? undefined : restsFor(grantId);
        if (waitMs === undefined) return [];
        const words = problemWords(carrierName, { kind: 'quota', message: '', retryAfterMs: waitMs });
        return [{ grantId, carrierName, message: words.message, canRetry: true, waitMs }];
      });
      const asked = open.filter((grant) => !problems.some(({ grantId }) => grantId === grant.grantId));
      if (asked.length === 0) return { ok: true, value: { rates: kept, problems, shared: [] } };

      const quote = store.begin(ctx, {
        orderId: order.value.id,
        locationId: order.value.from.locationId,
        shipment,
        returnOf: order.value.returning?.shipmentId,
      });
      const rates = [...kept];
      const shared: string[] = [];
      for await (const answers of rateCarriers(asked, shipment, quote.id, deps.count, sharing))
        for (const stored of await store.add(ctx, quote, answers)) {
          if (stored.answer.shared) shared.push(stored.answer.grant.grantId);
          rates.push(...stored.rates.map((rate) => ({ ...rate, quoteId: quote.id })));
          for (const { message, canRetry, waitMs } of stored.answer.problems) {
            if (waitMs !== undefined) onWait?.(stored.answer.grant.grantId, waitMs);
            problems.push({
              grantId: stored.answer.grant.grantId,
              carrierName: stored.answer.grant.carrierName,
              message,
              canRetry,
              waitMs,
            });
          }
        }
      await quote.written;
      return { ok: true, value: { rates, problems, shared } };
    },
  };
}

interface KeptRow {
  readonly quote_id: string;
  readonly id: string;
  readonly grant_id: string;
  readonly slug: string;
  readonly service: string;
  readonly service_name: string | null;
  readonly price_minor: number;
  readonly currency: string;
  readonly compare_minor: number | null;
  readonly transit_days: number | null;
  readonly billable_g: number | null;
  readonly expires_at: Date;
  readonly details: {
    readonly carrierName?: string;
    readonly test?: boolean;
    readonly deliverBy?: string | null;
    readonly carriedBy?: CarriedByDto;
    readonly saturdayDelivery?: true;
    readonly missing?: RateDto['missing'];
    readonly remarks?: RateDto['remarks'];
  };
}

/** Of each account its newest answer to the very same question, where every price of it holds until `until`. */
async function keptRates(
  db: Database,
  ctx: QuoteAsker,
  shipment: ShipmentRequest,
  grants: readonly OpenGrant[],
  until: Date,
): Promise<(RateDto & { readonly quoteId: string })[]> {
  const { rows } = await db.tenant(
    { tenantId: ctx.tenantId },
    (tx) =>
      sql<KeptRow>`
        SELECT r.quote_id, r.id, r.grant_id, r.slug, r.service, r.service_name, r.price_minor, r.currency, r.compare_minor,
          r.transit_days, r.billable_g, r.expires_at, r.details
        FROM rates AS r WHERE r.tenant_id = ${ctx.tenantId} AND r.price_minor IS NOT NULL
          AND r.quote_id IN (SELECT id FROM quotes WHERE tenant_id = ${ctx.tenantId}
            AND request_hash = ${requestHashOf(shipment)} AND expires_at > ${until.toISOString()}::timestamptz ORDER BY id DESC LIMIT 10)
          AND NOT r.details ? 'gaps'
          AND r.grant_id = ANY (${grants.map((grant) => grant.grantId)}::uuid[])
        ORDER BY r.quote_id DESC, r.id`.execute(tx),
    { readOnly: true, byKey: true },
  );
  return grants.flatMap((grant) => {
    const newest = rows.find((row) => row.grant_id === grant.grantId)?.quote_id;
    const own = rows.filter((row) => row.grant_id === grant.grantId && row.quote_id === newest);
    if (own.some((row) => row.expires_at <= until || !(grant.services[row.service]?.enabled ?? true))) return [];
    return own.map((row) => ({
      quoteId: row.quote_id,
      id: row.id,
      grantId: row.grant_id,
      carrier: row.slug,
      carrierName: row.details.carrierName ?? grant.carrierName,
      service: row.service,
      serviceName: row.service_name ?? row.service,
      carriedBy: row.details.carriedBy ?? null,
      price: { minor: row.price_minor, currency: row.currency },
      priceLines: [],
      compare: row.compare_minor === null ? null : { minor: row.compare_minor, currency: ctx.currency, fx: null },
      retail: null,
      billableGrams: row.billable_g,
      transitDays: row.transit_days,
      deliverBy: row.details.deliverBy ?? null,
      expiresAt: row.expires_at.toISOString(),
      test: row.details.test === true,
      ...(row.details.saturdayDelivery && { saturdayDelivery: true as const }),
      ...(row.details.missing && { missing: row.details.missing }),
      ...(row.details.remarks && { remarks: row.details.remarks }),
    }));
  });
}
