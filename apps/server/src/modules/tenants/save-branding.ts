/** Writes a franchise's branding and the files it shows. */
import { storeBlob } from '../../platform/blobs/store-blob.ts';
import type { Tx } from '../../platform/database/database.ts';
import { BRANDING_COLUMNS, type BrandingField } from './branding-fields.ts';

export type BrandingInput = Partial<Record<BrandingField, string | null>>;

/** Stores a picture under its hash, once; the answer is what a picture field of the branding holds. */
export const putBrandPicture = (tx: Tx, tenantId: string, type: string, bytes: Uint8Array): Promise<string> =>
  storeBlob(tx, tenantId, { bytes, type });

/** Sets the given fields, makes the row where there is none, and counts the version up. Runs as the franchise. */
export const saveBranding = async (tx: Tx, tenantId: string, input: BrandingInput): Promise<void> => {
  const { brandName, ...others } = input;
  const columns = Object.fromEntries(
    Object.entries(others).map(([field, value]) => [BRANDING_COLUMNS[field as BrandingField], value]),
  );
  const name = brandName === undefined ? {} : { brand_name: brandName ?? '' };
  await tx
    .insertInto('branding')
    .values({ tenant_id: tenantId, ...name, ...columns })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({
        ...name,
        ...columns,
        version: eb('branding.version', '+', 1),
        updated_at: new Date(),
      })),
    )
    .execute();
};
