/** How a franchise's mails look and whom they come from. */
import { DEFAULT_PRIMARY_COLOR, FALLBACK_BRAND_NAME } from '@scanship/contracts/network/start-up';
import type { MailSender } from '../../config/config.ts';
import { isOutside } from '../../platform/outside-pictures/picture-addresses.ts';
import type { Services } from '../../platform/services.ts';
import { plainColour } from './colours.ts';

export interface MailLogo {
  /** Content id of the enclosed picture: a mail loads nothing from anywhere. */
  readonly source: string;
  readonly enclosed: { readonly bytes: Buffer; readonly type: string };
}

export interface MailBrand {
  readonly brandName: string;
  readonly from: MailSender;
  /** Signs mails that go out under the domain of the franchise, or of the seller. */
  readonly dkim?: DkimKey | undefined;
  readonly primary: string;
  readonly background: string;
  readonly footer: string;
  readonly logo: MailLogo | undefined;
}

/** A private key whose public half the domain publishes (RFC 6376). */
export interface DkimKey {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A franchise's own sender address, once its domain is proved (SPF and DKIM); undefined: the neutral one is used. */
export type SenderOf = (franchiseId: string) => Promise<
  | {
      readonly address: string;
      readonly name?: string;
      /** Absent: the mail server signs. */
      readonly dkim?: DkimKey;
    }
  | undefined
>;

/** A seller's own sender address, once its domain is proved; undefined: the franchise's is used. */
export type SellerSenderOf = (
  tenantId: string,
) => Promise<{ readonly address: string; readonly dkim: DkimKey } | undefined>;

export const LOGO_CID = 'logo@scanship';
/** What mail programs draw; SVG they do not. */
const DRAWN = new Set(['image/png', 'image/jpeg', 'image/gif']);

export const readMailBrand = async (
  { db, pictures }: Pick<Services, 'db' | 'pictures'>,
  franchiseId: string,
  neutral: MailSender,
  senderOf: SenderOf,
): Promise<MailBrand> => {
  const [row, logo, own] = await Promise.all([
    db.tenant({ tenantId: franchiseId }, async (tx) => {
      const tenant = await tx
        .selectFrom('tenants')
        .select(['name', 'kind'])
        .where('id', '=', franchiseId)
        .executeTakeFirst();
      const brand = await tx
        .selectFrom('branding')
        .select(['brand_name', 'sender_name', 'primary_color', 'email_background_color', 'global_footer'])
        .where('tenant_id', '=', franchiseId)
        .executeTakeFirst();
      return { tenant, brand };
    }),
    readMailLogo({ db, pictures }, franchiseId),
    senderOf(franchiseId),
  ]);
  const { tenant, brand } = row;
  const brandName = brand?.brand_name || (tenant?.kind === 'franchise' ? tenant.name : '') || FALLBACK_BRAND_NAME;
  return {
    brandName,
    from: {
      address: own?.address ?? neutral.address,
      name: own?.name || brand?.sender_name || brand?.brand_name || brandName,
    },
    dkim: own?.dkim,
    primary: plainColour(brand?.primary_color, DEFAULT_PRIMARY_COLOR),
    background: plainColour(brand?.email_background_color, '#f4f6f8'),
    footer: brand?.global_footer || brandName,
    logo,
  };
};

/** The logo of a franchise or a seller, as mails enclose it; undefined where there is none that mail programs draw. */
export const readMailLogo = async (
  { db, pictures }: Pick<Services, 'db' | 'pictures'>,
  tenantId: string,
): Promise<MailLogo | undefined> => {
  const { outside, blob } = await db.tenant({ tenantId }, async (tx) => {
    const brand = await tx
      .selectFrom('branding')
      .select(['email_logo', 'primary_logo'])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    const picture = brand?.email_logo || brand?.primary_logo || '';
    const blob = /^[0-9a-f]{64}$/.test(picture)
      ? await tx
          .selectFrom('blobs')
          .select(['bytes', 'type'])
          .where('tenant_id', '=', tenantId)
          .where('sha256', '=', picture)
          .executeTakeFirst()
      : undefined;
    return { outside: isOutside(picture) ? picture : undefined, blob };
  });
  const fetched = outside === undefined ? undefined : await pictures.read({ tenantId }, outside);
  const logo = fetched?.ok ? { bytes: fetched.value.bytes, type: fetched.value.contentType } : blob;
  return logo?.bytes && DRAWN.has(logo.type)
    ? { source: `cid:${LOGO_CID}`, enclosed: { bytes: Buffer.from(logo.bytes), type: logo.type } }
    : undefined;
};
