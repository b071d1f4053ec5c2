/** Core and Omni are two products with nothing in common but their maker; a connection is to one of them. */
import { createHash } from 'node:crypto';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';

export type System = 'core' | 'omni';

export const systemOf = ({ externalAccount }: Pick<StoreEnv, 'externalAccount'>): System =>
  externalAccount.startsWith('omni-') ? 'omni' : 'core';

/** Ids of Core, as it writes them and in capitals. */
export const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Ids of Omni. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** Omni does not number its accounts; the user name belongs to one API connection. */
export const accountOf = (system: System, user: string): string =>
  system === 'core'
    ? `core-${user.toLowerCase()}`
    : `omni-${createHash('sha256').update(user).digest('hex').slice(0, 20)}`;

/** The seller wants whole orders dispatched at Omni. */
export const closesOrders = ({ settings }: Pick<StoreEnv, 'settings'>): boolean => settings.closeOrders === true;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What amounts without a currency of their own are in. */
export const homeCurrency = ({ settings }: Pick<StoreEnv, 'settings'>): string | undefined => textOf(settings.currency);
export const zoneOf = ({ settings }: Pick<StoreEnv, 'settings'>): string | undefined => textOf(settings.timeZone);
export const nameOf = ({ settings }: Pick<StoreEnv, 'settings'>): string | undefined => textOf(settings.name);
