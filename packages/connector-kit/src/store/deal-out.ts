/** Dealing the units of a report out over its parcels, for platforms that take one tracking number a report. Pure. */
import { fail } from '../errors.ts';
import type { FulfilInput } from './store.ts';

export interface DealtParcel {
  readonly trackingNumber: string;
  readonly lines: readonly { readonly externalLineId: string; readonly quantity: number }[];
}

/**
 * In order and as evenly as units allow; a unit travels in one parcel only.
 * @param platform as messages name it
 * @param most parcels that one report may have
 * @throws ConnectorError `invalid-input` for no parcel, too many, or more parcels than units
 */
export function dealOut(
  input: Pick<FulfilInput, 'lines' | 'parcels'>,
  platform: string,
  most: number,
): readonly DealtParcel[] {
  const { parcels } = input;
  if (parcels.length === 0) throw fail('invalid-input', `${platform} needs a tracking number with each report.`);
  if (parcels.length > most)
    throw fail('invalid-input', `These are ${parcels.length} parcels; report at most ${most} at once.`);
  const left = input.lines.map(({ externalLineId, quantity }) => ({ externalLineId, quantity }));
  let units = left.reduce((sum, line) => sum + line.quantity, 0);
  if (units < parcels.length)
    throw fail(
      'invalid-input',
      `${platform} takes one tracking number for each parcel with units in it; ${units} units cannot be in ${parcels.length} parcels.`,
    );
  return parcels.map(({ trackingNumber }, index) => {
    let share = Math.ceil(units / (parcels.length - index));
    units -= share;
    const lines: { externalLineId: string; quantity: number }[] = [];
    for (const line of left) {
      const quantity = Math.min(share, line.quantity);
      if (quantity === 0) continue;
      line.quantity -= quantity;
      share -= quantity;
      const known = lines.find((one) => one.externalLineId === line.externalLineId);
      if (known) known.quantity += quantity;
      else lines.push({ externalLineId: line.externalLineId, quantity });
    }
    return { trackingNumber, lines };
  });
}
