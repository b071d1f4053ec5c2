/** The account as its credentials describe it. A contract number decides between the two ways of shipping. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';

export type Way = 'contract' | 'non-contract';

export interface Account {
  readonly customer: string;
  readonly contract: string | undefined;
  readonly paidBy: string | undefined;
  readonly payment: string;
  readonly refundEmail: string;
  readonly usDutyBilled: boolean;
  readonly nonDelivery: string;
  readonly way: Way;
  /** Contract shipments wait in a group until the day is closed with a manifest. */
  readonly grouped: boolean;
  /** Units of a currency for one Canadian dollar, as the seller entered them. */
  readonly rates: ReadonlyMap<string, string>;
}

/** "USD=0.73, EUR=0.67"; the manifest's pattern has been met. */
const ratesOf = (text: string | undefined): ReadonlyMap<string, string> =>
  new Map([...(text ?? '').matchAll(/([A-Z]{3})=(\d{1,4}(?:\.\d{1,6})?)/g)].map((m) => [m[1] ?? '', m[2] ?? '']));

const given = (value: string | undefined): string | undefined => {
  const text = value?.trim() ?? '';
  return text === '' ? undefined : text;
};

export function accountOf(env: CarrierEnv): Account {
  const c = env.credentials;
  const contract = given(c.contract);
  return {
    customer: given(c.customer) ?? '',
    contract,
    paidBy: given(c.paidBy),
    payment: given(c.payment) ?? 'Account',
    refundEmail: given(c.refundEmail) ?? '',
    usDutyBilled: given(c.usDuty) === 'yes',
    nonDelivery: given(c.nonDelivery) ?? 'RASE',
    way: contract === undefined ? 'non-contract' : 'contract',
    grouped: contract !== undefined && given(c.transmission) !== 'immediately',
    rates: ratesOf(given(c.exchange)),
  };
}
