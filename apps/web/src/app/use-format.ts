/** Formatters bound to the reader's language and the customer's zone and units. */
import { useLingui } from '@lingui/react';
import { useQuery } from '@tanstack/react-query';
import type { Money } from '@scanship/domain/money/money';
import type { LengthUnit, WeightUnit } from '@scanship/domain/values/measure';
import { useMemo } from 'react';
import { settingsQuery } from '../features/settings/settings-api.ts';
import {
  type DateStyle,
  dayInZone,
  formatDay,
  formatInstant,
  formatLength,
  formatMoney,
  formatNumber,
  formatRate,
  formatWeight,
} from '../lib/format.ts';
import { kindOf, useProfile } from './profile.ts';

export interface Format {
  readonly locale: string;
  readonly timeZone: string;
  readonly weightUnit: WeightUnit;
  readonly lengthUnit: LengthUnit;
  readonly money: (amount: Money) => string;
  readonly number: (value: number) => string;
  /** An exchange rate, given as decimal text. */
  readonly rate: (text: string) => string;
  readonly weight: (grams: number) => string;
  readonly length: (mm: number) => string;
  readonly instant: (iso: string, style: DateStyle) => string;
  readonly day: (day: string) => string;
  /** A clock without a zone ("2026-11-20T14:05:00"), as it stood where it was read. */
  readonly local: (clock: string) => string;
  /** Today in the customer's zone, YYYY-MM-DD. */
  readonly today: () => string;
}

export function useFormat(): Format {
  const { i18n } = useLingui();
  const profile = useProfile();
  const { data } = useQuery({ ...settingsQuery, enabled: kindOf(profile) === 'customer' });
  const locale = i18n.locale;
  const timeZone = data?.timeZone ?? profile.timeZone;
  const weightUnit = data?.weightUnit ?? 'kg';
  const lengthUnit = data?.lengthUnit ?? 'cm';
  return useMemo(
    () => ({
      locale,
      timeZone,
      weightUnit,
      lengthUnit,
      money: (amount: Money) => formatMoney(amount, locale),
      number: (value: number) => formatNumber(value, locale),
      rate: (text: string) => formatRate(text, locale),
      weight: (grams: number) => formatWeight(grams, weightUnit, locale),
      length: (mm: number) => formatLength(mm, lengthUnit, locale),
      instant: (iso: string, style: DateStyle) => formatInstant(iso, style, locale, timeZone),
      day: (day: string) => formatDay(day, locale),
      local: (clock: string) => formatInstant(`${clock}Z`, 'short', locale, 'UTC'),
      today: () => dayInZone(new Date(), timeZone),
    }),
    [locale, timeZone, weightUnit, lengthUnit],
  );
}
