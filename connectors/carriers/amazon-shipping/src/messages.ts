/** Our shipment in Amazon's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { LITHIUM_SECTION_II } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal, zero, type Money } from '@scanship/domain/money/money';
import type { DangerousGoodsKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { addressMessage } from './address.ts';
import { manifest } from './manifest.ts';
import type { ShippingPlace } from './places.ts';

const NAME = manifest.name;
const amount = (value: Money): Record<string, unknown> => ({ value: Number(toDecimal(value)), unit: value.currency });

function hazmat(kind: DangerousGoodsKind | undefined): Record<string, unknown> {
  if (kind === undefined) return {};
  if (kind === 'limited-quantity' || kind === 'dry-ice')
    throw invalidInput(`${NAME} takes no dangerous goods of this kind.`, 'options.dangerousGoods');
  const [un, instruction] = LITHIUM_SECTION_II[kind];
  return {
    isHazmat: true,
    dangerousGoodsDetails: {
      unitedNationsRegulatoryId: un,
      transportationRegulatoryClass: '9',
      packingInstruction: instruction,
    },
  };
}

/** @throws ConnectorError `invalid-input` for another currency than the country's */
function inCurrency(value: Money | undefined, place: ShippingPlace, field: string): Money {
  if (value === undefined) return zero(place.currency);
  if (value.currency !== place.currency)
    throw invalidInput(`${NAME} takes values in ${place.currency} here, not in ${value.currency}.`, field);
  return value;
}

/**
 * A price question; a purchase names one of the rates it answers.
 * @param place of the account @param reference ours, for a purchase; printed nowhere, found in documents
 * @throws ConnectorError `invalid-input` naming our field
 */
export function ratesMessage(
  s: ShipmentRequest,
  place: ShippingPlace & { readonly country: string },
  reference: string,
): Record<string, unknown> {
  const parcel = onlySizedParcel(NAME, s);
  if (s.from.countryCode !== place.country)
    throw invalidInput(`This ${NAME} account sends from ${place.country} only.`, 'from.countryCode');
  if (s.to.countryCode !== place.country)
    throw invalidInput(
      `${NAME} does not cross borders: this account delivers inside ${place.country}.`,
      'to.countryCode',
    );
  const insured = inCurrency(s.options.insuredValue, place, 'options.insuredValue');
  const value = inCurrency(parcel.declaredValue ?? s.options.insuredValue, place, 'parcels.0.declaredValue');
  const danger = hazmat(s.options.dangerousGoods?.kind);
  const weight = { unit: 'GRAM', value: parcel.weightGrams };
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  const gst = s.from.taxIds?.find(({ kind }) => kind === 'GST')?.number;
  return {
    shipFrom: addressMessage(s.from, 'from'),
    shipTo: addressMessage(s.to, 'to'),
    ...(s.returnTo ? { returnTo: addressMessage(s.returnTo, 'returnTo') } : {}),
    // Noon in Greenwich is the same calendar day in every country of the list.
    shipDate: `${s.shipDate}T12:00:00Z`,
    shipmentType: s.return ? 'RETURNS' : 'FORWARD',
    channelDetails: { channelType: 'EXTERNAL' },
    ...(gst === undefined || place.country !== 'IN'
      ? {}
      : { taxDetails: [{ taxType: 'GST', taxRegistrationNumber: gst }] }),
    packages: [
      {
        packageClientReferenceId: reference,
        dimensions: {
          length: fromMillimetres(lengthMm, 'cm'),
          width: fromMillimetres(widthMm, 'cm'),
          height: fromMillimetres(heightMm, 'cm'),
          unit: 'CENTIMETER',
        },
        weight,
        insuredValue: amount(insured),
        ...(danger['isHazmat'] === true ? { isHazmat: true } : {}),
        // Items may not weigh more than their parcel, so that the whole content is one item as heavy as the parcel.
        items: [{ quantity: 1, description: 'Merchandise', weight, itemValue: amount(value), ...danger }],
      },
    ],
  };
}
