/**
 * Whose service an aggregator's offer really is, in our own words, so that one service offered by two accounts is seen to be
 * one. An aggregator names carriers and services in its own way; what is not recognised keeps the aggregator's words.
 */

export interface CarriedBy {
  /** Slug of our own connector where the carrier is one we know ("canada-post"), else the name in lower case with dashes. */
  readonly carrier: string;
  readonly carrierName: string;
  /** Service code of our own connector where it is recognised, else undefined: then the same service is not claimed. */
  readonly service?: string | undefined;
  /** As the carrier itself calls it, without the carrier's name before it. */
  readonly serviceName: string;
}

interface KnownCarrier {
  readonly slug: string;
  readonly name: string;
  /** Names aggregators use, in `plain` form. */
  readonly words: readonly string[];
}

const CARRIERS: readonly KnownCarrier[] = [
  { slug: 'canada-post', name: 'Canada Post', words: ['canadapost', 'postescanada', 'cpc'] },
  { slug: 'ups', name: 'UPS', words: ['ups', 'upscanada', 'upsdap', 'unitedparcelservice'] },
  { slug: 'fedex', name: 'FedEx', words: ['fedex', 'fedexcanada', 'fedexdefault', 'federalexpress'] },
  { slug: 'purolator', name: 'Purolator', words: ['purolator', 'purolatorcanada', 'purolatorinc', 'purolatorfreight'] },
  { slug: 'dhl-express', name: 'DHL Express', words: ['dhl', 'dhlexpress', 'dhlexpresscanada', 'dhlexpressworldwide'] },
  { slug: 'usps', name: 'USPS', words: ['usps', 'stampscom', 'unitedstatespostalservice'] },
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
  { slug: 'australia-post', name: 'Australia Post', words: ['australiapost', 'auspost', 'eparcel'] },
  { slug: 'royal-mail', name: 'Royal Mail', words: ['royalmail', 'royalmailclickanddrop'] },
];

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The carrier we know under this name, or one made of the name itself. */
export function carrierNamed(vendorName: string): { readonly slug: string; readonly name: string } {
  const key = plain(vendorName);
  const known = CARRIERS.find(({ words }) => words.includes(key));
  if (known) return { slug: known.slug, name: known.name };
  const slug = vendorName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { slug, name: vendorName };
}
