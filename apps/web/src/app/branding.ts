/** Branding of this host, checked again here: it is text that somebody typed (ux.md, conventions 9). */
import { queryOptions } from '@tanstack/react-query';
import {
  type Branding,
  FALLBACK_BRAND_NAME,
  DEFAULT_PRIMARY_COLOR,
  getSessionBranding,
  uiInit,
} from '@scanship/contracts/network/start-up';
import { createContext, useContext } from 'react';
import { safeColor, tenantColors, type TenantColors } from '../theme/tenant-colors.ts';
import { orKept } from '../lib/offline-start.ts';
import { browserStore } from '../lib/storage.ts';
import { fetchData } from './api.ts';

export interface Brand {
  readonly raw: Branding;
  readonly name: string;
  readonly colors: TenantColors;
  /** Of the art of public pages; absent: shades of the main colour alone. */
  readonly secondColor: string | undefined;
  readonly tagLine: string;
  /** Safe addresses of pictures, absent where none is set. */
  readonly primaryLogo: string | undefined;
  readonly secondaryLogo: string | undefined;
  readonly favicon: string | undefined;
  readonly loginBackground: string | undefined;
  readonly providerLogo: string | undefined;
  readonly slides: readonly string[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** What a link may lead to: https, http of this very host, a path of ours. A picture: a path of ours or an image data URL. */
export function safeUrl(value: string | null | undefined, kind: 'image' | 'link'): string | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (kind === 'image' && /^data:image\/(png|jpeg|webp|gif|svg\+xml|x-icon);/i.test(text)) return text;
  if (/^\/(?!\/)/.test(text)) return text;
  if (kind === 'image') return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || (url.protocol === 'http:' && url.host === globalThis.location?.host)
      ? url.href
      : undefined;
  } catch {
    return undefined;
  }
}

export function toBrand(raw: Branding): Brand {
  const image = (value: string | null) => safeUrl(value, 'image');
  const links = [
    { name: 'Facebook', url: raw.facebookLink },
    { name: 'LinkedIn', url: raw.linkedinLink },
    { name: 'Instagram', url: raw.instagramLink },
    { name: 'YouTube', url: raw.youtubeLink },
    { name: 'X', url: raw.twitterLink },
  ];
  return {
    raw,
    name: raw.brandName?.trim() || FALLBACK_BRAND_NAME,
    colors: tenantColors(safeColor(raw.primaryColor, DEFAULT_PRIMARY_COLOR)),
    secondColor: safeColor(raw.secondaryColor, '') || undefined,
    tagLine: raw.tagLine?.trim() ?? '',
    primaryLogo: image(raw.primaryLogo),
    secondaryLogo: image(raw.secondaryLogo),
    favicon: image(raw.favicon),
    loginBackground: image(raw.loginBackground),
    providerLogo: image(raw.providerLogo),
    slides: [raw.slide1, raw.slide2, raw.slide3].flatMap((s) => image(s) ?? []),
    links: links.flatMap(({ name, url }) => {
      const safe = safeUrl(url, 'link');
      return safe ? [{ name, url: safe }] : [];
    }),
  };
}

/** Fetched once per page (product-spec section 4, "Start-up"). */
export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) =>
    orKept(browserStore(), 'brand', () => fetchData(uiInit, { query: { host: location.host }, signal })),
  select: toBrand,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** Of the franchise a session works in (decisions 5), which is another than the host's while the operator acts in it. */
export const sessionBrandingQuery = (principal: string | undefined) =>
  queryOptions({
    queryKey: ['session-branding', principal],
    queryFn: ({ signal }) => fetchData(getSessionBranding, { signal }),
    select: toBrand,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const BrandContext = createContext<Brand | undefined>(undefined);
export const BrandProvider = BrandContext.Provider;
/** @throws Error outside of the provider: no screen is drawn before branding is known. */
export function useBrand(): Brand {
  const brand = useContext(BrandContext);
  if (!brand) throw new Error('branding is not loaded');
  return brand;
}
