/**
 * One `/api` call, described once: the server validates with it, the web client is typed by it and the OpenAPI document
 * is made from it. Schemas are `zod/mini` so that the browser carries little; one file per feature, no barrel.
 */
import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: nobody in particular, a signed-in person, or the holder of a refresh token. */
export type CallAuth = 'public' | 'access' | 'refresh';

/** The nine page permissions of product-spec section 6. */
export const PAGE_PERMISSIONS = [
  'DASHBOARD',
  'ECOMMERCE_ORDERS',
  'SCANSHIP',
  'ECOMMERCE_PRODUCTS',
  'ECOMMERCE_STORE_MANAGER',
  'ECOMMERCE_PACKAGE_MANAGER',
  'SHIPPING_CARRIER_MANAGER',
  'DEVICE_MANAGER',
  'PROFILE_SETTINGS',
] as const;
export type PagePermission = (typeof PAGE_PERMISSIONS)[number];

/** Roles of product-spec section 6; ROLE_USER is accepted as a synonym of ROLE_CUSTOMER_USER (decisions 7). */
export const ROLES = [
  'ROLE_SUPER_ADMIN',
  'ROLE_FRANCHISE_ADMIN',
  'ROLE_SALES_AGENT',
  'ROLE_SUPPORT',
  'ROLE_CUSTOMER_ADMIN',
  'ROLE_CUSTOMER_USER',
  'ROLE_USER',
] as const;
export type RoleName = (typeof ROLES)[number];

export interface Call {
  /** Unique operation id, verb and noun ("createShipment"). */
  readonly id: string;
  readonly method: Method;
  /** Below `/api`, with `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: CallAuth;
  /** Page permission the person must hold; absent means any signed-in person. */
  readonly permission?: PagePermission;
  /** Roles that may call; absent means all that hold the permission. */
  readonly roles?: readonly RoleName[];
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** A multipart upload with one file part named `file`; `body` then describes the other fields. */
  readonly upload?: boolean;
  /** Shape of `data` in the envelope. */
  readonly data?: z.ZodMiniType;
  /** Not an envelope but a file or a stream of JSON lines (each line fits `data`). */
  readonly produces?:
    | 'application/pdf'
    | 'application/zip'
    | 'application/x-ndjson'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'text/csv'
    | 'application/octet-stream';
  /** An `Idempotency-Key` header makes a repeated request answer the first result. */
  readonly idempotent?: boolean;
}

/** Keeps the literal types of a call's description. */
export const defineCall = <const C extends Call>(call: C): C => call;

export type BodyOf<C extends Call> = C['body'] extends z.ZodMiniType ? z.input<C['body']> : undefined;
export type QueryOf<C extends Call> = C['query'] extends z.ZodMiniObject ? z.input<C['query']> : undefined;
export type ParamsOf<C extends Call> = C['params'] extends z.ZodMiniObject ? z.input<C['params']> : undefined;
export type DataOf<C extends Call> = C['data'] extends z.ZodMiniType ? z.output<C['data']> : undefined;
