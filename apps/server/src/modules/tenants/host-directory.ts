/**
 * From a host to the franchise that owns it (decisions 5 and 12), or to the seller whose buyers' pages it serves (0388). An
 * installation with one franchise answers on any other host; with several, a host that belongs to none is unknown and the browser
 * shows the maintenance screen. Before there is any, every host is the operator's own, so that the first franchise can be made on
 * the screens.
 */
import { sql } from 'kysely';
import { isUuid } from '../../platform/database/ids.ts';
import { parseHost } from '../../platform/http/named-host.ts';
import type { Services } from '../../platform/services.ts';
import type { BuyerSite, HostDirectory, Site } from '../../platform/hosts.ts';
import { createSiteOrigins } from './site-origins.ts';

const FRESH_MS = 10_000;
/** Until the database is asked again after it did not answer. */
const AGAIN_MS = 1_000;
/** Host names come from outside, so the memory of them is bounded. */
const MOST_HOSTS = 500;

interface Held {
  /** Undefined: a host of a seller who is closed, or whose franchise is. Links to it lead nowhere, and never to the application. */
  readonly site: Site | undefined;
  readonly seller?: BuyerSite['seller'];
}

/** The operator, while it has the installation to itself. */
const OPERATOR_ALONE = sql<boolean>`kind = 'platform' AND NOT EXISTS (SELECT FROM tenants f WHERE f.kind = 'franchise')`;

export const createHostDirectory = ({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): HostDirectory => {
  const known = new Map<string, { readonly at: number; readonly held: Held | undefined }>();
  let platform: string | undefined;

  const look = (host: string): Promise<Held | undefined> =>
    db.system(
      async (tx): Promise<Held | undefined> => {
        const owner = await sql<Site>`
          SELECT t.id, t.name, t.kind FROM hosts h JOIN tenants t ON t.id = h.tenant_id
          WHERE h.host = ${host} AND h.state = 'verified' AND t.kind = 'franchise' AND t.state = 'active'`.execute(tx);
        if (owner.rows[0]) return { site: owner.rows[0] };
        const own = await sql<{ id: string; name: string; site: Site; open: boolean }>`
          SELECT c.id, c.name, jsonb_build_object('id', f.id, 'name', f.name, 'kind', f.kind) AS site,
            c.state <> 'closed' AND f.state = 'active' AS open
          FROM buyer_hosts b JOIN tenants c ON c.id = b.tenant_id JOIN tenants f ON f.id = c.realm_id
          WHERE b.host = ${host} AND b.state = 'proved'`.execute(tx);
        const [seller] = own.rows;
        if (seller)
          return { site: seller.open ? seller.site : undefined, seller: { id: seller.id, name: seller.name } };
        const all = await sql<Site & { active: boolean }>`
          SELECT id, name, kind, state = 'active' AS active FROM tenants WHERE kind = 'franchise' AND state <> 'closed' LIMIT 2`.execute(
          tx,
        );
        const [only, ...more] = all.rows;
        if (only)
          return only.active && more.length === 0
            ? { site: { id: only.id, name: only.name, kind: only.kind } }
            : undefined;
        const operator = await sql<Site>`
          SELECT id, name, kind FROM tenants WHERE ${OPERATOR_ALONE}`.execute(tx);
        return operator.rows[0] && { site: operator.rows[0] };
      },
      { readOnly: true },
    );

  const heldBy = async (host: string): Promise<Held | undefined> => {
    const now = clock.now().getTime();
    const before = known.get(host);
    if (before && now - before.at < FRESH_MS) return before.held;
    try {
      const held = await look(host);
      if (known.size >= MOST_HOSTS) known.clear();
      known.set(host, { at: now, held });
      return held;
    } catch (error) {
      if (!before) throw error;
      // While the database is away nobody can change whose host it is, and pages that need none are still answered.
      known.set(host, { at: now - FRESH_MS + AGAIN_MS, held: before.held });
      return before.held;
    }
  };
  /** Where people sign in: never on a seller's own host. */
  const siteOf = async (host: string): Promise<Site | undefined> => {
    const held = await heldBy(host);
    return held?.seller ? undefined : held?.site;
  };

  /** Pages of every host talk to the stage's one API host. */
  const onStage = (host: string): boolean => config.appEnv === 'DEV' && host === config.stageHost;

  return {
    async franchiseOf(host) {
      const site = await siteOf(host);
      return site?.kind === 'franchise' ? site : undefined;
    },
    async buyerSiteOf(host) {
      const held = await heldBy(host);
      return held?.site?.kind === 'franchise' ? { franchise: held.site, seller: held.seller } : undefined;
    },
    async isSellers(host) {
      return (await heldBy(host))?.seller !== undefined;
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
        sql<Site>`SELECT id, name, kind FROM tenants
          WHERE id = ${tenantId} AND (kind = 'franchise' AND state = 'active' OR ${OPERATOR_ALONE})`.execute(tx),
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
