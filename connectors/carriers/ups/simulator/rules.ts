/** Rules UPS states in words: what a schema cannot say. Codes and sentences are those of its error list. */
import { refuse, type RateRequest, type ShipRequest, type ShipShipment } from './contract.ts';
import { offeredOn, saturdayOf } from './tariff.ts';

interface Place {
  readonly AddressLine?: readonly string[] | undefined;
  readonly City?: string | undefined;
  readonly StateProvinceCode?: string | undefined;
  readonly PostalCode?: string | undefined;
  readonly CountryCode: string;
}

const POSTAL: Readonly<Record<string, RegExp>> = {
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  US: /^\d{5}(\d{4})?$/,
  PR: /^\d{5}(\d{4})?$/,
};
const PROVINCES: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
const PARTIES = { Shipper: '1201', ShipTo: '1202', ShipFrom: '1203' } as const;

function checkPlace(who: keyof typeof PARTIES, place: Place): void {
  const code = PARTIES[who];
  if (!/^[A-Z]{2}$/.test(place.CountryCode)) refuse(`${code}08`, `Missing/Invalid ${who} CountryCode`);
  const form = POSTAL[place.CountryCode];
  if (form && !form.test(place.PostalCode ?? '')) refuse(`${code}07`, `Missing/Invalid ${who} PostalCode`);
  if (form && !/^[A-Z]{2}$/.test(place.StateProvinceCode ?? ''))
    refuse(`${code}06`, `Missing/Invalid ${who} StateProvinceCode`);
  if (place.CountryCode === 'CA' && !PROVINCES.has(place.StateProvinceCode ?? ''))
    refuse(`${code}06`, `Missing/Invalid ${who} StateProvinceCode`);
  if (!place.City) refuse(`${code}05`, `Missing/Invalid ${who} City`);
  const { AddressLine: lines } = place;
  if (!lines) return;
  if (lines.length < 1 || lines.length > 3 || lines.some((line) => line === '' || line.length > 35))
    refuse(`${code}02`, `Missing/Invalid ${who} AddressLine1`);
}

/** "maximum" on a list means its length in UPS's documents. */
function checkCount(name: string, list: readonly unknown[] | undefined, most: number, least = 0): void {
  const count = list?.length ?? 0;
  if (list !== undefined && (count < least || count > most))
    refuse('120400', `The number of ${name} must be from ${least} to ${most}`);
}

/** US and Puerto Rico are one area. */
const area = (country: string): string => (country === 'PR' ? 'US' : country);
export const isAbroad = (from: Place, to: Place): boolean => area(from.CountryCode) !== area(to.CountryCode);

const isNumber = (value: string | undefined): boolean => /^\d+(\.\d+)?$/.test(value ?? '') && Number(value) > 0;
const isDay = (value: string | undefined): boolean =>
  /^\d{8}$/.test(value ?? '') &&
  !Number.isNaN(Date.parse(`${value?.slice(0, 4)}-${value?.slice(4, 6)}-${value?.slice(6)}T00:00:00Z`));

interface Parcel {
  readonly Dimensions?:
    | {
        readonly UnitOfMeasurement: { readonly Code?: string | undefined };
        readonly Length: string;
        readonly Width: string;
        readonly Height: string;
      }
    | undefined;
  readonly PackageWeight?:
    | { readonly UnitOfMeasurement: { readonly Code: string }; readonly Weight: string }
    | undefined;
  readonly PackageServiceOptions?:
    | {
        readonly DeliveryConfirmation?: { readonly DCISType: string } | undefined;
        readonly DeclaredValue?: { readonly CurrencyCode: string; readonly MonetaryValue: string } | undefined;
        readonly DryIce?:
          | { readonly RegulationSet: string; readonly DryIceWeight: { readonly Weight: string } }
          | undefined;
      }
    | undefined;
}

const LIMITS: Readonly<Record<string, { length: string; weight: number; longest: number; girth: number }>> = {
  LBS: { length: 'IN', weight: 150, longest: 108, girth: 165 },
  KGS: { length: 'CM', weight: 70, longest: 275, girth: 420 },
};

function checkParcel(parcel: Parcel, from: Place, abroad: boolean): void {
  const weight = parcel.PackageWeight;
  const unit = weight?.UnitOfMeasurement.Code ?? '';
  const limit = LIMITS[unit];
  if (!weight || !isNumber(weight.Weight)) refuse('120601', 'Missing/Invalid Package weight');
  const own = area(from.CountryCode) === 'US' ? 'LBS' : 'KGS';
  if (!limit || unit !== own) return refuse('120546', `${unit} is not a valid unit of measurement for weight`);
  if (Number(weight?.Weight) > limit.weight) refuse('120601', 'The package weight exceeds the maximum');
  const size = parcel.Dimensions;
  if (!size) return refuse('120609', 'All Package Dimensions are required and each must be greater than 0');
  if (size.UnitOfMeasurement.Code !== limit.length) refuse('120548', 'A shipment cannot have a KGS/IN or LBS/CM');
  const sides = [size.Length, size.Width, size.Height];
  if (!sides.every(isNumber))
    refuse('120602', 'Missing/Invalid Combination of package length, width, and height values');
  const [a = 0, b = 0, c = 0] = sides.map(Number).toSorted((x, y) => y - x);
  if (Number(size.Length) < a) refuse('120602', 'Package length must be the longest dimension');
  if (a > limit.longest || a + 2 * (b + c) > limit.girth) refuse('120602', 'The package dimensions exceed the maximum');
  const signature = parcel.PackageServiceOptions?.DeliveryConfirmation?.DCISType;
  if (signature !== undefined && abroad)
    refuse('120598', 'Package Delivery Confirmation is not allowed with the shipment origin/destination');
  if (signature !== undefined && !['2', '3'].includes(signature))
    refuse('120599', 'Invalid package Delivery Confirmation type');
  checkDryIce(parcel);
  const declared = parcel.PackageServiceOptions?.DeclaredValue;
  if (declared && (!isNumber(declared.MonetaryValue) || declared.CurrencyCode !== currencyOf(from)))
    refuse('120604', 'Invalid package declared value');
}

function checkDryIce(parcel: Parcel): void {
  const ice = parcel.PackageServiceOptions?.DryIce;
  if (!ice) return;
  if (!['CFR', 'IATA', 'ADR'].includes(ice.RegulationSet)) refuse('121300', 'Invalid dry ice regulation set');
  const { Weight } = ice.DryIceWeight;
  if (!isNumber(Weight) || Number(Weight) > Number(parcel.PackageWeight?.Weight))
    refuse('121301', 'Invalid dry ice weight');
}

const RETURN_SERVICES = ['2', '3', '5', '8', '9'];

function checkReturn(code: string | undefined): void {
  if (code !== undefined && !RETURN_SERVICES.includes(code)) refuse('120801', 'Invalid return service code');
}

export const currencyOf = (from: { readonly CountryCode: string }): string =>
  area(from.CountryCode) === 'US' ? 'USD' : 'CAD';

interface Charge {
  readonly Type: string;
  readonly BillShipper?: { readonly AccountNumber?: string | undefined } | undefined;
  readonly BillReceiver?: object | undefined;
  readonly BillThirdParty?: object | undefined;
}

/** @throws SimRefusal when somebody else's account would pay, or transportation is paid by nobody */
function checkCharges(charges: readonly Charge[] | undefined, account: string, abroad: boolean): void {
  checkCount('ShipmentCharge', charges, 3, 1);
  if (!charges?.some((c) => c.Type === '01')) refuse('120410', 'One payment method is required');
  if (charges?.some((c) => c.Type !== '01' && c.Type !== '02'))
    refuse('120400', 'Missing/Invalid shipment payment method');
  if (charges?.some((c) => [c.BillShipper, c.BillReceiver, c.BillThirdParty].filter(Boolean).length !== 1))
    refuse('120410', 'One payment method is required');
  if (charges?.some((c) => c.Type === '01' && !c.BillShipper))
    refuse('120411', 'Only the shipper pays for transportation');
  if (charges?.some((c) => c.BillShipper && c.BillShipper.AccountNumber !== account))
    refuse('120415', 'BillShipper/AccountNumber must be the same shipper number as Shipper/ShipperNumber');
  if (!abroad && charges?.some((c) => c.Type === '02'))
    refuse('120416', 'Duties and Taxes charges are invalid for Qualified Domestic Shipments');
}

/** Customer's own, envelope, tube, pak, boxes (Shipping API, Packaging/Code). */
const PACKAGING_CODES: ReadonlySet<string> = new Set(['01', '02', '03', '04', '21', '24', '25', '2a', '2b', '2c']);
/** An assumption, see the README. */
export const TAKES_EXPRESS_PACKAGING: ReadonlySet<string> = new Set(['01', '07', '13', '14', '54', '65']);

export function checkRate(s: RateRequest, account: string): void {
  const from = s.ShipFrom?.Address ?? s.Shipper.Address;
  checkPlace('Shipper', s.Shipper.Address);
  checkPlace('ShipFrom', from);
  checkPlace('ShipTo', s.ShipTo.Address);
  if (s.Shipper.ShipperNumber !== account) refuse('120122', 'Invalid Shipper ShipperNumber');
  if (!['CA', 'US', 'PR'].includes(from.CountryCode))
    refuse('111210', 'The requested service is unavailable between the selected locations.');
  checkReturn(s.ReturnService?.Code);
  checkCount('Package', s.Package, 200, 1);
  const abroad = isAbroad(from, s.ShipTo.Address);
  if (s.PaymentDetails) checkCharges(s.PaymentDetails.ShipmentCharge, account, abroad);
  for (const parcel of s.Package) {
    if (parcel.PackagingType && !PACKAGING_CODES.has(parcel.PackagingType.Code))
      refuse('111035', 'Missing/Illegal PackagingType/Code');
    checkParcel(parcel, from, abroad);
  }
  if (s.DeliveryTimeInformation?.Pickup && !isDay(s.DeliveryTimeInformation.Pickup.Date))
    refuse('270039', 'Invalid pickup date');
  if (abroad && s.DeliveryTimeInformation && !s.ShipmentTotalWeight)
    refuse('270005', 'Missing/Invalid shipment total weight');
  if (s.ShipmentTotalWeight && !isNumber(s.ShipmentTotalWeight.Weight))
    refuse('270005', 'Missing/Invalid shipment total weight');
  if (s.InvoiceLineTotal && !isNumber(s.InvoiceLineTotal.MonetaryValue))
    refuse('120502', 'InvoiceLineTotal/MonetaryValue must be greater than 0');
}

const phoneFits = (number: string | undefined, country: string): boolean =>
  ['CA', 'US', 'PR'].includes(country) ? /^\d{10}$/.test(number ?? '') : /^\d{1,15}$/.test(number ?? '');

export function checkShip(request: ShipRequest, account: string): void {
  const s = request.Shipment;
  const from = s.ShipFrom ?? s.Shipper;
  checkPlace('Shipper', s.Shipper.Address);
  checkPlace('ShipFrom', from.Address);
  checkPlace('ShipTo', s.ShipTo.Address);
  if (s.Shipper.ShipperNumber !== account) refuse('120122', 'Invalid Shipper ShipperNumber');
  if (from.Address.CountryCode !== s.Shipper.Address.CountryCode)
    refuse('120317', 'The ShipFrom country must be the same as the Shipper country');
  checkCount('Package', s.Package, 200, 1);
  for (const agent of s.GlobalTaxInformation?.AgentTaxIdentificationNumber ?? [])
    checkCount('TaxIdentificationNumber', agent.TaxIdentificationNumber, 8);
  checkCount('AgentTaxIdentificationNumber', s.GlobalTaxInformation?.AgentTaxIdentificationNumber, 4);
  const abroad = isAbroad(from.Address, s.ShipTo.Address);
  checkCharges(s.PaymentInformation?.ShipmentCharge, account, abroad);
  if (!offeredOn(s.Service.Code, from.Address.CountryCode, s.ShipTo.Address.CountryCode))
    refuse('120124', 'The requested service is unavailable between the selected locations');
  if (s.ShipmentServiceOptions?.SaturdayDeliveryIndicator !== undefined && s.ShipmentDate !== undefined) {
    const way = { from: from.Address.CountryCode, to: s.ShipTo.Address.CountryCode };
    const day = s.ShipmentDate.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    if (saturdayOf(s.Service.Code, day, way) === undefined)
      refuse('120125', 'The requested accessory option is unavailable between the selected locations');
  }
  for (const parcel of s.Package) {
    if (!PACKAGING_CODES.has(parcel.Packaging.Code)) refuse('120600', 'Missing Package/PackagingType/Code');
    if (parcel.Packaging.Code !== '02' && !TAKES_EXPRESS_PACKAGING.has(s.Service.Code))
      refuse('120601', 'The packaging type is not valid for the requested service');
    checkParcel(parcel, from.Address, abroad);
  }
  checkReturn(s.ReturnService?.Code);
  if (s.ReturnService) {
    if (!s.ShipFrom) refuse('120802', 'ShipFrom is required for a return shipment');
    if (s.Package.some((p) => !p.Description))
      refuse('120803', 'Package description is required for a return shipment');
  }
  checkReferences(s, from.Address);
  checkLabel(request);
  for (const [who, party] of [
    ['Shipper', s.Shipper],
    ['ShipTo', s.ShipTo],
  ] as const)
    if (abroad || party.Phone !== undefined) {
      if (!phoneFits(party.Phone?.Number, party.Address.CountryCode))
        refuse(`${PARTIES[who]}09`, `Missing/Invalid ${who} PhoneNumber`);
      if (abroad && !party.AttentionName) refuse(`${PARTIES[who]}10`, `Missing/Invalid ${who} AttentionName`);
    }
  const lineTotal = from.Address.CountryCode === 'US' && ['CA', 'PR'].includes(s.ShipTo.Address.CountryCode);
  if (lineTotal && !s.ReturnService && !s.InvoiceLineTotal)
    refuse('120502', 'InvoiceLineTotal is required for shipments from the US to Canada or Puerto Rico');
  if (s.ShipmentDate !== undefined && !isDay(s.ShipmentDate)) refuse('120508', 'Invalid ShipmentDate');
  if (abroad) checkForms(s);
}

function checkReferences(s: ShipShipment, from: Place): void {
  const domestic = area(from.CountryCode) === 'US' && area(s.ShipTo.Address.CountryCode) === 'US';
  if (domestic && s.ReferenceNumber) refuse('120541', 'Shipment/ReferenceNumber is not allowed for this shipment');
  if (!domestic && s.Package.some((p) => p.ReferenceNumber))
    refuse('120542', 'Package/ReferenceNumber is not allowed for this shipment');
  if ((s.ReferenceNumber?.length ?? 0) > 2) refuse('120543', 'No more than 2 Shipment/ReferenceNumber can be given');
  if (s.Package.some((p) => (p.ReferenceNumber?.length ?? 0) > 2))
    refuse('120544', 'No more than 2 Package/ReferenceNumber can be given per package');
}

function checkLabel(request: ShipRequest): void {
  if (!request.LabelSpecification) return refuse('120700', 'Missing label specification');
  const { LabelImageFormat, LabelStockSize } = request.LabelSpecification;
  if (!['GIF', 'ZPL'].includes(LabelImageFormat.Code)) refuse('120704', 'Invalid label image format');
  if (!['6', '8'].includes(LabelStockSize.Height) || LabelStockSize.Width !== '4')
    refuse('120705', 'Invalid label stock size');
  if (!['nonvalidate', 'validate'].includes(request.Request.RequestOption)) refuse('120051', 'Invalid RequestOption');
}

const TERMS = 'CFR CIF CIP CPT DAF DDP DAP DEQ DES EXW FAS FCA FOB'.split(' ');

function checkForms(s: ShipShipment): void {
  const form = s.ShipmentServiceOptions?.InternationalForms;
  if (!form) return refuse('128001', 'Customs information is missing: international forms are required');
  if (!s.Description) refuse('120512', 'Shipment Description is required for this shipment');
  if (form.FormType.length !== 1 || form.FormType[0] !== '01')
    refuse('128001', 'Invalid or missing international forms form type');
  if (!isDay(form.InvoiceDate)) refuse('128066', 'Invalid or missing invoice date. Valid format is yyyyMMdd');
  if (!form.ReasonForExport) refuse('128069', 'Invalid or missing reason for export');
  if (form.TermsOfShipment !== undefined && !TERMS.includes(form.TermsOfShipment))
    refuse('128068', 'Invalid terms of shipment');
  if (!/^[A-Z]{3}$/.test(form.CurrencyCode ?? '')) refuse('128067', 'Invalid or missing invoice currency code');
  if (!form.Contacts?.SoldTo) refuse('128094', 'Sold to information is required when an invoice is requested');
  if (form.Product.length < 1 || form.Product.length > 100)
    refuse('128039', 'Invalid number of products. Valid number of products are 1 to 100');
  form.Product.forEach((product, index) => {
    const number = `for product number ${index + 1}`;
    const words = product.Description;
    if (words.length < 1 || words.length > 3 || words.some((part) => part === '' || part.length > 35))
      refuse('128040', `Invalid or missing description ${number}`);
    if (!product.Unit) return refuse('128043', `Invalid or missing product unit number ${number}`);
    if (!/^\d+$/.test(product.Unit.Number)) refuse('128043', `Invalid or missing product unit number ${number}`);
    if (!isNumber(product.Unit.Value)) refuse('128046', `Invalid or missing product unit value ${number}`);
    if (!/^[A-Z]{2}$/.test(product.OriginCountryCode ?? ''))
      refuse('128049', `Invalid or missing product origin country code ${number}`);
    if (product.CommodityCode !== undefined && !/^[0-9A-Za-z]+$/.test(product.CommodityCode))
      refuse('128048', `Invalid commodity code ${number}`);
    if (s.ShipTo.Address.CountryCode === 'US' && product.CommodityCode === undefined)
      refuse('128048', `Missing commodity code ${number}`);
  });
}
