/**
 * Services people choose rules and switches from. Easyship numbers a service for each country and account, so that our code is
 * made of its words: the carrier, a point, the service ("usps.ground-advantage"). Others are offered as they come.
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

type Row = readonly [carrier: string, name: string, scope: CarrierService['scope']];

const ROWS: readonly Row[] = [
  ['USPS', 'USPS - Ground Advantage', 'domestic'],
  ['USPS', 'USPS - Priority Mail', 'domestic'],
  ['USPS', 'USPS - Priority Mail Express', 'domestic'],
  ['USPS', 'USPS - First Class International', 'international'],
  ['USPS', 'USPS - Priority Mail International', 'international'],
  ['USPS', 'USPS - Priority Mail Express International', 'international'],
  ['UPS', 'UPS® Ground', 'domestic'],
  ['UPS', 'UPS® Standard', 'both'],
  ['UPS', 'UPS Worldwide Expedited®', 'international'],
  ['UPS', 'UPS Worldwide Saver®', 'international'],
  ['UPS', 'UPS Worldwide Express®', 'international'],
  ['UPS', 'UPS Worldwide Express Plus®', 'international'],
  ['FedEx', 'FedEx Ground®', 'both'],
  ['FedEx', 'FedEx 2Day® A.M.', 'domestic'],
  ['FedEx', 'FedEx Standard Overnight®', 'domestic'],
  ['FedEx', 'FedEx Priority Overnight®', 'domestic'],
  ['FedEx', 'FedEx International Economy®', 'international'],
  ['FedEx', 'FedEx International Priority®', 'international'],
  ['Canada Post', 'Canada Post - Regular Parcel', 'domestic'],
  ['Canada Post', 'Canada Post - Expedited Parcel', 'domestic'],
  ['Canada Post', 'Canada Post - Xpresspost', 'domestic'],
  ['Canada Post', 'Canada Post - Priority', 'domestic'],
  ['Canada Post', 'Canada Post - Expedited Parcel - USA', 'international'],
  ['Canada Post', 'Canada Post - Xpresspost - USA', 'international'],
  ['Canada Post', 'Canada Post - Xpresspost - International', 'international'],
  ['Evri', 'Evri - Next Day Parcelshop', 'domestic'],
  ['DPD', 'DPD - Next Day', 'domestic'],
  ['DPD', 'DPD - Classic Parcel', 'international'],
];

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[®™]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Without signs of trade marks. */
export const readableName = (name: string): string => name.replace(/[®™]/g, '').replace(/\s+/g, ' ').trim();

/** The service's own words, without the carrier before them. */
export function serviceWords(carrier: string, name: string): string {
  const readable = readableName(name);
  const rest = readable.toLowerCase().startsWith(carrier.toLowerCase()) ? readable.slice(carrier.length) : readable;
  const own = rest.replace(/^[^\p{L}\p{N}]+/u, '');
  return own === '' ? readable : own;
}

/** "FedEx" and "FedEx Ground®" are "fedex.ground". */
export const codeOf = (carrier: string, name: string): string =>
  `${slug(carrier)}.${slug(serviceWords(carrier, name))}`;

export const SERVICES: readonly CarrierService[] = ROWS.map(([carrier, name, scope]) => ({
  code: codeOf(carrier, name),
  name: readableName(name),
  scope,
}));

/** Easyship's manifests are offered for USPS alone: only there it says that exactly the shipments named go on it. */
export const MANIFESTED: readonly string[] = ROWS.filter(([carrier]) => carrier === 'USPS').map(([carrier, name]) =>
  codeOf(carrier, name),
);
