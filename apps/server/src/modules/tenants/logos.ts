/** Logos of carriers and stores that a franchise may use, in place of the marks we draw (decision 0340). */
import { getLogos, listOwnLogos, type OwnLogo, putOwnLogo, removeOwnLogo } from '@scanship/contracts/network/logos';
import { courierOfKey, logoKey } from '@scanship/domain/shipping/logo-key';
import { STORE_PLATFORMS } from '@scanship/domain/stores/store-platforms';
import { sql } from 'kysely';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { BrandingReader } from './branding.ts';
import { pictureAddress } from './branding-fields.ts';
import { putBrandPicture } from './save-branding.ts';

export interface LogoPorts {
  readonly carriers: Pick<CarriersModule, 'registry' | 'accounts'>;
  readonly branding: BrandingReader;
}

type Named = Omit<OwnLogo, 'address'>;

export const logoRoutes = (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { carriers, branding }: LogoPorts,
): readonly Route[] => {
  const connectors: readonly Named[] = carriers.registry
    .all()
    .filter(({ sample, manifest }) => sample || manifest.maturity !== 'own')
    .map(({ manifest: { slug, name } }) => ({ key: logoKey(slug, name), name, code: slug, kind: 'carrier' }));
  // One company may be both: it has one logo.
  const stores: readonly Named[] = STORE_PLATFORMS.filter(({ code }) =>
    connectors.every(({ key }) => key !== code),
  ).map(({ code, name }) => ({ key: code, name, code, kind: 'store' }));

  /** Own couriers as they are called now; one that was renamed keeps its line while it has a logo. */
  const couriers = async (franchiseId: string, held: ReadonlyMap<string, string>): Promise<readonly Named[]> => {
    const accounts = await carriers.accounts({ tenantId: franchiseId });
    const keys = new Set([
      ...accounts.map(({ carrier, carrierName }) => logoKey(carrier, carrierName)),
      ...held.keys(),
    ]);
    return [...keys].flatMap((key) => {
      const name = courierOfKey(key);
      return name === undefined ? [] : [{ key, name, code: key.slice(0, -name.length - 1), kind: 'courier' as const }];
    });
  };
  const named = async (franchiseId: string): Promise<readonly OwnLogo[]> => {
    const held = await branding.logos({ id: franchiseId });
    return [...(await couriers(franchiseId, held)), ...connectors, ...stores].map((one) => {
      const hash = held.get(one.key);
      return { ...one, address: hash === undefined ? null : pictureAddress(franchiseId, hash) };
    });
  };
  const answer = async (franchiseId: string, successMessage?: string) =>
    data({ logos: [...(await named(franchiseId))] }, successMessage === undefined ? {} : { successMessage });

  return [
    route(getLogos, async ({ ctx }) => {
      // The operator's own people work in no franchise.
      const held = ctx.tenantKind === 'platform' ? [] : await branding.logos({ id: ctx.realmId });
      if (ctx.tenantKind === 'customer') {
        // Of an own courier that was never lent to it a customer does not learn that there is one.
        const grants = await db.tenant(
          ctx,
          (tx) => tx.selectFrom('account_grants').select('name').distinct().execute(),
          {
            readOnly: true,
          },
        );
        const known = new Set<string | undefined>([undefined, ...grants.map(({ name }) => name)]);
        return data({
          logos: [...held].flatMap(([key, hash]) =>
            known.has(courierOfKey(key)) ? [{ key, address: pictureAddress(ctx.realmId, hash) }] : [],
          ),
        });
      }
      return data({ logos: [...held].map(([key, hash]) => ({ key, address: pictureAddress(ctx.realmId, hash) })) });
    }),
    route(listOwnLogos, ({ ctx }) => answer(ctx.tenantId)),
    route(putOwnLogo, async ({ ctx, body: { key }, file }) => {
      const one = (await named(ctx.tenantId)).find((each) => each.key === key);
      if (!one) return problem('not_found', { message: 'There is no such carrier or store.' });
      const drawn = await files.read(ctx, 'drawLogo', file.bytes);
      if (!drawn.ok) return drawn;
      await db.tenant(ctx, async (tx) => {
        const hash = await putBrandPicture(tx, ctx.tenantId, 'image/png', drawn.value);
        // Beside the branding's version: a form that is open meanwhile stays good.
        await sql`INSERT INTO branding (tenant_id, carrier_logos) VALUES (${ctx.tenantId}, jsonb_build_object(${key}::text, ${hash}::text))
          ON CONFLICT (tenant_id) DO UPDATE SET carrier_logos = branding.carrier_logos || excluded.carrier_logos`.execute(
          tx,
        );
      });
      branding.forget();
      return answer(ctx.tenantId, `${one.name} has your logo now.`);
    }),
    route(removeOwnLogo, async ({ ctx, params: { key } }) => {
      const { rows } = await db.tenant(ctx, (tx) =>
        sql`UPDATE branding SET carrier_logos = carrier_logos - ${key}::text
          WHERE tenant_id = ${ctx.tenantId} AND carrier_logos ? ${key} RETURNING tenant_id`.execute(tx),
      );
      branding.forget();
      return rows.length > 0 ? answer(ctx.tenantId, 'Logo removed.') : problem('not_found');
    }),
  ];
};
