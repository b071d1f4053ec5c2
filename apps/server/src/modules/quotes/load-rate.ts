/** Reads one rate for its purchase: what the shipper pays, the chain of sales behind it, and the vendor's token. */
import type { JsonObject } from '@scanship/domain/values/json';
import { money, type Money } from '@scanship/domain/money/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { actAs, type Database } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import { pricedPurchase } from './price-offer.ts';
import { fromSealedJson, RATE_SEAL, type SealedLink } from './sealed-rate.ts';
import type { EstimateGap } from './shipment-request.ts';

export interface LoadedRate {
  readonly quoteId: string;
  readonly rateId: string;
  readonly orderId: string;
  /** Orders that go in the same shipment. */
  readonly withOrderIds: readonly string[];
  /** The shipment it brings back; null for what goes out. */
  readonly returnOf: string | null;
  readonly locationId: string | null;
  readonly request: ShipmentRequest;
  readonly grantId: string;
  readonly slug: string;
  readonly service: string;
  readonly serviceName: string;
  readonly price: Money;
  readonly priceLines: readonly PriceLine[];
  readonly chain: readonly SealedLink[];
  readonly vendorToken: JsonObject | undefined;
  readonly expiresAt: Date;
  readonly test: boolean;
  /** What mark-ups by weight were decided by. */
  readonly billableGrams: number;
  /** Public price in the currency of `price`; null where the carrier names none. */
  readonly retailMinor: number | null;
  /** Promised delivery, YYYY-MM-DD; null where the carrier promises none. */
  readonly promisedDay: string | null;
  /** What the carrier wants before it sells this, and the shipment lacks. */
  readonly missing: readonly { readonly field: string | null; readonly message: string }[];
}

/**
 * @returns `not_found` when the quote, the rate or its price is not the tenant's; `rate_expired` unless `evenExpired`;
 *   `customs_incomplete` with the gaps of the declaration where the price is an estimate
 */
export async function loadRate(
  deps: { readonly db: Database; readonly sealer: Sealer; readonly now: () => Date },
  tenantId: string,
  quoteId: string,
  rateId: string,
  options: { readonly evenExpired?: boolean } = {},
): Promise<Outcome<LoadedRate>> {
  const { row, sealed } = await deps.db.tenant({ tenantId }, async (tx) => {
    const found = await tx
      .selectFrom('rates')
      .innerJoin('quotes', (join) =>
        join.onRef('quotes.tenant_id', '=', 'rates.tenant_id').onRef('quotes.id', '=', 'rates.quote_id'),
      )
      .select([
        'quotes.request',
        'quotes.order_id',
        'quotes.with_order_ids',
        'quotes.return_of',
        'quotes.location_id',
        'rates.grant_id',
        'rates.slug',
        'rates.service',
        'rates.service_name',
        'rates.price_minor',
        'rates.currency',
        'rates.expires_at',
        'rates.details',
        'rates.retail_minor',
        'rates.billable_g',
        'rates.deliver_at',
      ])
      .where('rates.quote_id', '=', quoteId)
      .where('rates.id', '=', rateId)
      .executeTakeFirst();
    if (!found) return { row: undefined, sealed: undefined };
    // What is sealed is another role's to read, and the last that this transaction does.
    await actAs(tx, { role: 'app_secrets', tenantId });
    const own = await tx
      .selectFrom('rates')
      .select('sealed')
      .where('quote_id', '=', quoteId)
      .where('id', '=', rateId)
      .executeTakeFirst();
    return { row: found, sealed: own?.sealed };
  });
  if (
    !row ||
    row.price_minor === null ||
    !row.currency ||
    !row.service ||
    !row.grant_id ||
    !row.order_id ||
    !row.expires_at
  )
    return problem('not_found', { message: 'This rate was not found.', advice: 'Ask for rates again.' });
  // Written by `rateRow` of the quote store.
  const details = row.details as {
    readonly test?: boolean;
    readonly gaps?: readonly EstimateGap[];
    readonly missing?: LoadedRate['missing'];
  };
  if (details.gaps?.length)
    return problem('customs_incomplete', { errors: details.gaps.map((gap) => ({ ...gap, code: 'customs_gap' })) });
  if (!options.evenExpired && row.expires_at <= deps.now()) return problem('rate_expired');
  if (!sealed) throw new Error(`rate ${rateId} has a price and nothing sealed`);
  const { chain, token } = fromSealedJson(deps.sealer.openJson(tenantId, rateId, RATE_SEAL, sealed));
  // Written by `begin` of the quote store and never changed since.
  const request = row.request as ShipmentRequest;
  return {
    ok: true,
    value: {
      quoteId,
      rateId,
      orderId: row.order_id,
      returnOf: row.return_of,
      withOrderIds: (row.with_order_ids as readonly string[] | null) ?? [],
      locationId: row.location_id,
      request,
      grantId: row.grant_id,
      slug: row.slug,
      service: row.service,
      serviceName: row.service_name ?? row.service,
      price: money(row.price_minor, row.currency),
      priceLines: chain.at(-1)?.lines ?? [],
      chain,
      vendorToken: token,
      expiresAt: row.expires_at,
      test: details.test === true,
      missing: details.missing ?? [],
      billableGrams: pricedPurchase(
        row.slug,
        { service: row.service, billableGrams: row.billable_g ?? undefined },
        request,
      ).billableGrams,
      retailMinor: row.retail_minor,
      promisedDay: row.deliver_at?.toISOString().slice(0, 10) ?? null,
    },
  };
}
