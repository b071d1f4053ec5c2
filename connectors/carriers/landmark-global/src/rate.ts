/** Prices from the list of the account, for services that the purchase would take as well. */
import type { RateAnswer, RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fittingOffers, type Unfit } from '@scanship/connector-kit/rates/fitting-offers';
import { pricedByList } from '@scanship/connector-kit/rates/price-list';
import { isMember } from '@scanship/domain/addresses/european-union';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { shipMessage } from './messages.ts';

const listed = pricedByList(manifest);
export const { accountServices, checkSettings } = listed;

/** Services whose duties the sender pays (DDP); the others leave them to the receiver (DDU). */
const SENDER_PAYS: readonly string[] = ['LGINTSTD', 'LGINTBPIP', 'LGINTBPMO', 'LGINTBPIO', 'LGINTUPST', 'LGINTUPSS'];

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
  const sender = SENDER_PAYS.includes(code);
  if (!s.customs || !abroad || sender === (s.customs.dutiesPaidBy === 'Shipper')) return undefined;
  return {
    message: sender
      ? `${name} has the sender pay duties and taxes; choose that the sender pays them, or a DDU service.`
      : `${name} has the receiver pay duties and taxes; choose that the receiver pays them, or a DDP service.`,
    field: 'customs.dutiesPaidBy',
  };
}

export async function rate(input: RateInput, env: CarrierEnv): Promise<RateAnswer> {
  // A price is no use where the purchase would be refused: what it needs is looked for before.
  shipMessage(input.shipment, '', {}, 'PRICE', 'pdf');
  return fittingOffers(await listed.rate(input, env), (service) => unfit(service, input.shipment));
}
