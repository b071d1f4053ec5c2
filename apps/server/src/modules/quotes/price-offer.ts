/** What the shipper pays for an offer: the carrier's price, and for a lent account the owner's mark-ups on it. */
import type { RateOffer } from '@scanship/connector-kit/carrier';
import { type MarkupRule, type MarkupScope, priceChain, type PricedPurchase } from '@scanship/domain/pricing';
import type { ShipmentRequest } from '@scanship/domain/shipment';
import type { Database } from '../../platform/database/database.ts';
import type { OpenGrant } from '../carriers/index.ts';
import type { SealedLink } from './sealed-rate.ts';
import type { PriceOffer, Sale } from './store-quote.ts';

/** Rules of a mark-up plan that may hold on `day`; the owner's rows, read in the owner's context. */
async function markupRules(db: Database, grant: OpenGrant, day: string): Promise<readonly MarkupRule[]> {
  const planId = grant.markupPlanId;
  if (planId === null) return [];
  const rows = await db.tenant({ tenantId: grant.ownerTenantId }, (tx) =>
    tx
      .selectFrom('markup_rules')
      .select([
        'id',
        'position',
        'scope',
        'percent_bp',
        'fixed_minor',
        'floor_minor',
        'cap_minor',
        'valid_from',
        'valid_to',
      ])
      .where('plan_id', '=', planId)
      .orderBy('position')
      .execute(),
  );
  return rows
    .map((row) => ({
      id: row.id,
      position: row.position,
      scope: row.scope as MarkupScope,
      percentBp: row.percent_bp,
      fixedMinor: row.fixed_minor,
      floorMinor: row.floor_minor ?? undefined,
      capMinor: row.cap_minor ?? undefined,
      validFrom: row.valid_from.toISOString().slice(0, 10),
      validTo: row.valid_to?.toISOString().slice(0, 10),
    }))
    .filter((rule) => rule.validFrom <= day && (rule.validTo === undefined || day <= rule.validTo));
}

/** The sales of one offer from the carrier down to `shipperTenantId`. Pure. */
export function saleOf(
  offer: Pick<RateOffer, 'lines' | 'total'>,
  parties: { readonly ownerTenantId: string; readonly shipperTenantId: string },
  rules: readonly MarkupRule[],
  purchase: PricedPurchase,
): Sale {
  const { ownerTenantId, shipperTenantId } = parties;
  const bought: SealedLink = {
    fromTenantId: null,
    toTenantId: ownerTenantId,
    price: offer.total,
    lines: [...offer.lines],
    markupVersions: [],
  };
  if (ownerTenantId === shipperTenantId) return { price: offer.total, chain: [bought] };
  const [book] = priceChain(offer.lines, offer.total.currency, purchase, [{ tenant: ownerTenantId, rules }]);
  if (!book) throw new Error('a chain of one level has one book');
  const sold: SealedLink = {
    fromTenantId: ownerTenantId,
    toTenantId: shipperTenantId,
    price: book.price,
    lines: [...book.priceLines],
    markupVersions: [...book.ruleIds],
  };
  return { price: sold.price, chain: [bought, sold] };
}

/** Reads the rules of each plan once per quote, however many offers it has. */
export function priceThroughLevels(db: Database): PriceOffer {
  const plans = new WeakMap<OpenGrant, Promise<readonly MarkupRule[]>>();
  return async (ctx, grant, offer: RateOffer, shipment: ShipmentRequest) => {
    let rules = plans.get(grant);
    if (!rules) {
      rules = markupRules(db, grant, shipment.shipDate);
      plans.set(grant, rules);
    }
    return saleOf(offer, { ownerTenantId: grant.ownerTenantId, shipperTenantId: ctx.tenantId }, await rules, {
      carrier: grant.slug,
      service: offer.service,
      billableGrams: offer.billableGrams,
      day: shipment.shipDate,
    });
  };
}
