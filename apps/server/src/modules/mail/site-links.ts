/**
 * Addresses that leave the application in a mail. The host of a request is whatever its sender says, so it is only used
 * when it is proved to be the franchise's; else somebody could have our mail lead a person to their own site.
 */
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';

export interface SiteLinks {
  /**
   * Scheme, host and port of the franchise's site. `requestOrigin` is what the browser named, where a request is the cause.
   * Undefined when the installation is in production and has no address that is proved: it needs PUBLIC_ORIGIN.
   */
  originOf(franchiseId: string, requestOrigin: string | undefined): Promise<string | undefined>;
  /**
   * The request's own origin when its host is proved to be the franchise's (or this machine's, outside production); what a
   * passkey may be bound to.
   */
  provedOrigin(franchiseId: string, requestOrigin: string): Promise<string | undefined>;
}

const FRESH_MS = 10_000;

export const createSiteLinks = (
  db: Database,
  config: Pick<Config, 'appEnv' | 'publicOrigin'>,
  now: () => number,
): SiteLinks => {
  const known = new Map<string, { readonly at: number; readonly hosts: readonly string[] }>();
  const production = config.appEnv === 'PROD';

  const hostsOf = async (franchiseId: string): Promise<readonly string[]> => {
    const held = known.get(franchiseId);
    if (held && now() - held.at < FRESH_MS) return held.hosts;
    const rows = await db.reference((tx) =>
      tx
        .selectFrom('hosts')
        .select('host')
        .where('tenant_id', '=', franchiseId)
        .where('state', '=', 'verified')
        .orderBy('created_at')
        .orderBy('host')
        .execute(),
    );
    const hosts = rows.map(({ host }) => host);
    known.set(franchiseId, { at: now(), hosts });
    return hosts;
  };

  const publicHost = config.publicOrigin === undefined ? undefined : new URL(config.publicOrigin).hostname;

  const provedOrigin: SiteLinks['provedOrigin'] = async (franchiseId, requestOrigin) => {
    if (!URL.canParse(requestOrigin)) return undefined;
    const url = new URL(requestOrigin);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (publicHost !== undefined && url.hostname === publicHost) return config.publicOrigin;
    // Behind TLS on its usual port: what the request says of scheme and port is not believed.
    if ((await hostsOf(franchiseId)).includes(host)) return production ? `https://${url.hostname}` : url.origin;
    return !production && isLoopback(host) ? url.origin : undefined;
  };

  return {
    provedOrigin,
    async originOf(franchiseId, requestOrigin) {
      const own = requestOrigin === undefined ? undefined : await provedOrigin(franchiseId, requestOrigin);
      if (own !== undefined) return own;
      if (config.publicOrigin !== undefined) return config.publicOrigin;
      const [first] = await hostsOf(franchiseId);
      if (first !== undefined) return `https://${first}`;
      return production ? undefined : requestOrigin;
    },
  };
};
