/** Small pieces that orders, products and reports share. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** Rithum's own number of an order, item, fulfilment or product. */
export const ID = /^[1-9]\d{0,14}$/;

export const instantOf = (text: string): string => new Date(text).toISOString();

export const optionalText = (owner: ObjectReader, name: string): string | undefined =>
  owner.maybe(name, (n) => owner.string(n));
