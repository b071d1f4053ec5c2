/** What a seller decides of the pages of buyers. */
import type { BodyOf } from '@scanship/contracts/call';
import {
  getBuyerPageSettings,
  previewBuyerPage,
  putBuyerBanner,
  putBuyerPageSettings,
  removeBuyerBanner,
} from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { json } from '../../platform/database/json-column.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type BrandingReader, putBrandPicture } from '../tenants/index.ts';
import { shopOrigin } from './embedding.ts';
import type { BuyerLinks } from './links.ts';
import { lookOf, picturePath, readColour, readLinks, readSettings, type StoredSettings } from './look.ts';
import type { PagePictures } from './pictures.ts';
import { drawPreview } from './preview.ts';

interface Deps {
  readonly links: Pick<BuyerLinks, 'shopKey'>;
  readonly pictures: Pick<PagePictures, 'read'>;
  readonly branding: Pick<BrandingReader, 'of'>;
}

/** Empty is none. */
const textOf = (typed: string | null): string | null => typed?.trim() || null;
const ADDRESS = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

/** What was typed, over what is stored. */
function lookFrom(
  body: Omit<BodyOf<typeof previewBuyerPage>, 'language'>,
  stored: StoredSettings,
): Outcome<Omit<StoredSettings, 'lifeDays' | 'shops' | 'version' | 'banner' | 'companyLogo' | 'tellStores'>> {
  const { links, faults } = readLinks(body.links ?? stored.links);
  const { colour, faults: ofColour } = readColour(body.colour === undefined ? stored.colour : body.colour);
  const supportEmail = textOf(body.supportEmail === undefined ? stored.supportEmail : body.supportEmail);
  const errors = [
    ...faults,
    ...ofColour,
    ...(supportEmail !== null && !ADDRESS.test(supportEmail)
      ? [{ field: 'supportEmail', message: 'Enter an e-mail address such as help@shop.example.com.' }]
      : []),
    ...(body.logo === true && stored.companyLogo === null
      ? [{ field: 'logo', message: 'Your documents have no logo yet. Upload one under Settings first.' }]
      : []),
  ];
  if (errors.length > 0) return problem('validation', { errors });
  return {
    ok: true,
    value: {
      logo: body.logo ?? stored.logo,
      contents: body.contents ?? stored.contents,
      proof: body.proof ?? stored.proof,
      supportPhone: textOf(body.supportPhone === undefined ? stored.supportPhone : body.supportPhone),
      supportEmail,
      links,
      colour,
    },
  };
}

export function buyerPageRoutes(
  { db, clock, files }: Pick<Services, 'db' | 'clock' | 'files'>,
  { links, pictures, branding }: Deps,
): readonly Route[] {
  const read = ({ tenantId }: { readonly tenantId: string }) =>
    db.tenant({ tenantId }, (tx) => readSettings(tx, tenantId), { readOnly: true });

  async function view(ctx: RequestContext, successMessage?: string) {
    const { companyLogo, banner, ...stored } = await read(ctx);
    const shopKey = links.shopKey(ctx.tenantId);
    return data(
      {
        ...stored,
        hasLogo: companyLogo !== null,
        banner: banner === null ? null : picturePath(shopKey, banner),
        shopKey,
      },
      successMessage === undefined ? {} : { successMessage },
    );
  }

  const setBanner = (ctx: RequestContext, bytes: Uint8Array | undefined) =>
    db.tenant(ctx, async (tx) => {
      const hash = bytes === undefined ? null : await putBrandPicture(tx, ctx.tenantId, 'image/jpeg', bytes);
      const { lifeDays } = await readSettings(tx, ctx.tenantId);
      // Beside the version, also before there is one: a form that is open meanwhile stays good.
      await sql`INSERT INTO buyer_page_settings (tenant_id, life_days, banner, version)
        VALUES (${ctx.tenantId}, ${lifeDays}, ${hash}, 0)
        ON CONFLICT (tenant_id) DO UPDATE SET banner = excluded.banner`.execute(tx);
    });

  return [
    route(getBuyerPageSettings, ({ ctx }) => view(ctx)),
    route(
      putBuyerPageSettings,
      async ({ ctx, body: { lifeDays, version, shops: typedShops, tellStores: wanted, ...body } }) => {
        const typed = (typedShops ?? []).filter((shop) => shop.trim() !== '');
        const origins = typed.map(shopOrigin);
        const errors = origins.flatMap((origin, at) =>
          origin === undefined
            ? [
                {
                  field: `shops.${at}`,
                  message: `${typed[at] ?? ''} is not the address of a shop. Example: https://shop.example.com`,
                },
              ]
            : [],
        );
        if (errors.length > 0) return problem('validation', { errors });
        const stored = await read(ctx);
        const look = lookFrom(body, stored);
        if (!look.ok) return look;
        if (body.logo === true && stored.companyLogo !== null) {
          const drawn = await pictures.read(ctx.tenantId, stored.companyLogo);
          if (!drawn.ok)
            return drawn.problem.code === 'unavailable'
              ? drawn
              : problem('validation', {
                  errors: [
                    { field: 'logo', message: drawn.problem.message ?? 'The logo cannot be drawn. Upload it as PNG.' },
                  ],
                });
        }
        const { value } = look;
        const tellStores = wanted ?? stored.tellStores;
        const shops = json(
          typedShops === undefined ? stored.shops : [...new Set(origins.filter((origin) => origin !== undefined))],
        );
        const saved = await db.tenant(ctx, async (tx) => {
          const changed =
            await sql`UPDATE buyer_page_settings SET life_days = ${lifeDays}, version = version + 1, updated_at = now(),
            shops = ${shops}, contents = ${value.contents}, logo = ${value.logo}, colour = ${value.colour},
            links = ${json(value.links)}, support_email = ${value.supportEmail}, support_phone = ${value.supportPhone},
            proof = ${value.proof}, tell_stores = ${tellStores}
          WHERE tenant_id = ${ctx.tenantId} AND version = ${version}`.execute(tx);
          if (changed.numAffectedRows !== 0n || version !== 0) return changed;
          return sql`INSERT INTO buyer_page_settings (tenant_id, life_days, shops, contents, logo, colour, links, support_email,
            support_phone, proof, tell_stores)
          VALUES (${ctx.tenantId}, ${lifeDays}, ${shops}, ${value.contents}, ${value.logo}, ${value.colour},
            ${json(value.links)}, ${value.supportEmail}, ${value.supportPhone}, ${value.proof}, ${tellStores})
          ON CONFLICT DO NOTHING`.execute(tx);
        });
        return saved.numAffectedRows === 0n ? problem('stale_version') : view(ctx, 'Tracking page saved.');
      },
    ),
    route(putBuyerBanner, async ({ ctx, file }) => {
      const drawn = await files.read(ctx, 'drawBannerPicture', file.bytes);
      if (!drawn.ok) return drawn;
      await setBanner(ctx, drawn.value.bytes);
      return view(ctx, 'Picture saved.');
    }),
    route(removeBuyerBanner, async ({ ctx }) => {
      await setBanner(ctx, undefined);
      return view(ctx, 'Picture removed.');
    }),
    route(previewBuyerPage, async ({ ctx, body: { language, ...body } }) => {
      const stored = await read(ctx);
      const look = lookFrom(body, stored);
      if (!look.ok) return look;
      const names = await db.reference((tx) =>
        tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', [ctx.tenantId, ctx.realmId]).execute(),
      );
      const nameOf = (id: string): string => names.find((each) => each.id === id)?.name ?? '';
      const franchise = await branding.of({ id: ctx.realmId, name: nameOf(ctx.realmId) });
      const { value } = look;
      const html = drawPreview(
        {
          language,
          sellerName: nameOf(ctx.tenantId),
          brand: { name: franchise.brandName, colour: franchise.primaryColor },
          look: lookOf({ ...stored, ...value }, links.shopKey(ctx.tenantId)),
          contact: { email: value.supportEmail, phone: value.supportPhone, website: null },
          contents: value.contents,
          proof: value.proof,
        },
        clock.now(),
      );
      return data({ html });
    }),
  ];
}
