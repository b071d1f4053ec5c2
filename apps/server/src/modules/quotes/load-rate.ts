/** Reads one rate for its purchase: what the shipper pays, the chain of sales behind it, and the vendor's token. */
import type { JsonObject } from '@scanship/domain/values/json';
import { money, type Money, zero } from '@scanship/domain/money/money';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { sql } from 'kysely';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { unaskedSince } from '../../platform/database/unasked-accounts.ts';
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
  /** The carrier's list price before taxes, which discounts off it were made from; undefined where it names none. */
  readonly listMinor: number | undefined;
  /** Public price in the currency of `price`; null where the carrier names none. */
  readonly retailMinor: number | null;
  /** Promised delivery, YYYY-MM-DD; null where the carrier promises none. */
  readonly promisedDay: string | null;
  /** It is priced by, in the carrier's or the rate sheet's words; null where none is told. */
  readonly zone: string | null;
  /** What the carrier wants before it sells this, and the shipment lacks. */
  readonly missing: readonly { readonly field: string | null; readonly message: string }[];
  /** Labels of its account may be missing here since then, and its carrier was not asked yet: nothing is bought with it. */
  readonly unaskedSince: Date | null;
}

export interface RateRef {
  readonly quoteId: string;
  readonly rateId: string;
}

/** What is known of a rate before its seal is opened. */
export interface RateOutline {
  readonly orderId: string;
  readonly withOrderIds: readonly string[];
  readonly returnOf: string | null;
  readonly pieces: readonly number[];
}

interface LoadDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
}

interface LoadOptions {
  readonly evenExpired?: boolean;
}

/**
 * @returns `not_found` when the quote, the rate or its price is not the tenant's; `rate_expired` unless `evenExpired`,
 *   also where its service is not lent to the tenant any more;
 *   `customs_incomplete` with the gaps of the declaration where the price is an estimate
 */
export async function loadRate(
  deps: LoadDeps,
  tenantId: string,
  quoteId: string,
  rateId: string,
  options: LoadOptions = {},
): Promise<Outcome<LoadedRate>> {
  const ref = { quoteId, rateId };
  const rateOf = await deps.db.tenant({ tenantId }, (tx) => readRates(deps, tx, tenantId, [ref]));
  return rateOf(ref, options);
}

const selectRates = (tx: Tx, refs: readonly RateRef[]) =>
  tx
    .selectFrom('rates')
    .innerJoin('quotes', (join) =>
      join.onRef('quotes.tenant_id', '=', 'rates.tenant_id').onRef('quotes.id', '=', 'rates.quote_id'),
    )
    .select([
      'rates.id',
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
    .select(unaskedSince('rates.tenant_id', 'rates.grant_id').as('unasked_since'))
    .select(
      // The lending may have ended, or the service been left out of it, since the price was given; `shipments_as_lent` holds the purchase to it.
      sql<boolean>`NOT EXISTS (SELECT 1 FROM account_grants AS ag WHERE ag.tenant_id = rates.tenant_id AND ag.id = rates.grant_id
        AND ag.valid_to IS NULL AND NOT ag.left_out ? rates.service)`.as('withdrawn'),
    )
    .where(wanted('rates.quote_id', 'rates.id', refs))
    .execute();

/** An array of fixed shape for any number of rates, so that the statement stays the same. */
const wanted = (quote: string, rate: string, refs: readonly RateRef[]) =>
  sql<boolean>`(${sql.ref(quote)}, ${sql.ref(rate)}) IN (SELECT * FROM unnest(${refs.map(({ quoteId }) => quoteId)}::uuid[],
    ${refs.map(({ rateId }) => rateId)}::uuid[]))`;

type RateRow = Awaited<ReturnType<typeof selectRates>>[number];

/**
 * Reads rates for their purchase in a transaction that ends with it: what is sealed is another role's to read.
 * @param meanwhile told of each rate before that, in the order of `refs`; may read under the tenant's role
 * @returns the rate of one of them as `loadRate` answers it, judged when it is called
 */
export async function readRates(
  deps: Pick<LoadDeps, 'sealer' | 'now'>,
  tx: Tx,
  tenantId: string,
  refs: readonly RateRef[],
  meanwhile: (rates: readonly (RateOutline | undefined)[]) => Promise<void> = () => Promise.resolve(),
): Promise<(ref: RateRef, options?: LoadOptions) => Outcome<LoadedRate>> {
  const rows = new Map((await selectRates(tx, refs)).map((row) => [row.id, row]));
  await meanwhile(refs.map(({ rateId }) => outlineOf(rows.get(rateId))));
  const sealed = new Map<string, Buffer | null>();
  if (rows.size > 0) {
    await actAs(tx, { role: 'app_secrets', tenantId });
    const own = await tx
      .selectFrom('rates')
      .select(['id', 'sealed'])
      .where(wanted('quote_id', 'id', refs))
      .execute();
    for (const row of own) sealed.set(row.id, row.sealed);
  }
  return (ref, options) => rateFrom(deps, tenantId, ref, rows.get(ref.rateId), sealed.get(ref.rateId), options);
}

function outlineOf(row: RateRow | undefined): RateOutline | undefined {
  if (!row?.order_id) return undefined;
  // Written by `begin` of the quote store and never changed since.
  const request = row.request as ShipmentRequest;
  return {
    orderId: row.order_id,
    withOrderIds: (row.with_order_ids as readonly string[] | null) ?? [],
    returnOf: row.return_of,
    pieces: request.parcels.map((_, index) => index + 1),
  };
}

function rateFrom(
  deps: Pick<LoadDeps, 'sealer' | 'now'>,
  tenantId: string,
  { quoteId, rateId }: RateRef,
  row: RateRow | undefined,
  sealed: Uint8Array | null | undefined,
  options: LoadOptions = {},
): Outcome<LoadedRate> {
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
    readonly saturdayDelivery?: true;
    readonly gaps?: readonly EstimateGap[];
    readonly missing?: LoadedRate['missing'];
    readonly zone?: string;
  };
  if (details.gaps?.length)
    return problem('customs_incomplete', { errors: details.gaps.map((gap) => ({ ...gap, code: 'customs_gap' })) });
  if (!options.evenExpired && row.expires_at <= deps.now()) return problem('rate_expired');
  if (!options.evenExpired && row.withdrawn)
    return problem('rate_expired', {
      message: `${row.service_name ?? row.service} is not available to you any more: its carrier account was disconnected, or is not lent to you now.`,
      advice: 'Ask for rates again and choose another service. Who lends you the account can say why.',
    });
  if (!sealed) throw new Error(`rate ${rateId} has a price and nothing sealed`);
  const { chain, token } = fromSealedJson(deps.sealer.openJson(tenantId, rateId, RATE_SEAL, sealed));
  // Written by `begin` of the quote store and never changed since.
  const asked = row.request as ShipmentRequest;
  // What is bought is what was offered.
  const request: ShipmentRequest = details.saturdayDelivery
    ? { ...asked, options: { ...asked.options, saturdayDelivery: true } }
    : asked;
  const priced = pricedPurchase(
    row.slug,
    {
      service: row.service,
      billableGrams: row.billable_g ?? undefined,
      lines: chain[0]?.lines ?? [],
      total: chain[0]?.price ?? zero(row.currency),
      retail: row.retail_minor === null ? undefined : money(row.retail_minor, row.currency),
    },
    request,
  );
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
      unaskedSince: row.unasked_since,
      billableGrams: priced.billableGrams,
      listMinor: priced.listMinor,
      retailMinor: row.retail_minor,
      promisedDay: row.deliver_at?.toISOString().slice(0, 10) ?? null,
      zone: details.zone ?? null,
    },
  };
}
