/** Branding as it is edited: read with its version, each field checked, pictures uploaded first and named afterwards. */
import {
  type BrandingRecord,
  COLOUR_FIELDS,
  LINK_FIELDS,
  PICTURE_FIELDS,
  type PictureField,
} from '@scanship/contracts/network/franchises';
import type { Branding } from '@scanship/contracts/network/start-up';
import type { Tx } from '../../platform/database/database.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import { addressMark, isOutside } from '../../platform/outside-pictures/picture-addresses.ts';
import { type AppProblem, type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { BRANDING_COLUMNS, type BrandingField, isFileHash, pictureAddress } from './branding-fields.ts';
import { type BrandingInput, putBrandPicture, saveBranding } from './save-branding.ts';

const COLOURS: ReadonlySet<string> = new Set(COLOUR_FIELDS);
const LINKS: ReadonlySet<string> = new Set(LINK_FIELDS);
const PICTURES: ReadonlySet<string> = new Set(PICTURE_FIELDS);
/** Characters a text may have; others 200. */
const LENGTHS: Partial<Record<BrandingField, number>> = {
  brandName: 120,
  issuerName: 100,
  senderName: 100,
  description: 1_000,
  globalFooter: 1_000,
  franchiseLandingPage: 8_000,
  customerLandingPage: 8_000,
};
const FIELDS = Object.keys(BRANDING_COLUMNS) as BrandingField[];

/** The hash of an address of ours, in both of its forms. */
const hashIn = (franchiseId: string, address: string): string | undefined => {
  const [, whose, hash] = /^\/brand\/(?:([0-9a-f-]{36})\/)?([0-9a-f]{64})$/.exec(address) ?? [];
  return whose === undefined || whose === franchiseId ? hash : undefined;
};

const readRow = (tx: Tx, franchiseId: string) =>
  tx.selectFrom('branding').selectAll().where('tenant_id', '=', franchiseId);

export const readBrandingRecord = async (
  { db }: Pick<Services, 'db'>,
  franchiseId: string,
): Promise<BrandingRecord> => {
  const row = await db.tenant({ tenantId: franchiseId }, (tx) => readRow(tx, franchiseId).executeTakeFirst());
  const values = Object.fromEntries(
    FIELDS.map((field) => {
      const value = row?.[BRANDING_COLUMNS[field]] || null;
      return [
        field,
        value !== null && PICTURES.has(field) && isFileHash(value) ? pictureAddress(franchiseId, value) : value,
      ];
    }),
  ) as Omit<Branding, 'tenantId'>;
  const outside = PICTURE_FIELDS.flatMap((field) => values[field] ?? []).filter(isOutside);
  return {
    branding: { ...values, tenantId: franchiseId },
    version: row?.version ?? 0,
    shown: Object.fromEntries(outside.map((each) => [each, pictureAddress(franchiseId, addressMark(each))])),
  };
};

/** Problems: `validation` per field, `stale_version`. */
export const changeBranding = (
  { db }: Pick<Services, 'db'>,
  franchiseId: string,
  change: { readonly fields: Partial<Record<BrandingField, string | null | undefined>>; readonly version: number },
): Promise<Outcome<void>> =>
  db.tenant({ tenantId: franchiseId }, async (tx): Promise<Outcome<void>> => {
    const current = await readRow(tx, franchiseId).forUpdate().executeTakeFirst();
    if ((current?.version ?? 0) !== change.version) return problem('stale_version');
    const errors: NonNullable<AppProblem['errors']>[number][] = [];
    const input: Partial<Record<BrandingField, string | null>> = {};
    for (const [name, given] of Object.entries(change.fields)) {
      if (given === undefined) continue;
      const field = name as BrandingField;
      const value = given?.trim() || null;
      const checked = value === null ? { value: null } : await checkField(tx, franchiseId, field, value);
      if ('message' in checked) errors.push({ field: `fields.${field}`, code: 'branding', message: checked.message });
      else input[field] = checked.value;
    }
    if (errors.length > 0) return problem('validation', { errors });
    await saveBranding(tx, franchiseId, input satisfies BrandingInput);
    return { ok: true, value: undefined };
  });

type Checked = { readonly value: string } | { readonly message: string };

const checkField = async (tx: Tx, franchiseId: string, field: BrandingField, value: string): Promise<Checked> => {
  if (COLOURS.has(field))
    return /^#[0-9a-f]{6}$/i.test(value) ? { value: value.toLowerCase() } : { message: 'Enter the colour as #rrggbb.' };
  if (LINKS.has(field))
    return isWebAddress(value) ? { value } : { message: 'Enter an address that begins with https://.' };
  if (PICTURES.has(field)) {
    const hash = hashIn(franchiseId, value);
    if (hash === undefined)
      return isWebAddress(value)
        ? { value }
        : { message: 'Upload a picture, or give an address that begins with https://.' };
    const file = await tx
      .selectFrom('blobs')
      .select('type')
      .where('tenant_id', '=', franchiseId)
      .where('sha256', '=', hash)
      .executeTakeFirst();
    // Only pictures: other files of the franchise must not become public by being named here.
    return file?.type.startsWith('image/')
      ? { value: hash }
      : { message: 'This picture is not there any more; upload it again.' };
  }
  const most = LENGTHS[field] ?? 200;
  return value.length <= most ? { value } : { message: `At most ${most} characters; these are ${value.length}.` };
};

const isWebAddress = (value: string): boolean =>
  value.length <= 2_000 &&
  URL.canParse(value) &&
  new URL(value).protocol === 'https:' &&
  new URL(value).username === '';

/** Favicons are drawn tiny, slides large. Problem: `picture_refused`. */
export const uploadPicture = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  franchiseId: string,
  field: PictureField,
  file: UploadedFile,
): Promise<
  Outcome<{ address: string; contentType: string; width: number | null; height: number | null; bytes: number }>
> => {
  const checked = await files.read({ tenantId: franchiseId }, 'checkPicture', file.bytes);
  if (!checked.ok) return checked;
  const { contentType, width, height } = checked.value;
  if (field === 'emailLogo' && contentType === 'image/svg+xml')
    return problem('picture_refused', {
      message: 'Mail programs do not draw SVG.',
      advice: 'Save the logo for e-mails as PNG.',
    });
  if (contentType === 'image/x-icon' && field !== 'favicon')
    return problem('picture_refused', {
      message: 'An ICO file is for the favicon only.',
      advice: 'Save this picture as PNG.',
    });
  const hash = await db.tenant({ tenantId: franchiseId }, (tx) =>
    putBrandPicture(tx, franchiseId, contentType, file.bytes),
  );
  return {
    ok: true,
    value: { address: pictureAddress(franchiseId, hash), contentType, width, height, bytes: file.bytes.byteLength },
  };
};
