/**
 * Services by their carrier. Our code is EasyPost's carrier, a point, and its service ("USPS.GroundAdvantage"), as rates name them.
 * The list is what people choose rules and switches from; a service beside it is offered as it comes.
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

type Scope = CarrierService['scope'];
type Row = readonly [code: string, name: string, scope: Scope];

const UPS: readonly Row[] = [
  ['UPSStandard', 'UPS Standard', 'both'],
  ['Ground', 'UPS Ground', 'domestic'],
  ['3DaySelect', 'UPS 3 Day Select', 'both'],
  ['2ndDayAir', 'UPS 2nd Day Air', 'domestic'],
  ['2ndDayAirAM', 'UPS 2nd Day Air A.M.', 'domestic'],
  ['NextDayAirSaver', 'UPS Next Day Air Saver', 'domestic'],
  ['NextDayAir', 'UPS Next Day Air', 'domestic'],
  ['NextDayAirEarlyAM', 'UPS Next Day Air Early', 'domestic'],
  ['Expedited', 'UPS Expedited', 'both'],
  ['UPSSaver', 'UPS Saver', 'both'],
  ['Express', 'UPS Express', 'both'],
  ['ExpressPlus', 'UPS Express Plus', 'international'],
];
const FEDEX: readonly Row[] = [
  ['FEDEX_GROUND', 'FedEx Ground', 'both'],
  ['GROUND_HOME_DELIVERY', 'FedEx Home Delivery', 'domestic'],
  ['FEDEX_EXPRESS_SAVER', 'FedEx Express Saver', 'domestic'],
  ['FEDEX_2_DAY', 'FedEx 2Day', 'domestic'],
  ['FEDEX_2_DAY_AM', 'FedEx 2Day A.M.', 'domestic'],
  ['STANDARD_OVERNIGHT', 'FedEx Standard Overnight', 'domestic'],
  ['PRIORITY_OVERNIGHT', 'FedEx Priority Overnight', 'domestic'],
  ['FIRST_OVERNIGHT', 'FedEx First Overnight', 'domestic'],
  ['INTERNATIONAL_ECONOMY', 'FedEx International Economy', 'international'],
  ['INTERNATIONAL_PRIORITY', 'FedEx International Priority', 'international'],
  ['INTERNATIONAL_FIRST', 'FedEx International First', 'international'],
];
const USPS: readonly Row[] = [
  ['GroundAdvantage', 'USPS Ground Advantage', 'domestic'],
  ['Priority', 'USPS Priority Mail', 'domestic'],
  ['Express', 'USPS Priority Mail Express', 'domestic'],
  ['LibraryMail', 'USPS Library Mail', 'domestic'],
  ['MediaMail', 'USPS Media Mail', 'domestic'],
  ['FirstClassPackageInternationalService', 'USPS First-Class Package International Service', 'international'],
  ['PriorityMailInternational', 'USPS Priority Mail International', 'international'],
  ['ExpressMailInternational', 'USPS Priority Mail Express International', 'international'],
];
const CANADA_POST: readonly Row[] = [
  ['RegularParcel', 'Canada Post Regular Parcel', 'domestic'],
  ['ExpeditedParcel', 'Canada Post Expedited Parcel', 'domestic'],
  ['Xpresspost', 'Canada Post Xpresspost', 'domestic'],
  ['Priority', 'Canada Post Priority', 'domestic'],
  ['ExpeditedParcelUSA', 'Canada Post Expedited Parcel USA', 'international'],
  ['TrackedPacketUSA', 'Canada Post Tracked Packet USA', 'international'],
  ['XpresspostUSA', 'Canada Post Xpresspost USA', 'international'],
  ['TrackedPacketInternational', 'Canada Post Tracked Packet International', 'international'],
  ['XpresspostInternational', 'Canada Post Xpresspost International', 'international'],
];
const PUROLATOR: readonly Row[] = [
  ['PurolatorGround', 'Purolator Ground', 'domestic'],
  ['PurolatorExpress', 'Purolator Express', 'domestic'],
  ['PurolatorExpress9AM', 'Purolator Express 9AM', 'domestic'],
  ['PurolatorGroundUS', 'Purolator Ground U.S.', 'international'],
  ['PurolatorExpressUS', 'Purolator Express U.S.', 'international'],
];
const CANPAR: readonly Row[] = [
  ['Ground', 'Canpar Ground', 'domestic'],
  ['Select', 'Canpar Select', 'domestic'],
  ['Overnight', 'Canpar Overnight', 'domestic'],
];
const DHL: readonly Row[] = [
  ['ExpressWorldwideNonDoc', 'DHL Express Worldwide', 'international'],
  ['ExpressWorldwide', 'DHL Express Worldwide (documents)', 'international'],
];

const BY_CARRIER: Readonly<Record<string, readonly Row[]>> = {
  UPS,
  UPSDAP: UPS,
  FedEx: FEDEX,
  FedExDefault: FEDEX,
  USPS,
  CanadaPost: CANADA_POST,
  Purolator: PUROLATOR,
  Canpar: CANPAR,
  DHLExpress: DHL,
};

/** Comes with EasyPost's own rates, as against the seller's account. */
const OWN_RATES: ReadonlySet<string> = new Set(['UPSDAP', 'FedExDefault']);

export const SERVICES: readonly CarrierService[] = Object.entries(BY_CARRIER).flatMap(([carrier, rows]) =>
  rows.map(([code, name, scope]) => ({
    code: `${carrier}.${code}`,
    name: OWN_RATES.has(carrier) ? `${name} (EasyPost’s rates)` : name,
    scope,
  })),
);

/** SCAN forms are USPS's. */
export const SCANNED: readonly string[] = USPS.map(([code]) => `USPS.${code}`);

const CARRIER = /^[A-Za-z0-9][A-Za-z0-9 &_-]{1,50}$/;
const SERVICE = /^[A-Za-z0-9][A-Za-z0-9 :&_()+.-]{0,80}$/;
export const PATTERNS = { carrier: CARRIER, service: SERVICE };

export const codeOf = (carrier: string, service: string): string => `${carrier}.${service}`;

/** "USPS.GroundAdvantage" taken apart; undefined for what is no code of ours. */
export function partsOf(code: string): { readonly carrier: string; readonly service: string } | undefined {
  const point = code.indexOf('.');
  const [carrier, service] = [code.slice(0, point), code.slice(point + 1)];
  return point > 0 && CARRIER.test(carrier) && SERVICE.test(service) ? { carrier, service } : undefined;
}
