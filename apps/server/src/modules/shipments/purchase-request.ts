/** What is sealed with a purchase and with a void: everything its steps need, and the price chain nobody below may read. */
import type { CancelInput, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { Json } from '@scanship/domain/values/json';
import type { Chain, Charged, SaleFacts } from '../billing/index.ts';

export interface PurchaseRequest {
  readonly grantId: string;
  /** Not a live account: labels carry TEST. */
  readonly test: boolean;
  readonly input: ShipInput;
  readonly chain: Chain;
  /** What decided the price; absent in purchases from before it was kept. */
  readonly facts?: SaleFacts | undefined;
  /** It may have been bought before by a commit that the database lost, so the carrier is asked before it is called. */
  readonly askFirst?: boolean | undefined;
  /** Every piece bought together with this one, itself included. */
  readonly siblings: readonly { readonly purchaseId: string; readonly chain: Chain }[];
}

export interface VoidRequest {
  readonly grantId: string;
  readonly shipmentId: string;
  readonly purchaseId: string;
  readonly input: CancelInput;
  readonly chain: Chain;
  /** What the carrier said it charged: what was booked, and what is credited. */
  readonly charged: Charged | undefined;
}

/** Plain JSON; undefined members vanish, which every reader expects. */
export const toJson = (value: PurchaseRequest | VoidRequest): Json => JSON.parse(JSON.stringify(value)) as Json;

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error for a value this module did not write: the row must not be worked on */
export function purchaseRequestOf(value: Json): PurchaseRequest {
  if (!isObject(value) || !('input' in value) || !('chain' in value)) throw new Error('not a sealed purchase');
  return value as Json & PurchaseRequest;
}

/** @throws Error for a value this module did not write */
export function voidRequestOf(value: Json): VoidRequest {
  if (!isObject(value) || !('purchaseId' in value) || !('input' in value)) throw new Error('not a sealed void');
  return value as Json & VoidRequest;
}
