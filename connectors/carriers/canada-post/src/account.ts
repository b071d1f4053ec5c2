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
}

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
  };
}
