/**
 * The operator's go-live desk: app registrations at stores, carriers, card provider and mail (client id and sealed
 * secrets; a franchise may have its own, which wins for its customers), and the operator's carrier accounts lent to
 * franchises. Accounts themselves are made with the calls of carriers.ts, signed in as the super admin.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { credentialField } from '../carriers/carriers.ts';
import { day, id, idParams, recordVersion } from '../common.ts';

export const APP_KINDS = ['store', 'carrier', 'card', 'mail'] as const;
export const APP_MODES = ['live', 'sandbox', 'simulator'] as const;
const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/));
const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,59}$/));

/** Settings of the registration `mail/smtp/live` that the check of sender domains reads. */
export const MAIL_DOMAIN_SETTINGS = ['spfInclude', 'dkimSelector', 'dkimPublicKey'] as const;

export const appRegistration = z.object({
  kind: z.enum(APP_KINDS),
  slug: z.string(),
  mode: z.enum(APP_MODES),
  clientId: z.string(),
  /** Names of the secrets that are set; never their values. */
  secretsSet: z.array(z.string()),
  /** Public settings: scopes, callback address, API version, DKIM selector. */
  settings: z.record(z.string(), z.string()),
  /** Labels of the values that the vendor's connector needs and that are not there: until then sellers are not offered it. */
  missing: z.array(z.string()),
  /** When what the vendor gave stops working; null: never, or not known. Whoever has the right is told a month and a week before. */
  expiresOn: z.nullable(day),
  version: recordVersion,
});
export type AppRegistration = z.infer<typeof appRegistration>;
const registrations = z.object({
  /** Null: the operator's own. */
  franchiseId: z.nullable(id),
  registrations: z.array(appRegistration),
});

const desk = { auth: 'access', roles: ['ROLE_SUPER_ADMIN'], right: 'platform.apps' } as const;
const whose = z.object({ franchiseId: z.optional(id) });
const which = z.object({ kind: z.enum(APP_KINDS), slug, mode: z.enum(APP_MODES) });

export const listApps = defineCall({
  id: 'listAppRegistrations',
  method: 'GET',
  path: '/platform/apps',
  summary: "App registrations: the operator's, or with franchiseId those of a franchise",
  ...desk,
  query: whose,
  data: registrations,
});

/** A store platform or carrier whose sellers are let in through an app of ours. */
export const appOffer = z.object({
  kind: z.enum(['store', 'carrier']),
  slug: z.string(),
  name: z.string(),
  /** Where there is something to register it for. */
  modes: z.array(z.enum(APP_MODES)),
  /** The vendor's page where it begins; null: somebody there is asked, or there is nothing to register. */
  page: z.nullable(z.string()),
  /** What is done there, in order. */
  steps: z.array(z.string()),
  fields: z.array(credentialField),
  /** What the vendor is to be told: where browsers come back to, where notices are sent. One each where all sites share it. */
  addresses: z.array(z.object({ purpose: z.enum(['redirect', 'webhook']), url: z.string() })),
});
export type AppOffer = z.infer<typeof appOffer>;

export const listAppOffers = defineCall({
  id: 'listAppOffers',
  method: 'GET',
  path: '/platform/app-offers',
  summary: 'What can be registered: steps at the vendor, addresses to enter there, and the values it gives',
  ...desk,
  query: whose,
  data: z.object({ offers: z.array(appOffer) }),
});

export const putApp = defineCall({
  id: 'putAppRegistration',
  method: 'PUT',
  path: '/platform/apps/{kind}/{slug}/{mode}',
  summary: 'Set a registration; secrets that are not sent stay as they are, an empty one is removed',
  ...desk,
  audited: true,
  params: which,
  query: whose,
  body: z.object({
    clientId: z.string().check(z.trim(), z.maxLength(500)),
    secrets: z.optional(z.record(fieldName, z.string().check(z.maxLength(10_000)))),
    settings: z.optional(z.record(fieldName, z.string().check(z.maxLength(2_000)))),
    /** Absent: as it was. */
    expiresOn: z.optional(z.nullable(day)),
    /** 0 for a new one. */
    version: recordVersion,
  }),
  data: registrations,
});

export const deleteApp = defineCall({
  id: 'deleteAppRegistration',
  method: 'DELETE',
  path: '/platform/apps/{kind}/{slug}/{mode}',
  summary: 'Remove a registration and its secrets',
  ...desk,
  audited: true,
  params: which,
  query: whose,
  data: registrations,
});

export const platformCarrier = z.object({
  id,
  carrier: z.string(),
  carrierName: z.string(),
  name: z.string(),
  mode: z.enum(APP_MODES),
  state: z.string(),
  /** Franchises that ship with it. */
  lentTo: z.array(z.object({ franchiseId: id, name: z.string() })),
});
export type PlatformCarrier = z.infer<typeof platformCarrier>;
const platformCarriers = z.object({ carriers: z.array(platformCarrier) });

export const listPlatformCarriers = defineCall({
  id: 'listPlatformCarriers',
  method: 'GET',
  path: '/platform/carriers',
  summary: "The operator's carrier accounts and who they are lent to",
  ...desk,
  data: platformCarriers,
});

export const lendPlatformCarrier = defineCall({
  id: 'lendPlatformCarrier',
  method: 'PUT',
  path: '/platform/carriers/{id}/lending',
  summary: 'Lend an account to exactly these franchises; their customers get it at once, others lose it',
  ...desk,
  audited: true,
  params: idParams,
  body: z.object({ franchiseIds: z.array(id).check(z.maxLength(1_000)) }),
  data: platformCarriers,
});

/** An interface of a vendor that a connector is written for. */
export const vendorInterface = z.object({
  kind: z.enum(['carrier', 'store']),
  code: z.string(),
  name: z.string(),
  /** Versions in use ("Admin API 2026-10"); null where the vendor numbers none. */
  version: z.nullable(z.string()),
  /** Null: the vendor has published no end. `on` is its last day (YYYY-MM-DD), `daysLeft` is negative once it is over. */
  ends: z.nullable(z.object({ what: z.string(), on: z.string(), source: z.string(), daysLeft: z.int() })),
  /** `soon`: within sixty days. */
  state: z.enum(['open', 'later', 'soon', 'over']),
  /** What is to be done; null: nothing. */
  advice: z.nullable(z.string()),
});
export type VendorInterface = z.infer<typeof vendorInterface>;

export const listVendorInterfaces = defineCall({
  id: 'listVendorInterfaces',
  method: 'GET',
  path: '/platform/interfaces',
  summary: 'The interfaces of vendors in use, and when their vendors end them; what ends first comes first',
  ...desk,
  data: z.object({ interfaces: z.array(vendorInterface) }),
});
