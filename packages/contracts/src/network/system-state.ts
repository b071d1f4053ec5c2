/** Whether everything is well, for the operator: work that waits too long, purchases nobody knows the end of, the database. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** Work that is taken up when it is due, by the table it stands in. */
export const QUEUES = [
  'purchases',
  'voids',
  'effects',
  'batches',
  'store-sync',
  'store-deliveries',
  'tracking',
  'buyer-notices',
  'notice-posts',
  'returns',
  'carrier-bills',
  'label-comparisons',
  'month-closes',
  'subscriptions',
  'customer-erasures',
  'customer-moves',
] as const;
export type QueueName = (typeof QUEUES)[number];

export const STATE_CHECKS = [
  ...QUEUES,
  'progress',
  'purchases-unknown',
  'audit',
  'figures',
  'database',
  'connections',
  'partitions',
  'replica',
  'unasked-accounts',
  'quota',
  'stored-files',
] as const;
export type StateCheckId = (typeof STATE_CHECKS)[number];

export const stateCheck = z.object({
  id: z.enum(STATE_CHECKS),
  state: z.enum(['ok', 'late']),
  /** What is measured: how long the oldest waits or the answer took, or how many wait. */
  value: z.number(),
  unit: z.enum(['seconds', 'milliseconds', 'count']),
  /** Beyond it the check is late, and its alert is raised. */
  limit: z.number(),
  /** How many wait, where that can be said; 10,001 stands for more than ten thousand. */
  waiting: z.nullable(z.int()),
});
export type StateCheck = z.infer<typeof stateCheck>;

export const getSystemState = defineCall({
  id: 'getSystemState',
  method: 'GET',
  path: '/platform/system',
  summary: 'Whether everything is well: work that waits too long, purchases without a known end, the database',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN'],
  right: 'platform.franchises',
  data: z.object({ checks: z.array(stateCheck), at: z.string(), version: z.string() }),
});
export type SystemState = z.infer<typeof getSystemState.data>;
