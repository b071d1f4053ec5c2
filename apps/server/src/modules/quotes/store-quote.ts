/** Writes a quote and, as the carriers answer, its rates. A rate never changes once it is written. */
import { createHash } from 'node:crypto';
import type { RateDto, RateProblemDto } from '@scanship/contracts/quotes';
import type { RateOffer } from '@scanship/connector-kit/carrier';
import type { Money } from '@scanship/domain/money';
import type { ShipmentRequest } from '@scanship/domain/shipment';
import type { RequestContext } from '../../platform/context.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { OpenGrant } from '../carriers/index.ts';
import { convert, ratesInto } from './exchange.ts';
import type { CarrierRates } from './rate-carriers.ts';
import { RATE_SEAL, toSealedJson, type SealedLink } from './sealed-rate.ts';

/** A price is good for this long unless the carrier says less. */
const RATE_LIFE_MS = 30 * 60_000;

export interface Sale {
  readonly price: Money;
  readonly chain: readonly SealedLink[];
}

/** What the shipper pays for an offer, and the chain of sales behind it. */
export type PriceOffer = (
  ctx: RequestContext,
  grant: OpenGrant,
  offer: RateOffer,
  shipment: ShipmentRequest,
) => Promise<Sale>;

export interface QuoteStore {
  begin(
    ctx: RequestContext,
    quote: { readonly orderId: string; readonly locationId: string; readonly shipment: ShipmentRequest },
  ): Promise<string>;
  /** Prices and stores what one carrier answered; `rates` and `problems` are what the person sees. */
  add(
    ctx: RequestContext,
    quoteId: string,
    shipment: ShipmentRequest,
    answer: CarrierRates,
  ): Promise<{ rates: RateDto[]; problems: RateProblemDto[] }>;
}

export function createQuoteStore(deps: {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly priceOffer: PriceOffer;
}): QuoteStore {
  const { db, sealer, now, priceOffer } = deps;

  return {
    async begin(ctx, { orderId, locationId, shipment }) {
      const id = newId(now().getTime());
      const request = JSON.stringify(shipment);
      await db.tenant({ tenantId: ctx.tenantId }, (tx) =>
        tx
          .insertInto('quotes')
          .values({
            tenant_id: ctx.tenantId,
            id,
            request: json(shipment),
            request_hash: createHash('sha256').update(request).digest('hex'),
            order_id: orderId,
            location_id: locationId,
            ship_date: shipment.shipDate,
            created_by: ctx.userId,
            expires_at: new Date(now().getTime() + RATE_LIFE_MS),
          })
          .execute(),
      );
      return id;
    },

    async add(ctx, quoteId, shipment, { grant, offers, problems }) {
      const exchange = await ratesInto(
        db,
        offers.map((o) => o.total.currency),
        ctx.currency,
        shipment.shipDate,
      );
      const limit = now().getTime() + RATE_LIFE_MS;
      const rates: RateDto[] = [];
      const rows: ReturnType<typeof rateRow>[] = [];
      for (const offer of offers) {
        const id = newId();
        const sale = await priceOffer(ctx, grant, offer, shipment);
        const fx = exchange.get(sale.price.currency);
        const rateDto: RateDto = {
          id,
          grantId: grant.grantId,
          carrier: grant.slug,
          carrierName: grant.carrierName,
          service: offer.service,
          serviceName: offer.serviceName,
          price: sale.price,
          priceLines: [...(sale.chain.at(-1)?.lines ?? [])],
          comparePrice: fx
            ? { minor: convert(sale.price, ctx.currency, fx.rateE9), currency: ctx.currency, rateDay: fx.day }
            : null,
          retail: offer.retail ?? null,
          billableGrams: offer.billableGrams ?? null,
          transitDays: offer.transitDays ?? null,
          deliverBy: offer.deliverBy ?? null,
          expiresAt: new Date(Math.min(limit, offer.expiresAt?.getTime() ?? limit)).toISOString(),
          test: grant.test,
        };
        rates.push(rateDto);
        const { sealed } = sealer.sealJson(
          ctx.tenantId,
          id,
          RATE_SEAL,
          toSealedJson({ chain: sale.chain, token: offer.token }),
        );
        rows.push(rateRow(ctx.tenantId, quoteId, rateDto, sealed));
      }
      const problemDtos = problems.map(
        (p): RateProblemDto => ({
          grantId: grant.grantId,
          carrier: grant.slug,
          carrierName: grant.carrierName,
          service: p.service ?? null,
          message: p.message,
          canRetry: p.canRetry,
        }),
      );
      const problemRows = problemDtos.map((p) => ({
        tenant_id: ctx.tenantId,
        quote_id: quoteId,
        id: newId(),
        grant_id: p.grantId,
        slug: p.carrier,
        service: p.service,
        problem: json({ message: p.message, canRetry: p.canRetry }),
      }));
      if (rows.length + problemRows.length > 0)
        await db.tenant({ tenantId: ctx.tenantId }, async (tx) => {
          if (rows.length > 0) await tx.insertInto('rates').values(rows).execute();
          if (problemRows.length > 0) await tx.insertInto('rates').values(problemRows).execute();
        });
      return { rates, problems: problemDtos };
    },
  };
}

const rateRow = (tenantId: string, quoteId: string, rate: RateDto, sealed: Uint8Array) => ({
  tenant_id: tenantId,
  quote_id: quoteId,
  id: rate.id,
  grant_id: rate.grantId,
  slug: rate.carrier,
  service: rate.service,
  service_name: rate.serviceName,
  price_minor: rate.price.minor,
  currency: rate.price.currency,
  price_lines: json(rate.priceLines),
  compare_minor: rate.comparePrice?.minor ?? null,
  fx_day: rate.comparePrice?.rateDay ?? null,
  retail_minor: rate.retail && rate.retail.currency === rate.price.currency ? rate.retail.minor : null,
  billable_g: rate.billableGrams,
  transit_days: rate.transitDays,
  deliver_at: rate.deliverBy,
  expires_at: rate.expiresAt,
  details: json({ carrierName: rate.carrierName, test: rate.test, deliverBy: rate.deliverBy }),
  sealed,
});
