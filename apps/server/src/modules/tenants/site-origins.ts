/**
 * Which origin a request may have: the one place where an address of ours is made. The host of a request, and of a page, is
 * whatever its sender says. It becomes an origin only when it is proved: a verified host of the franchise, the configured
 * public address, or this machine outside production. Redirects, links in mails, consents, passkeys, cookies and pairing
 * files take their origin from here (`origins-rule.test.ts` finds whoever does not).
 */
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import { type ClaimedOrigin, parseOrigin } from '../../platform/http/named-host.ts';

const FRESH_MS = 10_000;

export const createSiteOrigins = (
  db: Database,
  config: Pick<Config, 'appEnv' | 'publicOrigin' | 'port' | 'stageHost'>,
  now: () => number,
): SiteOrigins => {
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

  /** A host that became a franchise's is the franchise's, whoever proved it before. */
  const isFranchises = (host: string): Promise<boolean> =>
    db.reference(async (tx) => {
      const row = await tx
        .selectFrom('hosts')
        .select('host')
        .where('host', '=', host)
        .where('state', '=', 'verified')
        .executeTakeFirst();
      return row !== undefined;
    });

  const publicHost = config.publicOrigin === undefined ? undefined : parseOrigin(config.publicOrigin)?.host;
  const text = ({ scheme, host, port }: ClaimedOrigin): string =>
    `${scheme}://${host}${port === undefined ? '' : `:${port}`}`;
  /** Of a verified host: in production behind TLS on its usual port, whatever a request says of scheme and port. */
  const standing = (host: string): string =>
    !production && isLoopback(host)
      ? text({ scheme: 'http', host, port: config.port === 0 || config.port === 80 ? undefined : config.port })
      : `https://${host}`;

  const proved: SiteOrigins['proved'] = async (franchiseId, claimed) => {
    // An IPv6 address is answered, but nothing is sent out under it.
    if (claimed === undefined || claimed.host.includes(':')) return undefined;
    const { host, port } = claimed;
    if (host === publicHost) return config.publicOrigin;
    if (!production && isLoopback(host)) return text(claimed);
    if (!(await hostsOf(franchiseId)).includes(host)) return undefined;
    if (production) return standing(host);
    return port === undefined || port === config.port ? text(claimed) : undefined;
  };

  const of: SiteOrigins['of'] = async (franchiseId, claimed) => {
    const own = await proved(franchiseId, claimed);
    if (own !== undefined) return own;
    if (config.publicOrigin !== undefined) return config.publicOrigin;
    const [first] = await hostsOf(franchiseId);
    if (first !== undefined) return standing(first);
    return production ? undefined : standing('localhost');
  };

  return {
    proved,
    of,
    async forBuyers({ tenantId, franchiseId }) {
      // Read each time: a link to a host that was just given up leads nowhere.
      const row = await db.tenant(
        { tenantId },
        (tx) =>
          tx
            .selectFrom('buyer_hosts')
            .select('host')
            .where('tenant_id', '=', tenantId)
            .where('state', '=', 'proved')
            .executeTakeFirst(),
        { readOnly: true },
      );
      return row && !(await isFranchises(row.host)) ? standing(row.host) : of(franchiseId, undefined);
    },
    reached(site, claimed) {
      if (config.publicOrigin !== undefined) return config.publicOrigin;
      const onStage = config.appEnv === 'DEV' && claimed !== undefined && claimed.host === config.stageHost;
      return onStage ? text(claimed) : site;
    },
  };
};
