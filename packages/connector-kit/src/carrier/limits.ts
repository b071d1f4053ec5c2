/** What a carrier's manifest already rules out, said in plain words before the carrier is asked. */
import { lengthPlusGirth, sortedSides } from '@scanship/domain/values/measure';
import type { DangerousGoodsKind, DutiesAccountHolder, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import type { CarrierManifest } from './carrier.ts';
import type { ConnectorProblem } from '../errors.ts';

const DANGEROUS_GOODS_WORDS: Readonly<Record<DangerousGoodsKind, string>> = {
  'lithium-ion-in-equipment': 'lithium-ion batteries in equipment',
  'lithium-ion-with-equipment': 'lithium-ion batteries packed with equipment',
  'lithium-metal-in-equipment': 'lithium-metal batteries in equipment',
  'lithium-metal-with-equipment': 'lithium-metal batteries packed with equipment',
  'limited-quantity': 'dangerous goods in limited quantity',
  'dry-ice': 'dry ice',
};

const notBilled = (name: string, holder: DutiesAccountHolder): string =>
  holder === 'receiver'
    ? `${name} cannot bill duties to the receiver’s account here.`
    : `${name} cannot bill duties to a third party’s account here.`;

const kilograms = (grams: number): string => `${Number((grams / 1000).toFixed(3))} kg`;
const centimetres = (mm: number): string => `${Number((mm / 10).toFixed(1))} cm`;

/** Problems of kind `refused` (not from here, not abroad) and `invalid-input` (a parcel too large); empty when it may be asked. */
export function shipmentProblems(manifest: CarrierManifest, shipment: ShipmentRequest): ConnectorProblem[] {
  const problems: ConnectorProblem[] = [];
  const from = shipment.from.countryCode;
  const to = shipment.to.countryCode;
  if (!manifest.originCountries.includes('*') && !manifest.originCountries.includes(from))
    problems.push({
      kind: 'refused',
      message: `${manifest.name} does not ship from ${from}.`,
      field: 'from.countryCode',
    });
  if (from !== to && !manifest.capabilities.international)
    problems.push({ kind: 'refused', message: `${manifest.name} ships only inside ${from}.`, field: 'to.countryCode' });
  const { ordersOf } = manifest;
  if (ordersOf && !ordersOf.includes(shipment.storeOrder?.platform ?? ''))
    problems.push({
      kind: 'refused',
      message: `${manifest.name} ships only orders that were placed at ${ordersOf.map((code) => platformOfCode(code)?.name ?? code).join(' or ')}, each by itself.`,
      field: 'storeOrder',
    });
  if (shipment.return && manifest.capabilities.returns !== true)
    problems.push({ kind: 'refused', message: `${manifest.name} makes no return labels here.`, field: 'return' });
  if (shipment.options.saturdayDelivery === true && manifest.capabilities.saturdayDelivery !== true)
    problems.push({
      kind: 'refused',
      message: manifest.notOffered?.saturdayDelivery ?? `${manifest.name} has no Saturday delivery to choose.`,
      field: 'options.saturdayDelivery',
    });
  const holder = shipment.customs?.dutiesAccount?.holder;
  if (holder && manifest.dutiesAccounts?.includes(holder) !== true)
    problems.push({
      kind: 'refused',
      message: notBilled(manifest.name, holder),
      field: 'customs.dutiesAccount',
    });
  const goods = shipment.options.dangerousGoods;
  if (goods && manifest.dangerousGoods?.includes(goods.kind) !== true)
    problems.push({
      kind: 'refused',
      message: `${manifest.name} does not take ${DANGEROUS_GOODS_WORDS[goods.kind]} here.`,
      field: 'options.dangerousGoods',
    });
  if (shipment.parcels.length === 0)
    problems.push({ kind: 'invalid-input', message: 'There is no parcel to ship.', field: 'parcels' });
  shipment.parcels.forEach((parcel, index) => {
    const add = (message: string, field: string): void => {
      problems.push({ kind: 'invalid-input', message, field: `parcels.${index}.${field}` });
    };
    const name = `Parcel ${parcel.number}`;
    const { limits } = manifest;
    if (parcel.weightGrams <= 0) add(`${name} has no weight.`, 'weightGrams');
    if (parcel.weightGrams > limits.maxGrams)
      add(
        `${name} weighs ${kilograms(parcel.weightGrams)}; ${manifest.name} takes up to ${kilograms(limits.maxGrams)}.`,
        'weightGrams',
      );
    const packaging = manifest.packagings?.find(({ code }) => code === parcel.packaging);
    if (parcel.packaging !== undefined && (!packaging || packaging.originCountries?.includes(from) === false))
      add(`${manifest.name} does not take ${name.toLowerCase()} in this packaging.`, 'packaging');
    if (packaging?.maxGrams !== undefined && parcel.weightGrams > packaging.maxGrams)
      add(
        `${name} weighs ${kilograms(parcel.weightGrams)}; ${packaging.name} takes up to ${kilograms(packaging.maxGrams)}.`,
        'weightGrams',
      );
    if (!parcel.dimensions) {
      if (limits.dimensionsRequired) add(`${manifest.name} needs the size of ${name.toLowerCase()}.`, 'dimensions');
      return;
    }
    const [longest] = sortedSides(parcel.dimensions);
    if (limits.maxLengthMm !== undefined && longest > limits.maxLengthMm)
      add(
        `${name} is ${centimetres(longest)} long; ${manifest.name} takes up to ${centimetres(limits.maxLengthMm)}.`,
        'dimensions',
      );
    const girth = lengthPlusGirth(parcel.dimensions);
    if (limits.maxLengthPlusGirthMm !== undefined && girth > limits.maxLengthPlusGirthMm)
      add(
        `${name} measures ${centimetres(girth)} in length plus girth; ${manifest.name} takes up to ${centimetres(limits.maxLengthPlusGirthMm)}.`,
        'dimensions',
      );
  });
  return problems;
}
