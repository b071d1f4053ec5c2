/** The routing of an order as it goes back with a change: PUT replaces it as a whole. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Json, JsonObject } from '@scanship/domain/values/json';

/** Members of the documented model. */
const MEMBERS = [
  'isCod',
  'isInsurance',
  'requiresDeliveryConf',
  'requiresReturnReceipt',
  'scacCode',
  'carrier',
  'mode',
  'account',
  'shipPointZip',
  'loadNumber',
  'billOfLading',
  'trackingNumber',
  'trailerNumber',
  'sealNumber',
  'doorNumber',
  'pickupDate',
] as const;

const isPlain = (value: unknown): value is Json =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** As they came, without links. */
export function jsonOf(routing: ObjectReader): JsonObject {
  const plain = MEMBERS.flatMap((name): [string, Json][] => {
    const value = routing.raw(name);
    return isPlain(value) ? [[name, value]] : [];
  });
  const capacity = routing.maybe('capacityTypeIdentifier', (n) => routing.object(n));
  // One of the alternates identifies; the id wins.
  const id = capacity?.maybe('id', (n) => capacity.integer(n));
  return { ...Object.fromEntries(plain), ...(id !== undefined && { capacityTypeIdentifier: { id } }) };
}
