/** Asks the carrier which services an account has, and keeps the answer under the account's owner. */
import { runDiscoverServices } from '@scanship/connector-kit/steps/run-question';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { HealthRecorder } from '../account-health.ts';
import type { CarrierEnvironments } from '../carrier-environment.ts';
import { carrierProblem } from '../carrier-problem.ts';
import type { GrantOpener } from '../open-grant.ts';
import { changedServices, type ListedService } from './merge-services.ts';

export interface DiscoverDeps {
  readonly db: Database;
  readonly grants: GrantOpener;
  readonly health: HealthRecorder;
  readonly environments: Pick<CarrierEnvironments, 'forget'>;
}

export interface ListedState {
  readonly services: readonly ListedService[] | undefined;
  readonly askedAt: Date | null;
}

/** What the carrier listed last for an account of `ownerTenantId`. */
export const readListed = async (db: Database, ownerTenantId: string, accountId: string): Promise<ListedState> => {
  const row = await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx
      .selectFrom('carrier_accounts')
      .select(['listed_services', 'listed_at'])
      .where('id', '=', accountId)
      .executeTakeFirst(),
  );
  return row?.listed_at
    ? { services: row.listed_services as readonly ListedService[], askedAt: row.listed_at }
    : { services: undefined, askedAt: null };
};

/** More than any carrier has; a list without end is no list. */
const MOST_SERVICES = 500;

export interface Discovered {
  readonly asked: boolean;
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/**
 * @param from where parcels leave; undefined: the default ship-from address of the caller
 * @returns `asked: false` where the carrier cannot be asked or the account is another's; problems: `not_found`,
 *   `validation` (no place to ask for), `carrier_refused`, `carrier_unavailable`
 */
export async function discoverServices(
  deps: DiscoverDeps,
  ctx: Pick<RequestContext, 'tenantId'>,
  accountId: string,
  from: Address | undefined,
): Promise<Outcome<Discovered>> {
  const grant = (await deps.grants.open(ctx)).find((each) => each.accountId === accountId);
  if (!grant) return problem('not_found', { message: 'This account is paused, removed or not yours.' });
  // The list belongs to the owner's account; who is lent it reads what the owner asked.
  if (grant.ownerTenantId !== ctx.tenantId || grant.manifest.capabilities.discoverServices !== true)
    return { ok: true, value: { asked: false, added: [], gone: [] } };
  const place = from ?? (await defaultPlace(deps.db, ctx.tenantId));
  if (!place)
    return problem('validation', {
      errors: [
        {
          field: 'countryCode',
          code: 'place',
          message: `${grant.carrierName} lists services by the place parcels leave from: name one, or add a ship-from address.`,
        },
      ],
    });
  const before = await readListed(deps.db, ctx.tenantId, accountId);
  const result = await (async () => {
    try {
      return await runDiscoverServices(
        await grant.load(),
        place,
        await grant.environment({ kind: 'test', id: accountId }),
      );
    } catch (error) {
      // Opening the environment says in this way that credentials or the simulator are missing.
      if (error instanceof ConnectorError) return { ok: false as const, problem: error.problem };
      throw error;
    }
  })();
  await deps.health.record(grant, result.ok ? undefined : result.problem);
  if (!result.ok) return carrierProblem(result.problem);
  // Whoever asks now has changed something at the carrier, or suspects it: nothing older counts.
  await deps.environments.forget(grant.accountKey, grant.ownerTenantId);
  const unique = new Map(
    result.value.flatMap(({ code, name }) => (code.trim() === '' ? [] : [[code.trim(), { code: code.trim(), name }]])),
  );
  const listed = [...unique.values()].slice(0, MOST_SERVICES);
  await deps.db.tenant({ tenantId: ctx.tenantId }, (tx) =>
    tx
      .updateTable('carrier_accounts')
      .set((eb) => ({ listed_services: json(listed), listed_at: eb.fn<Date>('now') }))
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', accountId)
      .execute(),
  );
  return {
    ok: true,
    value: { asked: true, ...changedServices({ known: grant.manifest.services, listed: before.services }, listed) },
  };
}

async function defaultPlace(db: Database, tenantId: string): Promise<Address | undefined> {
  const row = await db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('locations')
      .select('address')
      .where('is_default', '=', true)
      .where('archived_at', 'is', null)
      .executeTakeFirst(),
  );
  const stored = row?.address as Partial<Record<string, string>> | undefined;
  if (!stored?.countryCode) return undefined;
  return {
    name: stored.name ?? '',
    address1: stored.address1 ?? stored.line1 ?? '',
    city: stored.city ?? '',
    provinceCode: stored.provinceCode ?? '',
    zipcode: stored.zipcode ?? stored.postalCode ?? '',
    countryCode: stored.countryCode,
  };
}
