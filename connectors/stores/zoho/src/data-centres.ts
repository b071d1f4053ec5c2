/**
 * Zoho keeps each account in one data centre, which has an accounts server and an API host of its own (Zoho Inventory API,
 * "Introduction" and "OAuth"). The hosts stand here alone: what a browser or an answer says is only looked up.
 */
import { fail } from '@scanship/connector-kit/errors';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';

interface DataCentre {
  readonly accounts: string;
  readonly api: string;
}

/** By the code that comes back from consent (`location`). */
const DATA_CENTRES = {
  us: { accounts: 'accounts.zoho.com', api: 'www.zohoapis.com' },
  eu: { accounts: 'accounts.zoho.eu', api: 'www.zohoapis.eu' },
  in: { accounts: 'accounts.zoho.in', api: 'www.zohoapis.in' },
  au: { accounts: 'accounts.zoho.com.au', api: 'www.zohoapis.com.au' },
  jp: { accounts: 'accounts.zoho.jp', api: 'www.zohoapis.jp' },
  ca: { accounts: 'accounts.zohocloud.ca', api: 'www.zohoapis.ca' },
  cn: { accounts: 'accounts.zoho.com.cn', api: 'www.zohoapis.com.cn' },
  sa: { accounts: 'accounts.zoho.sa', api: 'www.zohoapis.sa' },
} as const satisfies Readonly<Record<string, DataCentre>>;

export type Centre = keyof typeof DATA_CENTRES;

const CENTRES = Object.keys(DATA_CENTRES).filter((name): name is Centre => Object.hasOwn(DATA_CENTRES, name));

export const centreOf = (name: string): Centre | undefined => CENTRES.find((centre) => centre === name);

/** The data centre of an accounts server ("https://accounts.zoho.eu"); undefined for any other address. */
export const centreOfServer = (address: string): Centre | undefined =>
  CENTRES.find((centre) => address.replace(/\/$/, '') === `https://${DATA_CENTRES[centre].accounts}`);

/** Whole address of a call; in mode `simulator` one server stands for all of Zoho. */
export const addressOf = (mode: StoreEnv['mode'], centre: Centre, server: keyof DataCentre, path: string): string =>
  mode === 'simulator' ? path : `https://${DATA_CENTRES[centre][server]}${path}`;

export interface Organization {
  readonly centre: Centre;
  /** Zoho's `organization_id`. */
  readonly id: string;
}

/** How we name a store: data centre and organization, since Zoho does not say that ids are unique beyond a data centre. */
export const accountOf = ({ centre, id }: Organization): string => `${centre}-${id}`;

/** @throws ConnectorError `invalid-input` */
export function organizationOf({ externalAccount }: Pick<StoreEnv, 'externalAccount'>): Organization {
  const [, name = '', id = ''] = /^([a-z]{2})-([1-9]\d{0,18})$/.exec(externalAccount) ?? [];
  const centre = centreOf(name);
  if (centre === undefined) throw fail('invalid-input', `"${externalAccount}" is not an organization at Zoho.`);
  return { centre, id };
}
