/**
 * What is reported stands at Zoho as a package with a shipment. Both carry a number that is made from our reference and the tracking
 * number, so that a report is found again however it was cut off.
 */
import { createHash } from 'node:crypto';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { FulfilInput } from '@scanship/connector-kit/store/store';
import { ID } from './reading.ts';

/** The same on every attempt, another for another report. */
export const markOf = (input: Pick<FulfilInput, 'reference' | 'parcels'>): string =>
  createHash('sha256')
    .update([input.reference, ...input.parcels.map(({ trackingNumber }) => trackingNumber)].join('\n'))
    .digest('hex')
    .slice(0, 12)
    .toUpperCase();

export const packageNumber = (mark: string): string => `PA-${mark}`;
export const shipmentNumber = (mark: string): string => `SH-${mark}`;

export interface SeenPackage {
  readonly id: string;
  readonly number: string;
  /** Absent until it is shipped. */
  readonly shipmentId: string | undefined;
}

/** Packages of a sales order. */
export const packagesOf = (order: ObjectReader): SeenPackage[] =>
  order.has('packages')
    ? order.strictList('packages', (one) => ({
        id: one.id('package_id', ID),
        number: one.string('package_number'),
        shipmentId: one.has('shipment_id') ? one.id('shipment_id', ID) : undefined,
      }))
    : [];

export const ownPackage = (order: ObjectReader, mark: string): SeenPackage | undefined =>
  packagesOf(order).find(({ number }) => number === packageNumber(mark));

/** The package of an answer: an object; in the documentation a list of one. @throws FieldProblem */
export function packageIn(answer: ObjectReader): ObjectReader {
  const value = answer.raw('package');
  if (!Array.isArray(value)) return answer.object('package');
  const [first] = answer.strictList('package', (one) => one);
  if (first === undefined || value.length > 1) throw new FieldProblem('package', 'should be one package');
  return first;
}

/** The shipment of an answer: `shipmentorder`; in the documentation `shipment_order`. @throws FieldProblem */
export const shipmentIn = (answer: ObjectReader): ObjectReader =>
  answer.has('shipmentorder') ? answer.object('shipmentorder') : answer.object('shipment_order');

/** Id of a package's shipment; undefined while it has none. */
export function shipmentOf(answer: ObjectReader): string | undefined {
  const one = packageIn(answer);
  const raw = one.raw('shipment_order');
  const empty = raw === undefined || raw === null || (typeof raw === 'object' && Object.keys(raw).length === 0);
  if (empty) return undefined;
  const shipment = readObject(raw, one.at('shipment_order'));
  return shipment.has('shipment_id') ? shipment.id('shipment_id', ID) : undefined;
}
