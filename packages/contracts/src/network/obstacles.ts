/**
 * Why a customer cannot ship: everything that may stand in its way, walked through with the checks that purchases, plans and
 * imports themselves use. Staff ask it of a customer below them, a customer's administrator of the own company.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';

/** `blocks`: no label can be bought, or none by anybody; `warning`: some cannot, or soon none. */
export const VERDICTS = ['fine', 'warning', 'blocks'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** In the order in which the page walks through them. */
export const OBSTACLE_AREAS = [
  'company',
  'plan',
  'money',
  'people',
  'carriers',
  'addresses',
  'packages',
  'stores',
  'services',
  'orders',
  'printing',
  'exceptions',
] as const;
export type ObstacleArea = (typeof OBSTACLE_AREAS)[number];

/** Who can mend it. */
export const MENDERS = ['customer', 'franchise', 'operator'] as const;
export type Mender = (typeof MENDERS)[number];

/** Where it is mended: pages of whoever mends it. */
export const PLACES = [
  'customer',
  'customerPlan',
  'customerCredit',
  'franchise',
  'billing',
  'plan',
  'people',
  'carriers',
  'addresses',
  'packages',
  'stores',
  'services',
  'orders',
  'devices',
  'exceptions',
] as const;
export type Place = (typeof PLACES)[number];

export const obstacleLine = z.object({
  area: z.enum(OBSTACLE_AREAS),
  /** What was looked at, for programs. */
  code: z.string(),
  verdict: z.enum(VERDICTS),
  /** Name of the store, account, person or order it is about. */
  about: z.nullable(z.string()),
  /** The fact in words. */
  message: z.string(),
  nextStep: z.nullable(z.string()),
  /** Null: nothing to mend. */
  mend: z.nullable(z.object({ by: z.enum(MENDERS), place: z.enum(PLACES), id: z.nullable(id) })),
});
export type ObstacleLine = z.infer<typeof obstacleLine>;

export const obstacles = z.object({
  customer: z.object({ id, name: z.string(), franchiseId: id, franchiseName: z.string() }),
  asOf: z.iso.datetime(),
  /** The gravest of all lines. */
  verdict: z.enum(VERDICTS),
  lines: z.array(obstacleLine),
});
export type Obstacles = z.infer<typeof obstacles>;

export const getCustomerObstacles = defineCall({
  id: 'getCustomerObstacles',
  method: 'GET',
  path: '/customers/{id}/obstacles',
  summary: 'Everything that may keep a customer below from shipping, each with a verdict and where it is mended',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT'],
  right: 'customers.impersonate',
  params: idParams,
  data: obstacles,
});

export const getObstacles = defineCall({
  id: 'getObstacles',
  method: 'GET',
  path: '/obstacles',
  summary: 'Everything that may keep the own company from shipping',
  auth: 'access',
  roles: ['ROLE_CUSTOMER_ADMIN'],
  right: 'users.manage',
  data: obstacles,
});
