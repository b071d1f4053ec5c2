/** Where a platform's notifications reach us, for one store. */
import type { ConnectorMode } from '@scanship/connector-kit/environment';

export const hookPath = (platformCode: string): string => `/hooks/stores/${platformCode}`;

/**
 * Undefined where there is no such address: platforms deliver over https to public hosts only; a simulator also to this
 * machine.
 */
export function hookAddress(origin: string | undefined, mode: ConnectorMode, platformCode: string): string | undefined {
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const local = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || /^[\d.]+$|:/.test(url.hostname);
  if (mode !== 'simulator' && (url.protocol !== 'https:' || local)) return undefined;
  return `${url.origin}${hookPath(platformCode)}`;
}
