/**
 * Which places belong to the European Union for customs and for VAT. Members as of 2020-02-01; exceptions from "Territorial status
 * of EU countries and certain territories" (taxation-customs.ec.europa.eu), that is Articles 5 to 7 of Directive 2006/112/EC and
 * Article 4 of Regulation (EU) 952/2013. Territories without a country code of their own are told by their postal codes.
 */
import type { Address } from './address.ts';

export type Place = Pick<Address, 'countryCode' | 'zipcode'>;

/** Members with their ISO 3166-1 numeric codes, which numbers of the one-stop shop are made of. */
export const EU_MEMBERS: Readonly<Record<string, string>> = {
  AT: '040',
  BE: '056',
  BG: '100',
  CY: '196',
  CZ: '203',
  DE: '276',
  DK: '208',
  EE: '233',
  ES: '724',
  FI: '246',
  FR: '250',
  GR: '300',
  HR: '191',
  HU: '348',
  IE: '372',
  IT: '380',
  LT: '440',
  LU: '442',
  LV: '428',
  MT: '470',
  NL: '528',
  PL: '616',
  PT: '620',
  RO: '642',
  SE: '752',
  SI: '705',
  SK: '703',
};

export const isMember = (countryCode: string): boolean => Object.hasOwn(EU_MEMBERS, countryCode);

/** Inside for customs, outside for VAT: Åland and the French departments overseas. */
const CUSTOMS_ALONE: ReadonlySet<string> = new Set(['AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT']);

/** Heligoland, Büsingen, Ceuta, Melilla, Livigno. */
const OUTSIDE_CUSTOMS: Readonly<Record<string, RegExp>> = {
  DE: /^(27498|78266)$/,
  ES: /^(51|52)/,
  IT: /^23041$/,
};

/** The same and the Canary Islands, Campione d'Italia, Mount Athos, Åland, and the departments overseas when written as France. */
const OUTSIDE_VAT: Readonly<Record<string, RegExp>> = {
  DE: /^(27498|78266)$/,
  ES: /^(35|38|51|52)/,
  FI: /^22/,
  FR: /^97/,
  GR: /^63086$/,
  IT: /^(22061|23041)$/,
};

/** Monaco is France for both (Article 7 of the VAT directive). */
const asMember = ({ countryCode }: Place): string => (countryCode === 'MC' ? 'FR' : countryCode);
const isIn = (place: Place, exceptions: Readonly<Record<string, RegExp>>): boolean => {
  const member = asMember(place);
  return isMember(member) && !(exceptions[member]?.test(place.zipcode.replace(/\s/g, '')) ?? false);
};

/** Whether goods that come here have entered the Union's customs territory. */
export const inUnionCustoms = (place: Place): boolean =>
  CUSTOMS_ALONE.has(place.countryCode) || isIn(place, OUTSIDE_CUSTOMS);

/** Whether goods that are sold here bear the VAT of a member. */
export const inUnionVat = (place: Place): boolean => isIn(place, OUTSIDE_VAT);

/** Northern Ireland follows the Union's rules for goods and its EORI numbers begin with XI (gov.uk, "Place of registration"). */
export const isNorthernIreland = ({ countryCode, zipcode }: Place): boolean =>
  countryCode === 'GB' && /^BT\d/i.test(zipcode.trim());

/** Whether goods on a way between two countries pass customs. Parts of members outside the area need `inUnionCustoms`. */
export const passesCustoms = (from: string, to: string): boolean => from !== to && !(isMember(from) && isMember(to));
