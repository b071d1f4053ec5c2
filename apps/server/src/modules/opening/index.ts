/** "Before you open": what a new installation, and each franchise, lacks. Nothing is ticked by hand. */
import { getOpening, type Opening, type OpeningLineId } from '@scanship/contracts/network/opening';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { readPolicy } from '../auth/index.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { readMembers } from '../users/index.ts';
import { isBackedUp } from './backed-up.ts';

export { noteBackup } from './backed-up.ts';

type Line = Opening['lines'][number];

/** What a franchise needs before a customer can ship with it and be billed. */
const OF_FRANCHISE = ['host', 'administrator', 'carrier', 'company', 'tax', 'terms'] as const;
type FranchiseLine = (typeof OF_FRANCHISE)[number];
/** A list of more is no list to work through before opening; each franchise's own page says the rest. */
const MOST_NAMED = 50;

export function createOpeningModule(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  { carriers }: { readonly carriers: Pick<CarriersModule, 'accounts'> },
): { readonly routes: readonly Route[] } {
  const { db, config } = services;

  async function lacksOf(franchiseId: string): Promise<ReadonlySet<FranchiseLine>> {
    const ids = { tenantId: franchiseId, realmId: franchiseId };
    const served = await db.reference((tx) =>
      tx
        .selectFrom('hosts')
        .select('host')
        .where('tenant_id', '=', franchiseId)
        .where('state', '=', 'verified')
        .executeTakeFirst(),
    );
    const members = await db.identity(ids, (tx) => readMembers(tx, ids));
    const books = await db.tenant(
      ids,
      async (tx) => {
        const { rows } = await sql<{ company: boolean; tax: boolean; terms: boolean }>`SELECT
          EXISTS (SELECT FROM statement_settings WHERE tenant_id = ${franchiseId} AND legal_name <> '' AND address <> '') AS company,
          EXISTS (SELECT FROM tax_registrations WHERE tenant_id = ${franchiseId}) AS tax,
          EXISTS (SELECT FROM terms_versions WHERE tenant_id = ${franchiseId} AND state = 'published') AS terms`.execute(
          tx,
        );
        const roles = await tx
          .selectFrom('roles')
          .select('id')
          .where('tenant_id', '=', franchiseId)
          .where('base_role', '=', 'ROLE_FRANCHISE_ADMIN')
          .execute();
        return { ...rows[0], administrators: new Set(roles.map(({ id }) => id)) };
      },
      { readOnly: true },
    );
    const accounts = await carriers.accounts(ids);
    const has: Readonly<Record<FranchiseLine, boolean>> = {
      host: served !== undefined,
      administrator: members.some((each) => each.state === 'active' && books.administrators.has(each.role_id)),
      // A simulator's counts only where nothing is real.
      carrier: accounts.some(({ mode, state }) => state === 'active' && (config.simulators || mode !== 'simulator')),
      company: books.company ?? false,
      tax: books.tax ?? false,
      terms: books.terms ?? false,
    };
    return new Set(OF_FRANCHISE.filter((line) => !has[line]));
  }

  async function ofInstallation(platformId: string): Promise<readonly Line[]> {
    const franchises = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'name'])
        .where('kind', '=', 'franchise')
        .where('state', '=', 'active')
        .orderBy('created_at')
        .execute(),
    );
    const policy = await db.identity({ realmId: platformId }, (tx) => readPolicy(tx, platformId));
    const own: readonly (readonly [OpeningLineId, boolean])[] = [
      ['mail', config.smtpUrl !== undefined],
      ['address', config.publicOrigin?.startsWith('https://') === true],
      ['key', config.masterKeys.length > 0],
      ['backup', await isBackedUp(services)],
      ['second-factor', policy.secondFactor !== 'optional'],
      ['franchise', franchises.length > 0],
    ];
    const lacks = new Map<string, ReadonlySet<FranchiseLine>>();
    for (const { id } of franchises) lacks.set(id, await lacksOf(id));
    return [
      ...own.map(([id, done]) => ({ id, done, lacking: [] })),
      ...OF_FRANCHISE.map((id) => {
        const lacking = franchises.filter((franchise) => lacks.get(franchise.id)?.has(id)).map(({ name }) => name);
        const done = franchises.length > 0 && lacking.length === 0;
        return { id, done, lacking: lacking.slice(0, MOST_NAMED) };
      }),
    ];
  }

  async function linesOf(ctx: RequestContext): Promise<readonly Line[]> {
    // The demo is open.
    if (config.demo) return [];
    if (ctx.tenantKind === 'platform') return ofInstallation(ctx.tenantId);
    const lacks = await lacksOf(ctx.tenantId);
    return OF_FRANCHISE.map((id) => ({ id, done: !lacks.has(id), lacking: [] }));
  }

  return { routes: [route(getOpening, async ({ ctx }) => data({ lines: [...(await linesOf(ctx))] }))] };
}
