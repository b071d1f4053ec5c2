/**
 * The shipments of a check: what differs between connectors, from the owner's own ship-from address to public buildings, whose
 * addresses every carrier's address book knows. A kind that the connector declares it cannot do is told, not asked.
 */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { shipmentProblems } from '@scanship/connector-kit/carrier/limits';
import type { GoLiveShipmentKind } from '@scanship/contracts/carriers/go-live';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

/** Countries a check is sent from; others have no receiver here. */
export const SENDING_COUNTRIES: ReadonlySet<string> = new Set(['CA', 'US']);

const INSURED_MINOR = 15_000;
const GOODS_MINOR = 2_500;

const receiver = (address: Omit<Address, 'name' | 'phone'>, phone: string): Address => ({
  name: 'Test Receiver',
  ...address,
  phone,
});
// City halls. Toronto to Montreal is the lane that carriers of one region have too.
const TORONTO = receiver(
  { address1: '100 Queen St W', city: 'Toronto', provinceCode: 'ON', zipcode: 'M5H 2N2', countryCode: 'CA' },
  '416-555-0100',
);
const MONTREAL = receiver(
  { address1: '275 Rue Notre-Dame E', city: 'Montreal', provinceCode: 'QC', zipcode: 'H2Y 1C6', countryCode: 'CA' },
  '514-555-0100',
);
const DENVER = receiver(
  { address1: '1437 Bannock St', city: 'Denver', provinceCode: 'CO', zipcode: '80202', countryCode: 'US' },
  '303-555-0100',
);
const BUFFALO = receiver(
  { address1: '65 Niagara Square', city: 'Buffalo', provinceCode: 'NY', zipcode: '14202', countryCode: 'US' },
  '716-555-0100',
);

/** Who sends where the owner has no ship-from address of its own, as a franchise that lends its account. */
export const senderWithout = (manifest: Pick<CarrierManifest, 'originCountries'>): Address =>
  manifest.originCountries.includes('*') || manifest.originCountries.includes('CA')
    ? { ...TORONTO, name: 'Test Sender' }
    : { ...BUFFALO, name: 'Test Sender' };

const domesticTo = ({ countryCode, provinceCode }: Address): Address => {
  if (countryCode === 'US') return provinceCode === 'CO' ? BUFFALO : DENVER;
  return provinceCode === 'ON' ? MONTREAL : TORONTO;
};
const abroadTo = ({ countryCode }: Address): Address => (countryCode === 'US' ? TORONTO : BUFFALO);

const parcel = (number: number) =>
  ({ number, weightGrams: 1_200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }) as const;

export interface TestShipment {
  readonly kind: GoLiveShipmentKind;
  readonly request: ShipmentRequest;
  /** Why it is not asked for; undefined when it is. */
  readonly why: string | undefined;
}

export interface Sending {
  readonly from: Address;
  /** YYYY-MM-DD. */
  readonly shipDate: string;
  /** On the label, so that whoever finds it knows what it is. */
  readonly reference: string;
}

export function testShipments(manifest: CarrierManifest, sending: Sending): readonly TestShipment[] {
  const { from } = sending;
  const base = { shipDate: sending.shipDate, references: [sending.reference], language: 'en' } as const;
  const home: ShipmentRequest = { ...base, from, to: domesticTo(from), parcels: [parcel(1)], options: {} };
  const abroad: ShipmentRequest = { ...home, to: abroadTo(from), customs: customsOf(from) };
  const sells = (scope: 'domestic' | 'international') =>
    manifest.services.length === 0 ||
    manifest.services.some((service) => service.scope === 'both' || service.scope === scope);
  // What is not about the border goes where the carrier goes.
  const usual = sells('domestic') ? home : abroad;
  const { insurance, returns, parcelsPerCall } = manifest.capabilities;
  const { name, notOffered = {} } = manifest;
  const of = (kind: GoLiveShipmentKind, request: ShipmentRequest, why: string | undefined): TestShipment => ({
    kind,
    request,
    why: why ?? shipmentProblems(manifest, request)[0]?.message,
  });
  return [
    of('domestic', home, sells('domestic') ? undefined : `${name} sells nothing inside one country.`),
    of('cross-border', abroad, sells('international') ? undefined : `${name} sells nothing across the border.`),
    of(
      'several-packages',
      { ...usual, parcels: [parcel(1), parcel(2)] },
      parcelsPerCall > 1 ? undefined : `${name} sells every package by itself.`,
    ),
    of(
      'return',
      { ...usual, from: usual.to, to: from, return: {} },
      returns === true ? undefined : (notOffered.returns ?? `${name} makes no return labels here.`),
    ),
    of(
      'insured',
      { ...usual, options: { insuredValue: money(INSURED_MINOR, currencyOf(from)) } },
      insurance ? undefined : (notOffered.insurance ?? `${name} insures nothing here.`),
    ),
  ];
}

const currencyOf = ({ countryCode }: Address): string => (countryCode === 'US' ? 'USD' : 'CAD');

const customsOf = (from: Address): ShipmentRequest['customs'] => ({
  purpose: 'Sale',
  incoterm: 'DAP',
  dutiesPaidBy: 'Receiver',
  currency: currencyOf(from),
  items: [
    {
      description: 'Cotton T-shirt',
      quantity: 2,
      unitValue: money(GOODS_MINOR, currencyOf(from)),
      unitGrams: 300,
      hsCode: '610910',
      originCountry: from.countryCode,
    },
  ],
  signer: from.name,
});
