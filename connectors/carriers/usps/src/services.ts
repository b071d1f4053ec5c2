/** Mail classes, and what is domestic to USPS. A service's code is the outbound mail class. */
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

/** Countries that are domestic mail; their code is USPS's state code too (Publication 28, Appendix B). */
const TERRITORIES: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW']);

export const isDomestic = (country: string): boolean => country === 'US' || TERRITORIES.has(country);
export const isTerritory = (country: string): boolean => TERRITORIES.has(country);
export const isAbroad = (s: Pick<ShipmentRequest, 'from' | 'to'>): boolean => !isDomestic(s.to.countryCode);

/** Mail classes of returns, by the service they belong to. */
const RETURNS: Readonly<Record<string, string>> = {
  USPS_GROUND_ADVANTAGE: 'USPS_GROUND_ADVANTAGE_RETURN_SERVICE',
  PRIORITY_MAIL: 'PRIORITY_MAIL_RETURN_SERVICE',
  PRIORITY_MAIL_EXPRESS: 'PRIORITY_MAIL_EXPRESS_RETURN_SERVICE',
};

/** The mail class of a service on this way, or undefined where it is not sold. */
export function mailClassOf(service: string, s: ShipmentRequest): string | undefined {
  const known = manifest.services.find(({ code }) => code === service);
  if (!known || (known.scope === 'international') !== isAbroad(s)) return undefined;
  return s.return ? RETURNS[service] : service;
}

export interface ServiceOfWay {
  readonly code: string;
  readonly name: string;
}

/** Services that are sold on this way, by mail class. */
export function servicesOfWay(s: ShipmentRequest): ReadonlyMap<string, ServiceOfWay> {
  const found = new Map<string, ServiceOfWay>();
  for (const { code, name } of manifest.services) {
    const mailClass = mailClassOf(code, s);
    if (mailClass !== undefined) found.set(mailClass, { code, name: s.return ? `${name} Return` : name });
  }
  return found;
}
