/** Rates of a buyer's newest quotes as examples: what each costs the level that asks, and nothing of the levels above. */
import type { MarkupExample } from '@scanship/contracts/money/markups';
import { destinationZones } from '@scanship/domain/pricing/destination-zones';
import { type Money, money } from '@scanship/domain/money/money';
import { listBeforeTaxes } from '@scanship/domain/pricing/pricing';
import type { PriceLine, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { CarrierRegistry } from '../carriers/index.ts';
import { chainOf } from '../quotes/index.ts';

export interface ExampleDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly registry: CarrierRegistry;
}

/** A rate with what it costs the level. */
export interface CostedRate {
  readonly example: MarkupExample;
  /** With the tax rates, which prices below are worked out with. */
  readonly lines: readonly PriceLine[];
  readonly cost: Money;
  readonly day: string;
}

const MOST_RATES = 200;
const MOST_EXAMPLES = 20;

/**
 * @param buyers whose quotes: customers below the level; the level's own buyer is one of them or stands above them
 * @param only one rate; absent: the newest, one of each carrier and service
 */
export async function costedRates(
  deps: ExampleDeps,
  levelId: string,
  buyers: readonly string[],
  only?: { readonly quoteId: string; readonly rateId: string },
): Promise<readonly CostedRate[]> {
  const found: CostedRate[] = [];
  for (const buyer of buyers) found.push(...(await ratesOf(deps, levelId, buyer, only)));
  const newest = found.toSorted((a, b) => (a.example.at < b.example.at ? 1 : -1));
  if (only) return newest;
  const seen = new Set<string>();
  return newest
    .filter(({ example }) => {
      const key = `${example.carrier} ${example.service} ${example.zones.at(-1) ?? ''}`;
      return seen.has(key) ? false : seen.add(key);
    })
    .slice(0, MOST_EXAMPLES);
}

async function ratesOf(
  { db, sealer, registry }: ExampleDeps,
  levelId: string,
  tenantId: string,
  only: { readonly quoteId: string; readonly rateId: string } | undefined,
): Promise<readonly CostedRate[]> {
  const rows = await db.tenant(
    { tenantId },
    (tx) => {
      const query = tx
        .selectFrom('rates')
        .innerJoin('quotes', (join) =>
          join.onRef('quotes.tenant_id', '=', 'rates.tenant_id').onRef('quotes.id', '=', 'rates.quote_id'),
        )
        .innerJoin('account_grants as g', (join) =>
          join.onRef('g.tenant_id', '=', 'rates.tenant_id').onRef('g.id', '=', 'rates.grant_id'),
        )
        .select([
          'rates.id',
          'rates.quote_id',
          'rates.slug',
          'rates.service',
          'rates.service_name',
          'rates.price_minor',
          'rates.retail_minor',
          'rates.currency',
          'rates.billable_g',
          'quotes.request',
          'quotes.ship_date',
          'quotes.created_at',
        ])
        .where('rates.tenant_id', '=', tenantId)
        .where('rates.price_minor', 'is not', null)
        // Of an account of one's own nobody else sees the cost.
        .where('g.owner_tenant_id', '<>', tenantId);
      return (only ? query.where('rates.quote_id', '=', only.quoteId).where('rates.id', '=', only.rateId) : query)
        .orderBy('rates.quote_id', 'desc')
        .limit(MOST_RATES)
        .execute();
    },
    { readOnly: true },
  );
  if (rows.length === 0) return [];
  const sealed = await db.secrets(
    { tenantId },
    (tx) =>
      tx
        .selectFrom('rates')
        .select(['id', 'sealed'])
        .where('quote_id', 'in', [...new Set(rows.map((row) => row.quote_id))])
        .where(
          'id',
          'in',
          rows.map((row) => row.id),
        )
        .execute(),
    { readOnly: true },
  );
  const sealedOf = new Map(sealed.map((row) => [row.id, row.sealed]));
  return rows.flatMap((row): CostedRate[] => {
    const bytes = sealedOf.get(row.id);
    if (!bytes || row.price_minor === null || !row.currency || !row.service) return [];
    // Only the sale to this level: what it pays. Sales above and below stay closed.
    const chain = chainOf(sealer, tenantId, row.id, bytes);
    const [carriers] = chain;
    const bought = chain.find((link) => link.toTenantId === levelId);
    if (!bought || !carriers) return [];
    // What everybody pays at the carrier's counter is no level's secret.
    const retail = row.retail_minor === null ? undefined : money(row.retail_minor, row.currency);
    const listMinor = listBeforeTaxes(retail, carriers.price, carriers.lines);
    const request = row.request as ShipmentRequest;
    const weight = request.parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0);
    return [
      {
        lines: bought.lines,
        cost: bought.price,
        day: row.ship_date,
        example: {
          quoteId: row.quote_id,
          rateId: row.id,
          at: row.created_at.toISOString(),
          carrier: row.slug,
          carrierName: registry.find(row.slug)?.manifest.name ?? row.slug,
          service: row.service,
          serviceName: row.service_name ?? row.service,
          zones: [...destinationZones(request.from, request.to)],
          grams: row.billable_g ?? weight,
          cost: bought.price,
          list: listMinor === undefined ? null : money(listMinor, row.currency),
          costLines: plain(bought.lines),
          offered: { minor: row.price_minor, currency: row.currency },
        },
      },
    ];
  });
}

/** Lines as screens show them, without the tax rates. */
export const plain = (lines: readonly PriceLine[]) =>
  lines.map(({ kind, code, label, amount }) => ({ kind, code, label, amount: { ...amount } }));
