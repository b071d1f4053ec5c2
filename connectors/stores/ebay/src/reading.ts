/** Small pieces that orders, products and the account share. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';

export const readCountry = (owner: ObjectReader, name: string): string | undefined =>
  owner.maybe(name, (n) => owner.string(n, /^[A-Z]{2}$/));

/** `{ value: "18.5", currency: "USD" }`. */
export const readAmount = (amount: ObjectReader): Money => amount.money('value', amount.currency('currency'));
