/** Exchange rates by day: what prices of different currencies are compared with. Never for booking money. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day } from '../common.ts';

const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/, 'Use a currency code such as CAD.'));
/** Decimal text, so that no digit is lost ("1.3712"): at most 6 digits before the point and 9 behind it. */
export const fxRateText = z.string().check(
  z.regex(/^\d{1,6}(\.\d{1,9})?$/, 'Use a positive number such as 1.3712.'),
  z.refine((text) => Number(text) > 0, 'A rate is above 0.'),
);

/** Whose table a rate stands in: the tenant's own wins over one above it, and that over the operator's. */
export const FX_LEVELS = ['own', 'above', 'operator'] as const;

export const fxQuote = z.object({
  day,
  /** Units of `quote` for one unit of `base`. */
  base: currencyCode,
  quote: currencyCode,
  rate: fxRateText,
  /** Who published it, as entered ("Bank of Canada"; "demo" for invented figures). */
  source: z.string(),
  level: z.enum(FX_LEVELS),
});
export type FxQuote = z.infer<typeof fxQuote>;

export const getFxRates = defineCall({
  id: 'getFxRates',
  method: 'GET',
  path: '/fx/rates',
  summary: 'The newest exchange rates on or before a day, and what each currency is compared at',
  noScreen: 'programs that convert as we do, at the same rates',
  auth: 'access',
  query: z.object({
    /** Absent: today. */
    day: z.optional(day),
  }),
  data: z.object({
    day,
    /** The currency of the tenant. */
    currency: currencyCode,
    /** The newest entry of each pair and level. */
    entries: z.array(fxQuote),
    /** One unit of each known currency in `currency`, as prices are compared: direct, turned round, or through CAD. */
    used: z.array(z.object({ currency: currencyCode, rate: fxRateText, day, source: z.string() })),
  }),
});

export const putFxRates = defineCall({
  id: 'putFxRates',
  method: 'PUT',
  path: '/fx/rates',
  summary: "Enter exchange rates: the operator's for all, a tenant's own for itself and those below it",
  noScreen: 'programs that bring exchange rates of another source',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_CUSTOMER_ADMIN'],
  audited: true,
  body: z.object({
    rates: z
      .array(
        z.object({
          day,
          base: currencyCode,
          quote: currencyCode,
          /** null takes the entry of that day away. */
          rate: z.nullable(fxRateText),
          source: z.string().check(z.trim(), z.minLength(1, 'Say who published the rate.'), z.maxLength(60)),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.object({ stored: z.int(), removed: z.int() }),
});
