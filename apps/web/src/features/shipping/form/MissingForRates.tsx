/** Why no rates are asked for yet: of what is missing or wrong, the first that a person comes to. */
import { Trans } from '@lingui/react/macro';
import type { DraftResult } from './draft.ts';

export function MissingForRates({ problems }: Pick<DraftResult, 'problems'>) {
  const places = Object.keys(problems);
  if (problems.customs) return <Trans>Complete the customs details to see rates.</Trans>;
  if (Object.values(problems).includes('empty')) return <Trans>Say what is in each parcel to see rates.</Trans>;
  if (places.some((place) => place.startsWith('parcels.'))) return <Trans>Enter weight and sizes to see rates.</Trans>;
  if (problems.shipDate) return <Trans>Choose a ship date to see rates.</Trans>;
  if (problems.insured) return <Trans>Correct the insured value to see rates.</Trans>;
  return <Trans>Enter the weight of the dry ice to see rates.</Trans>;
}
