/** The fields of a franchise's branding by their name on the wire and in the table. */
import type { Branding } from '@scanship/contracts/network/start-up';
import type { BrandingTable } from '../../platform/database/schema/foundation.ts';

type WireName = Exclude<keyof Branding, 'tenantId'>;
type ColumnName = Exclude<keyof BrandingTable, 'tenant_id' | 'carrier_logos' | 'version' | 'updated_at'>;

export const BRANDING_COLUMNS = {
  brandName: 'brand_name',
  tagLine: 'tag_line',
  description: 'description',
  globalTitle: 'global_title',
  globalFooter: 'global_footer',
  franchiseLandingPage: 'franchise_landing_page',
  customerLandingPage: 'customer_landing_page',
  franchiseBanner: 'franchise_banner',
  customerBanner: 'customer_banner',
  primaryColor: 'primary_color',
  secondaryColor: 'secondary_color',
  primaryLogo: 'primary_logo',
  secondaryLogo: 'secondary_logo',
  favicon: 'favicon',
  loginBackground: 'login_background',
  providerLogo: 'provider_logo',
  issuerName: 'issuer_name',
  docBackgroundColor: 'doc_background_color',
  documentLogo: 'document_logo',
  documentWatermark: 'document_watermark',
  senderName: 'sender_name',
  emailBackgroundColor: 'email_background_color',
  emailLogo: 'email_logo',
  facebookLink: 'facebook_link',
  linkedinLink: 'linkedin_link',
  instagramLink: 'instagram_link',
  youtubeLink: 'youtube_link',
  twitterLink: 'twitter_link',
  slide1: 'slide1',
  slide2: 'slide2',
  slide3: 'slide3',
} as const satisfies Record<WireName, ColumnName>;
export type BrandingField = keyof typeof BRANDING_COLUMNS;

/** Fields that hold a picture: the hash of one of the franchise's files, or an https address. */
export const PICTURE_FIELDS = [
  'franchiseBanner',
  'customerBanner',
  'primaryLogo',
  'secondaryLogo',
  'favicon',
  'loginBackground',
  'providerLogo',
  'documentLogo',
  'documentWatermark',
  'emailLogo',
  'slide1',
  'slide2',
  'slide3',
] as const satisfies readonly BrandingField[];

export const isFileHash = (value: string): boolean => /^[0-9a-f]{64}$/.test(value);

/** How any host shows a picture of any franchise. */
export const pictureAddress = (franchiseId: string, hash: string): string => `/brand/${franchiseId}/${hash}`;
