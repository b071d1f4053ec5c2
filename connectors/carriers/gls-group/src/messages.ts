/** Our shipment in ShipIT's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import { inUnionCustoms, inUnionVat } from '@scanship/domain/addresses/european-union';
import { fromGrams } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { addressMessage, plain, type Message } from './addresses.ts';
import { manifest } from './manifest.ts';
import { bookingOf, LIABILITY, LIMITED_QUANTITIES, RETURN, SHOP_RETURN } from './services.ts';

const NAME = manifest.name;
/** Mandatory: the software that speaks. */
const MIDDLEWARE = 'ScanShip';
const NOTE = 50;

/** Kilograms with two decimals; ShipIT refuses what is not above 0.10. */
export const weightOf = (grams: number): number => Math.max(0.11, fromGrams(grams, 'kg', 2));

/** A declaration that comes with a shipment inside the Union is not needed, and not sent. */
function checkPlaces(s: ShipmentRequest): void {
  for (const [place, field] of [
    [s.from, 'from.countryCode'],
    [s.to, 'to.countryCode'],
  ] as const)
    if (!inUnionCustoms(place) || !inUnionVat(place))
      throw invalidInput(
        `${NAME} is used inside the European Union only here, where no customs data are needed.`,
        field,
      );
}

function unitServices(s: ShipmentRequest, names: readonly string[]): Message {
  const { insuredValue } = s.options;
  const service: Message = {
    ...(names.includes(LIABILITY) && insuredValue
      ? {
          AddonLiability: {
            ServiceName: LIABILITY,
            Amount: Number(toDecimal(insuredValue)),
            Currency: insuredValue.currency,
          },
        }
      : {}),
    ...(names.includes(LIMITED_QUANTITIES) ? { LimitedQuantities: { ServiceName: LIMITED_QUANTITIES } } : {}),
  };
  return names.length === 0 ? {} : { Service: [service] };
}

const shipmentService = (name: string): Message =>
  name === SHOP_RETURN ? { ShopReturn: { ServiceName: name, NumberOfLabels: 1 } } : { Service: { ServiceName: name } };

/** @throws ConnectorError `invalid-input` naming our field */
export function shipmentMessage(s: ShipmentRequest, code: string, contactId: string, reference: string): Message {
  checkPlaces(s);
  const parcel = onlyParcel(NAME, s);
  const { product, services, unit } = bookingOf(code, s);
  // Of a return, the consignee is who hands the parcel in; the other address is where it goes.
  const [consignee, shipper, at] =
    code === RETURN ? ([s.from, s.to, ['from', 'to']] as const) : ([s.to, s.from, ['to', 'from']] as const);
  const address = addressMessage(consignee, at[0]);
  if (code === 'FLEX' && address.eMail === undefined)
    throw invalidInput('FlexDelivery writes to the receiver, so it needs an e-mail address.', 'to.email');
  const { residential } = consignee;
  const [note] = s.references;
  return {
    Shipment: {
      ShipmentReference: [reference],
      ShippingDate: s.shipDate,
      Middleware: MIDDLEWARE,
      Product: product,
      Consignee: {
        ...(residential === undefined ? {} : { Category: residential ? 'PRIVATE' : 'BUSINESS' }),
        Address: address,
      },
      // Who ships is the contact; this address only replaces the printed one.
      Shipper: { ContactID: contactId, AlternativeShipperAddress: addressMessage(shipper, at[1]) },
      ShipmentUnit: [
        {
          ShipmentUnitReference: [reference],
          Weight: weightOf(parcel.weightGrams),
          ...(note === undefined || plain(note) === '' ? {} : { Note1: plain(note).slice(0, NOTE) }),
          ...unitServices(s, unit),
        },
      ],
      ...(services.length === 0 ? {} : { Service: services.map(shipmentService) }),
      ...(s.returnTo ? { Return: { Address: addressMessage(s.returnTo, 'returnTo') } } : {}),
    },
  };
}

export const printing = (format: 'pdf' | 'zpl'): Message => ({
  PrintingOptions: {
    ReturnLabels:
      format === 'zpl' ? { TemplateSet: 'ZPL_200', LabelFormat: 'ZEBRA' } : { TemplateSet: 'NONE', LabelFormat: 'PDF' },
  },
});
