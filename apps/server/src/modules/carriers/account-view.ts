/** What a person may see of a carrier account: never a credential, and of a lent account neither settings nor cost. */
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { unaskedSince } from '../../platform/database/unasked-accounts.ts';
import type { CarrierRegistry, RegisteredCarrier } from './connector-registry.ts';
import { type ListedService, mergeServices, type ServiceSwitches } from './services/merge-services.ts';

export interface GrantRow {
  readonly id: string;
  readonly owner_tenant_id: string;
  readonly account_id: string;
  readonly slug: string;
  readonly name: string;
  readonly mode: 'live' | 'sandbox' | 'simulator';
  /** Switched off by who ships with it, or not lent to them. */
  readonly services: ServiceSwitches;
  /** Codes of services that are not lent; of these who ships with it hears nothing. */
  readonly leftOut: readonly string[];
  readonly ended: boolean;
  /** From when on labels may be missing here that its carrier was not asked for yet; null: none. */
  readonly unasked_since: Date | null;
}

/**
 * Grants of the current tenant, oldest first: those in force, or with `evenEnded` all there ever were (what was bought
 * with a grant that has ended must still be settled and voided).
 */
export async function readGrants(tx: Tx, options: { readonly evenEnded?: boolean } = {}): Promise<readonly GrantRow[]> {
  let query = tx
    .selectFrom('account_grants')
    .select(['id', 'owner_tenant_id', 'account_id', 'slug', 'name', 'mode', 'services', 'left_out'])
    .select(sql<boolean>`valid_to IS NOT NULL`.as('ended'))
    .select(unaskedSince('account_grants.tenant_id', 'account_grants.id').as('unasked_since'))
    .orderBy('created_at')
    .orderBy('id');
  if (!options.evenEnded)
    query = query
      .where('valid_from', '<=', sql<Date>`now()`)
      .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>', sql<Date>`now()`)]));
  const rows = await query.execute();
  return rows.map(({ left_out, ...row }) => {
    // Written by `maintenance.keep_to_lending`.
    const leftOut = left_out as readonly string[];
    return {
      ...row,
      leftOut,
      services: {
        ...(row.services as ServiceSwitches),
        ...Object.fromEntries(leftOut.map((code) => [code, { enabled: false }])),
      },
    };
  });
}

/** A carrier that we draw ourselves goes by the account's name ("Maple Local Courier"), a vendor by its own. */
export const displayName = (entry: RegisteredCarrier, grantName: string): string =>
  entry.manifest.maturity === 'own' && !entry.sample ? grantName : entry.manifest.name;

interface OwnerFacts {
  readonly state: string;
  readonly signedIn: boolean;
  /** Labels that its carrier knows otherwise than they are known here. */
  readonly differences: number;
  /** As the carrier listed them; undefined while it was not asked. */
  readonly listed: readonly ListedService[] | undefined;
  readonly health: { readonly lastOkAt?: string; readonly lastProblem?: string };
  readonly sheet: {
    readonly version: number;
    readonly name: string;
    readonly uploadedAt: string;
    readonly sourceName: string;
    readonly services: readonly { code: string; name: string }[];
  } | null;
}

/** Facts kept by the owner of the accounts, read in the owner's context. Keyed by account id. */
async function ownerFacts(
  db: Database,
  ownerTenantId: string,
  accountIds: readonly string[],
  evenRemoved: boolean,
): Promise<ReadonlyMap<string, OwnerFacts>> {
  return db.tenant({ tenantId: ownerTenantId }, async (tx) => {
    const accounts = await tx
      .selectFrom('carrier_accounts')
      .select(['id', 'state', 'health', 'signed_in', 'listed_services', 'listed_at'])
      .select((eb) =>
        eb
          .selectFrom('label_findings as f')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('f.tenant_id', '=', 'carrier_accounts.tenant_id')
          .whereRef('f.account_id', '=', 'carrier_accounts.id')
          .where('f.gone_at', 'is', null)
          .where('f.staged', '=', false)
          .as('differences'),
      )
      .where('id', 'in', [...accountIds])
      .$if(!evenRemoved, (query) => query.where('state', '<>', 'removed'))
      .execute();
    const sheets = await tx
      .selectFrom('rate_sheets')
      .select(['account_id', 'version', 'name', 'source_name', 'created_at', 'sheet'])
      .where('account_id', 'in', [...accountIds])
      .where('state', '=', 'active')
      .execute();
    const sheetOf = new Map(sheets.map((s) => [s.account_id, s]));
    return new Map(
      accounts.map((account) => {
        const sheet = sheetOf.get(account.id);
        const services =
          (sheet?.sheet as { services?: readonly { code: string; name: string }[] } | undefined)?.services ?? [];
        return [
          account.id,
          {
            state: account.state,
            signedIn: account.signed_in,
            differences: account.differences ?? 0,
            listed: account.listed_at === null ? undefined : (account.listed_services as readonly ListedService[]),
            health: account.health as OwnerFacts['health'],
            sheet: sheet
              ? {
                  version: sheet.version,
                  name: sheet.name,
                  uploadedAt: sheet.created_at.toISOString(),
                  sourceName: sheet.source_name,
                  services: services.map(({ code, name }) => ({ code, name })),
                }
              : null,
          },
        ];
      }),
    );
  });
}

const stateView = (state: string): CarrierAccount['state'] =>
  state === 'active' ? 'active' : state === 'paused' ? 'paused' : 'broken';

/**
 * Every account the current tenant can ship with, own ones first. With `past` also those it could ship with once, before the others
 * and all with the services they have now: for names of what was bought, never to show or choose from.
 */
export async function listAccounts(
  db: Database,
  registry: CarrierRegistry,
  ctx: Pick<RequestContext, 'tenantId'>,
  { past = false }: { readonly past?: boolean } = {},
): Promise<CarrierAccount[]> {
  const grants = await db.tenant({ tenantId: ctx.tenantId }, (tx) => readGrants(tx, { evenEnded: past }));
  const ended = new Set(grants.filter((grant) => grant.ended).map(({ id }) => id));
  const views: CarrierAccount[] = [];
  for (const owner of new Set(grants.map((g) => g.owner_tenant_id))) {
    const ofOwner = grants.filter((g) => g.owner_tenant_id === owner);
    const facts = await ownerFacts(
      db,
      owner,
      ofOwner.map((g) => g.account_id),
      past,
    );
    for (const grant of ofOwner) {
      const entry = registry.find(grant.slug);
      const fact = facts.get(grant.account_id);
      if (!entry || !fact) continue;
      const lent = owner !== ctx.tenantId;
      views.push({
        id: grant.account_id,
        grantId: grant.id,
        carrier: grant.slug,
        carrierName: displayName(entry, grant.name),
        name: grant.name,
        mode: grant.mode,
        state: stateView(fact.state),
        ...(!lent && fact.differences > 0 ? { differences: fact.differences } : {}),
        ...(grant.unasked_since ? { unaskedSince: grant.unasked_since.toISOString() } : {}),
        lent,
        signedIn: fact.signedIn,
        services: mergeServices(
          fact.sheet ? fact.sheet.services : entry.manifest.services,
          fact.sheet ? undefined : fact.listed,
          grant.services,
        ).filter(({ code }) => past || !grant.leftOut.includes(code)),
        health: {
          lastOkAt: fact.health.lastOkAt ?? null,
          lastProblem: lent ? null : (fact.health.lastProblem ?? null),
        },
        rateSheet:
          fact.sheet && !lent
            ? {
                version: fact.sheet.version,
                name: fact.sheet.name,
                uploadedAt: fact.sheet.uploadedAt,
                sourceName: fact.sheet.sourceName,
              }
            : null,
      });
    }
  }
  const now = (view: CarrierAccount): number => Number(!ended.has(view.grantId));
  return views.toSorted((a, b) => now(a) - now(b) || Number(a.lent) - Number(b.lent) || a.name.localeCompare(b.name));
}
