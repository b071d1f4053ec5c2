/**
 * A customer goes to another franchise: a successor below that one gets what belongs to the company, and the former customer keeps its
 * books. The operator's alone, who acts for the franchise that the customer leaves; a franchise learns nothing of another.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, required } from '../common.ts';
import { PLAN_NAMES } from '../access/auth.ts';

const said = z.object({ message: z.string() });

const moveLink = z.object({
  customerId: id,
  franchise: z.string(),
  state: z.enum(['carrying', 'moved', 'undoing', 'undone']),
  askedAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
  /** What must come to an end at whoever is left before it goes on. */
  waitsFor: z.array(said),
  /** What kept it from going on last, in the words of the server's log; it is tried again. */
  problem: z.nullable(z.string()),
  /** The successor has shipped, was moved on or is erased: there is no way back. */
  final: z.boolean(),
});
export type MoveLink = z.infer<typeof moveLink>;

const customerMove = z.object({
  /** Where it may go; empty for everybody but the operator, and for a customer that was moved. */
  franchises: z.array(z.object({ id, name: z.string() })),
  /** The customer that took its place. */
  to: z.nullable(moveLink),
  /** The customer whose place it took. */
  from: z.nullable(moveLink),
});
export type CustomerMove = z.infer<typeof customerMove>;

/** What goes along, as it is counted. */
export const CARRIED = [
  'orders',
  'products',
  'packages',
  'addresses',
  'places',
  'rules',
  'stores',
  'accounts',
  'people',
] as const;

const movePreview = z.object({
  /** To be settled first. */
  settle: z.array(said),
  goes: z.array(z.object({ what: z.enum(CARRIED), count: z.int() })),
  /** What of it does not go, or needs a hand afterwards. */
  left: z.array(said),
});
export type MovePreview = z.infer<typeof movePreview>;

const operator = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'customers.manage' } as const;

export const getCustomerMove = defineCall({
  id: 'getCustomerMove',
  method: 'GET',
  path: '/franchise/customers/{id}/move',
  summary: 'Where a customer may be moved, and what became of a move; empty for everybody but the operator',
  ...operator,
  params: idParams,
  data: customerMove,
});

/** Problems: `not_found`, `forbidden` for everybody but the operator, `validation`. */
export const previewCustomerMove = defineCall({
  id: 'previewCustomerMove',
  method: 'GET',
  path: '/franchise/customers/{id}/move/preview',
  summary: 'What would go along to another franchise, what would not, and what must be settled first',
  ...operator,
  params: idParams,
  query: z.object({ franchiseId: id }),
  data: movePreview,
});

/** Problems: `not_found`, `forbidden` for everybody but the operator, `validation`, `move_refused` with the reasons. */
export const moveCustomer = defineCall({
  id: 'moveCustomer',
  method: 'POST',
  path: '/franchise/customers/{id}/move',
  summary: 'Move a customer to another franchise; it may not ship here from now on',
  ...operator,
  audited: true,
  params: idParams,
  body: z.object({
    /** Not one of the names whose values the log of acts keeps: the franchise that is left reads that. */
    toFranchiseId: id,
    plan: z.enum(PLAN_NAMES),
    /** The customer's, as it stands on its page. */
    name: required(120),
  }),
  data: customerMove,
});

/** Problems: `not_found`, `forbidden` for everybody but the operator, `stale_version`, `move_final`, `move_refused` with what is open there. */
export const undoCustomerMove = defineCall({
  id: 'undoCustomerMove',
  method: 'POST',
  path: '/franchise/customers/{id}/move/undo',
  summary: 'Take a move back, as long as the successor has shipped nothing',
  ...operator,
  audited: true,
  params: idParams,
  data: customerMove,
});
