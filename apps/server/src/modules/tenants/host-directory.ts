/**
 * From a host to the franchise that owns it (decisions 5 and 12), or to the seller whose buyers' pages it serves (0388). An
 * installation with one franchise answers on any other host; with several, a host that belongs to none is unknown and the browser
 * shows the maintenance screen. Before there is any, every host is the operator's own, so that the first franchise can be made on
 * the screens.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/ids.ts';
import { parseHost } from '../../platform/http/named-host.ts';
import type { Services } from '../../platform/services.ts';
import type { BuyerSite, HostDirectory, Site } from '../../platform/hosts.ts';
import { createSiteOrigins } from './site-origins.ts';

const FRESH_MS = 10_000;
/** Until the database is asked again after it did not answer. */
const AGAIN_MS = 1_000;
/** So long a database is away; whoever cannot read for longer, with one that others change, serves nobody rather than the wrong one. */
const STALE_MS = 5 * 60_000;

interface Held {
  /** Undefined: a host of a seller who is closed, or whose franchise is. Links to it lead nowhere, and never to the application. */
  readonly site: Site | undefined;
  readonly seller?: BuyerSite['seller'];
}

/**
 * All hosts at once: who asks names any host, before any budget, so a name that nobody knows must cost the database nothing.
 */
interface Known {
  readonly hosts: ReadonlyMap<string, Held>;
  /** Where every other host leads. */
  readonly others: Held | undefined;
}

/** The operator, while it has the installation to itself. */
const OPERATOR_ALONE = sql<boolean>`kind = 'platform' AND NOT EXISTS (SELECT FROM tenants f WHERE f.kind = 'franchise')`;

export const createHostDirectory = ({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): HostDirectory => {
  let known: (Known & { readonly at: number; readonly readAt: number }) | undefined;
  let reading: Promise<Known> | undefined;
  let platform: string | undefined;

  const othersOf = async (tx: Tx): Promise<Held | undefined> => {
    const all = await sql<Site & { active: boolean }>`
      SELECT id, name, kind, state = 'active' AS active FROM tenants WHERE kind = 'franchise' AND state <> 'closed' LIMIT 2`.execute(
      tx,
    );
    const [only, ...more] = all.rows;
    if (only)
      return only.active && more.length === 0 ? { site: { id: only.id, name: only.name, kind: only.kind } } : undefined;
    const operator = await sql<Site>`SELECT id, name, kind FROM tenants WHERE ${OPERATOR_ALONE}`.execute(tx);
    return operator.rows[0] && { site: operator.rows[0] };
  };

  const read = (): Promise<Known> =>
    db.system(
      async (tx) => {
        const sellers = await sql<{ host: string; id: string; name: string; site: Site; open: boolean }>`
          SELECT b.host, c.id, c.name, jsonb_build_object('id', f.id, 'name', f.name, 'kind', f.kind) AS site,
            c.state <> 'closed' AND f.state = 'active' AS open
          FROM buyer_hosts b JOIN tenants c ON c.id = b.tenant_id JOIN tenants f ON f.id = c.realm_id
          WHERE b.state = 'proved'`.execute(tx);
        const owners = await sql<{ host: string } & Site>`
          SELECT h.host, t.id, t.name, t.kind FROM hosts h JOIN tenants t ON t.id = h.tenant_id
          WHERE h.state = 'verified' AND t.kind = 'franchise' AND t.state = 'active'`.execute(tx);
        const hosts = new Map<string, Held>();
        for (const { host, id, name, site, open } of sellers.rows)
          hosts.set(host, { site: open ? site : undefined, seller: { id, name } });
        // A host that became a franchise's is the franchise's.
        for (const { host, ...site } of owners.rows) hosts.set(host, { site });
        return { hosts, others: await othersOf(tx) };
      },
      { readOnly: true },
    );

  /** Many who ask at once are one reading. */
  const current = (): Promise<Known> | Known => {
    const now = clock.now().getTime();
    const before = known;
    // A clock that was put back keeps nothing for longer.
    if (before && Math.abs(now - before.at) < FRESH_MS) return before;
    if (reading) return reading;
    /** What was forgotten meanwhile was read too early. */
    const keep = (found: Known, at: number, readAt: number): Known => {
      if (reading === mine) {
        known = { ...found, at, readAt };
        reading = undefined;
      }
      return found;
    };
    const mine: Promise<Known> = read().then(
      (found) => keep(found, now, now),
      (error: unknown) => {
        // While the database is away nobody can change whose host it is, and pages that need none are still answered.
        if (before && now - before.readAt < STALE_MS) return keep(before, now - FRESH_MS + AGAIN_MS, before.readAt);
        if (reading === mine) reading = undefined;
        throw error;
      },
    );
    reading = mine;
    return mine;
  };
  const heldBy = async (host: string): Promise<Held | undefined> => {
    const { hosts, others } = await current();
    return hosts.get(host) ?? others;
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
      known = undefined;
      reading = undefined;
      platform = undefined;
    },
  };
};
