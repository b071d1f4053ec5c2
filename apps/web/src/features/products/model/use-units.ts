import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import type { Units } from './drafts.ts';
import { useMemo } from 'react';

/** The units of the customer, as drafts are read with them. */
export function useUnits(): Units {
  const { weightUnit, lengthUnit, locale } = useFormat();
  const { currency } = useProfile();
  return useMemo(
    () => ({ weight: weightUnit, length: lengthUnit, decimalComma: locale.startsWith('fr'), currency }),
    [weightUnit, lengthUnit, locale, currency],
  );
}
