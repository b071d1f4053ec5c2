/** Reads a franchise's branding; remembered for a few seconds, because every page of every visitor asks for it. */
import type { Branding } from '@scanship/contracts/network/start-up';
import { addressMark } from '../../platform/outside-pictures/picture-addresses.ts';
import type { Services } from '../../platform/services.ts';
import { BRANDING_COLUMNS, type BrandingField, isFileHash, PICTURE_FIELDS } from './branding-fields.ts';
import type { Franchise } from '../../platform/hosts.ts';

export interface BrandingReader {
  of(franchise: Franchise): Promise<Branding>;
  /** What a franchise shows to everybody, by the last part of its address: a file by its hash, or where one lies elsewhere. */
  publicPictures(franchise: Pick<Franchise, 'id'>): Promise<ReadonlyMap<string, PublicPicture>>;
  /** Hashes of its logos of carriers and stores, by what they stand for. */
  logos(franchise: Pick<Franchise, 'id'>): Promise<ReadonlyMap<string, string>>;
  /** Forgets what was read. */
  forget(): void;
}

export type PublicPicture = { readonly sha256: string } | { readonly address: string };

const FRESH_MS = 5_000;
const MOST_HELD = 500;
const PICTURES: ReadonlySet<string> = new Set(PICTURE_FIELDS);
const FIELDS = Object.keys(BRANDING_COLUMNS) as BrandingField[];

interface Held {
  readonly at: number;
  readonly branding: Branding;
  readonly pictures: ReadonlyMap<string, PublicPicture>;
  readonly logos: ReadonlyMap<string, string>;
}

export const createBrandingReader = ({ db, clock }: Pick<Services, 'db' | 'clock'>): BrandingReader => {
  const known = new Map<string, Held>();
  const read = async (franchise: Pick<Franchise, 'id'>): Promise<Held> => {
    const held = known.get(franchise.id);
    const at = clock.now().getTime();
    if (held && at - held.at < FRESH_MS) return held;
    const row = await db.tenant({ tenantId: franchise.id }, (tx) =>
      tx.selectFrom('branding').selectAll().where('tenant_id', '=', franchise.id).executeTakeFirst(),
    );
    const pictures = new Map<string, PublicPicture>();
    const values = Object.fromEntries(
      FIELDS.map((field) => {
        const value = row?.[BRANDING_COLUMNS[field]] || null;
        if (value === null || !PICTURES.has(field)) return [field, value];
        const name = isFileHash(value) ? value : addressMark(value);
        pictures.set(name, isFileHash(value) ? { sha256: value } : { address: value });
        return [field, `/brand/${name}`];
      }),
    ) as Omit<Branding, 'tenantId'>;
    const logos = new Map(Object.entries((row?.carrier_logos ?? {}) as Record<string, string>));
    for (const sha256 of logos.values()) pictures.set(sha256, { sha256 });
    const fresh = {
      at,
      logos,
      pictures,
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
    publicPictures: async (franchise) => (await read(franchise)).pictures,
    logos: async (franchise) => (await read(franchise)).logos,
    forget: () => known.clear(),
  };
};
