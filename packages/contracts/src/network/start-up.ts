/** Branding and the start of the application (product-spec sections 2, 3 and 7; decisions 5, 12, 20). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

const text = z.nullable(z.string());
/** The thirty-one fields of franchiseBranding beside brandName and tenantId; all may be empty. */
export const branding = z.object({
  tenantId: z.string(),
  brandName: text,
  tagLine: text,
  description: text,
  globalTitle: text,
  globalFooter: text,
  franchiseLandingPage: text,
  customerLandingPage: text,
  franchiseBanner: text,
  customerBanner: text,
  primaryColor: text,
  secondaryColor: text,
  primaryLogo: text,
  secondaryLogo: text,
  favicon: text,
  loginBackground: text,
  providerLogo: text,
  issuerName: text,
  docBackgroundColor: text,
  documentLogo: text,
  documentWatermark: text,
  senderName: text,
  emailBackgroundColor: text,
  emailLogo: text,
  facebookLink: text,
  linkedinLink: text,
  instagramLink: text,
  youtubeLink: text,
  twitterLink: text,
  slide1: text,
  slide2: text,
  slide3: text,
});
export type Branding = z.infer<typeof branding>;

export const uiInit = defineCall({
  id: 'uiInit',
  method: 'POST',
  path: '/master/ui-init',
  summary: 'Branding of the franchise that owns the host',
  auth: 'public',
  query: z.object({ host: z.string().check(z.minLength(1), z.maxLength(253)) }),
  data: branding,
});

/**
 * Branding follows the session (decisions 5): a super admin on one franchise's host who acts in another sees that one's.
 * Pictures are addressed by franchise, so that every host shows them.
 */
export const getSessionBranding = defineCall({
  id: 'getSessionBranding',
  method: 'GET',
  path: '/master/branding',
  summary: "Branding of the franchise of the session; of the host for the operator's own people",
  auth: 'access',
  openWhile: ['locked', 'second_factor_due'],
  data: branding,
});

/** Default accent where a franchise has none (product-spec section 9). */
export const DEFAULT_PRIMARY_COLOR = '#24618f';
export const FALLBACK_BRAND_NAME = 'ScanShip';
export const DEFAULT_TITLE = 'Shipping Label Management System';
