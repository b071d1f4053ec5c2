/** What stands between a new installation, or a new franchise, and its first customer. A line is done when what it asks for is really there. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** In the order in which they are dealt with; the operator has those of the installation first, a franchise its own only. */
export const OPENING_LINES = [
  'mail',
  'address',
  'key',
  'backup',
  'second-factor',
  'franchise',
  'host',
  'administrator',
  'carrier',
  'company',
  'tax',
  'terms',
] as const;
export type OpeningLineId = (typeof OPENING_LINES)[number];

export const getOpening = defineCall({
  id: 'getOpening',
  method: 'GET',
  path: '/opening',
  summary: 'Before you open: what a new installation or franchise still lacks',
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN'],
  right: 'rates.see-cost',
  data: z.object({
    lines: z.array(
      z.object({
        id: z.enum(OPENING_LINES),
        done: z.boolean(),
        /** The operator's: franchises that lack it. */
        lacking: z.array(z.string()),
      }),
    ),
  }),
});
export type Opening = z.infer<typeof getOpening.data>;
