/** Sign-in, session and profile (product-spec sections 3, 4 and 7; decisions 2 to 7). Sign-up and the rest come with Identity. */
import * as z from 'zod/mini';
import { defineCall, PAGE_PERMISSIONS, ROLES } from './call.ts';

export const PLAN_NAMES = ['Basic', 'Standard', 'Advanced'] as const;

/** Opaque tokens; the access token lives minutes, the refresh token rotates. */
export const tokenPair = z.object({ token: z.string(), refreshToken: z.string(), expiresInSeconds: z.int() });

export const signIn = defineCall({
  id: 'signIn',
  method: 'POST',
  path: '/user/sign-in',
  summary: 'Exchange a user name (or e-mail) and password for a token pair',
  auth: 'public',
  query: z.object({ tenantId: z.optional(z.string()) }),
  body: z.object({
    userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  data: z.object({
    verified: z.boolean(),
    userName: z.string(),
    email: z.string(),
    /** Absent when the account is not verified yet. */
    token: z.optional(z.string()),
    refreshToken: z.optional(z.string()),
    expiresInSeconds: z.optional(z.int()),
  }),
});

export const refreshSession = defineCall({
  id: 'refreshSession',
  method: 'POST',
  path: '/user/refresh',
  summary: 'Rotate the refresh token (bearer) and get a new pair',
  auth: 'refresh',
  data: tokenPair,
});

export const logout = defineCall({
  id: 'logout',
  method: 'POST',
  path: '/user/logout',
  summary: 'End the session',
  auth: 'access',
  data: z.object({}),
});

export const permissionEntry = z.object({ name: z.enum(PAGE_PERMISSIONS), permission: z.boolean() });

export const profile = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roleName: z.enum(ROLES),
  email: z.string(),
  verified: z.boolean(),
  subscription: z.object({ currentPlan: z.object({ planName: z.enum(PLAN_NAMES) }) }),
  userRolePermission: z.array(permissionEntry),
  /** Name of the customer or franchise the person works for. */
  tenantName: z.string(),
  tenantKind: z.enum(['platform', 'franchise', 'group', 'customer']),
  timeZone: z.string(),
  locale: z.string(),
  currency: z.string(),
});
export type Profile = z.infer<typeof profile>;

export const getProfile = defineCall({
  id: 'getProfile',
  method: 'GET',
  path: '/profile/me',
  summary: 'The signed-in person',
  auth: 'access',
  data: profile,
});
