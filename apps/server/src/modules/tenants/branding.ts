/** Reads a franchise's branding; remembered for a few seconds, because every page of every visitor asks for it. */
import type { Branding } from '@scanship/contracts/start-up';
import type { Services } from '../../platform/services.ts';
import { BRANDING_COLUMNS, type BrandingField, isFileHash, PICTURE_FIELDS } from './branding-fields.ts';
import type { Franchise } from './host-directory.ts';

export interface BrandingReader {
  of(franchise: Franchise): Promise<Branding>;
  /** Hashes of the files a franchise shows to everybody. */
  publicFiles(franchise: Franchise): Promise<ReadonlySet<string>>;
  /** Forgets what was read. */
  forget(): void;
}

const FRESH_MS = 5_000;
const MOST_HELD = 500;
const PICTURES: ReadonlySet<string> = new Set(PICTURE_FIELDS);
const FIELDS = Object.keys(BRANDING_COLUMNS) as BrandingField[];

interface Held {
  readonly at: number;
  readonly branding: Branding;
  readonly files: ReadonlySet<string>;
}

export const createBrandingReader = ({ db, clock }: Pick<Services, 'db' | 'clock'>): BrandingReader => {
  const known = new Map<string, Held>();
  const read = async (franchise: Franchise): Promise<Held> => {
    const held = known.get(franchise.id);
    const at = clock.now().getTime();
    if (held && at - held.at < FRESH_MS) return held;
    const row = await db.tenant({ tenantId: franchise.id }, (tx) =>
      tx.selectFrom('branding').selectAll().where('tenant_id', '=', franchise.id).executeTakeFirst(),
    );
    const files = new Set<string>();
    const values = Object.fromEntries(
      FIELDS.map((field) => {
        const value = row?.[BRANDING_COLUMNS[field]] || null;
        if (value === null || !PICTURES.has(field) || !isFileHash(value)) return [field, value];
        files.add(value);
        return [field, `/brand/${value}`];
      }),
    ) as Omit<Branding, 'tenantId'>;
    const fresh = {
      at,
      files,
      branding: { ...values, tenantId: franchise.id },
    };
    // Ids come from outside too.
    if (known.size >= MOST_HELD) known.clear();
    known.set(franchise.id, fresh);
    return fresh;
  };
  return {
    of: async (franchise) => {
      const { branding } = await read(franchise);
      return branding.brandName === null ? { ...branding, brandName: franchise.name } : branding;
    },
    publicFiles: async (franchise) => (await read(franchise)).files,
    forget: () => known.clear(),
  };
};
