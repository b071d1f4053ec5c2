/** Who pays the duties of a service, how heavy it may be, where it goes. Data and one question; no vendor call. */
import { isMember } from '@scanship/domain/addresses/european-union';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

/** Services whose duties the sender pays (DDP); the others leave them to the receiver (DDU). */
const SENDER_PAYS: ReadonlySet<string> = new Set([
  'LGINTSTD',
  'LGINTBPIP',
  'LGINTBPMO',
  'LGINTBPIO',
  'LGINTUPST',
  'LGINTUPSS',
]);

export interface Unfit {
  readonly message: string;
  readonly field: string;
  /** Nothing about this shipment: the service goes elsewhere. Not worth a word beside services that fit. */
  readonly elsewhere?: boolean;
}

/** Why a service does not take a shipment, or undefined; the same for prices and purchases. */
export function unfit(code: string, s: ShipmentRequest): Unfit | undefined {
  const service = manifest.services.find((one) => one.code === code);
  if (!service) return { message: `${manifest.name} has no service "${code}".`, field: 'service' };
  const { name, maxGrams = manifest.limits.maxGrams } = service;
  const heavy = s.parcels.findIndex(({ weightGrams }) => weightGrams > maxGrams);
  if (heavy >= 0)
    return { message: `${name} takes parcels up to ${maxGrams / 1000} kg.`, field: `parcels.${heavy}.weightGrams` };
  const abroad = s.from.countryCode !== s.to.countryCode;
  if (service.scope === 'international' && !abroad)
    return { message: `${name} goes abroad only.`, field: 'to.countryCode', elsewhere: true };
  if (code === 'LGINTBPIP' && !isMember(s.to.countryCode))
    return { message: `${name} goes to the European Union only.`, field: 'to.countryCode', elsewhere: true };
  if (!s.customs || !abroad) return undefined;
  const sender = SENDER_PAYS.has(code);
  if (sender === (s.customs.dutiesPaidBy === 'Shipper')) return undefined;
  return {
    message: sender
      ? `${name} has the sender pay duties and taxes; choose that the sender pays them, or a DDU service.`
      : `${name} has the receiver pay duties and taxes; choose that the receiver pays them, or a DDP service.`,
    field: 'customs.dutiesPaidBy',
  };
}
