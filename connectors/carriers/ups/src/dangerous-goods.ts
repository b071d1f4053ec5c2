/** Small dangerous goods as UPS takes them without a contract of their own: dry ice, and lithium batteries in or with equipment. Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { DangerousGoodsKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { isAbroad, tenths, unitsFrom } from './units.ts';
import type { VendorHazMat, VendorPackage } from './vendor.ts';

/** Parcels UPS carries by road; everything else flies. */
const GROUND: ReadonlySet<string> = new Set(['03', '11']);

type Regulated = Pick<NonNullable<VendorPackage['PackageServiceOptions']>, 'DryIce' | 'HazMat' | 'PackageIdentifier'>;

const isAmerican = (s: ShipmentRequest): boolean => ['US', 'PR'].includes(s.from.countryCode);
const byRoad = (service: string | undefined): boolean => service !== undefined && GROUND.has(service);

/** The rules of the US Department of Transportation inside the United States and by road to Canada. */
const isCfr = (s: ShipmentRequest, service: string | undefined): boolean =>
  isAmerican(s) && (!isAbroad(s) || (s.to.countryCode === 'CA' && byRoad(service)));

/** UN number and proper shipping name (IATA Dangerous Goods Regulations, packing instructions 966, 967, 969 and 970, section II). */
const BATTERIES: Readonly<Partial<Record<DangerousGoodsKind, readonly [string, string]>>> = {
  'lithium-ion-in-equipment': ['UN3481', 'Lithium ion batteries contained in equipment'],
  'lithium-ion-with-equipment': ['UN3481', 'Lithium ion batteries packed with equipment'],
  'lithium-metal-in-equipment': ['UN3091', 'Lithium metal batteries contained in equipment'],
  'lithium-metal-with-equipment': ['UN3091', 'Lithium metal batteries packed with equipment'],
};

/**
 * Options of each parcel; undefined where nothing dangerous is in it.
 * @param service undefined for a price of all services: the rules of the air, but for the US
 * @throws ConnectorError `invalid-input` or `refused` naming our field
 */
export function regulatedGoods(s: ShipmentRequest, service: string | undefined): Regulated | undefined {
  const { dangerousGoods } = s.options;
  if (!dangerousGoods) return undefined;
  if (dangerousGoods.kind === 'dry-ice') return dryIce(s, service, dangerousGoods.dryIceGrams ?? 0);
  const battery = BATTERIES[dangerousGoods.kind];
  if (!battery)
    throw fail('refused', 'UPS wants UN number, class and quantity of such goods, which are not asked for here.', {
      field: 'options.dangerousGoods',
    });
  return batteries(s, service, battery);
}

/** Lightly regulated (LR) is what wants number and name alone. The Rating API writes modes as numbers and wraps the record. */
function batteries(
  s: ShipmentRequest,
  service: string | undefined,
  [IDNumber, name]: readonly [string, string],
): Regulated {
  const road = byRoad(service);
  const record = (mode: VendorHazMat['TransportationMode']): VendorHazMat => ({
    ChemicalRecordIdentifier: '1',
    IDNumber,
    ProperShippingName: name,
    RegulationSet: isCfr(s, service) ? 'CFR' : road && s.from.countryCode === 'CA' ? 'TDG' : 'IATA',
    TransportationMode: mode,
    CommodityRegulatedLevelCode: 'LR',
  });
  return service === undefined
    ? { HazMat: { PackageIdentifier: '1', HazMatChemicalRecord: [record('03')] } }
    : { HazMat: [record(road ? 'Ground' : 'PAX')], PackageIdentifier: '1' };
}

/** Dry ice (Shipping API, DryIce). */
function dryIce(s: ShipmentRequest, service: string | undefined, grams: number): Regulated {
  const wrong = (message: string) => fail('invalid-input', message, { field: 'options.dangerousGoods.dryIceGrams' });
  if (grams <= 0) throw wrong('How much dry ice is in each parcel?');
  if (s.parcels.some((parcel) => grams > parcel.weightGrams))
    throw wrong('There cannot be more dry ice in a parcel than it weighs.');
  const american = isAmerican(s);
  if (byRoad(service) && !american)
    throw fail(
      'refused',
      'UPS takes declared dry ice from Canada by its air services only; choose an express service.',
      { field: 'options.dangerousGoods' },
    );
  return {
    DryIce: {
      RegulationSet: isCfr(s, service) ? 'CFR' : 'IATA',
      DryIceWeight: {
        UnitOfMeasurement: american ? { Code: '01', Description: 'Pounds' } : { Code: '00', Description: 'Kilograms' },
        Weight: tenths(unitsFrom(s.from.countryCode).ofGrams(grams)),
      },
    },
  };
}
