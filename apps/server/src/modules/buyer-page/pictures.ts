/** The seller's pictures on the pages of its buyers: drawn here, kept by browsers for long, and never from another host. */
import { DocumentError } from '@scanship/documents/document-error';
import { drawLogoPage } from '@scanship/documents/pictures/logo-page';
import type { PagePicture } from '@scanship/documents/pictures/page-pictures';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { holding } from './held.ts';
import { readSettings, type StoredSettings } from './look.ts';

export interface PagePictures {
  /** A picture that this seller's pages may show. Problems: `not_found`; `unavailable` while the threads are busy. */
  read(tenantId: string, hash: string): Promise<Outcome<PagePicture>>;
  /** The logo of these bytes as pages show it. Problems: `picture_refused`, `unavailable`. */
  drawLogo(tenantId: string, bytes: Uint8Array): Promise<Outcome<PagePicture>>;
}

/** Of 12 kB each at the most. */
const MOST_LOGOS = 500;
/** Four times as large. */
const MOST_BANNERS = 150;
/** As long as pages are shown that were read before. */
const SETTINGS_MS = 1_000;
const MOST_SETTINGS = 1_000;

export function createPagePictures(
  { db, files }: Pick<Services, 'db' | 'files'>,
  renderer: TypstRenderer,
): PagePictures {
  // By what they show, so that they stay good.
  const logos = holding<Outcome<PagePicture>>(MOST_LOGOS);
  const banners = holding<Outcome<PagePicture>>(MOST_BANNERS);
  const settingsOf = holding<StoredSettings>(MOST_SETTINGS, SETTINGS_MS);

  const bytesOf = (tenantId: string, hash: string) =>
    db.tenant(
      { tenantId },
      async (tx) => {
        const { rows } = await sql<{ bytes: Buffer | null; type: string }>`SELECT bytes, type FROM blobs
          WHERE tenant_id = ${tenantId} AND sha256 = ${hash}`.execute(tx);
        return rows[0]?.bytes ? { bytes: rows[0].bytes, type: rows[0].type } : undefined;
      },
      { readOnly: true },
    );

  async function drawLogo(tenantId: string, bytes: Uint8Array): Promise<Outcome<PagePicture>> {
    const refused = problem('picture_refused', { message: 'The logo cannot be drawn. Upload it as PNG.' });
    try {
      const page = await drawLogoPage(renderer, bytes);
      return page === undefined ? refused : files.read({ tenantId }, 'drawLogoPicture', page);
    } catch (error) {
      if (error instanceof DocumentError && error.code === 'template') return refused;
      throw error;
    }
  }

  async function draw(tenantId: string, hash: string): Promise<Outcome<PagePicture>> {
    const stored = await bytesOf(tenantId, hash);
    return stored === undefined ? problem('not_found') : drawLogo(tenantId, stored.bytes);
  }

  async function readBanner(tenantId: string, hash: string): Promise<Outcome<PagePicture>> {
    const stored = await bytesOf(tenantId, hash);
    return stored ? { ok: true, value: { bytes: stored.bytes, type: 'image/jpeg' } } : problem('not_found');
  }

  /** What is asked for may be newer than what is held: it was uploaded a moment ago. */
  async function settingsNaming(tenantId: string, hash: string): Promise<StoredSettings> {
    const read = () => db.tenant({ tenantId }, (tx) => readSettings(tx, tenantId), { readOnly: true });
    const known = await settingsOf.of(tenantId, read);
    if (hash === known.banner || hash === known.companyLogo) return known;
    settingsOf.forget(tenantId);
    return settingsOf.of(tenantId, read);
  }

  return {
    drawLogo,
    async read(tenantId, hash) {
      const settings = await settingsNaming(tenantId, hash);
      const key = `${tenantId} ${hash}`;
      if (hash === settings.banner) {
        const banner = await banners.of(key, () => readBanner(tenantId, hash));
        if (!banner.ok) banners.forget(key);
        return banner;
      }
      if (hash !== settings.companyLogo) return problem('not_found');
      const logo = await logos.of(key, () => draw(tenantId, hash));
      // Nothing is known of it while the threads are busy.
      if (!logo.ok && logo.problem.code === 'unavailable') logos.forget(key);
      return logo;
    },
  };
}
