/** Exchange rates by day (issue "real carriers", line 4): entered by the operator or a tenant, shown at every compared price. */
import { getFxRates, putFxRates } from '@scanship/contracts/money/fx';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readTables, writeRates } from './fx-rates.ts';
import { findRate, rateText } from './fx-table.ts';

export { fxLookup, type FxLookup, ratesWithin, writeRates } from './fx-rates.ts';
export { convert, type FxRate, rateText } from './fx-table.ts';

/** A rate may be entered on the eve, where the day has already begun elsewhere. */
const DAYS_AHEAD = 1;
const DAY_MS = 86_400_000;

export function createFxModule({ db, clock }: Pick<Services, 'db' | 'clock'>): { readonly routes: readonly Route[] } {
  return {
    routes: [
      route(getFxRates, async ({ ctx, query }) => {
        const day = query.day ?? localDay(clock.now(), ctx.timeZone);
        const tables = await readTables(db, ctx, day);
        const entries = tables.flatMap(({ level, entries: of }) =>
          of.map(({ rateE9, ...entry }) => ({ ...entry, rate: rateText(rateE9), level })),
        );
        const known = new Set(entries.flatMap(({ base, quote }) => [base, quote]));
        known.delete(ctx.currency);
        const used = [...known].toSorted().flatMap((currency) => {
          const found = findRate(tables, currency, ctx.currency);
          return found ? [{ currency, rate: rateText(found.rateE9), day: found.day, source: found.source }] : [];
        });
        return data({ day, currency: ctx.currency, entries, used });
      }),

      route(putFxRates, async ({ ctx, body }) => {
        const last = localDay(new Date(clock.now().getTime() + DAYS_AHEAD * DAY_MS), ctx.timeZone);
        const errors = body.rates.flatMap(({ base, quote, day }, index) => [
          ...(base === quote
            ? [{ field: `rates.${index}.quote`, message: `A rate needs two currencies; ${base} is named twice.` }]
            : []),
          ...(day > last ? [{ field: `rates.${index}.day`, message: `${day} has not come yet.` }] : []),
        ]);
        if (errors.length > 0) return problem('validation', { errors });
        return data(await writeRates(db, ctx, body.rates), { successMessage: 'Exchange rates saved.' });
      }),
    ],
  };
}
