/** Rates: one shipment, all carriers, as they answer. */
import {
  checkAddressWithCarriers,
  landedCost,
  quoteSingle,
  quoteStream,
  type QuoteEvent,
  type QuoteRequest,
} from '@scanship/contracts/shipping/quotes';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { GrantOpener, OpenGrant } from '../carriers/index.ts';
import { toAddress } from '../orders/index.ts';
import type { CountReading } from '../readings/index.ts';
import { mayShip } from '../restrictions/index.ts';
import { loadRate, type LoadedRate, type RateOutline, type RateRef, readRates } from './load-rate.ts';
import { askAboutAddress } from './check-address.ts';
import { askLandedCost } from './landed-cost.ts';
import { grantsFor } from './grants-for.ts';
import { readOrderFacts } from './order-facts.ts';
import { priceThroughLevels } from './price-offer.ts';
import { rateCarriers } from './rate-carriers.ts';
import { readReturnFacts } from './return-facts.ts';
import { createOrderRater, type OrderRater } from './rate-order.ts';
import { seesMarginOf } from './seen-margin.ts';
import { withTaxIds } from './seller-tax-ids.ts';
import { estimateGaps, toShipmentRequest } from './shipment-request.ts';
import { createQuoteStore, type RunningQuote } from './store-quote.ts';

export type { QuoteAsker } from './asker.ts';
export type { LoadedRate } from './load-rate.ts';
export type { OrderRates, OrderRater, RateTrouble } from './rate-order.ts';
export { createSharedAnswers, type SharedAnswers } from './shared-answers.ts';
export { rulesIn } from './price-offer.ts';
export { chainOf, RATE_SEAL } from './sealed-rate.ts';

export interface QuotesModule {
  readonly routes: readonly Route[];
  /** @see loadRate */
  load(
    tenantId: string,
    quoteId: string,
    rateId: string,
    options?: { readonly evenExpired?: boolean },
  ): Promise<Outcome<LoadedRate>>;
  /** @see readRates */
  read(
    tx: Tx,
    tenantId: string,
    refs: readonly RateRef[],
    meanwhile: (rates: readonly (RateOutline | undefined)[]) => Promise<void>,
  ): Promise<(ref: RateRef) => Outcome<LoadedRate>>;
  /** Rates of one order for work in the background. */
  readonly rater: OrderRater;
}

interface Begun {
  readonly quote: RunningQuote;
  readonly grants: readonly OpenGrant[];
}

export function createQuotesModule(
  services: Services,
  deps: { readonly grants: GrantOpener; readonly count: CountReading },
): QuotesModule {
  const { db, sealer, clock } = services;
  const { count } = deps;
  const store = createQuoteStore({ db, sealer, now: () => clock.now(), priceOffer: priceThroughLevels(db) });

  async function begin(ctx: RequestContext, body: QuoteRequest): Promise<Outcome<Begun>> {
    const asked = {
      orderId: body.orderId,
      locationId: body.locationId,
      packageIds: [...new Set(body.parcels.flatMap((parcel) => parcel.packageId ?? []))],
    };
    // Neither needs the other; what the order says counts first.
    // A single carrier is named by who asks it again: "left alone for a moment" would be no answer to that.
    const opening = deps.grants.open(ctx, { only: body.grantIds, again: body.grantIds?.length === 1 });
    opening.catch(() => undefined);
    const order = await db.tenant({ tenantId: ctx.tenantId }, async (tx) => {
      const free = await mayShip(tx, ctx.tenantId);
      if (!free.ok) return free;
      return body.returnOf
        ? readReturnFacts(ctx, tx, { ...asked, returnOf: body.returnOf })
        : readOrderFacts(ctx, tx, { ...asked, withOrderIds: body.withOrderIds });
    });
    if (!order.ok) return order;
    const asShipment = toShipmentRequest(ctx, order.value, body, clock.now());
    if (!asShipment.ok) return asShipment;
    const shipment = await withTaxIds(db, ctx, asShipment.value);
    const asking = grantsFor(
      order.value,
      (await opening).filter((g) => g.manifest.capabilities.rate),
    );
    if (!asking.ok) return asking;
    const grants = asking.value;
    const quote = store.begin(ctx, {
      orderId: order.value.id,
      locationId: order.value.from.locationId,
      shipment,
      gaps: estimateGaps(order.value, body),
      withOrderIds: order.value.along?.map(({ id }) => id),
      returnOf: order.value.returning?.shipmentId,
    });
    return { ok: true, value: { quote, grants } };
  }

  const carrierView = (grant: OpenGrant) => ({
    grantId: grant.grantId,
    carrier: grant.slug,
    carrierName: grant.carrierName,
    test: grant.test,
    landedCost: grant.manifest.capabilities.landedCost ?? false,
  });

  async function* events(ctx: RequestContext, { quote, grants }: Begun): AsyncGenerator<QuoteEvent> {
    yield { type: 'started', quoteId: quote.id, shipDate: quote.shipment.shipDate, carriers: grants.map(carrierView) };
    const asker = { ...ctx, marginFor: seesMarginOf(ctx) };
    for await (const answers of rateCarriers(grants, quote.shipment, quote.id, count))
      for (const { answer, rates, problems } of await store.add(asker, quote, answers))
        yield {
          type: 'carrier',
          grantId: answer.grant.grantId,
          rates: [...rates],
          problems: [...problems],
          ms: answer.ms,
        };
    await quote.written;
    yield { type: 'done', quoteId: quote.id };
  }

  const load: QuotesModule['load'] = (tenantId, quoteId, rateId, options) =>
    loadRate({ db, sealer, now: () => clock.now() }, tenantId, quoteId, rateId, options);

  const read: QuotesModule['read'] = (tx, tenantId, refs, meanwhile) =>
    readRates({ sealer, now: () => clock.now() }, tx, tenantId, refs, meanwhile);

  return {
    routes: [
      route(quoteSingle, async ({ ctx, body }) => {
        const begun = await begin(ctx, body);
        if (!begun.ok) return begun;
        const { quote, grants } = begun.value;
        const answer = {
          quoteId: quote.id,
          shipDate: quote.shipment.shipDate,
          carriers: grants.map(carrierView),
          rates: [] as LoadedRates,
          problems: [] as LoadedProblems,
        };
        for await (const event of events(ctx, begun.value))
          if (event.type === 'carrier') {
            answer.rates.push(...event.rates);
            answer.problems.push(...event.problems);
          }
        return data(answer);
      }),
      route(quoteStream, async ({ ctx, body }) => {
        const begun = await begin(ctx, body);
        if (!begun.ok) return begun;
        return { ok: true, value: { kind: 'stream', lines: events(ctx, begun.value) } };
      }),
      route(landedCost, async ({ ctx, body }) => {
        const free = await db.tenant(ctx, (tx) => mayShip(tx, ctx.tenantId));
        if (!free.ok) return free;
        const rate = await load(ctx.tenantId, body.quoteId, body.rateId);
        if (!rate.ok) return rate;
        const asked = await askLandedCost(deps.grants, ctx.tenantId, rate.value);
        return asked.ok ? data(asked.value) : asked;
      }),
      route(checkAddressWithCarriers, async ({ ctx, body }) => {
        const free = await db.tenant(ctx, (tx) => mayShip(tx, ctx.tenantId));
        if (!free.ok) return free;
        return data({ answers: [...(await askAboutAddress(deps.grants, ctx.tenantId, toAddress(body.address)))] });
      }),
    ],
    load,
    read,
    rater: createOrderRater({ db, store, now: () => clock.now(), count }),
  };
}

type CarrierEvent = Extract<QuoteEvent, { type: 'carrier' }>;
type LoadedRates = CarrierEvent['rates'];
type LoadedProblems = CarrierEvent['problems'];
