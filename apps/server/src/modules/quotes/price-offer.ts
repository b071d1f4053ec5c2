/** What the shipper pays for an offer: the carrier's price, and for a lent account the mark-ups of each level on it. */
import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import { destinationZones } from '@scanship/domain/pricing/destination-zones';
import { money } from '@scanship/domain/money/money';
import { listBeforeTaxes, type MarkupRule, priceChain, type PricedPurchase } from '@scanship/domain/pricing/pricing';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Database } from '../../platform/database/database.ts';
import { type MarkupLevel, type MarkupLevels, type OpenGrant, readMarkupLevels } from '../carriers/index.ts';
import { convert, fxLookup } from '../fx/index.ts';
import type { SealedLink } from './sealed-rate.ts';
import type { PriceOffer, Sale } from './store-quote.ts';

/** A level with its rules in the currency of the offer. */
export interface OfferLevel extends Pick<MarkupLevel, 'tenantId' | 'buyerId' | 'rules'> {
  /** Their amounts were converted at an exchange rate, so the stored rule alone does not tell them. */
  readonly converted?: boolean | undefined;
}

/** The rules that made a price, by id; with their amounts where those were converted (`domain/pricing-recompute`). */
const appliedRules = (ruleIds: readonly string[], level: OfferLevel | undefined): SealedLink['markupVersions'] =>
  ruleIds.map((id) => {
    const rule = level?.converted ? level.rules.find((one) => one.id === id) : undefined;
    return rule ? { id, fixed: rule.fixedMinor, floor: rule.floorMinor ?? null, cap: rule.capMinor ?? null } : id;
  });

/**
 * The sales of one offer from the carrier down to the shipper. Pure.
 * @param levels from the owner of the account down to the level above the shipper; empty for an own account
 */
export function saleOf(
  offer: Pick<RateOffer, 'lines' | 'total'>,
  shipperTenantId: string,
  levels: readonly OfferLevel[],
  purchase: PricedPurchase,
): Sale {
  const bought: SealedLink = {
    fromTenantId: null,
    toTenantId: levels[0]?.tenantId ?? shipperTenantId,
    price: offer.total,
    lines: [...offer.lines],
    markupVersions: [],
  };
  if (levels.length === 0) return { price: offer.total, chain: [bought] };
  const books = priceChain(
    offer.lines,
    offer.total.currency,
    purchase,
    levels.map(({ tenantId, rules }) => ({ tenant: tenantId, rules })),
  );
  const sold = books.map(
    (book, index): SealedLink => ({
      fromTenantId: book.tenant,
      toTenantId: levels[index]?.buyerId ?? shipperTenantId,
      price: book.price,
      lines: [...book.priceLines],
      markupVersions: appliedRules(book.ruleIds, levels[index]),
    }),
  );
  return { price: sold.at(-1)?.price ?? offer.total, chain: [bought, ...sold] };
}

const hasAmounts = (rule: MarkupRule): boolean =>
  rule.fixedMinor !== 0 || rule.floorMinor !== undefined || rule.capMinor !== undefined;

/**
 * The rules of a level with their amounts in the currency of a price, at the level's exchange rate of the day.
 * @returns undefined when amounts are to be converted and no rate is known
 */
export async function rulesIn(
  db: Database,
  level: Pick<MarkupLevel, 'tenantId' | 'rules' | 'currency'>,
  currency: string,
  day: string,
): Promise<readonly MarkupRule[] | undefined> {
  if (level.currency === currency || !level.rules.some(hasAmounts)) return level.rules;
  const found = await fxLookup(db, { tenantId: level.tenantId, currency }, day).rate(level.currency);
  if (!found) return undefined;
  const into = (minor: number): number => convert(money(minor, level.currency), currency, found.rateE9);
  return level.rules.map((rule) => ({
    ...rule,
    fixedMinor: into(rule.fixedMinor),
    floorMinor: rule.floorMinor === undefined ? undefined : into(rule.floorMinor),
    capMinor: rule.capMinor === undefined ? undefined : into(rule.capMinor),
  }));
}

/** What decides which rules are for an offer. Weight: what the carrier charges for, else what the parcels weigh. */
export const pricedPurchase = (
  carrier: string,
  offer: Pick<RateOffer, 'service' | 'billableGrams' | 'lines' | 'total' | 'retail'>,
  shipment: Pick<ShipmentRequest, 'from' | 'to' | 'parcels' | 'shipDate'>,
): PricedPurchase & { readonly billableGrams: number } => ({
  carrier,
  service: offer.service,
  zones: destinationZones(shipment.from, shipment.to),
  billableGrams: offer.billableGrams ?? shipment.parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0),
  listMinor: listBeforeTaxes(offer.retail, offer.total, offer.lines),
  day: shipment.shipDate,
});

/** What is read once per quote. */
interface LevelsOfQuote {
  readonly byOwner: Map<string, Promise<MarkupLevels>>;
  /** The first that is read says the moment; all others hold at the same one. */
  first?: Promise<MarkupLevels>;
}

/** Reads the levels of each owner once per quote, however many accounts and offers it has, and all as of one moment. */
export function priceThroughLevels(db: Database): PriceOffer {
  const known = new WeakMap<ShipmentRequest, LevelsOfQuote>();
  const levelsOf = async (
    shipment: ShipmentRequest,
    { ownerTenantId }: OpenGrant,
    shipper: string,
  ): Promise<readonly MarkupLevel[]> => {
    if (ownerTenantId === shipper) return [];
    const ofQuote: LevelsOfQuote = known.get(shipment) ?? { byOwner: new Map() };
    known.set(shipment, ofQuote);
    const key = `${ownerTenantId} ${shipper}`;
    const { first } = ofQuote;
    const read = ofQuote.byOwner.get(key) ?? readAt(first, ownerTenantId, shipper);
    ofQuote.byOwner.set(key, read);
    ofQuote.first ??= read;
    return (await read).levels;
  };
  const readAt = async (first: Promise<MarkupLevels> | undefined, owner: string, shipper: string) =>
    readMarkupLevels(db, owner, shipper, (await first)?.at);
  return async (ctx, grant, offer, shipment) => {
    const levels = await levelsOf(shipment, grant, ctx.tenantId);
    const { currency } = offer.total;
    const converted = await Promise.all(
      levels.map(async (level) => {
        const rules = await rulesIn(db, level, currency, shipment.shipDate);
        return rules && { ...level, rules, converted: rules !== level.rules };
      }),
    );
    const usable = converted.flatMap((level) => level ?? []);
    if (usable.length < levels.length) return undefined;
    return saleOf(offer, ctx.tenantId, usable, pricedPurchase(grant.slug, offer, shipment));
  };
}
