/**
 * Whose service an aggregator's offer really is, in our own words, so that one service offered by two accounts is seen to be
 * one. An aggregator names carriers and services in its own way; what is not recognised keeps the aggregator's words.
 */

import { CARRIED_SERVICES, type CarriedService, type WayKind } from './carried-services.ts';

export interface CarriedBy {
  /** Slug of our own connector where the carrier is one we know ("canada-post"), else the name in lower case with dashes. */
  readonly carrier: string;
  readonly carrierName: string;
  /** Service code of our own connector where it is recognised, else undefined: then the same service is not claimed. */
  readonly service?: string | undefined;
  /** As the carrier itself calls it, without the carrier's name before it. */
  readonly serviceName: string;
}

/** Where a parcel goes, as ISO countries: some names mean another service from Canada than from the United States. */
export interface Way {
  readonly from: string;
  readonly to: string;
}

interface KnownCarrier {
  readonly slug: string;
  readonly name: string;
  /** Names aggregators use, in `plain` form. */
  readonly words: readonly string[];
}

const CARRIERS: readonly KnownCarrier[] = [
  {
    slug: 'canada-post',
    name: 'Canada Post',
    words: ['canadapost', 'postescanada', 'cpc', 'canadapostdefault', 'canadapostwallet'],
  },
  { slug: 'ups', name: 'UPS', words: ['ups', 'upscanada', 'upsdap', 'upswallet', 'unitedparcelservice'] },
  {
    slug: 'fedex',
    name: 'FedEx',
    words: ['fedex', 'fedexcanada', 'fedexdefault', 'fedexwallet', 'federalexpress', 'fdx', 'fedexuk'],
  },
  { slug: 'purolator', name: 'Purolator', words: ['purolator', 'purolatorcanada', 'purolatorinc', 'purolatorcourier'] },
  {
    slug: 'dhl-express',
    name: 'DHL Express',
    words: [
      'dhl',
      'dhlexpress',
      'dhlexpresscanada',
      'dhlexpressuk',
      'dhlexpressworldwide',
      'dhlexpressdefault',
      'dhlexpressmydhl',
    ],
  },
  { slug: 'usps', name: 'USPS', words: ['usps', 'stampscom', 'endicia', 'unitedstatespostalservice'] },
  { slug: 'canpar', name: 'Canpar', words: ['canpar', 'canparexpress'] },
  { slug: 'chit-chats', name: 'Chit Chats', words: ['chitchats'] },
  { slug: 'gls-canada', name: 'GLS Canada', words: ['glscanada', 'dicom', 'gls'] },
  { slug: 'nationex', name: 'Nationex', words: ['nationex'] },
  { slug: 'uniuni', name: 'UniUni', words: ['uniuni'] },
  { slug: 'landmark-global', name: 'Landmark Global', words: ['landmark', 'landmarkglobal'] },
  {
    slug: 'dhl-ecommerce',
    name: 'DHL eCommerce',
    words: ['dhlecommerce', 'dhlecommerceamericas', 'dhlglobalmail', 'dhlec'],
  },
  { slug: 'dhl-parcel-de', name: 'DHL Parcel DE', words: ['dhlparcelde', 'dhlpaket', 'dhlde'] },
  { slug: 'australia-post', name: 'Australia Post', words: ['australiapost', 'auspost', 'eparcel'] },
  { slug: 'royal-mail', name: 'Royal Mail', words: ['royalmail', 'royalmailclickanddrop'] },
  // Buy Shipping ("amazon_buy_shipping", "AmazonMws") sells other carriers' services and is none of it.
  {
    slug: 'amazon-shipping',
    name: 'Amazon Shipping',
    words: ['amazonshipping', 'amazonshippinguk', 'amazonshippingus'],
  },
];

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Of a carrier sold on the aggregator's own contract, by the word it hangs on ("ups_walleted"). */
const withoutWallet = (key: string): string => key.replace(/walleted$/, '');
const knownCarrier = (key: string): KnownCarrier | undefined => CARRIERS.find(({ words }) => words.includes(key));

/** The carrier we know under this name, or one made of the name itself. */
export function carrierNamed(vendorName: string): { readonly slug: string; readonly name: string } {
  const known = knownCarrier(withoutWallet(plain(vendorName)));
  if (known) return { slug: known.slug, name: known.name };
  const slug = vendorName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { slug: slug === '' ? 'unnamed' : slug, name: vendorName };
}

const wayKind = ({ from, to }: Way): WayKind =>
  from === to
    ? from === 'CA'
      ? 'canada'
      : from === 'US'
        ? 'states'
        : 'inside'
    : from === 'CA' && to === 'US'
      ? 'canada-states'
      : 'abroad';

/** Whether a way is one of those a name is good for. */
function fitsWay(entry: CarriedService, way: Way | undefined): boolean {
  if (entry.ways === undefined) return true;
  return way !== undefined && entry.ways.includes(wayKind(way));
}

/** A vendor's code or name without the carrier's before it: "ups_next_day_air" and "UPS Next Day Air®" are "nextdayair". */
function keysOf(text: string, words: readonly string[]): readonly string[] {
  const key = plain(text);
  const before = words.filter((word) => key.startsWith(word) && key.length > word.length);
  return [key, ...before.map((word) => key.slice(word.length))];
}

/** The service code of our own connector behind an aggregator's code or name, or undefined where none is sure. */
export function recogniseService(
  carrierSlug: string,
  texts: readonly (string | undefined)[],
  way?: Way,
): CarriedService | undefined {
  const words = CARRIERS.find(({ slug }) => slug === carrierSlug)?.words;
  const services = CARRIED_SERVICES[carrierSlug];
  // Freight under a parcel service's code is another product; some lists call it by the same code.
  if (!words || !services || texts.some((text) => /freight|return/i.test(text ?? ''))) return undefined;
  for (const text of texts) {
    if (text === undefined) continue;
    const keys = keysOf(text, words);
    const found = services.filter((each) => each.words.some((word) => keys.includes(word)) && fitsWay(each, way));
    const [first] = found;
    // Two meanings that the way does not tell apart are none.
    if (first && found.every(({ code }) => code === first.code)) return first;
  }
  return undefined;
}

/** A name as a person reads it: without trademark signs, "GroundAdvantage" and "FIRST_OVERNIGHT" as words. */
function readable(name: string): string {
  const bare = name.replace(/[®™©]/g, '').trim();
  if (/\s/.test(bare)) return bare.replace(/\s+/g, ' ');
  const words = bare.replace(/_/g, ' ').replace(/(?<=[a-z0-9])(?=[A-Z][a-z])/g, ' ');
  return bare.includes('_') ? words.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : words;
}

function withoutCarrier(name: string, carrierName: string): string {
  const begins = name.toLowerCase().startsWith(carrierName.toLowerCase());
  const rest = name.slice(carrierName.length);
  return begins && /^[^\p{L}\p{N}]+./u.test(rest) ? rest.replace(/^[^\p{L}\p{N}]+/u, '') : name;
}

/**
 * Whose service an aggregator's offer is.
 * @param offer as the aggregator names it; `service` is its code, `serviceName` its words where it has any beside the code
 * @param way between which countries; without it, names that mean two services are not recognised
 */
export function carriedBy(
  offer: { readonly carrier: string; readonly service: string; readonly serviceName?: string | undefined },
  way?: Way,
): CarriedBy {
  const { slug, name } = carrierNamed(offer.carrier);
  const known = recogniseService(slug, [offer.service, offer.serviceName], way);
  const said = readable(offer.serviceName ?? offer.service);
  return {
    carrier: slug,
    carrierName: name,
    ...(known ? { service: known.code } : {}),
    serviceName: known?.name ?? withoutCarrier(said, name),
  };
}

/** "UPS Ground": how a service bought through an aggregator is called wherever one name has to do. */
export const carriedName = ({ carrierName, serviceName }: CarriedBy): string =>
  withoutCarrier(serviceName, carrierName) === serviceName && !plain(serviceName).startsWith(plain(carrierName))
    ? `${carrierName} ${serviceName}`
    : serviceName;

/** The carrier in front of a name made by `carriedName`; undefined for carriers we do not know. */
export function carrierOfName(
  fullName: string,
): Pick<CarriedBy, 'carrier' | 'carrierName' | 'serviceName'> | undefined {
  const known = CARRIERS.filter(({ name }) => new RegExp(`^${name}(?![\\p{L}\\p{N}])`, 'iu').test(fullName)).toSorted(
    (a, b) => b.name.length - a.name.length,
  )[0];
  return known && { carrier: known.slug, carrierName: known.name, serviceName: withoutCarrier(fullName, known.name) };
}
