/** Who issues a document: a customer's papers carry its own name and logo, never those of the franchise whose site it uses. */
import type { DocumentBranding } from '@scanship/documents/paperwork/branding';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

async function logoOf(tx: Tx, tenantId: string, hash: string | null): Promise<Uint8Array | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash ?? '')) return undefined;
  const { rows } = await sql<{ bytes: Buffer | null }>`SELECT bytes FROM blobs
    WHERE tenant_id = ${tenantId} AND sha256 = ${hash}`.execute(tx);
  return rows[0]?.bytes ?? undefined;
}

/** A customer as it issues papers: the name of the company, and the logo it uploaded under its defaults. */
async function sellerOf(db: Database, tenantId: string): Promise<DocumentBranding | undefined> {
  return db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ name: string; logo: string | null }>`SELECT t.name, c.more ->> 'logo' AS logo
      FROM tenants t LEFT JOIN customer_settings c ON c.tenant_id = t.id WHERE t.id = ${tenantId}`.execute(tx);
    const [row] = rows;
    return row && { issuerName: row.name, logo: await logoOf(tx, tenantId, row.logo) };
  });
}

async function brandingOf(db: Database, tenantId: string): Promise<DocumentBranding | undefined> {
  return db.tenant({ tenantId }, async (tx) => {
    const row = await tx
      .selectFrom('branding')
      .select([
        'brand_name',
        'issuer_name',
        'document_logo',
        'doc_background_color',
        'document_watermark',
        'primary_color',
        'global_footer',
      ])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (!row || (row.brand_name === '' && !row.issuer_name)) return undefined;
    // Picture fields hold a blob's hash or an https address; nothing is fetched while a document is drawn.
    return {
      issuerName: row.issuer_name || row.brand_name,
      logo: await logoOf(tx, tenantId, row.document_logo),
      primaryColor: row.primary_color ?? undefined,
      backgroundColor: row.doc_background_color ?? undefined,
      watermark: row.document_watermark ?? undefined,
      footer: row.global_footer ?? undefined,
    };
  });
}

export async function documentBranding(
  db: Database,
  who: { readonly tenantId: string; readonly realmId: string },
): Promise<DocumentBranding> {
  const own = await brandingOf(db, who.tenantId);
  const seller = own ?? (who.realmId === who.tenantId ? undefined : await sellerOf(db, who.tenantId));
  return seller ?? { issuerName: 'ScanShip' };
}

/** What a store puts on its own papers (`stores.branding`); empty where nothing is set. */
export interface StorePapers {
  readonly displayName?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly website?: string | null;
  readonly message?: string | null;
}

/** The sender as the store wants to be seen; where the parcel leaves from stays. */
export const senderOf = (from: Address, papers: StorePapers): Address => ({
  ...from,
  companyName: papers.displayName || from.companyName,
  phone: papers.phone || from.phone,
  email: papers.email || from.email,
});

/** Papers of one store carry its name and its line; papers of several stores together carry the customer's. */
export function brandedFor(branding: DocumentBranding, stores: readonly StorePapers[]): DocumentBranding {
  const [only, ...others] = stores;
  if (!only || others.length > 0) return branding;
  const footer = [only.message, only.website].filter((text) => text).join(' · ');
  return { ...branding, issuerName: only.displayName || branding.issuerName, footer: footer || branding.footer };
}
