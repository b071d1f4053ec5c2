import type { TemplateBranding } from './branding.ts';
import { DocumentError } from '../document-error.ts';
import type { TypstRenderer } from '../typst/typst-renderer.ts';

/**
 * Draws a document with a tenant's logo. A logo that looks like an image but cannot be decoded must not stop a shipment: the
 * document is drawn again with the issuer's name in its place.
 */
export async function renderBranded(
  source: string,
  parts: readonly Record<string, unknown>[],
  branding: { data: TemplateBranding; files: Record<string, Uint8Array> },
  renderer: TypstRenderer,
): Promise<Uint8Array> {
  const withBrand = (brand: TemplateBranding): unknown[] => parts.map((part) => ({ ...part, brand }));
  try {
    return await renderer.render({ source, parts: withBrand(branding.data), files: branding.files });
  } catch (error) {
    const image = error instanceof DocumentError && error.code === 'template' && branding.data.logo !== null;
    if (!image) throw error;
    return renderer.render({ source, parts: withBrand({ ...branding.data, logo: null }) });
  }
}
