/**
 * Extra services: signature, insurance and declared hazardous materials as USPS's codes (Labels API, ExtraService). Which code
 * stands for a wish depends on the mail class. Pure.
 */
import { fail } from '@scanship/connector-kit/errors';
import { toDecimal, type Money } from '@scanship/domain/money/money';
import type { DangerousGoodsKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { isAbroad, mailClassOf, servicesOfWay } from './services.ts';

const isExpress = (mailClass: string): boolean => /^PRIORITY_MAIL_EXPRESS(_RETURN_SERVICE)?$/.test(mailClass);

/** What the parcel is insured for: the wish of the shipment, else the value declared for the parcel. */
export function insuredValue(s: ShipmentRequest): Money | undefined {
  const value = s.options.insuredValue ?? s.parcels[0]?.declaredValue;
  if (!value || value.minor <= 0) return undefined;
  if (value.currency !== 'USD')
    throw fail('invalid-input', 'USPS insures in US dollars.', {
      field: s.options.insuredValue ? 'options.insuredValue' : 'parcels.0.declaredValue',
    });
  return value;
}

/** The value as USPS takes it: a number of dollars. */
export const dollars = (value: Money): number => Number(toDecimal(value));

const FIVE_HUNDRED = 50_000;

/**
 * Publication 52: 820 for batteries installed in the equipment they run, in the small number that goes without a mark; 818 for
 * batteries packed beside it under the lithium mark; 831 for limited quantities, by ground only; 819 for dry ice.
 */
const HAZMAT: Readonly<Record<DangerousGoodsKind, number>> = {
  'lithium-ion-in-equipment': 820,
  'lithium-metal-in-equipment': 820,
  'lithium-ion-with-equipment': 818,
  'lithium-metal-with-equipment': 818,
  'limited-quantity': 831,
  'dry-ice': 819,
};

const GROUND: ReadonlySet<string> = new Set(['USPS_GROUND_ADVANTAGE', 'USPS_GROUND_ADVANTAGE_RETURN_SERVICE']);

/** The code of what the parcel declares; undefined without dangerous goods. */
export function hazmatCode(s: ShipmentRequest): number | undefined {
  const goods = s.options.dangerousGoods;
  if (!goods) return undefined;
  const code = HAZMAT[goods.kind];
  if (isAbroad(s) && code !== 820)
    throw fail('invalid-input', 'Abroad, USPS takes lithium batteries only when they are inside the equipment.', {
      field: 'options.dangerousGoods',
    });
  return code;
}

/** Whether the mail class carries what the parcel declares. */
export const carriesGoods = (s: ShipmentRequest, mailClass: string): boolean =>
  s.options.dangerousGoods?.kind !== 'limited-quantity' || GROUND.has(mailClass);

/** Codes a label of this mail class needs. @throws ConnectorError `invalid-input` naming our field */
export function extraServices(s: ShipmentRequest, mailClass: string): number[] {
  const signature = s.options.signature ?? 'none';
  const value = insuredValue(s);
  const hazmat = hazmatCode(s);
  if (isAbroad(s) && signature !== 'none')
    throw fail('invalid-input', 'USPS offers no signature option abroad.', { field: 'options.signature' });
  const codes: number[] = [];
  if (signature === 'adult') codes.push(922);
  if (signature === 'any') codes.push(isExpress(mailClass) ? 981 : 921);
  if (value) codes.push(isExpress(mailClass) ? 925 : value.minor > FIVE_HUNDRED ? 931 : 930);
  if (hazmat !== undefined) codes.push(hazmat);
  return codes;
}

/** Codes to ask prices of: those of every mail class of the way, or of the one asked for. */
export function askedServices(s: ShipmentRequest, only: string | undefined): number[] {
  const classes = only === undefined ? [...servicesOfWay(s).keys()] : [mailClassOf(only, s) ?? only];
  return [...new Set(classes.flatMap((mailClass) => extraServices(s, mailClass)))].toSorted((a, b) => a - b);
}
