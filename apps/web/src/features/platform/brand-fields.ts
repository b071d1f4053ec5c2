/** The fields of a brand in the order in which they are edited, with what each is used for. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PictureField } from '@scanship/contracts/network/franchises';
import type { BrandField } from './branding-model.ts';

interface FieldWords {
  readonly label: MessageDescriptor;
  readonly hint?: MessageDescriptor;
  readonly long?: true;
}

export const NAME_FIELDS = {
  brandName: { label: msg`Brand name`, hint: msg`In the title of every page, in mails and on documents.` },
  tagLine: { label: msg`Tag line`, hint: msg`Below the name on the landing page.` },
  globalTitle: { label: msg`Title of public pages` },
  issuerName: { label: msg`Issuer`, hint: msg`Signs documents, and names the entry of an authenticator.` },
  senderName: { label: msg`Sender of e-mails`, hint: msg`The name people see in their inbox.` },
  globalFooter: { label: msg`Foot of public pages`, long: true },
  description: { label: msg`Description`, hint: msg`For search engines and shared links.`, long: true },
} as const satisfies Partial<Record<BrandField, FieldWords>>;

export const PAGE_FIELDS = {
  customerLandingPage: {
    label: msg`Landing page for sellers`,
    hint: msg`Text of the landing page, or an https address it leads to.`,
    long: true,
  },
  franchiseLandingPage: {
    label: msg`Landing page for franchises`,
    hint: msg`Text of the landing page, or an https address it leads to.`,
    long: true,
  },
} as const satisfies Partial<Record<BrandField, FieldWords>>;

export const COLOURS = {
  primaryColor: { label: msg`Main colour`, hint: msg`Buttons, links and marks.` },
  secondaryColor: { label: msg`Second colour`, hint: msg`Background art of public pages.` },
  docBackgroundColor: { label: msg`Head of documents` },
  emailBackgroundColor: { label: msg`Behind e-mails` },
} as const satisfies Partial<Record<BrandField, FieldWords>>;

export const LINKS = {
  facebookLink: { label: msg`Facebook` },
  linkedinLink: { label: msg`LinkedIn` },
  instagramLink: { label: msg`Instagram` },
  youtubeLink: { label: msg`YouTube` },
  twitterLink: { label: msg`X` },
} as const satisfies Partial<Record<BrandField, FieldWords>>;

export const PICTURES: Readonly<Record<PictureField, FieldWords>> = {
  primaryLogo: { label: msg`Logo`, hint: msg`On light surfaces.` },
  secondaryLogo: { label: msg`Logo on dark`, hint: msg`On dark surfaces.` },
  favicon: { label: msg`Icon`, hint: msg`Of the browser’s tab and the narrow menu.` },
  loginBackground: { label: msg`Picture of the sign-in page`, hint: msg`Where there are no slides.` },
  slide1: { label: msg`Slide 1 of the sign-in page` },
  slide2: { label: msg`Slide 2 of the sign-in page` },
  slide3: { label: msg`Slide 3 of the sign-in page` },
  customerBanner: { label: msg`Banner for customers`, hint: msg`Above their dashboard.` },
  franchiseBanner: { label: msg`Banner for staff`, hint: msg`Above the franchise’s dashboard.` },
  documentLogo: {
    label: msg`Logo of documents`,
    hint: msg`On statements and invoices to your customers. Sellers’ packing slips carry their own.`,
  },
  documentWatermark: { label: msg`Watermark of documents` },
  emailLogo: { label: msg`Logo of e-mails`, hint: msg`PNG or JPEG: mail programs draw no SVG.` },
  providerLogo: { label: msg`Logo of the provider`, hint: msg`“Powered by”, below public pages.` },
};
export type { FieldWords };
