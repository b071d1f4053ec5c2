/** Our shipment in DHL's words. Pure; what cannot be said there is refused before any call. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { sum, times, toDecimal, zero } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { pickupOf } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Telephone number of the receiver is required there (developer.dhl.com, "References"). */
const PHONE_REQUIRED = new Set(['HK', 'JP', 'IL', 'KR', 'MX']);

function needed(text: string | undefined, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

/** @param at "to" or "from" */
function addressMessage(a: Address, at: string): Record<string, unknown> {
  const [name, company] = [line(a.name), line(a.companyName)];
  if (name === '' && company === '') throw invalidInput(`${NAME} needs a name.`, `${at}.name`);
  const [second, phone, email] = [line(a.address2), line(a.phone), line(a.email)];
  if (a.countryCode === 'US' && line(a.provinceCode) === '')
    throw invalidInput(`${NAME} needs the state.`, `${at}.provinceCode`);
  return {
    ...(name === '' ? {} : { name }),
    // The place parcels return to is named by its company; a person without one stands in.
    ...(company === '' ? (at === 'to' ? {} : { companyName: name }) : { companyName: company }),
    address1: needed(a.address1, 'the first line of the address', `${at}.address1`),
    ...(second === '' ? {} : { address2: second }),
    city: needed(a.city, 'the city', `${at}.city`),
    ...(line(a.provinceCode) === '' ? {} : { state: line(a.provinceCode) }),
    country: a.countryCode,
    postalCode: line(a.zipcode).toUpperCase(),
    ...(phone === '' ? {} : { phone }),
    ...(email === '' ? {} : { email }),
  };
}

const customsMessage = (customs: Customs): readonly Record<string, unknown>[] =>
  customs.items.map((item, index) => ({
    itemDescription: needed(
      item.description,
      'a description of the goods for customs',
      `customs.items.${index}.description`,
    ),
    countryOfOrigin: needed(
      item.originCountry,
      'the country the goods were made in',
      `customs.items.${index}.originCountry`,
    ),
    packagedQuantity: item.quantity,
    itemValue: Number(toDecimal(item.unitValue)),
    currency: item.unitValue.currency,
    ...(item.hsCode === undefined ? {} : { hsCode: item.hsCode }),
    ...(item.sku === undefined ? {} : { skuNumber: item.sku }),
  }));

/**
 * What a label and a product question have in common.
 * @param packageId ours, unique for ever: the label is found by it
 * @throws ConnectorError `invalid-input` naming our field
 */
export function parcelMessage(
  s: ShipmentRequest,
  packageId: string,
  env: Pick<CarrierEnv, 'credentials'>,
): Record<string, unknown> {
  const parcel = onlyParcel(NAME, s);
  if (s.return) throw invalidInput(`${NAME} is not asked for return labels here.`, 'return');
  const { customs } = s;
  const abroad = s.to.countryCode !== s.from.countryCode;
  if (abroad && !customs) throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (abroad && PHONE_REQUIRED.has(s.to.countryCode) && line(s.to.phone) === '')
    throw invalidInput(`${NAME} needs the receiver’s telephone number for this country.`, 'to.phone');
  const value = customs
    ? sum(
        customs.items.map((i) => times(i.unitValue, i.quantity)),
        customs.currency,
      )
    : (parcel.declaredValue ?? zero('USD'));
  const description = customs?.items.map((item) => line(item.description)).join(', ') ?? 'Merchandise';
  return {
    pickup: pickupOf(env),
    distributionCenter: (env.credentials['distributionCenter'] ?? '').trim().toUpperCase(),
    consigneeAddress: addressMessage(s.to, 'to'),
    returnAddress: addressMessage(s.returnTo ?? s.from, 'from'),
    packageDetail: {
      packageId,
      packageDescription: description.slice(0, 50),
      ...(s.references[0] === undefined ? {} : { billingReference1: line(s.references[0]).slice(0, 25) }),
      weight: { value: parcel.weightGrams, unitOfMeasure: 'G' },
      ...(parcel.dimensions
        ? {
            dimension: {
              length: fromMillimetres(parcel.dimensions.lengthMm, 'cm'),
              width: fromMillimetres(parcel.dimensions.widthMm, 'cm'),
              height: fromMillimetres(parcel.dimensions.heightMm, 'cm'),
              unitOfMeasure: 'CM',
            },
          }
        : {}),
      shippingCost: {
        currency: value.currency,
        declaredValue: Number(toDecimal(value)),
        dutiesPaid: abroad && (customs?.dutiesPaidBy === 'Shipper' || customs?.incoterm === 'DDP'),
      },
    },
    ...(abroad && customs ? { customsDetails: customsMessage(customs) } : {}),
  };
}
