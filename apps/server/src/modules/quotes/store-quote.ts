/** Writes a quote and, as the carriers answer, its rates. A rate never changes once it is written. */
import { createHash } from 'node:crypto';
import type { RateDto, RateProblemDto } from '@scanship/contracts/shipping/quotes';
import { carriedName } from '@scanship/connector-kit/rates/carried-by';
import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { Money } from '@scanship/domain/money/money';
import type { ShipmentOptions, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { type RawBuilder, sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database } from '../../platform/database/database.ts';
import { idAt, newId } from '../../platform/database/ids.ts';
import { json, toJson } from '../../platform/database/json-column.ts';
import { executeFixed } from '../../platform/database/transaction.ts';
import type { OpenGrant } from '../carriers/index.ts';
import { convert, fxLookup, type FxLookup, rateText } from '../fx/index.ts';
import type { QuoteAsker } from './asker.ts';
import { coverOf } from './offer-cover.ts';
import { factsOf } from './offer-facts.ts';
import type { CarrierRates } from './carrier-rates.ts';
import { marginOf } from './seen-margin.ts';
import { RATE_SEAL, toSealedJson, type SealedLink } from './sealed-rate.ts';
import type { EstimateGap } from './shipment-request.ts';

/** Names the question, so that the same one is known again. */
export const requestHashOf = (shipment: ShipmentRequest): string =>
  createHash('sha256').update(JSON.stringify(shipment)).digest('hex');

/** A price is good for this long unless the carrier says less. */
const RATE_LIFE_MS = 30 * 60_000;

export interface Sale {
  readonly price: Money;
  readonly chain: readonly SealedLink[];
}

/** What the shipper pays for an offer, and the chain of sales behind it; undefined when an exchange rate is missing. */
export type PriceOffer = (
  ctx: QuoteAsker,
  grant: OpenGrant,
  offer: RateOffer,
  shipment: ShipmentRequest,
) => Promise<Sale | undefined>;

const unpricedWords = (currency: string): string =>
  `This service is charged in ${currency} and whoever lends you the account has no exchange rate for it yet.`;

/** A quote that is being answered. */
export interface RunningQuote {
  readonly id: string;
  readonly shipment: ShipmentRequest;
  readonly fx: FxLookup;
  /** What the declaration lacks: the prices are estimates, and nothing can be bought. */
  readonly gaps: readonly EstimateGap[];
  /** Fails when the quote could not be written; its rates are then not written either. */
  readonly written: Promise<void>;
}

/** What the person sees of one carrier's answer. */
export interface StoredAnswer {
  readonly answer: CarrierRates;
  readonly rates: readonly RateDto[];
  readonly problems: readonly RateProblemDto[];
}

export interface QuoteStore {
  /** Begins to write a quote; carriers can be asked meanwhile. */
  begin(
    ctx: QuoteAsker,
    quote: {
      readonly orderId: string;
      readonly locationId: string;
      readonly shipment: ShipmentRequest;
      /** Orders that go in the same shipment; absent: none. */
      readonly withOrderIds?: readonly string[] | undefined;
      /** The shipment that comes back; absent for what goes out. */
      readonly returnOf?: string | undefined;
      /** @see RunningQuote.gaps */
      readonly gaps?: readonly EstimateGap[] | undefined;
    },
  ): RunningQuote;
  /** Prices what some carriers answered and stores it in one statement. */
  add(ctx: QuoteAsker, quote: RunningQuote, answers: readonly CarrierRates[]): Promise<readonly StoredAnswer[]>;
}

export function createQuoteStore(deps: {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly priceOffer: PriceOffer;
}): QuoteStore {
  const { db, sealer, now, priceOffer } = deps;

  /** Price in the tenant's currency by the newest rate on or before the ship date, or null where none is known. */
  async function compared(ctx: QuoteAsker, fx: FxLookup, price: Money): Promise<RateDto['compare']> {
    const { currency } = ctx;
    if (price.currency === currency) return { minor: price.minor, currency, fx: null };
    const found = await fx.rate(price.currency);
    return found
      ? {
          minor: convert(price, currency, found.rateE9),
          currency,
          fx: { rate: rateText(found.rateE9), day: found.day, source: found.source },
        }
      : null;
  }

  async function pricedAnswer(
    ctx: QuoteAsker,
    quote: RunningQuote,
    answer: CarrierRates,
    rows: RateRow[],
  ): Promise<StoredAnswer> {
    const { grant } = answer;
    const limit = now().getTime() + RATE_LIFE_MS;
    const rates: RateDto[] = [];
    const unpriced: { readonly service: string; readonly message: string; readonly canRetry: boolean }[] = [];
    for (const offer of answer.offers) {
      const id = newId();
      const sale = await priceOffer(ctx, grant, offer, quote.shipment);
      if (!sale) {
        unpriced.push({ service: offer.service, message: unpricedWords(offer.total.currency), canRetry: false });
        continue;
      }
      const rateDto: RateDto = {
        id,
        grantId: grant.grantId,
        carrier: grant.slug,
        carrierName: grant.carrierName,
        service: offer.service,
        serviceName: offer.carriedBy ? carriedName(offer.carriedBy) : offer.serviceName,
        carriedBy: offer.carriedBy ? { ...offer.carriedBy, service: offer.carriedBy.service ?? null } : null,
        price: sale.price,
        priceLines: [...(sale.chain.at(-1)?.lines ?? [])],
        compare: await compared(ctx, quote.fx, sale.price),
        retail: offer.retail ?? null,
        billableGrams: offer.billableGrams ?? null,
        transitDays: offer.transitDays ?? null,
        deliverBy: offer.deliverBy ?? null,
        expiresAt: new Date(Math.min(limit, offer.expiresAt?.getTime() ?? limit)).toISOString(),
        test: grant.test,
        ...saturdayOf(offer, quote.shipment.options),
        ...coverOf(grant.manifest.capabilities, offer, quote.shipment.options),
        ...factsOf(offer, grant, quote),
        ...marginFor(ctx, sale.chain),
      };
      rates.push(rateDto);
      const { sealed } = sealer.sealJson(
        ctx.tenantId,
        id,
        RATE_SEAL,
        toSealedJson({ chain: sale.chain, token: offer.token }),
      );
      rows.push(rateRow(rateDto, sealed, quote.gaps, offer.zone));
    }
    const problems = [...answer.problems, ...unpriced].map(
      (p): RateProblemDto => ({
        grantId: grant.grantId,
        carrier: grant.slug,
        carrierName: grant.carrierName,
        service: p.service ?? null,
        message: p.message,
        canRetry: p.canRetry,
      }),
    );
    rows.push(
      ...problems.map((p) => ({
        id: newId(),
        grant_id: p.grantId,
        slug: p.carrier,
        service: p.service,
        price_lines: [],
        problem: { message: p.message, canRetry: p.canRetry },
        details: {},
      })),
    );
    return { answer, rates, problems };
  }

  return {
    begin(ctx, { orderId, locationId, shipment, withOrderIds, returnOf, gaps = [] }) {
      const id = idAt(now());
      const written = db
        .tenant(
          { tenantId: ctx.tenantId },
          (tx) =>
            tx
              .insertInto('quotes')
              .values({
                tenant_id: ctx.tenantId,
                id,
                request: json(shipment),
                request_hash: requestHashOf(shipment),
                order_id: orderId,
                with_order_ids: withOrderIds === undefined ? null : json([...withOrderIds]),
                return_of: returnOf ?? null,
                location_id: locationId,
                ship_date: shipment.shipDate,
                created_by: ctx.userId,
                expires_at: new Date(now().getTime() + RATE_LIFE_MS),
              })
              .execute(),
          { atOnce: true },
        )
        .then(() => undefined);
      // Whoever waits for it hears of a failure; until then it is not an unhandled one.
      written.catch(() => undefined);
      return { id, shipment, gaps, written, fx: fxLookup(db, ctx, shipment.shipDate) };
    },

    async add(ctx, quote, answers) {
      const rows: RateRow[] = [];
      const stored: StoredAnswer[] = [];
      for (const answer of answers) stored.push(await pricedAnswer(ctx, quote, answer, rows));
      await quote.written;
      if (rows.length > 0)
        await db.tenant(
          { tenantId: ctx.tenantId },
          (tx) => executeFixed(tx, 'add-rates', insertRates(ctx, quote, rows)),
          { atOnce: true },
        );
      return stored;
    },
  };
}

/** Told to whoever asks, and never stored with the rate: the seller reads that. */
const marginFor = ({ marginFor: level }: QuoteAsker, chain: Sale['chain']): Pick<RateDto, 'margin'> => {
  const margin = level === undefined ? undefined : marginOf(chain, level);
  return margin ? { margin } : {};
};

/** What the carrier tells of a price, or what was asked of it. */
const saturdayOf = (offer: RateOffer, options: ShipmentOptions): Pick<RateDto, 'saturdayDelivery'> =>
  offer.saturdayDelivery || options.saturdayDelivery === true ? { saturdayDelivery: true } : {};

/** A row of `rates` as JSON; absent members are null. */
interface RateRow {
  readonly id: string;
  readonly grant_id: string;
  readonly slug: string;
  readonly service: string | null;
  readonly service_name?: string;
  readonly price_minor?: number;
  readonly currency?: string;
  readonly price_lines: readonly unknown[];
  readonly compare_minor?: number | undefined;
  readonly fx_day?: string | undefined;
  readonly retail_minor?: number | undefined;
  readonly billable_g?: number | null;
  readonly transit_days?: number | null;
  readonly deliver_at?: string | null;
  readonly expires_at?: string;
  readonly problem?: { readonly message: string; readonly canRetry: boolean };
  readonly details: object;
  /** Base64. */
  readonly sealed?: string;
}

const rateRow = (
  rate: RateDto,
  sealed: Uint8Array,
  gaps: readonly EstimateGap[],
  zone: string | undefined,
): RateRow => ({
  id: rate.id,
  grant_id: rate.grantId,
  slug: rate.carrier,
  service: rate.service,
  service_name: rate.serviceName,
  price_minor: rate.price.minor,
  currency: rate.price.currency,
  price_lines: rate.priceLines,
  compare_minor: rate.compare?.minor,
  fx_day: rate.compare?.fx?.day,
  retail_minor: rate.retail && rate.retail.currency === rate.price.currency ? rate.retail.minor : undefined,
  billable_g: rate.billableGrams,
  transit_days: rate.transitDays,
  deliver_at: rate.deliverBy,
  expires_at: rate.expiresAt,
  details: {
    carrierName: rate.carrierName,
    test: rate.test,
    deliverBy: rate.deliverBy,
    ...(rate.carriedBy ? { carriedBy: rate.carriedBy } : {}),
    ...(rate.saturdayDelivery ? { saturdayDelivery: true } : {}),
    ...(rate.missing ? { missing: rate.missing } : {}),
    ...(rate.remarks ? { remarks: rate.remarks } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
    ...(zone ? { zone } : {}),
    ...(rate.compare?.fx ? { fx: rate.compare.fx } : {}),
  },
  sealed: Buffer.from(sealed).toString('base64'),
});

/** All rows in one value, so that the text is the same however many there are. */
const insertRates = (ctx: QuoteAsker, quote: RunningQuote, rows: readonly RateRow[]): RawBuilder<unknown> =>
  sql`INSERT INTO rates (tenant_id, quote_id, id, grant_id, slug, service, service_name, price_minor, currency, price_lines,
      compare_minor, fx_day, retail_minor, billable_g, transit_days, deliver_at, expires_at, problem, details, sealed)
    SELECT ${ctx.tenantId}::uuid, ${quote.id}::uuid, id, grant_id, slug, service, service_name, price_minor, currency, price_lines,
      compare_minor, fx_day, retail_minor, billable_g, transit_days, deliver_at, expires_at, problem, details, decode(sealed, 'base64')
    FROM json_to_recordset(${toJson(rows)}::json) AS r(id uuid, grant_id uuid, slug text, service text, service_name text,
      price_minor int8, currency text, price_lines jsonb, compare_minor int8, fx_day date, retail_minor int8, billable_g int,
      transit_days int, deliver_at timestamptz, expires_at timestamptz, problem jsonb, details jsonb, sealed text)`;
