/**
 * GET /station.webmanifest and /station-icon.svg: the packing station as an application of its own (W3C Web Application
 * Manifest), under the name and colour of the host's franchise.
 */
import { DEFAULT_PRIMARY_COLOR, FALLBACK_BRAND_NAME } from '@scanship/contracts/network/start-up';
import { sendProblem } from '../../platform/http/present.ts';
import { hostOf } from '../../platform/http/request-state.ts';
import type { BrandingReader } from './branding.ts';
import type { ExtraRoutes } from './brand-pictures.ts';
import type { HostDirectory } from '../../platform/hosts.ts';

/** Short names are shown below icons; longer ones are cut by the system (web.dev: at most 12 characters). */
const SHORT_NAME = 12;

/** A barcode on the franchise's colour, inside the safe zone of maskable icons (the inner 80 %). */
const icon = (color: string): string => {
  const bars = [136, 160, 172, 200, 220, 252, 268, 292, 304, 336, 356]
    .map((x, index) => `<rect x="${x}" y="150" width="${index % 3 === 0 ? 16 : 8}" height="212"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${color}"/><g fill="#fff">${bars}</g></svg>`;
};

export const webManifestRoutes =
  (hosts: HostDirectory, branding: BrandingReader): ExtraRoutes =>
  (app) => {
    const colorOf = (value: string | null): string =>
      value !== null && /^#[0-9a-f]{6}$/i.test(value) ? value : DEFAULT_PRIMARY_COLOR;
    app.get('/station.webmanifest', async (request, reply) => {
      const franchise = await hosts.franchiseOf(hostOf(request));
      if (!franchise) return sendProblem(request, reply, { code: 'not_found' });
      const { brandName, primaryColor } = await branding.of(franchise);
      const name = brandName?.trim() || FALLBACK_BRAND_NAME;
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(
          JSON.stringify({
            id: '/ecommerce/scan-ship',
            name: `${name} Scan and Ship`,
            short_name: [...name].slice(0, SHORT_NAME).join(''),
            start_url: '/ecommerce/scan-ship',
            scope: '/',
            display: 'standalone',
            theme_color: colorOf(primaryColor),
            background_color: '#ffffff',
            icons: [
              { src: '/station-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
              { src: '/station-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
            ],
          }),
        );
    });
    app.get('/station-icon.svg', async (request, reply) => {
      const franchise = await hosts.franchiseOf(hostOf(request));
      if (!franchise) return sendProblem(request, reply, { code: 'not_found' });
      const { primaryColor } = await branding.of(franchise);
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(icon(colorOf(primaryColor)));
    });
  };
