/** Parcels in FedEx's units (one system a shipment): pounds and inches from the United States, else metric. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import { fromGrams, fromMillimetres, sortedSides } from '@scanship/domain/values/measure';
import { allocate, toDecimal, type Money } from '@scanship/domain/money/money';
import type { DangerousGoodsKind, Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { fedexCurrency } from './currencies.ts';
import { OWN_BOX, packagingCode } from './packagings.ts';

interface Units {
  readonly weight: 'LB' | 'KG';
  readonly length: 'IN' | 'CM';
  readonly ofGrams: (grams: number) => number;
  readonly ofMm: (mm: number) => number;
  readonly maxWeight: number;
}

const IMPERIAL: Units = {
  weight: 'LB',
  length: 'IN',
  // Two decimals first: 50 lb is stored as 22,680 g, a hair more than 50 lb, and must not be billed as 50.1.
  ofGrams: (grams) => fromGrams(grams, 'lb', 2),
  ofMm: (mm) => fromMillimetres(mm, 'in', 1),
  maxWeight: 150,
};
const METRIC: Units = {
  weight: 'KG',
  length: 'CM',
  ofGrams: (grams) => fromGrams(grams, 'kg', 3),
  ofMm: (mm) => fromMillimetres(mm, 'cm', 1),
  maxWeight: 68,
};

export const unitsFrom = (country: string): Units => (country === 'US' || country === 'PR' ? IMPERIAL : METRIC);

/** Up to the next tenth, since a scale never reads in the shipper's favour. */
const tenths = (value: number): number => Math.max(1, Math.ceil(value * 10 - 1e-6)) / 10;
const whole = (value: number): number => Math.max(1, Math.ceil(value - 1e-6));

export interface VendorWeight {
  readonly units: 'LB' | 'KG';
  readonly value: number;
}
export const weightMessage = (grams: number, units: Units): VendorWeight => ({
  units: units.weight,
  value: tenths(units.ofGrams(grams)),
});

/** Ship and Rate API, totalWeight: "the shipment total weight in pounds", one decimal, whatever the parcels' units are. */
export const totalPounds = (s: ShipmentRequest): number =>
  tenths(IMPERIAL.ofGrams(s.parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0)));

export interface VendorAmount {
  readonly amount: number;
  readonly currency: string;
}
export const amountMessage = (value: Money): VendorAmount => ({
  amount: Number(toDecimal(value)),
  currency: fedexCurrency(value.currency),
});

/** The United States and Puerto Rico count as one country here; Canada and any other are abroad. */
export const isAbroad = (s: Pick<ShipmentRequest, 'from' | 'to'>): boolean => {
  const area = (country: string): string => (country === 'PR' ? 'US' : country);
  return area(s.from.countryCode) !== area(s.to.countryCode);
};

/** FedEx takes one packaging for a whole shipment. @throws ConnectorError `invalid-input` where parcels differ */
export function shipmentPackaging(s: ShipmentRequest): string {
  const [first = OWN_BOX, ...others] = s.parcels.map((parcel) => packagingCode(parcel.packaging));
  const other = others.findIndex((code) => code !== first);
  if (other >= 0)
    throw fail('invalid-input', 'FedEx takes one kind of packaging for all parcels of a shipment.', {
      field: `parcels.${other + 1}.packaging`,
    });
  return first;
}

function dimensions(parcel: Parcel, index: number, units: Units) {
  // FedEx knows the size of its own packagings.
  if (packagingCode(parcel.packaging) !== OWN_BOX) return undefined;
  if (!parcel.dimensions)
    throw fail('invalid-input', `FedEx needs the size of parcel ${parcel.number}.`, {
      field: `parcels.${index}.dimensions`,
    });
  const [length, width, height] = sortedSides(parcel.dimensions);
  return {
    length: whole(units.ofMm(length)),
    width: whole(units.ofMm(width)),
    height: whole(units.ofMm(height)),
    units: units.length,
  };
}

const CURRENCIES: Readonly<Record<string, string>> = { CA: 'CAD', US: 'USD', PR: 'USD' };

/** Declared values, one per parcel: the parcel's own, else its share by weight of what the shipment is insured for. */
export function declaredValues(s: ShipmentRequest): readonly (Money | undefined)[] {
  const { insuredValue } = s.options;
  const shares = insuredValue
    ? allocate(
        insuredValue,
        s.parcels.map((p) => p.weightGrams),
      )
    : [];
  return s.parcels.map((parcel, index) => {
    const value = parcel.declaredValue ?? shares[index];
    if (!value || value.minor <= 0) return undefined;
    const wanted = CURRENCIES[s.from.countryCode] ?? firstCurrency(s);
    if (wanted !== undefined && value.currency !== wanted)
      throw fail('invalid-input', `FedEx takes declared values in ${wanted} here.`, {
        field: parcel.declaredValue ? `parcels.${index}.declaredValue` : 'options.insuredValue',
      });
    return value;
  });
}

/** Elsewhere all values of a shipment are in one currency, whichever it is. */
const firstCurrency = (s: ShipmentRequest): string | undefined =>
  s.parcels.find((p) => p.declaredValue)?.declaredValue?.currency ?? s.options.insuredValue?.currency;

const SIGNATURES = { none: undefined, any: 'DIRECT', adult: 'ADULT' } as const;

const BATTERIES: Readonly<
  Partial<Record<DangerousGoodsKind, { readonly material: string; readonly packing: string }>>
> = {
  'lithium-ion-in-equipment': { material: 'LITHIUM_ION', packing: 'CONTAINED_IN_EQUIPMENT' },
  'lithium-ion-with-equipment': { material: 'LITHIUM_ION', packing: 'PACKED_WITH_EQUIPMENT' },
  'lithium-metal-in-equipment': { material: 'LITHIUM_METAL', packing: 'CONTAINED_IN_EQUIPMENT' },
  'lithium-metal-with-equipment': { material: 'LITHIUM_METAL', packing: 'PACKED_WITH_EQUIPMENT' },
};

/** Small batteries go under IATA section II; the Rate and Ship APIs name the same fields differently. */
function batteryMessage(kind: DangerousGoodsKind, api: 'rate' | 'ship') {
  const battery = BATTERIES[kind];
  if (!battery) return undefined;
  return api === 'rate'
    ? { material: battery.material, packing: battery.packing, regulatorySubType: 'IATA_SECTION_II' }
    : {
        batteryMaterialType: battery.material,
        batteryPackingType: battery.packing,
        batteryRegulatoryType: 'IATA_SECTION_II',
      };
}

/** Options of each parcel; undefined where there are none. @throws ConnectorError `invalid-input` */
function specialServices(s: ShipmentRequest, api: 'rate' | 'ship') {
  const signature = SIGNATURES[s.options.signature ?? 'none'];
  const goods = s.options.dangerousGoods;
  const battery = goods && batteryMessage(goods.kind, api);
  const dryIce = goods?.kind === 'dry-ice';
  if (goods && !battery && !dryIce)
    throw fail('invalid-input', 'FedEx takes dry ice and small lithium batteries here, no other dangerous goods.', {
      field: 'options.dangerousGoods',
    });
  if (dryIce && !(goods.dryIceGrams !== undefined && goods.dryIceGrams > 0))
    throw fail('invalid-input', 'FedEx needs the weight of the dry ice in each parcel.', {
      field: 'options.dangerousGoods.dryIceGrams',
    });
  const types = [
    ...(signature ? ['SIGNATURE_OPTION'] : []),
    ...(battery ? ['BATTERY'] : []),
    ...(dryIce ? ['DRY_ICE'] : []),
  ];
  if (types.length === 0) return undefined;
  return {
    specialServiceTypes: types,
    signatureOptionType: signature,
    batteryDetails: battery ? [battery] : undefined,
    // Dry ice is declared in kilograms everywhere (IATA 954).
    dryIceWeight: dryIce ? weightMessage(goods.dryIceGrams ?? 0, METRIC) : undefined,
  };
}

/** @throws ConnectorError `invalid-input` naming our field */
export function packageMessages(s: ShipmentRequest, api: 'rate' | 'ship') {
  const units = unitsFrom(s.from.countryCode);
  const values = declaredValues(s);
  const packageSpecialServices = specialServices(s, api);
  return s.parcels.map((parcel, index) => {
    if (units.ofGrams(parcel.weightGrams) > units.maxWeight)
      throw fail('invalid-input', `FedEx takes parcels of up to ${units.maxWeight} ${units.weight.toLowerCase()}.`, {
        field: `parcels.${index}.weightGrams`,
      });
    const declared = values[index];
    return {
      groupPackageCount: 1,
      weight: weightMessage(parcel.weightGrams, units),
      dimensions: dimensions(parcel, index, units),
      declaredValue: declared && amountMessage(declared),
      packageSpecialServices,
    };
  });
}
