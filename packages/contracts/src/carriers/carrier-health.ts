/** How the carriers of a tenant do: figures of their accounts, what each offers, and the redacted trace of a call. */
import { CARRIER_OPERATIONS } from '@scanship/domain/shipping/carrier-operations';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';

/** Of one stretch of time. Times are upper bounds of classes, milliseconds; null without a call. */
export const callFigures = z.object({
  calls: z.int(),
  /** Not answered in a usable way: time-outs, broken answers, refused credentials, too many calls. */
  failed: z.int(),
  /** Answered, but refused what was asked (an address, a weight): the carrier works. */
  refused: z.int(),
  medianMs: z.nullable(z.int()),
  p95Ms: z.nullable(z.int()),
});
export type CallFigures = z.infer<typeof callFigures>;

export const accountHealth = z.object({
  id,
  name: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  mode: z.enum(['live', 'sandbox', 'simulator']),
  state: z.enum(['active', 'paused', 'broken']),
  lastOkAt: z.nullable(z.string()),
  lastProblem: z.nullable(z.string()),
  lastProblemAt: z.nullable(z.string()),
  day: callFigures,
  week: callFigures,
  /** Calls left at this moment; null: nobody asked yet, the whole is left. */
  quota: z.object({ left: z.nullable(z.int()), of: z.int(), perMs: z.int(), pausedUntil: z.nullable(z.string()) }),
  /** The carrier failed so often in a row that calls are answered at once without asking it. */
  breakerOpen: z.boolean(),
});
export type AccountHealthDto = z.infer<typeof accountHealth>;

export const carrierOffer = z.object({
  id: z.string(),
  name: z.string(),
  sample: z.boolean(),
  maturity: z.enum(['own', 'contract', 'samples']),
  contractVersion: z.nullable(z.string()),
  operations: z.array(
    z.object({ operation: z.enum(CARRIER_OPERATIONS), offered: z.boolean(), why: z.nullable(z.string()) }),
  ),
});
export type CarrierOffer = z.infer<typeof carrierOffer>;

export const getCarrierHealth = defineCall({
  id: 'getCarrierHealth',
  method: 'GET',
  path: '/shippingCarrier/health',
  summary: "How the tenant's own carrier accounts do, and what each carrier offers",
  auth: 'access',
  permission: 'SHIPPING_CARRIER_MANAGER',
  data: z.object({
    accounts: z.array(accountHealth),
    /** Accounts of others that this tenant ships with: only whether they work. */
    lent: z.array(
      z.object({
        id,
        name: z.string(),
        carrier: z.string(),
        carrierName: z.string(),
        state: z.enum(['active', 'paused', 'broken']),
      }),
    ),
    carriers: z.array(carrierOffer),
  }),
});
export type CarrierHealth = z.infer<typeof getCarrierHealth.data>;

export const carrierCallTrace = z.object({
  id,
  reference: z.string(),
  at: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  accountId: z.nullable(id),
  /** Who shipped with it, where that is not the owner of the account. */
  shipper: z.nullable(z.string()),
  operation: z.string(),
  method: z.nullable(z.string()),
  address: z.nullable(z.string()),
  status: z.nullable(z.int()),
  outcome: z.string(),
  durationMs: z.nullable(z.int()),
  request: z.nullable(z.string()),
  response: z.nullable(z.string()),
});
export type CarrierCallTrace = z.infer<typeof carrierCallTrace>;

const reference = z.object({ reference: z.string().check(z.trim(), z.minLength(4), z.maxLength(64)) });
const traces = z.object({ calls: z.array(carrierCallTrace) });

export const findCarrierCalls = defineCall({
  id: 'findCarrierCalls',
  method: 'GET',
  path: '/shippingCarrier/calls/{reference}',
  summary: "Redacted trace of a call of one's own carrier accounts, by its support reference",
  auth: 'access',
  permission: 'SHIPPING_CARRIER_MANAGER',
  right: 'carriers.manage',
  params: reference,
  data: traces,
});

export const findSupportedCalls = defineCall({
  id: 'findSupportedCarrierCalls',
  method: 'GET',
  path: '/support/carrier-calls/{reference}',
  summary: 'Redacted trace of a call that a customer below made with an account lent to it, by its support reference',
  auth: 'access',
  roles: ['ROLE_SUPPORT', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'customers.impersonate',
  audited: true,
  params: reference,
  data: traces,
});
