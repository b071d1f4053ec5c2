/**
 * The operator's franchises: record, hosts with proof of ownership, sender domain, plans, branding (issue 4, line 2;
 * product-spec section 3 "Branding settings"; decisions 5, 11, 12 and 20). A franchise admin edits its own branding by
 * the `/franchise/...` calls of the same shapes.
 */
import * as z from 'zod/mini';
import { PLAN_NAMES } from '../access/auth.ts';
import { defineCall } from '../call.ts';
import { currency, id, idParams, minor, recordVersion, required } from '../common.ts';
import { branding } from './start-up.ts';

export const FRANCHISE_STATES = ['active', 'suspended'] as const;
export const LOCALES = ['en-CA', 'fr-CA'] as const;

/** Lower case, without port; "localhost" and addresses are for installations on one machine. */
export const hostName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(
      /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f:]{2,39})$/,
      'must be a host name such as ship.example.com, without https:// and port',
    ),
  );

/** What to put into the zone of a domain, ready to copy. */
export const dnsRecord = z.object({ type: z.enum(['TXT', 'CNAME']), name: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof dnsRecord>;

export const franchiseHost = z.object({
  host: z.string(),
  /** Only a verified host is served. */
  state: z.enum(['pending', 'verified']),
  /** The record that proves ownership; null where none is needed (names of this machine in LOCAL). */
  proof: z.nullable(dnsRecord),
  checkedAt: z.nullable(z.iso.datetime()),
  /** What the last check found and what to do, in words; null before the first check. */
  finding: z.nullable(z.string()),
});
export type FranchiseHost = z.infer<typeof franchiseHost>;

/** One thing that a sender domain needs. */
export const senderCheck = z.object({
  what: z.enum(['ownership', 'spf', 'dkim']),
  ok: z.boolean(),
  /** The finding in a sentence, and what to add or change. */
  message: z.string(),
  record: z.nullable(dnsRecord),
});
export const franchiseSender = z.object({
  /** Address mail is sent from once it is verified; null: the operator's own address with the franchise's name. */
  address: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  state: z.enum(['none', 'pending', 'verified', 'failed']),
  checkedAt: z.nullable(z.iso.datetime()),
  checks: z.array(senderCheck),
});
export type FranchiseSender = z.infer<typeof franchiseSender>;

export const franchiseSummary = z.object({
  id,
  name: z.string(),
  brandName: z.string(),
  state: z.enum(FRANCHISE_STATES),
  /** Verified ones first. */
  hosts: z.array(z.object({ host: z.string(), state: z.enum(['pending', 'verified']) })),
  customers: z.int(),
  currency,
  timeZone: z.string(),
  locale: z.enum(LOCALES),
  createdAt: z.iso.datetime(),
  version: recordVersion,
});
export type FranchiseSummary = z.infer<typeof franchiseSummary>;

export const franchiseDetail = z.extend(franchiseSummary, {
  hosts: z.array(franchiseHost),
  sender: franchiseSender,
  administrators: z.array(z.object({ userName: z.string(), fullName: z.string(), email: z.string() })),
  /** Administrators who have not signed up yet; past `expiresAt` they are invited anew. */
  invited: z.array(z.object({ email: z.string(), expiresAt: z.iso.datetime() })),
  /** Where the address of a host must lead (the installation's own public host); null: it has none yet. */
  pointTo: z.nullable(z.string()),
});
export type FranchiseDetail = z.infer<typeof franchiseDetail>;

const operator = { auth: 'access', roles: ['ROLE_SUPER_ADMIN'], right: 'platform.franchises' } as const;
const operatorChange = { ...operator, audited: true } as const;

export const listFranchises = defineCall({
  id: 'listFranchises',
  method: 'GET',
  path: '/platform/franchises',
  summary: 'Franchises by name or host, newest first',
  ...operator,
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(100))),
    state: z.optional(z.enum(FRANCHISE_STATES)),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    franchises: z.array(franchiseSummary),
    totalRecords: z.int(),
    totalPage: z.int(),
    currentPage: z.int(),
  }),
});

export const getFranchise = defineCall({
  id: 'getFranchise',
  method: 'GET',
  path: '/platform/franchises/{id}',
  summary: 'One franchise with its hosts, sender and administrators',
  ...operator,
  params: idParams,
  data: franchiseDetail,
});

export const createFranchise = defineCall({
  id: 'createFranchise',
  method: 'POST',
  path: '/platform/franchises',
  summary: 'A new franchise with its first host and, where an address is given, an invitation for its administrator',
  ...operatorChange,
  idempotent: true,
  body: z.object({
    name: required(120),
    /** Shown to people; the name where absent. */
    brandName: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    host: z.optional(hostName),
    primaryColor: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
    currency: z.optional(currency),
    timeZone: z.optional(z.string().check(z.maxLength(60))),
    locale: z.optional(z.enum(LOCALES)),
    /** Gets an invitation to administer the franchise. */
    administratorEmail: z.optional(z.email().check(z.maxLength(254))),
  }),
  data: franchiseDetail,
});

export const updateFranchise = defineCall({
  id: 'updateFranchise',
  method: 'PUT',
  path: '/platform/franchises/{id}',
  summary: 'Rename, set currency, time zone and language',
  ...operatorChange,
  params: idParams,
  body: z.object({
    name: required(120),
    currency,
    timeZone: required(60),
    locale: z.enum(LOCALES),
    version: recordVersion,
  }),
  data: franchiseDetail,
});

export const suspendFranchise = defineCall({
  id: 'suspendFranchise',
  method: 'POST',
  path: '/platform/franchises/{id}/suspend',
  summary: 'Take a franchise off: its hosts show the maintenance screen and its sessions answer nothing',
  ...operatorChange,
  params: idParams,
  body: z.object({ reason: required(500) }),
  data: franchiseDetail,
});

export const resumeFranchise = defineCall({
  id: 'resumeFranchise',
  method: 'POST',
  path: '/platform/franchises/{id}/resume',
  summary: 'Bring a suspended franchise back',
  ...operatorChange,
  params: idParams,
  data: franchiseDetail,
});

export const inviteFranchiseAdmin = defineCall({
  id: 'inviteFranchiseAdmin',
  method: 'POST',
  path: '/platform/franchises/{id}/invite',
  summary: 'Mail an invitation to administer the franchise',
  ...operatorChange,
  params: idParams,
  body: z.object({ email: z.email().check(z.maxLength(254)) }),
  data: franchiseDetail,
});

export const addHost = defineCall({
  id: 'addFranchiseHost',
  method: 'POST',
  path: '/platform/franchises/{id}/hosts',
  summary: 'Add a host; the answer holds the DNS record that proves whose it is',
  ...operatorChange,
  params: idParams,
  body: z.object({ host: hostName }),
  data: franchiseDetail,
});

const hostParams = z.object({ id, host: z.string().check(z.maxLength(253)) });

export const verifyHost = defineCall({
  id: 'verifyFranchiseHost',
  method: 'POST',
  path: '/platform/franchises/{id}/hosts/{host}/verify',
  summary: 'Look the record up now; from then on the host is served',
  ...operatorChange,
  params: hostParams,
  data: franchiseDetail,
});

export const removeHost = defineCall({
  id: 'removeFranchiseHost',
  method: 'DELETE',
  path: '/platform/franchises/{id}/hosts/{host}',
  summary: 'Stop serving a host',
  ...operatorChange,
  params: hostParams,
  data: franchiseDetail,
});

export const putSender = defineCall({
  id: 'putFranchiseSender',
  method: 'PUT',
  path: '/platform/franchises/{id}/sender',
  summary: "Set the franchise's own mail address (null: none); it is used once its domain is verified",
  ...operatorChange,
  params: idParams,
  body: z.object({ address: z.nullable(z.email().check(z.maxLength(254))) }),
  data: franchiseDetail,
});

export const verifySender = defineCall({
  id: 'verifyFranchiseSender',
  method: 'POST',
  path: '/platform/franchises/{id}/sender/verify',
  summary: 'Look up ownership, SPF and DKIM of the sender domain now',
  ...operatorChange,
  params: idParams,
  data: franchiseDetail,
});

/* Plans */

/** Null: no limit. */
export const planLimits = z.object({
  users: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  stores: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))),
  labelsPerMonth: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000))),
});
export const plan = z.object({
  /** The fixed code that `planName` of a profile is (decisions 11). */
  code: z.enum(PLAN_NAMES),
  /** What the franchise calls it. */
  name: z.string(),
  /** Lines a price list shows. */
  features: z.array(z.string()),
  limits: planLimits,
  /** A month, in the franchise's currency; null: not published. */
  monthlyPrice: z.nullable(z.object({ minor, currency })),
  /** Twelve months paid at once; null: not sold by the year. */
  yearlyPrice: z.nullable(z.object({ minor, currency })),
  /** For each label above the allowance; null: none are sold above it. */
  overagePrice: z.nullable(z.object({ minor, currency })),
  /** Days before the first fee; 0: no trial. */
  trialDays: z.int(),
  /** Days after a fee is overdue during which labels can still be bought. */
  graceDays: z.int(),
  /** What it was sold for, newest first: the newest and those customers are on. */
  versions: z.array(
    z.object({
      no: z.int(),
      since: z.iso.datetime(),
      monthlyPrice: z.object({ minor, currency }),
      yearlyPrice: z.nullable(z.object({ minor, currency })),
      labels: z.nullable(z.int()),
      customers: z.int(),
    }),
  ),
  customers: z.int(),
  version: recordVersion,
});
export type Plan = z.infer<typeof plan>;

const planPrice = z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000)));
/** What is not sent stays as it is. Customers keep what they were sold until their next fee. */
const planBody = z.object({
  name: required(60),
  features: z.array(required(160)).check(z.maxLength(20)),
  limits: planLimits,
  monthlyPriceMinor: planPrice,
  yearlyPriceMinor: z.optional(planPrice),
  overagePriceMinor: z.optional(planPrice),
  trialDays: z.optional(z.int().check(z.minimum(0), z.maximum(365))),
  graceDays: z.optional(z.int().check(z.minimum(0), z.maximum(180))),
  version: recordVersion,
});
export type PlanInput = z.output<typeof planBody>;
const plans = z.object({ plans: z.array(plan) });

export const listPlans = defineCall({
  id: 'listFranchisePlans',
  method: 'GET',
  path: '/platform/franchises/{id}/plans',
  summary: 'The three plans of a franchise',
  ...operator,
  params: idParams,
  data: plans,
});

export const updatePlan = defineCall({
  id: 'updateFranchisePlan',
  method: 'PUT',
  path: '/platform/franchises/{id}/plans/{code}',
  summary: 'Change name, features, limits and price of a plan',
  ...operatorChange,
  params: z.object({ id, code: z.enum(PLAN_NAMES) }),
  body: planBody,
  data: plans,
});

export const listOwnPlans = defineCall({
  id: 'listOwnPlans',
  method: 'GET',
  path: '/franchise/plans',
  summary: 'The plans the franchise sells to its customers',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT', 'ROLE_SUPPORT'],
  right: 'customers.view',
  data: plans,
});

export const updateOwnPlan = defineCall({
  id: 'updateOwnPlan',
  method: 'PUT',
  path: '/franchise/plans/{code}',
  summary: 'Change what a plan of the franchise is called, holds and costs',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'money.pricing',
  audited: true,
  params: z.object({ code: z.enum(PLAN_NAMES) }),
  body: planBody,
  data: plans,
});

/* Branding */

/** Fields that hold a picture: null, an https address, or `/brand/<hash>` of an uploaded one. */
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
] as const;
export type PictureField = (typeof PICTURE_FIELDS)[number];
/** #rrggbb or null. */
export const COLOUR_FIELDS = ['primaryColor', 'secondaryColor', 'docBackgroundColor', 'emailBackgroundColor'] as const;
/** https addresses or null. */
export const LINK_FIELDS = ['facebookLink', 'linkedinLink', 'instagramLink', 'youtubeLink', 'twitterLink'] as const;

/**
 * As it is stored, with the version that a change must name.
 * - shown: where browsers find a picture that lies at an https address, by that address
 */
export const brandingRecord = z.object({
  branding,
  version: recordVersion,
  shown: z.record(z.string(), z.string()),
});
export type BrandingRecord = z.infer<typeof brandingRecord>;

/**
 * Only the fields sent are changed; null or an empty text clears one. Refused as `validation` per field: a colour that is
 * not #rrggbb, a link or picture that is neither https nor an uploaded picture of this franchise, a text over its length.
 */
export const brandingChange = z.object({
  fields: z.partial(z.omit(branding, { tenantId: true })),
  version: recordVersion,
});

/** A `/brand/<hash>` address, for a picture field; it is served to others only once the branding names it. */
export const uploadedPicture = z.object({
  address: z.string(),
  contentType: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  bytes: z.int(),
});
export const MOST_PICTURE_BYTES = 2 * 1024 * 1024;
export const MOST_PICTURE_PIXELS = 4096;
/** What the file chooser offers. SVG is taken only without scripts, outside references and style sheets. */
export const PICTURE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/x-icon',
  'image/svg+xml',
] as const;

export const getBranding = defineCall({
  id: 'getFranchiseBranding',
  method: 'GET',
  path: '/platform/franchises/{id}/branding',
  summary: 'Branding of a franchise',
  ...operator,
  params: idParams,
  data: brandingRecord,
});

export const putBranding = defineCall({
  id: 'putFranchiseBranding',
  method: 'PUT',
  path: '/platform/franchises/{id}/branding',
  summary: 'Change the branding of a franchise',
  ...operatorChange,
  params: idParams,
  body: brandingChange,
  data: brandingRecord,
});

const pictureField = z.object({ field: z.enum(PICTURE_FIELDS) });

export const uploadBrandPicture = defineCall({
  id: 'uploadFranchisePicture',
  method: 'POST',
  path: '/platform/franchises/{id}/branding/pictures',
  summary: 'Upload a picture (multipart: field, file); then save its address in the branding',
  ...operatorChange,
  params: idParams,
  upload: true,
  body: pictureField,
  data: uploadedPicture,
});

const ownBrand = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'branding.edit' } as const;

export const getOwnBranding = defineCall({
  id: 'getOwnBranding',
  method: 'GET',
  path: '/franchise/branding',
  summary: "The franchise's own branding",
  ...ownBrand,
  data: brandingRecord,
});

export const putOwnBranding = defineCall({
  id: 'putOwnBranding',
  method: 'PUT',
  path: '/franchise/branding',
  summary: "Change the franchise's own branding",
  ...ownBrand,
  audited: true,
  body: brandingChange,
  data: brandingRecord,
});

export const uploadOwnPicture = defineCall({
  id: 'uploadOwnPicture',
  method: 'POST',
  audited: true,
  path: '/franchise/branding/pictures',
  summary: 'Upload a picture (multipart: field, file); then save its address in the branding',
  ...ownBrand,
  upload: true,
  body: pictureField,
  data: uploadedPicture,
});

export const getOwnFranchise = defineCall({
  id: 'getOwnFranchise',
  method: 'GET',
  path: '/franchise',
  summary: "The franchise's own record: hosts with their proof, sender domain",
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN'],
  right: 'branding.edit',
  data: franchiseDetail,
});
