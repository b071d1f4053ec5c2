/** Our shipment as an order or a return in DHL's words. Pure; what cannot be said there is refused before any call. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import { sortedSides } from '@scanship/domain/values/measure';
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { billingNumberOf, profileOf, ZONE } from './account.ts';
import { consigneeMessage, line, nameLines, postalCode, shipperMessage, streetAndHouse } from './address.ts';
import { customsMessage, paysDuties, valueOf } from './customs.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
type Message = Readonly<Record<string, unknown>>;
export interface OrderMessage {
  readonly profile: string;
  readonly shipments: readonly Message[];
}
type Env = Pick<CarrierEnv, 'credentials' | 'now'>;

export const RETURN_SERVICE = 'V07PAK';

/** Today by Germany's clock, YYYY-MM-DD. */
export const today = (env: Pick<CarrierEnv, 'now'>): string =>
  (localTimeIn(env.now(), ZONE) ?? env.now().toISOString()).slice(0, 10);

/** A day that is over counts as today: the label is made for the next hand-over there is. */
const shipDateOf = (s: ShipmentRequest, env: Env): string => {
  const first = today(env);
  return s.shipDate < first ? first : s.shipDate;
};

const nameOf = (service: string): string => manifest.services.find(({ code }) => code === service)?.name ?? service;

/** Services that suit a shipment by where it goes and what it weighs; nothing needs to be said about the others. */
export const suits = (s: ShipmentRequest, service: string): boolean => {
  const known = manifest.services.find(({ code }) => code === service);
  const inside = s.to.countryCode === 'DE';
  return (
    known !== undefined &&
    (service === RETURN_SERVICE) === (s.return !== undefined) &&
    (known.scope === 'domestic') === inside &&
    s.parcels.every(({ weightGrams }) => weightGrams <= (known.maxGrams ?? manifest.limits.maxGrams))
  );
};

/** A standard parcel; above it DHL Paket goes as bulky goods (Sperrgut). Millimetres. */
const STANDARD = [1200, 600, 600] as const;

const isBulky = ({ dimensions }: Parcel): boolean =>
  dimensions !== undefined && sortedSides(dimensions).some((side, index) => side > (STANDARD[index] ?? 0));

const INSURED = new Set(['V01PAK', 'V53WPAK', 'V54EPAK']);

/** Services beside the product. @throws ConnectorError for what this product does not have */
function servicesMessage(s: ShipmentRequest, service: string, parcel: Parcel): Message {
  const { signature, insuredValue } = s.options;
  const name = nameOf(service);
  const signed = signature === 'any' || signature === 'adult';
  if (signed && service !== 'V01PAK')
    throw invalidInput(`${NAME} takes no signature with ${name}; only DHL Paket has it.`, 'options.signature');
  const insured = insuredValue !== undefined && insuredValue.minor > 0 ? insuredValue : undefined;
  if (insured && !INSURED.has(service))
    throw invalidInput(`${NAME} insures no parcels sent as ${name}.`, 'options.insuredValue');
  if (insured && insured.currency !== 'EUR')
    throw invalidInput(`${NAME} insures in EUR, not in ${insured.currency}.`, 'options.insuredValue');
  if (insured && insured.minor > 10_000_000)
    throw invalidInput(`${NAME} insures up to 100,000 EUR.`, 'options.insuredValue');
  const bulky = isBulky(parcel);
  if (bulky && service !== 'V01PAK')
    throw invalidInput(`${NAME} takes parcels up to 120 x 60 x 60 cm as ${name}.`, 'parcels.0.dimensions');
  return {
    ...(signature === 'adult' ? { visualCheckOfAge: 'A18' } : {}),
    ...(signature === 'any' ? { signedForByRecipient: true } : {}),
    ...(insured ? { additionalInsurance: valueOf(insured) } : {}),
    ...(bulky ? { bulkyGoods: true } : {}),
    ...(service === 'V53WPAK' && paysDuties(s.customs) ? { postalDeliveryDutyPaid: true } : {}),
  };
}

/** The seller's order number and our reference, which is never cut: 8 to 35 characters, printed on the label. */
const refNoOf = (s: ShipmentRequest, reference: string): string =>
  `${line(s.references[0]).slice(0, 34 - reference.length)} ${reference}`.trim();

/**
 * One order.
 * @param reference our 16 characters
 * @throws ConnectorError `invalid-input` naming our field
 */
export function orderMessage(s: ShipmentRequest, service: string, reference: string, env: Env): OrderMessage {
  const parcel = onlyParcel(NAME, s);
  const services = servicesMessage(s, service, parcel);
  const customs = customsMessage(s, service === 'V54EPAK');
  const { dimensions } = parcel;
  return {
    profile: profileOf(env),
    shipments: [
      {
        product: service,
        billingNumber: billingNumberOf(env, service),
        refNo: refNoOf(s, reference),
        shipDate: shipDateOf(s, env),
        shipper: shipperMessage(s.returnTo ?? s.from),
        consignee: consigneeMessage(s.to),
        details: {
          ...(dimensions
            ? {
                dim: {
                  uom: 'mm',
                  height: dimensions.heightMm,
                  length: dimensions.lengthMm,
                  width: dimensions.widthMm,
                },
              }
            : {}),
          weight: { uom: 'g', value: parcel.weightGrams },
        },
        ...(Object.keys(services).length > 0 ? { services } : {}),
        ...(customs === undefined ? {} : { customs }),
      },
    ],
  };
}

/** A return inside Germany: DHL sends it to the place its receiver is registered with. */
export function returnMessage(s: ShipmentRequest, reference: string, receiverId: string): Message {
  const parcel = onlyParcel(NAME, s);
  const { signature, insuredValue } = s.options;
  if (s.to.countryCode !== 'DE') throw invalidInput(`${NAME} makes returns inside Germany only.`, 'to.countryCode');
  if (signature !== undefined && signature !== 'none')
    throw invalidInput(`${NAME} takes no signature with returns.`, 'options.signature');
  if (insuredValue !== undefined && insuredValue.minor > 0)
    throw invalidInput(`${NAME} insures no returns here.`, 'options.insuredValue');
  const { from } = s;
  const city = line(from.city);
  if (city === '' || city.length > 40) throw invalidInput(`${NAME} needs the city, up to 40 characters.`, 'from.city');
  const [email, phone] = [line(from.email), line(from.phone)];
  return {
    receiverId,
    customerReference: line(s.references[0]).slice(0, 50) || reference,
    shipmentReference: reference,
    shipper: {
      ...nameLines(from, 'from', line(from.address2)),
      ...streetAndHouse(from, 'from', 50),
      postalCode: postalCode(from, 'from'),
      city,
      ...(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email) && email.length <= 70 ? { email } : {}),
      ...(phone !== '' && phone.length <= 20 ? { phone } : {}),
    },
    itemWeight: { uom: 'g', value: parcel.weightGrams },
  };
}
