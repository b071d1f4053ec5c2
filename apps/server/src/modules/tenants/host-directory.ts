/**
 * From a host to the franchise that owns it (decisions 5 and 12). An installation with one franchise answers on any
 * host; with several, a host that belongs to none is unknown and the browser shows the maintenance screen. Before there is any,
 * every host is the operator's own, so that the first franchise can be made on the screens.
 */
import { sql } from 'kysely';
import { isUuid } from '../../platform/database/ids.ts';
import { parseHost } from '../../platform/http/named-host.ts';
import type { Services } from '../../platform/services.ts';
import type { HostDirectory, Site } from '../../platform/hosts.ts';
import { createSiteOrigins } from './site-origins.ts';

const FRESH_MS = 10_000;
/** Host names come from outside, so the memory of them is bounded. */
const MOST_HOSTS = 500;

export const createHostDirectory = ({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): HostDirectory => {
  const known = new Map<string, { readonly at: number; readonly site: Site | undefined }>();
  let platform: string | undefined;

  const look = (host: string): Promise<Site | undefined> =>
    db.reference(async (tx) => {
      const owner = await sql<Site>`
        SELECT t.id, t.name, t.kind FROM hosts h JOIN tenants t ON t.id = h.tenant_id
        WHERE h.host = ${host} AND h.state = 'verified' AND t.kind = 'franchise' AND t.state = 'active'`.execute(tx);
      if (owner.rows[0]) return owner.rows[0];
      const all = await sql<Site & { active: boolean }>`
        SELECT id, name, kind, state = 'active' AS active FROM tenants WHERE kind = 'franchise' AND state <> 'closed' LIMIT 2`.execute(
        tx,
      );
      const [only, ...more] = all.rows;
      if (only) return only.active && more.length === 0 ? { id: only.id, name: only.name, kind: only.kind } : undefined;
      const operator = await sql<Site>`
        SELECT id, name, kind FROM tenants WHERE kind = 'platform'
          AND NOT EXISTS (SELECT FROM tenants WHERE kind = 'franchise')`.execute(tx);
      return operator.rows[0];
    });

  const siteOf = async (host: string): Promise<Site | undefined> => {
    const now = clock.now().getTime();
    const held = known.get(host);
    if (held && now - held.at < FRESH_MS) return held.site;
    const site = await look(host);
    if (known.size >= MOST_HOSTS) known.clear();
    known.set(host, { at: now, site });
    return site;
  };

  /** Pages of every host talk to the stage's one API host. */
  const onStage = (host: string): boolean => config.appEnv === 'DEV' && host === config.stageHost;

  return {
    async franchiseOf(host) {
      const site = await siteOf(host);
      return site?.kind === 'franchise' ? site : undefined;
    },
    async forPage(requestHost, named) {
      const host = parseHost(named)?.host;
      if (host === undefined) return undefined;
      if (onStage(requestHost)) return siteOf(host);
      const [own, page] = await Promise.all([siteOf(requestHost), siteOf(host)]);
      return own && own.id === page?.id ? own : undefined;
    },
    async forSignIn(requestHost, tenantId) {
      if (tenantId === undefined || !isUuid(tenantId) || !onStage(requestHost)) return siteOf(requestHost);
      const found = await db.reference((tx) =>
        sql<Site>`SELECT id, name, kind FROM tenants WHERE id = ${tenantId} AND kind = 'franchise' AND state = 'active'`.execute(
          tx,
        ),
      );
      return found.rows[0];
    },
    async platformId() {
      platform ??= (
        await db.reference((tx) => sql<{ id: string }>`SELECT id FROM tenants WHERE kind = 'platform'`.execute(tx))
      ).rows[0]?.id;
      return platform;
    },
    origins: createSiteOrigins(db, config, () => clock.now().getTime()),
    forget: () => {
      known.clear();
      platform = undefined;
    },
  };
};
