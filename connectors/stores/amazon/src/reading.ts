/** Small pieces that orders and products share. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Money } from '@scanship/domain/money/money';

/** `{ amount: "18.50", currencyCode: "CAD" }`. */
export const readAmount = (amount: ObjectReader): Money => amount.money('amount', amount.currency('currencyCode'));

/** An optional text of an optional object. */
export const textIn = (owner: ObjectReader | undefined, name: string): string | undefined =>
  owner?.maybe(name, (n) => owner.string(n));
