/** What sets Royal Mail's services apart, and why one cannot carry a shipment. Sources are in README.md. */
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

interface Service {
  readonly signature: 'none' | 'optional' | 'included';
  /** Postal Delivered Duties Paid: the sender pays duties. */
  readonly dutyPaid: boolean;
}

const plain = (signature: Service['signature']): Service => ({ signature, dutyPaid: false });
const paid = (signature: Service['signature']): Service => ({ signature, dutyPaid: true });

const SERVICES: Readonly<Record<string, Service>> = {
  TPN24: plain('optional'),
  TPS48: plain('optional'),
  SD1: plain('included'),
  SD2: plain('included'),
  SD3: plain('included'),
  SD4: plain('included'),
  SD5: plain('included'),
  SD6: plain('included'),
  SEB: plain('included'),
  SEC: plain('included'),
  SED: plain('included'),
  OTA: plain('none'),
  OTB: plain('none'),
  OTC: plain('included'),
  OTD: plain('included'),
  MPR: paid('none'),
  MTV: paid('included'),
};

/** Places the services inside the United Kingdom reach; the Channel Islands have customs of their own. */
const AT_HOME = ['GB', 'GG', 'JE', 'IM'];
const WITHOUT_CUSTOMS = ['GB', 'IM'];

export const isAbroad = (s: ShipmentRequest): boolean => !AT_HOME.includes(s.to.countryCode);
export const needsCustoms = (s: ShipmentRequest): boolean => !WITHOUT_CUSTOMS.includes(s.to.countryCode);
export const paysDuties = ({ customs }: ShipmentRequest): boolean =>
  customs?.dutiesPaidBy === 'Shipper' || customs?.incoterm === 'DDP';

/** Whether the wish for a signature has to be said: only where the service does not bring one. */
export const asksForSignature = (s: ShipmentRequest, code: string): boolean =>
  s.options.signature === 'any' && SERVICES[code]?.signature === 'optional';

/** Goes where the service goes, whatever else may be against it. */
export const reaches = (code: string, s: ShipmentRequest): boolean =>
  manifest.services.some((each) => each.code === code && (each.scope === 'international') === isAbroad(s));

export interface Objection {
  readonly message: string;
  readonly field: string;
}

/** Why a service cannot carry the shipment, or undefined. */
export function objection(code: string, s: ShipmentRequest): Objection | undefined {
  const known = manifest.services.find((each) => each.code === code);
  const service = Object.hasOwn(SERVICES, code) ? SERVICES[code] : undefined;
  if (!known || !service) return { message: `${manifest.name} has no service "${code}".`, field: 'service' };
  const { name, maxGrams } = known;
  const said = (message: string, field: string): Objection => ({ message: `${name} ${message}`, field });
  const abroad = isAbroad(s);
  if (!reaches(code, s))
    return said(abroad ? 'does not leave the United Kingdom.' : 'only leaves the United Kingdom.', 'to.countryCode');
  const heavy = s.parcels.find((parcel) => maxGrams !== undefined && parcel.weightGrams > maxGrams);
  if (heavy && maxGrams !== undefined)
    return said(
      `takes up to ${maxGrams / 1000} kg; parcel ${heavy.number} is heavier.`,
      `parcels.${s.parcels.indexOf(heavy)}.weightGrams`,
    );
  if (s.options.signature === 'any' && service.signature === 'none')
    return said('is delivered without a signature.', 'options.signature');
  if (!abroad) return undefined;
  if (service.dutyPaid && !paysDuties(s))
    return said('is for shipments whose duties the shipper pays.', 'customs.dutiesPaidBy');
  if (!service.dutyPaid && paysDuties(s)) return said('leaves duties to the receiver.', 'customs.dutiesPaidBy');
  // Executive order of 2025-07-30, in force since 2025-08-29; documents are free of it.
  if (s.to.countryCode === 'US' && !service.dutyPaid && s.customs?.purpose !== 'Documents')
    return said(
      'is not possible to the United States, where duties have to be paid ahead; let the shipper pay them.',
      'customs.dutiesPaidBy',
    );
  return undefined;
}
