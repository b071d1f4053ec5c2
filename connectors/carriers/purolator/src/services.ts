/** What a service code of Purolator says: where it goes, in which packaging, and which code stands for a whole family. */
import { fail } from '@scanship/connector-kit/errors';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

export type Region = 'DOM' | 'USA' | 'INT';
export type Pack = '' | 'Envelope' | 'Pack' | 'Box';

const PACKS: Readonly<Record<string, Pack>> = {
  'purolator-express-envelope': 'Envelope',
  'purolator-express-pack': 'Pack',
  'purolator-express-box': 'Box',
};

export const regionOf = (countryCode: string): Region =>
  countryCode === 'CA' ? 'DOM' : countryCode === 'US' ? 'USA' : 'INT';

export const regionOfService = (service: string): Region =>
  service.includes('U.S.') ? 'USA' : service.includes('International') ? 'INT' : 'DOM';

export const packOfService = (service: string): Pack =>
  service.includes('Envelope') ? 'Envelope' : service.includes('Pack') ? 'Pack' : service.includes('Box') ? 'Box' : '';

/**
 * The one packaging of all parcels; '' for the shipper's own.
 * @throws ConnectorError `invalid-input` where several are mixed: the service code names one
 */
export function packOf(s: ShipmentRequest): Pack {
  const packs = new Set(s.parcels.map((p) => PACKS[p.packaging ?? ''] ?? ''));
  const [pack = ''] = packs;
  if (packs.size > 1)
    throw fail('invalid-input', `${NAME} takes one kind of packaging a shipment.`, { field: 'parcels.0.packaging' });
  if (pack !== '' && s.parcels.length > 1)
    throw fail('invalid-input', `${NAME} takes one Express ${pack} a shipment; ship the others on their own.`, {
      field: 'parcels',
    });
  return pack;
}

/** The service an estimate starts from; the answer names the others. */
export function baseService(region: Region, pack: Pack, groundOnly: boolean): string {
  if (region === 'USA') return `PurolatorExpress${pack}U.S.`;
  if (region === 'INT') return `PurolatorExpress${pack}International`;
  return groundOnly ? 'PurolatorGround' : `PurolatorExpress${pack}`;
}

export const serviceName = (code: string): string =>
  manifest.services.find((service) => service.code === code)?.name ?? code;

/** @throws ConnectorError when the service does not go there or takes another packaging */
export function checkService(s: ShipmentRequest, service: string): void {
  if (regionOfService(service) !== regionOf(s.to.countryCode))
    throw fail('refused', `${NAME} does not offer ${serviceName(service)} to ${s.to.countryCode}.`, {
      field: 'to.countryCode',
    });
  const wanted = packOfService(service);
  if (wanted === packOf(s)) return;
  throw fail(
    'invalid-input',
    wanted === ''
      ? `${serviceName(service)} does not take a packaging of ${NAME}; choose the service of that packaging.`
      : `${serviceName(service)} takes only the Purolator Express ${wanted}.`,
    { field: 'parcels.0.packaging' },
  );
}
