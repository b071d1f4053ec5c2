/** The numbers USPS knows a shipper by, as typed in. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';

export interface Account {
  readonly crid: string;
  readonly mid: string;
  readonly manifestMid: string;
  readonly epsAccount: string;
  readonly priceType: 'COMMERCIAL' | 'CONTRACT';
}

export function accountOf({ credentials }: Pick<CarrierEnv, 'credentials'>): Account {
  const value = (name: string): string => (credentials[name] ?? '').trim();
  return {
    crid: value('crid'),
    mid: value('mid'),
    manifestMid: value('manifestMid'),
    epsAccount: value('epsAccount'),
    priceType: value('priceType') === 'CONTRACT' ? 'CONTRACT' : 'COMMERCIAL',
  };
}
