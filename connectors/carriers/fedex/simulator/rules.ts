/** Rules FedEx states in words: what a schema cannot say. Codes are those of its error lists where they are published. */
import { refuse, type RateRequest, type ShipRequest } from './contract.ts';
import { servicesOf } from './tariff.ts';

interface Place {
  readonly city?: string | undefined;
  readonly stateOrProvinceCode?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly countryCode: string;
  readonly residential?: boolean | undefined;
}

const POSTAL: Readonly<Record<string, RegExp>> = {
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  US: /^\d{5}(-\d{4})?$/,
  PR: /^\d{5}(-\d{4})?$/,
};
/** FedEx writes Quebec PQ. */
const PROVINCES: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE PQ SK YT'.split(' '));

export function checkPlace(who: string, place: Place): void {
  if (!/^[A-Z]{2}$/.test(place.countryCode)) refuse(`${who}.COUNTRYCODE.INVALID`, `${who} country code is invalid.`);
  const form = POSTAL[place.countryCode];
  if (form && !form.test(place.postalCode ?? ''))
    refuse(`${who}.POSTALCODE.INVALID`, `${who} postal code is missing or invalid.`);
  if (form && !/^[A-Z]{2}$/.test(place.stateOrProvinceCode ?? ''))
    refuse(`${who}.STATEORPROVINCECODE.INVALID`, `${who} state or province code is missing or invalid.`);
  if (place.countryCode === 'CA' && !PROVINCES.has(place.stateOrProvinceCode ?? ''))
    refuse(`${who}.STATEORPROVINCECODE.INVALID`, `${who} state or province code is missing or invalid.`);
}

const area = (country: string): string => (country === 'PR' ? 'US' : country);
export const isAbroad = (from: Place, to: Place): boolean => area(from.countryCode) !== area(to.countryCode);
export const currencyOf = (from: Place): string => (from.countryCode === 'CA' ? 'CAD' : 'USD');

interface Parcel {
  readonly weight: { readonly units: 'KG' | 'LB'; readonly value: number };
  readonly dimensions?:
    | {
        readonly length?: number | undefined;
        readonly width?: number | undefined;
        readonly height?: number | undefined;
        readonly units?: 'CM' | 'IN' | undefined;
      }
    | undefined;
  readonly declaredValue?: { readonly amount?: number | undefined; readonly currency?: string | undefined } | undefined;
  readonly packageSpecialServices?:
    | {
        readonly specialServiceTypes?: readonly string[] | undefined;
        readonly signatureOptionType?: string | undefined;
        readonly dryIceWeight?: unknown;
        readonly batteryDetails?: readonly unknown[] | undefined;
      }
    | undefined;
}

const LIMITS = {
  LB: { length: 'IN', weight: 150, longest: 119, girth: 165 },
  KG: { length: 'CM', weight: 68.1, longest: 302, girth: 419 },
} as const;

function checkParcel(parcel: Parcel, first: Parcel, packaging: string): void {
  const { units, value } = parcel.weight;
  if (units !== first.weight.units) refuse('WEIGHT.UNITS.MISMATCH', 'All packages must have the same weight units.');
  const limit = LIMITS[units];
  if (!(value > 0)) refuse('WEIGHT.BELOWMINIMUMLIMIT.ERROR', 'Package weight must be greater than zero.');
  if (value > limit.weight) refuse('PACKAGE.WEIGHT.EXCEEDED', 'Package weight exceeds the maximum.');
  const size = parcel.dimensions;
  if (size) {
    if (size.units !== limit.length)
      refuse('DIMENSIONS.UNITS.MISMATCH', 'Weight and dimensions must be of one system of units.');
    const sides = [size.length, size.width, size.height];
    if (!sides.every((side) => side !== undefined && side > 0))
      refuse('PACKAGE.DIMENSIONS.INVALID', 'All package dimensions must be greater than zero.');
    const [a = 0, b = 0, c = 0] = sides.map(Number).toSorted((x, y) => y - x);
    if (a > limit.longest || a + 2 * (b + c) > limit.girth)
      refuse('PACKAGE.DIMENSIONS.EXCEEDED', 'The package dimensions exceed the maximum.');
  } else if (packaging === 'YOUR_PACKAGING')
    refuse('PACKAGE.DIMENSIONS.REQUIRED', 'Package dimensions are required for your packaging.');
  const special = parcel.packageSpecialServices;
  const types = special?.specialServiceTypes ?? [];
  if (special && (special.signatureOptionType !== undefined) !== types.includes('SIGNATURE_OPTION'))
    refuse('SIGNATUREOPTION.INVALID', 'Signature option and special service do not agree.');
  if (special && (special.dryIceWeight !== undefined) !== types.includes('DRY_ICE'))
    refuse('DRYICE.WEIGHT.REQUIRED', 'Dry ice weight and special service do not agree.');
  if (special && (special.batteryDetails !== undefined) !== types.includes('BATTERY'))
    refuse('BATTERY.DETAILS.REQUIRED', 'Battery details and special service do not agree.');
}

function checkParcels(parcels: readonly Parcel[], packaging: string | undefined): void {
  const [first] = parcels;
  if (!first) refuse('PACKAGES.REQUIRED', 'At least one package is required.');
  if (parcels.length > 200) refuse('PACKAGE.COUNT.EXCEEDED', 'No more than 200 packages are allowed.');
  for (const parcel of parcels) if (first) checkParcel(parcel, first, packaging ?? 'YOUR_PACKAGING');
}

export function checkRate({ accountNumber, requestedShipment: s }: RateRequest, account: string): void {
  if (accountNumber.value !== account)
    refuse('ACCOUNT.NUMBER.MISMATCH', 'The account number is not valid for this project.');
  checkPlace('SHIPPER', s.shipper.address);
  checkPlace('RECIPIENT', s.recipient.address);
  checkParcels(s.requestedPackageLineItems, s.packagingType);
  if (s.shipDateStamp !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(s.shipDateStamp))
    refuse('SHIPDATE.INVALID', 'Ship date is invalid.');
}

export function checkShip({ accountNumber, requestedShipment: s }: ShipRequest, account: string): void {
  if (accountNumber.value !== account)
    refuse('ACCOUNT.NUMBER.MISMATCH', 'The account number is not valid for this project.');
  const [to, ...others] = s.recipients;
  if (!to || others.length > 0) return refuse('RECIPIENTS.INVALID', 'Exactly one recipient is required.');
  checkPlace('SHIPPER', s.shipper.address);
  checkPlace('RECIPIENT', to.address);
  for (const [who, party] of [
    ['SHIPPER', s.shipper],
    ['RECIPIENT', to],
  ] as const) {
    const { phoneNumber, personName, companyName } = party.contact;
    const north = ['CA', 'US', 'PR'].includes(party.address.countryCode);
    if (!(north ? /^\+?1?\d{10}$/ : /^\d{5,15}$/).test(phoneNumber))
      refuse(`${who}.PHONENUMBER.INVALID`, `${who} phone number is invalid.`);
    if (!personName && !companyName)
      refuse(`${who}.PERSONNAME.REQUIRED`, `${who} person name or company name is required.`);
    const lines = party.address.streetLines;
    if (lines.length < 1 || lines.length > 3 || lines.some((line) => line === '' || line.length > 35))
      refuse(`${who}.STREETLINES.INVALID`, `${who} street lines are missing or too long.`);
    if (party.address.city === '') refuse(`${who}.CITY.REQUIRED`, `${who} city is required.`);
  }
  const payer = s.shippingChargesPayment;
  if (payer.paymentType !== 'SENDER' || payer.payor?.responsibleParty.accountNumber.value !== account)
    refuse(
      'ACCOUNT.NUMBER.MISMATCH',
      'When payment Type is SENDER, Payor AccountNumber should match the shipper account number.',
    );
  checkParcels(s.requestedPackageLineItems, s.packagingType);
  const way = {
    from: s.shipper.address.countryCode,
    to: to.address.countryCode,
    residential: to.address.residential === true,
  };
  if (!servicesOf(way).some(({ code }) => code === s.serviceType))
    refuse('SERVICE.PACKAGECOMBINATION.INVALID', 'Invalid service and packaging combination.');
  const types = s.shipmentSpecialServices?.specialServiceTypes ?? [];
  if ((s.shipmentSpecialServices?.returnShipmentDetail !== undefined) !== types.includes('RETURN_SHIPMENT'))
    refuse('RETURNSHIPMENT.INVALID', 'Return details and special service do not agree.');
  if (isAbroad(s.shipper.address, to.address)) checkCustoms(s);
  else if (s.customsClearanceDetail || types.includes('ELECTRONIC_TRADE_DOCUMENTS'))
    refuse('CUSTOMS.NOT.ALLOWED', 'Customs clearance is not allowed for a domestic shipment.');
}

function checkCustoms(s: ShipRequest['requestedShipment']): void {
  const customs = s.customsClearanceDetail;
  if (!customs) return refuse('CUSTOMSCLEARANCEDETAIL.REQUIRED', 'Customs clearance detail is required.');
  if (customs.commodities.length < 1 || customs.commodities.length > 999)
    refuse('COMMODITIES.INVALID', 'From 1 to 999 commodities are required.');
  for (const one of customs.commodities) {
    if (!(one.quantity !== undefined && one.quantity > 0))
      refuse('COMMODITY.QUANTITY.INVALID', 'Commodity quantity is invalid.');
    if (!/^[A-Z]{2}$/.test(one.countryOfManufacture ?? ''))
      refuse('COMMODITY.COUNTRYOFMANUFACTURE.REQUIRED', 'Country of manufacture is required.');
    if (!(one.customsValue?.amount !== undefined && one.customsValue.amount > 0))
      refuse('COMMODITY.CUSTOMSVALUE.INVALID', 'Commodity customs value is invalid.');
    if (!one.weight || !(one.weight.value > 0)) refuse('COMMODITY.WEIGHT.INVALID', 'Commodity weight is invalid.');
    if (one.description.trim() === '' || one.description.length > 450)
      refuse('COMMODITY.DESCRIPTION.INVALID', 'Commodity description is invalid.');
  }
  const canadian =
    s.shipper.address.countryCode === 'CA' &&
    !['CA', 'US', 'PR', 'VI'].includes(s.recipients[0]?.address.countryCode ?? '');
  if (canadian && customs.exportDetail?.b13AFilingOption === undefined)
    refuse('B13AFILINGOPTION.REQUIRED', 'B13A filing option is required.');
  // Ship API, exportComplianceStatement: a proof of report has 15 to 32 letters and digits, a summary 7 to 32.
  const option = customs.exportDetail?.b13AFilingOption;
  const form =
    option === 'FILED_ELECTRONICALLY'
      ? /^[A-Za-z0-9]{15,32}$/
      : option === 'SUMMARY_REPORTING'
        ? /^[A-Za-z0-9]{7,32}$/
        : undefined;
  if (canadian && form && !form.test(customs.exportDetail?.exportComplianceStatement ?? ''))
    refuse('EXPORTCOMPLIANCESTATEMENT.INVALID', 'Export compliance statement is invalid.');
  if ((customs.commercialInvoice.termsOfSale?.length ?? 0) > 3)
    refuse('TERMSOFSALE.INVALID', 'Terms of sale are invalid.');
}
