/** Products by what they take: size, weight, who pays the duties. No vendor call. */
import { isMember } from '@scanship/domain/addresses/european-union';
import { sortedSides } from '@scanship/domain/values/measure';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

export interface Unfit {
  readonly message: string;
  readonly field: string;
}

/** Fits a letter box: up to 35.3 x 25 x 3 cm. */
const BOXABLE = [353, 250, 30] as const;
/** No side of a packet is longer, and the three together are not longer than the next. Millimetres. */
const PACKET_SIDE = 600;
const PACKET_SUM = 900;
/** Neither boxes nor packets are smaller. */
const LEAST = [140, 90] as const;
const PACKET_GRAMS = 2_000;

/** Asendia's code of a parcel's format; undefined where the product does not take the size. */
export function formatOf(product: string, p: Parcel): 'B' | 'N' | 'L' | undefined {
  if (product === 'EPAQELT') return 'L';
  if (!p.dimensions) return undefined;
  const sides = sortedSides(p.dimensions);
  const [longest, middle] = sides;
  const enough = longest >= LEAST[0] && middle >= LEAST[1];
  const packet =
    enough &&
    p.weightGrams <= PACKET_GRAMS &&
    longest <= PACKET_SIDE &&
    sides.reduce((sum, side) => sum + side, 0) <= PACKET_SUM;
  if (packet) return sides.every((side, i) => side <= (BOXABLE[i] ?? 0)) ? 'B' : 'N';
  return product === 'EPAQSCT' ? 'L' : undefined;
}

/** "EPAQSTD-CUP" as its product and who pays the duties. */
export function partsOf(service: string): { readonly product: string; readonly duties: string } {
  const [product = '', duties = ''] = service.split('-');
  return { product, duties };
}

/** Goods need no customs inside the European Union. */
export const crossesCustoms = (s: ShipmentRequest): boolean =>
  s.from.countryCode !== s.to.countryCode && !(isMember(s.from.countryCode) && isMember(s.to.countryCode));

/** Why a service does not take a shipment, or undefined; the same for prices and purchases. */
export function unfit(code: string, s: ShipmentRequest): Unfit | undefined {
  const service = manifest.services.find((one) => one.code === code);
  if (!service) return { message: `${manifest.name} has no service "${code}".`, field: 'service' };
  const { name, maxGrams = manifest.limits.maxGrams } = service;
  const { product, duties } = partsOf(code);
  if (s.from.countryCode === s.to.countryCode) return { message: `${name} goes abroad only.`, field: 'to.countryCode' };
  const [parcel] = s.parcels;
  if (parcel && parcel.weightGrams > maxGrams)
    return { message: `${name} takes parcels up to ${maxGrams / 1000} kg.`, field: 'parcels.0.weightGrams' };
  if (parcel?.dimensions && formatOf(product, parcel) === undefined)
    return {
      message: `${name} takes parcels from 14 x 9 cm to 60 cm a side, 90 cm for the three sides together.`,
      field: 'parcels.0.dimensions',
    };
  if (!s.customs || !crossesCustoms(s)) return undefined;
  if ((duties === 'CPPR') === (s.customs.dutiesPaidBy === 'Shipper')) return undefined;
  return {
    message:
      duties === 'CPPR'
        ? `${name} has the sender pay duties and taxes; choose that the sender pays them, or another service.`
        : `${name} has the receiver pay duties and taxes; choose that the receiver pays them, or another service.`,
    field: 'customs.dutiesPaidBy',
  };
}
