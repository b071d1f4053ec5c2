/** Requests that are only dangerous at the same moment: what may succeed once is asked for many times at once. */

export interface Race {
  readonly kind: string;
  readonly as: 'ROLE_CUSTOMER_ADMIN' | 'nobody';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (turn: number) => object;
  readonly times: number;
  /** What of an answer may come so often at most: its status, or the code of its refusal. */
  readonly most: { readonly of: number | string; readonly times: number };
}

const order = (number: string) => ({
  number,
  shipTo: {
    name: 'Hannah Schmidt',
    address1: '88 Harbour St',
    city: 'Toronto',
    provinceCode: 'ON',
    zipcode: 'M5J 0C3',
    countryCode: 'CA',
  },
  currency: 'CAD',
  items: [{ title: 'Mug', quantity: 1, unitPriceMinor: 1_000 }],
});

export const RACES: readonly Race[] = [
  {
    kind: 'one product made many times',
    as: 'ROLE_CUSTOMER_ADMIN',
    path: '/product/add',
    body: () => ({ sku: 'RACED-MUG', changes: { title: 'Mug' } }),
    times: 12,
    most: { of: 200, times: 1 },
  },
  {
    kind: 'one key with many orders',
    as: 'ROLE_CUSTOMER_ADMIN',
    path: '/orders/add',
    headers: { 'idempotency-key': 'raced-order-0001' },
    body: (turn) => order(`RACED-${turn}`),
    times: 12,
    most: { of: 200, times: 1 },
  },
  {
    kind: 'many guesses at one moment',
    as: 'nobody',
    path: '/user/sign-in',
    body: () => ({ userName: 'boreal', password: 'a guess' }),
    times: 20,
    most: { of: 'wrong_password', times: 5 },
  },
];
