/** Labels by place over two spans of days: lanes of a seller, zones of a shipper. Reads the roll-ups only, never a label. */
import { countryName } from '@scanship/domain/addresses/countries';
import { provincesOf } from '@scanship/domain/addresses/provinces';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { stretchesOf, type SumsAsk } from './label-sums.ts';
import { NO_SUMS, type NamedSums } from './tables.ts';

const LANE_FIELDS = ['labels', 'voided', 'sold', 'sold_minor', 'cost_minor'] as const;
const ZONE_FIELDS = ['labels', 'voided', 'orders', 'spend_minor'] as const;
type Field = (typeof LANE_FIELDS)[number] | (typeof ZONE_FIELDS)[number];

/** One place; `slug` of a zone only. */
type Row = Readonly<Record<Field, number>> & { readonly slug: string; readonly place: string; readonly now: boolean };

const summed = (fields: readonly Field[]) =>
  sql.join(fields.map((field) => sql`sum(${sql.ref(field)})::int8 AS ${sql.ref(field)}`));

const gather = (rows: readonly Row[], nameOf: (row: Row) => string | null): NamedSums[] => {
  const places = new Map<string, NamedSums>();
  for (const { slug, place, now, ...sums } of rows) {
    const key = JSON.stringify([slug, place]);
    const known = places.get(key) ?? {
      key,
      name: nameOf({ slug, place, now, ...sums }),
      now: NO_SUMS,
      before: NO_SUMS,
    };
    places.set(key, { ...known, [now ? 'now' : 'before']: { ...NO_SUMS, ...sums } });
  }
  return [...places.values()];
};

/** Runs as the seller. */
export async function readLanes(tx: Tx, ask: SumsAsk, language: 'en' | 'fr'): Promise<NamedSums[]> {
  const { tenantId, currency, days, withTest } = ask;
  const parts: readonly RawBuilder<unknown>[] = (['now', 'before'] as const).flatMap((span) =>
    stretchesOf(days[span]).map(
      ({ from, to, months }) =>
        sql`(SELECT lane, ${sql.lit(span === 'now')} AS now, ${sql.join(LANE_FIELDS.map((field) => sql.ref(field)))} FROM lane_sums
          WHERE tenant_id = ${tenantId} AND months = ${months} AND starts BETWEEN ${from}::date AND ${to}::date
            AND currency = ${currency} AND (${withTest} OR NOT test))`,
    ),
  );
  const { rows } = await sql<Row>`SELECT '' AS slug, lane AS place, now, ${summed(LANE_FIELDS)}
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts GROUP BY lane, now`.execute(tx);
  return gather(rows, ({ place }) => laneName(place, language));
}

/** Runs as the shipper. Labels whose zone nobody told are one row without a name, whoever carried them. */
export async function readZones(tx: Tx, ask: SumsAsk, carrierName: (slug: string) => string): Promise<NamedSums[]> {
  const { tenantId, currency, days, withTest } = ask;
  const parts = (['now', 'before'] as const).map(
    (
      span,
    ) => sql`(SELECT CASE WHEN zone = '' THEN '' ELSE slug END AS slug, zone AS place, ${sql.lit(span === 'now')} AS now,
        ${summed(ZONE_FIELDS)} FROM zone_days
      WHERE tenant_id = ${tenantId} AND day BETWEEN ${days[span].from}::date AND ${days[span].to}::date
        AND currency = ${currency} AND (${withTest} OR NOT test) GROUP BY 1, 2)`,
  );
  const { rows } = await sql<Row>`${sql.join(parts, sql` UNION ALL `)}`.execute(tx);
  return gather(rows, ({ slug, place }) => (place === '' ? null : `${carrierName(slug)} · ${place}`));
}

/** "CA-ON>CA-BC" as "Ontario → British Columbia"; across a border with the countries, "Ontario (CA) → New York (US)". */
export function laneName(lane: string, language: 'en' | 'fr'): string | null {
  const ends = lane.split('>').map((end) => {
    const at = end.indexOf('-');
    return { country: end.slice(0, at), province: end.slice(at + 1) };
  });
  const crosses = ends[0]?.country !== ends[1]?.country;
  const names = ends.map(({ country, province }) => {
    if (country === '') return '?';
    if (province === '') return countryName(country, language);
    const known = provincesOf(country).find(({ code }) => code === province);
    const name = known ? ((language === 'fr' ? known.nameFr : undefined) ?? known.name) : province;
    return crosses ? `${name} (${country})` : name;
  });
  return names.every((name) => name === '?') ? null : names.join(' → ');
}
