/** Carriers behind the simulator, their shipping options and prices: invented, in the currency of where a parcel starts. */
import { isMember, passesCustoms } from '@scanship/domain/addresses/european-union';

type Way = 'inside' | 'union' | 'abroad';

export interface SimOption {
  readonly code: string;
  readonly name: string;
  readonly carrier: { readonly code: string; readonly name: string };
  readonly contract: number;
  readonly ways: readonly Way[];
  readonly hours: number;
  /** Cents for the first kilogram and for each further one. */
  readonly first: number;
  readonly more: number;
  readonly signature?: boolean | undefined;
  readonly servicePoint?: boolean | undefined;
  readonly returns?: boolean | undefined;
  readonly incoterm?: string | undefined;
  readonly needs?: readonly string[] | undefined;
}

const POSTNL = { code: 'postnl', name: 'PostNL' };
const UPS = { code: 'ups', name: 'UPS' };
const DHL = { code: 'dhl_express', name: 'DHL Express' };

export const OPTIONS: readonly SimOption[] = [
  {
    code: 'postnl:standard',
    name: 'PostNL Standard',
    carrier: POSTNL,
    contract: 60,
    ways: ['inside', 'union'],
    hours: 24,
    first: 625,
    more: 45,
  },
  {
    code: 'postnl:standard/signature',
    name: 'PostNL Standard + signature',
    carrier: POSTNL,
    contract: 60,
    ways: ['inside', 'union'],
    hours: 24,
    first: 775,
    more: 45,
    signature: true,
  },
  {
    code: 'postnl:standard/service_point',
    name: 'PostNL service point',
    carrier: POSTNL,
    contract: 60,
    ways: ['inside'],
    hours: 24,
    first: 525,
    more: 40,
    servicePoint: true,
  },
  {
    code: 'ups:standard',
    name: 'UPS Standard',
    carrier: UPS,
    contract: 61,
    ways: ['inside', 'union', 'abroad'],
    hours: 48,
    first: 810,
    more: 95,
  },
  {
    code: 'ups:standard/return',
    name: 'UPS Standard return',
    carrier: UPS,
    contract: 61,
    ways: ['inside'],
    hours: 48,
    first: 810,
    more: 95,
    returns: true,
  },
  {
    code: 'dhl_express:worldwide/incoterm=dap',
    name: 'DHL Express Worldwide',
    carrier: DHL,
    contract: 62,
    ways: ['abroad'],
    hours: 72,
    first: 3890,
    more: 520,
    incoterm: 'dap',
    needs: ['to_telephone'],
  },
  {
    code: 'dhl_express:worldwide/incoterm=ddp',
    name: 'DHL Express Worldwide, duties paid',
    carrier: DHL,
    contract: 62,
    ways: ['abroad'],
    hours: 72,
    first: 4390,
    more: 520,
    incoterm: 'ddp',
    needs: ['to_telephone'],
  },
];

/** Nothing is sold from elsewhere. */
function wayOf(from: string, to: string): Way | undefined {
  if (!isMember(from) && from !== 'GB') return undefined;
  if (from === to) return 'inside';
  return passesCustoms(from, to) ? 'abroad' : 'union';
}

export const offered = (from: string, to: string): readonly SimOption[] => {
  const way = wayOf(from, to);
  return way === undefined ? [] : OPTIONS.filter((option) => option.ways.includes(way));
};

export const currencyOf = (from: string): string => (from === 'GB' ? 'GBP' : 'EUR');
export const amount = (cents: number): string => (cents / 100).toFixed(2);

export interface SimPrice {
  /** Cents. */
  readonly label: number;
  readonly fuel: number;
}
export function priceOf(option: SimOption, grams: number): SimPrice {
  const label = option.first + Math.max(0, Math.ceil(grams / 1000) - 1) * option.more;
  return { label, fuel: Math.round(label * 0.1) };
}
