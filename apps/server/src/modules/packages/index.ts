/** Packages: the seller's boxes, carriers' packagings, and which of them an order goes into. */
import {
  addPackage as addCall,
  deletePackage as deleteCall,
  getPackage as getCall,
  listCarrierPackagings,
  listPackages,
  type PackageEntry,
  suggestPackages,
  updatePackage as updateCall,
} from '@scanship/contracts/products/packages';
import type { CarrierPackaging } from '@scanship/connector-kit/carrier/carrier';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarrierRegistry } from '../carriers/index.ts';
import { allOrNothing } from '../orders/index.ts';
import { addPackage, type NewPackage, retirePackage, updatePackage } from './package-commands.ts';
import { readPackage, readPackages } from './package-rows.ts';
import { suggestForOrders } from './suggest-packages.ts';

export { addPackage, setDefaultPackage } from './package-commands.ts';
export { readPackages } from './package-rows.ts';
export { suggestForOrders } from './suggest-packages.ts';

/** Slugs of the carriers whose accounts the customer ships with, own and lent ones. */
const carriersOf = async (ctx: RequestContext, tx: Tx, now: Date): Promise<ReadonlySet<string>> => {
  const grants = await tx
    .selectFrom('account_grants')
    .select('slug')
    .distinct()
    .where('tenant_id', '=', ctx.tenantId)
    .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>', now)]))
    .execute();
  return new Set(grants.map(({ slug }) => slug));
};

export function createPackagesModule(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  registry: CarrierRegistry,
): { readonly routes: readonly Route[] } {
  const nameOf = (slug: string): string => registry.find(slug)?.manifest.name ?? slug;
  const packagingsOf = (slug: string): readonly CarrierPackaging[] => registry.find(slug)?.manifest.packagings ?? [];
  const saved = async (tx: Tx, id: Outcome<string>): Promise<Outcome<PackageEntry>> => {
    if (!id.ok) return id;
    const entry = await readPackage(tx, id.value, nameOf);
    return entry ? ok(entry) : problem('not_found');
  };

  return {
    routes: [
      route(listPackages, async ({ ctx }) =>
        data({ packages: await db.tenant(ctx, (tx) => readPackages(tx, nameOf), { readOnly: true }) }),
      ),

      route(getCall, async ({ ctx, params }) => {
        const entry = await db.tenant(ctx, (tx) => readPackage(tx, params.id, nameOf), { readOnly: true });
        return entry ? data(entry) : problem('not_found');
      }),

      route(addCall, async ({ ctx, body }) => {
        const added = await allOrNothing(db, ctx, async (tx) => {
          if (!('presetCode' in body)) return saved(tx, await addPackage(ctx, tx, body));
          const packaging = packagingsOf(body.carrier).find(({ code }) => code === body.presetCode);
          if (!packaging || !(await carriersOf(ctx, tx, clock.now())).has(body.carrier))
            return problem('validation', {
              errors: [{ field: 'presetCode', message: 'None of your carriers offers this packaging.' }],
            });
          const input: NewPackage = {
            name: body.name ?? packaging.name,
            inner: packaging.inner ?? null,
            outer: packaging.outer,
            maxGrams: packaging.maxGrams ?? null,
            tareGrams: body.tareGrams ?? 0,
            costMinor: body.costMinor ?? null,
            isDefault: body.isDefault,
            preset: { carrier: body.carrier, code: packaging.code },
          };
          return saved(tx, await addPackage(ctx, tx, input));
        });
        return added.ok ? data(added.value, { successMessage: 'Package added.' }) : added;
      }),

      route(updateCall, async ({ ctx, params, body }) => {
        const changed = await allOrNothing(db, ctx, async (tx) =>
          saved(tx, await updatePackage(ctx, tx, { ...body, id: params.id })),
        );
        return changed.ok ? data(changed.value, { successMessage: 'Package saved.' }) : changed;
      }),

      route(deleteCall, async ({ ctx, params }) => {
        const left = await allOrNothing(db, ctx, async (tx) => {
          const gone = await retirePackage(ctx, tx, params.id, clock.now());
          return gone.ok ? ok(await readPackages(tx, nameOf)) : gone;
        });
        return left.ok ? data({ packages: left.value }, { successMessage: 'Package deleted.' }) : left;
      }),

      route(listCarrierPackagings, async ({ ctx }) => {
        const { carriers, known } = await db.tenant(
          ctx,
          async (tx) => ({ carriers: await carriersOf(ctx, tx, clock.now()), known: await readPackages(tx, nameOf) }),
          { readOnly: true },
        );
        const added = new Set(known.flatMap(({ presetCode }) => presetCode ?? []));
        const packagings = registry.all().flatMap(({ manifest }) =>
          carriers.has(manifest.slug)
            ? packagingsOf(manifest.slug).map((each) => ({
                carrier: manifest.slug,
                carrierName: manifest.name,
                presetCode: each.code,
                name: each.name,
                shape: each.shape,
                outer: each.outer,
                inner: each.inner ?? null,
                maxGrams: each.maxGrams ?? null,
                flatRate: each.flatRate,
                services: (each.services ?? []).map(
                  (code) => manifest.services.find((service) => service.code === code)?.name ?? code,
                ),
                added: added.has(each.code),
              }))
            : [],
        );
        return data({ packagings });
      }),

      route(suggestPackages, async ({ ctx, body }) =>
        data({
          suggestions: await db.tenant(ctx, (tx) => suggestForOrders(tx, body.orderIds), { readOnly: true }),
        }),
      ),
    ],
  };
}
