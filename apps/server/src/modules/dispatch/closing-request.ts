/** What is sealed with a closing; which shipments it names stands in `manifest_items`. */
import type { Address } from '@scanship/domain/addresses/address';
import type { Json } from '@scanship/domain/values/json';

export interface ClosingRequest {
  readonly grantId: string;
  readonly manifestId: string;
  readonly reference: string;
  readonly uuid: string;
  readonly from: Address;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly test: boolean;
}

export const closingToJson = (request: ClosingRequest): Json => JSON.parse(JSON.stringify(request)) as Json;

/** @throws Error for a value this module did not write: the row must not be worked on */
export function closingRequestOf(value: Json): ClosingRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('manifestId' in value))
    throw new Error('not a sealed closing');
  return value as Json & ClosingRequest;
}
