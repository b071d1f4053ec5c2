/** Messages of the TestLine Ground SOAP service (see README.md). Elements keep this order. */
import type { XmlTree } from '@scanship/connector-kit/xml/xml';

export const NAMESPACE = 'urn:testline:ground:v1';
export const PATH = '/GroundService';

export const ACTIONS = {
  rates: 'GetRates',
  create: 'CreateShipment',
  find: 'FindShipment',
  void: 'VoidShipment',
  track: 'TrackParcels',
  account: 'ValidateAccount',
  book: 'BookPickup',
  findPickup: 'FindPickup',
  cancelPickup: 'CancelPickup',
  close: 'CloseDay',
  findClosing: 'FindClosing',
} as const;
export type Action = keyof typeof ACTIONS;

/** What `Errors/Error` of an answer with status 200 holds. */
export interface VendorError {
  readonly code: string;
  readonly description: string;
  readonly field: string | undefined;
}

export type Message = XmlTree;
