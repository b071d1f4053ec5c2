/** The three label requests: outbound, return, abroad. The same purchase always gives the same bytes. Pure. */
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { fail } from '@scanship/connector-kit/errors';
import { domesticParty, foreignParty } from './address.ts';
import { customsForm, customsTotal, customsOf, domesticCustomsForm, paysDuties } from './customs.ts';
import { carriesGoods, dollars, extraServices, insuredValue } from './extras.ts';
import { measures, onlyParcel, processingCategory } from './parcel.ts';
import { packagingCodes } from './packagings.ts';
import { isAbroad, mailClassOf } from './services.ts';

export type LabelKind = 'label' | 'return-label' | 'international-label';

export const labelKindOf = ({ shipment }: ShipInput): LabelKind =>
  isAbroad(shipment) ? 'international-label' : shipment.return ? 'return-label' : 'label';

/** @throws ConnectorError `invalid-input` for a service that is not sold on this way */
function mailClass(input: ShipInput): string {
  const { service, shipment } = input;
  const found = mailClassOf(service, shipment);
  if (found === undefined || !carriesGoods(shipment, found))
    throw fail('invalid-input', `USPS does not sell ${service} for this shipment.`, { field: 'service' });
  return found;
}

const REFERENCE = 30;

/** Ours first: both go into the Shipping Services File; the seller's is printed. */
function references({ reference, shipment }: ShipInput, printed: boolean) {
  const seller = shipment.references[0]?.trim().slice(0, REFERENCE);
  const values = [reference, ...(seller ? [seller] : [])];
  return values.map((referenceNumber, index) => ({
    referenceNumber,
    printReferenceNumber: printed ? index === 1 : undefined,
  }));
}

/** The price's own indicator and category; without a price USPS finds the indicator from packaging and shape. */
function byPrice(input: ShipInput, abroad: boolean) {
  const parcel = onlyParcel(input.shipment);
  const { rateIndicator, processingCategory: category } = input.rateToken ?? {};
  const own = processingCategory(parcel, 0, input.shipment);
  const chosen =
    typeof rateIndicator === 'string'
      ? { rateIndicator }
      : { packagingType: packagingCodes(parcel.packaging).type, shape: abroad ? undefined : 'RECTANGULAR' };
  return { ...chosen, processingCategory: typeof category === 'string' ? category : own };
}

function described(input: ShipInput) {
  const { shipment } = input;
  const service = mailClass(input);
  return {
    weightUOM: 'lb',
    dimensionsUOM: 'in',
    ...measures(onlyParcel(shipment), 0, shipment),
    mailClass: service,
    ...byPrice(input, isAbroad(shipment)),
    extraServices: extraServices(shipment, service),
  };
}

/** Value for the insurance, and that the parcel holds what must be declared. */
function options(input: ShipInput) {
  const value = insuredValue(input.shipment);
  const hazmat = input.shipment.options.dangerousGoods !== undefined;
  if (!value && !hazmat) return undefined;
  return { packageValue: value && dollars(value), contentType: hazmat ? 'HAZMAT' : undefined };
}

const imageType = (input: ShipInput): string => (input.labelFormat === 'zpl' ? 'ZPL203DPI' : 'PDF');

/** @throws ConnectorError `invalid-input` naming our field */
export function labelMessage(input: ShipInput) {
  const { shipment } = input;
  return {
    imageInfo: { imageType: imageType(input), labelType: '4X6LABEL', receiptOption: 'NONE' },
    toAddress: domesticParty(shipment.to, 'to'),
    fromAddress: domesticParty(shipment.from, 'from'),
    returnAddress: shipment.returnTo && domesticParty(shipment.returnTo, 'returnTo'),
    packageDescription: {
      ...described(input),
      mailingDate: shipment.shipDate,
      destinationEntryFacilityType: 'NONE',
      packageOptions: options(input),
      customerReference: references(input, true),
    },
    customsForm: domesticCustomsForm(shipment),
  };
}

/** A return has no day of mailing: the buyer mails it when it suits. @throws ConnectorError `invalid-input` */
export function returnMessage(input: ShipInput) {
  const { shipment } = input;
  return {
    imageInfo: { imageType: imageType(input), labelType: '4X6LABEL', receiptOption: 'NONE' },
    toAddress: domesticParty(shipment.to, 'to'),
    fromAddress: domesticParty(shipment.from, 'from'),
    packageDescription: {
      ...described(input),
      packageOptions: options(input),
      customerReference: references(input, true),
    },
    customsForm: domesticCustomsForm(shipment),
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
export function internationalMessage(input: ShipInput) {
  const { shipment } = input;
  const entry = input.rateToken?.['entryFacility'];
  const value = insuredValue(shipment);
  const goods = customsTotal(customsOf(shipment));
  return {
    imageInfo: { imageType: imageType(input), labelType: '4X6LABEL' },
    toAddress: foreignParty(shipment.to, 'to'),
    fromAddress: domesticParty(shipment.from, 'from'),
    packageDescription: {
      ...described(input),
      mailingDate: shipment.shipDate,
      // As its price was told, so that the label costs that.
      destinationEntryFacilityType: typeof entry === 'string' ? entry : 'NONE',
      packageOptions: { packageValue: dollars(value ?? goods), nonDeliveryOption: 'RETURN' },
      customerReference: references(input, false),
      prepayDutiesTaxesFees: paysDuties(shipment) ? true : undefined,
    },
    customsForm: customsForm(shipment),
  };
}
