/** A pickup in Sendcloud's words. Pure. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { Address } from '@scanship/domain/addresses/address';
import { readTime } from '@scanship/domain/calendar/local-time';
import { manifest } from './manifest.ts';
import { addressMessage } from './messages.ts';

const NAME = manifest.name;
/**
 * Carriers whose pickups want no more than time, place, number and weight, and what each demands of the address. Others want
 * facts that are not known here: the size class of each parcel (Correos), the part of the building (FedEx), numbers of the
 * account (DHL Parcel UK), parcels by country and service (UPS).
 */
const CARRIERS: Readonly<Record<string, 'phone' | 'nothing'>> = {
  // Italian carriers demand the province; it is sent of every Italian address.
  brt: 'nothing',
  gls_it: 'nothing',
  poste_it_delivery: 'nothing',
  correos_express: 'phone',
  dhl: 'nothing',
  dhl_de: 'nothing',
  dhl_express: 'phone',
  dhl_parcel_iberia: 'nothing',
  dpd: 'nothing',
  dpd_at: 'nothing',
  hermes_de: 'nothing',
};

/** Sendcloud's code of the one carrier the parcels go by: "dhl_express" of "dhl_express:worldwide/incoterm=dap". */
export function carrierOf({ load }: PickupWish): string {
  const codes = [...new Set(load.services.map((service) => service.split(':')[0] ?? service))];
  const [code, ...others] = codes;
  if (code === undefined || others.length > 0)
    throw invalidInput(
      `${NAME} books a pickup with one carrier, and these parcels go by ${codes.length === 0 ? 'none' : codes.join(' and ')}.`,
      'load.services',
    );
  if (CARRIERS[code] === undefined)
    throw invalidInput(
      `${NAME} books no pickup with ${code} from here; book it in ${NAME}’s own screens or with the carrier.`,
      'load.services',
    );
  return code;
}

/** Places whose clock is not their capital's, by the beginning of the postal code: the Canary Islands, the Azores. */
const ISLANDS: Readonly<Record<string, { readonly code: RegExp; readonly zone: string }>> = {
  ES: { code: /^(35|38)/, zone: 'Atlantic/Canary' },
  PT: { code: /^9[5-9]/, zone: 'Atlantic/Azores' },
};
/** Countries of pickups, by the vendor's document. */
const ZONES: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IT: 'Europe/Rome',
  NL: 'Europe/Amsterdam',
  PT: 'Europe/Lisbon',
};

function zoneOf({ countryCode, zipcode }: Address): string {
  const island = ISLANDS[countryCode];
  const zone = island?.code.test(zipcode.trim()) === true ? island.zone : ZONES[countryCode];
  if (zone === undefined)
    throw invalidInput(`${NAME} books pickups in ${Object.keys(ZONES).join(', ')} only.`, 'address.countryCode');
  return zone;
}

/** The document asks for instants; its examples write them in UTC. */
function instantOf(wish: PickupWish, time: string, field: string): string {
  const read = readTime({ occurredAt: `${wish.date}T${time}`, zone: zoneOf(wish.address) });
  if (!read) throw invalidInput('This is not a time of day.', field);
  return read.instant.toISOString().replace('.000Z', 'Z');
}

/** Without blanks and dashes; where the carrier demands it, with the country's number. */
function phoneOf({ phone }: Address, demanded: boolean): string | undefined {
  const number = (phone ?? '').replace(/[^\d+]/g, '');
  if (demanded && !/^\+\d{7,15}$/.test(number))
    throw invalidInput(
      'This carrier needs a telephone number with the number of its country (+31401234567).',
      'address.phone',
    );
  return number || undefined;
}

export function pickupMessage(wish: PickupWish, more: { readonly reference: string; readonly contract?: number }) {
  const carrier = carrierOf(wish);
  const notes = [placeWords(wish.place), wish.instructions?.trim()].filter((part) => part !== undefined && part !== '');
  const { parcels, totalGrams } = wish.load;
  if (parcels < 1 || totalGrams < 1)
    throw invalidInput(`${NAME} needs the number of parcels and their weight for a pickup.`, 'load.parcels');
  return {
    carrier_code: carrier,
    contract_id: more.contract,
    reference: more.reference,
    special_instructions: notes.length > 0 ? notes.join('. ') : undefined,
    address: {
      ...addressMessage(wish.address, 'address'),
      phone_number: phoneOf(wish.address, CARRIERS[carrier] === 'phone'),
    },
    time_slots: [
      {
        start_at: instantOf(wish, wish.readyTime, 'readyTime'),
        end_at: instantOf(wish, wish.closeTime, 'closeTime'),
      },
    ],
    items: [
      {
        quantity: parcels,
        container_type: 'parcel',
        total_weight: { value: String(totalGrams), unit: 'g' },
      },
    ],
  };
}
