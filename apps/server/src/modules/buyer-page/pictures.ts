/** The seller's pictures on the pages of its buyers: drawn here, kept by browsers for long, and never from another host. */
import { DocumentError } from '@scanship/documents/document-error';
import { drawLogoPage } from '@scanship/documents/pictures/logo-page';
import type { PagePicture } from '@scanship/documents/pictures/page-pictures';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { readSettings } from './look.ts';

export interface PagePictures {
  /** A picture that this seller's pages may show. Problems: `not_found`; `unavailable` while the threads are busy. */
  read(tenantId: string, hash: string): Promise<Outcome<PagePicture>>;
  /** The logo of these bytes as pages show it. Problems: `picture_refused`, `unavailable`. */
  drawLogo(tenantId: string, bytes: Uint8Array): Promise<Outcome<PagePicture>>;
}

/** Of 12 kB each at the most. */
const MOST_HELD = 500;

export function createPagePictures(
  { db, files }: Pick<Services, 'db' | 'files'>,
  renderer: TypstRenderer,
): PagePictures {
  const held = new Map<string, Promise<Outcome<PagePicture>>>();

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

  return {
    drawLogo,
    async read(tenantId, hash) {
      const settings = await db.tenant({ tenantId }, (tx) => readSettings(tx, tenantId), { readOnly: true });
      if (hash === settings.banner) {
        const stored = await bytesOf(tenantId, hash);
        return stored ? { ok: true, value: { bytes: stored.bytes, type: 'image/jpeg' } } : problem('not_found');
      }
      if (hash !== settings.companyLogo) return problem('not_found');
      const key = `${tenantId} ${hash}`;
      const known = held.get(key);
      if (known) return known;
      const drawing = draw(tenantId, hash);
      if (held.size >= MOST_HELD) held.clear();
      held.set(key, drawing);
      // Nothing is known of it while the threads are busy.
      const forget = () => held.delete(key);
      drawing.then((drawn) => !drawn.ok && drawn.problem.code === 'unavailable' && forget(), forget);
      return drawing;
    },
  };
}
