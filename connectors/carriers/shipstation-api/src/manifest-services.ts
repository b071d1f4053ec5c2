/**
 * Services by their carrier. Our code is the carrier's code of ShipStation, a point, and its service's ("ups.ups_ground"): the
 * seller's own UPS account and the one that comes with ShipStation ("ups_walleted") are two offers. The list is what people
 * choose rules and switches from; a service beside it is offered as it comes.
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

type Scope = CarrierService['scope'];
type Row = readonly [code: string, name: string, scope: Scope];

const UPS: readonly Row[] = [
  ['ups_standard', 'UPS Standard', 'both'],
  ['ups_ground', 'UPS Ground', 'domestic'],
  ['ups_3_day_select', 'UPS 3 Day Select', 'both'],
  ['ups_2nd_day_air', 'UPS 2nd Day Air', 'domestic'],
  ['ups_2nd_day_air_am', 'UPS 2nd Day Air A.M.', 'domestic'],
  ['ups_next_day_air_saver', 'UPS Next Day Air Saver', 'domestic'],
  ['ups_next_day_air', 'UPS Next Day Air', 'domestic'],
  ['ups_next_day_air_early_am', 'UPS Next Day Air Early', 'domestic'],
  ['ups_worldwide_expedited', 'UPS Worldwide Expedited', 'international'],
  ['ups_worldwide_saver', 'UPS Worldwide Saver', 'international'],
  ['ups_worldwide_express', 'UPS Worldwide Express', 'international'],
  ['ups_worldwide_express_plus', 'UPS Worldwide Express Plus', 'international'],
];
const FEDEX: readonly Row[] = [
  ['fedex_ground', 'FedEx Ground', 'both'],
  ['fedex_home_delivery', 'FedEx Home Delivery', 'domestic'],
  ['fedex_express_saver', 'FedEx Express Saver', 'domestic'],
  ['fedex_2day', 'FedEx 2Day', 'domestic'],
  ['fedex_2day_am', 'FedEx 2Day A.M.', 'domestic'],
  ['fedex_standard_overnight', 'FedEx Standard Overnight', 'domestic'],
  ['fedex_priority_overnight', 'FedEx Priority Overnight', 'domestic'],
  ['fedex_first_overnight', 'FedEx First Overnight', 'domestic'],
  ['fedex_international_economy', 'FedEx International Economy', 'international'],
  ['fedex_international_priority', 'FedEx International Priority', 'international'],
];
const USPS: readonly Row[] = [
  ['usps_ground_advantage', 'USPS Ground Advantage', 'domestic'],
  ['usps_priority_mail', 'USPS Priority Mail', 'domestic'],
  ['usps_priority_mail_express', 'USPS Priority Mail Express', 'domestic'],
  ['usps_parcel_select', 'USPS Parcel Select Ground', 'domestic'],
  ['usps_media_mail', 'USPS Media Mail', 'domestic'],
  ['usps_library_mail', 'USPS Library Mail', 'domestic'],
  ['usps_first_class_mail_international', 'USPS First Class Mail International', 'international'],
  ['usps_first_class_package_international_service', 'USPS First-Class Package International Service', 'international'],
  ['usps_priority_mail_international', 'USPS Priority Mail International', 'international'],
  ['usps_priority_mail_express_international', 'USPS Priority Mail Express International', 'international'],
];
const CANADA_POST: readonly Row[] = [
  ['regular_parcel', 'Canada Post Regular Parcel', 'domestic'],
  ['expedited_parcel', 'Canada Post Expedited Parcel', 'domestic'],
  ['xpresspost', 'Canada Post Xpresspost', 'domestic'],
  ['priority', 'Canada Post Priority', 'domestic'],
];
const DHL: readonly Row[] = [
  ['dhl_express_worldwide', 'DHL Express Worldwide', 'international'],
  ['dhl_express_envelope', 'DHL Express Envelope', 'international'],
];

const BY_CARRIER: Readonly<Record<string, readonly Row[]>> = {
  ups: UPS,
  ups_walleted: UPS,
  fedex: FEDEX,
  fedex_walleted: FEDEX,
  stamps_com: USPS,
  usps_walleted: USPS,
  canada_post_walleted: CANADA_POST,
  dhl_express: DHL,
};

/** The carrier that comes with ShipStation, as against the seller's own account with it. */
const isWallet = (carrier: string): boolean => carrier.endsWith('_walleted');

export const SERVICES: readonly CarrierService[] = Object.entries(BY_CARRIER).flatMap(([carrier, rows]) =>
  rows.map(([code, name, scope]) => ({
    code: `${carrier}.${code}`,
    name: isWallet(carrier) ? `${name} (ShipStation’s rates)` : name,
    scope,
  })),
);

export interface ServiceParts {
  readonly carrierCode: string;
  readonly serviceCode: string;
}

/** "ups.ups_ground" taken apart; undefined for what is no code of ours. */
export function partsOf(service: string): ServiceParts | undefined {
  const found = /^([a-z0-9_]+)\.([a-z0-9]+(?:_[a-z0-9-]+)*)$/.exec(service);
  const [, carrierCode, serviceCode] = found ?? [];
  return carrierCode !== undefined && serviceCode !== undefined ? { carrierCode, serviceCode } : undefined;
}
