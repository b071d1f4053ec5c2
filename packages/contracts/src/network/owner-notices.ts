/** What people of a franchise and of the operator should know and act on, in their header. The mails are a choice of the account. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';

/**
 * sign_up: a company signed up by itself; credit_limit: a customer (of the operator: a franchise) has used 80 % or all of its limit;
 * carrier_down: an account of the level is broken, or none of its last calls was answered; expiring: a registration at a vendor;
 * labels_unknown: a carrier has, or charges, labels that nobody bought here; labels_on_hold: after a restore or failover nothing is bought
 * with an account until a person has compared; promise_broken: a customer (of the operator: a franchise) has not paid by the day it had
 * promised.
 */
export const OWNER_NOTICE_KINDS = [
  'sign_up',
  'credit_limit',
  'promise_broken',
  'carrier_down',
  'expiring',
  'labels_unknown',
  'labels_on_hold',
] as const;
export type OwnerNoticeKind = (typeof OWNER_NOTICE_KINDS)[number];

export const ownerNotice = z.object({
  id,
  kind: z.enum(OWNER_NOTICE_KINDS),
  name: z.string(),
  /** Percent of the limit that is used; days that are left; labels. */
  amount: z.nullable(z.int()),
  openedAt: z.iso.datetime(),
  /** Path of the page where one acts. */
  page: z.string(),
});
export type OwnerNotice = z.infer<typeof ownerNotice>;
const notices = z.object({ notices: z.array(ownerNotice) });

const owner = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
} as const;

export const getOwnerNotices = defineCall({
  id: 'getOwnerNotices',
  method: 'GET',
  path: '/owner-notices',
  summary: 'What is open and this person has not put away, newest first',
  ...owner,
  data: notices,
});

export const putAwayOwnerNotice = defineCall({
  id: 'putAwayOwnerNotice',
  method: 'POST',
  path: '/owner-notices/{id}/put-away',
  summary: 'Put a notice away; colleagues keep theirs',
  ...owner,
  // What oneself has put away is no act.
  audited: false,
  params: idParams,
  data: notices,
});
