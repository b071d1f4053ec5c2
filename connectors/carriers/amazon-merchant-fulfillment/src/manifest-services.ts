/**
 * Services of the United States by Amazon's ids, without those for a carrier's own flat-rate packaging (README.md, "Services"). What
 * Amazon offers beside them is offered as it comes.
 */
import type { CarrierService } from '@scanship/connector-kit/carrier/carrier';

const LISTED: readonly (readonly [code: string, name: string])[] = [
  ['USPS_PTP_GAL', 'USPS Ground Advantage (GAL)'],
  ['USPS_PTP_GAH', 'USPS Ground Advantage (GAH)'],
  ['USPS_PTP_GAC', 'USPS Ground Advantage (GAC)'],
  ['USPS_PTP_PRI', 'USPS Priority Mail'],
  ['USPS_PTP_PRI_CUBIC', 'USPS Priority Mail Cubic'],
  ['USPS_PTP_EXP', 'USPS Priority Mail Express'],
  ['USPS_PTP_PSBN', 'USPS Parcel Select'],
  ['USPS_PTP_MM', 'USPS Media Mail'],
  ['UPS_PTP_GND', 'UPS Ground'],
  ['UPS_PTP_3DAY_SELECT', 'UPS 3 Day Select'],
  ['UPS_PTP_2ND_DAY_AIR', 'UPS 2nd Day Air'],
  ['UPS_PTP_2ND_DAY_AIR_SAT', 'UPS 2nd Day Air (Saturday)'],
  ['UPS_PTP_NEXT_DAY_AIR_SAVER', 'UPS Next Day Air Saver'],
  ['UPS_PTP_NEXT_DAY_AIR', 'UPS Next Day Air'],
  ['UPS_PTP_NEXT_DAY_AIR_SAT', 'UPS Next Day Air (Saturday)'],
  ['FEDEX_PTP_GROUND', 'FedEx Ground'],
  ['FEDEX_PTP_HOME_DELIVERY', 'FedEx Home Delivery'],
  ['FEDEX_PTP_EXPRESS_SAVER', 'FedEx Express Saver'],
  ['FEDEX_PTP_SECOND_DAY', 'FedEx 2Day'],
  ['FEDEX_PTP_SECOND_DAY_AM', 'FedEx 2Day A.M.'],
  ['FEDEX_PTP_STANDARD_OVERNIGHT', 'FedEx Standard Overnight'],
  ['FEDEX_PTP_PRIORITY_OVERNIGHT', 'FedEx Priority Overnight'],
  ['ONTRAC_MFN_GROUND', 'OnTrac Ground'],
  ['std-us-swa-mfn', 'Amazon Shipping Ground'],
];

export const SERVICES: readonly CarrierService[] = LISTED.map(([code, name]) => ({ code, name, scope: 'domestic' }));
