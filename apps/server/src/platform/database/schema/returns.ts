/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type ReturnItemsCondition = 'as_new' | 'opened' | 'damaged' | 'wrong_item';

export type ReturnsState = 'asked' | 'approved' | 'refused' | 'arrived' | 'checked' | 'done';

export type ReturnsPayer = 'seller' | 'buyer';

export type ReturnsWish = 'money' | 'exchange' | 'credit';

export type ReturnsHandOver = 'drop_off' | 'pickup';

export interface ReturnItemsTable {
  tenant_id: string;
  return_id: string;
  line: number;
  qty: number;
  received: number | null;
  condition: ReturnItemsCondition | null;
  instead: string | null;
}

export interface ReturnRulesTable {
  tenant_id: string;
  rules: Json;
  set_by: Json;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface ReturnsTable {
  tenant_id: string;
  id: string;
  order_id: string;
  no: number;
  return_of: string;
  shipment_id: string | null;
  state: Generated<ReturnsState>;
  reason: string;
  reason_words: string;
  payer: ReturnsPayer;
  wish: ReturnsWish;
  note: string | null;
  answer: string | null;
  check_note: string | null;
  number_key: string;
  asker: Json | null;
  problem: string | null;
  tries: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  asked_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: string | null;
  arrived_at: Timestamp | null;
  checked_at: Timestamp | null;
  done_at: Timestamp | null;
  exchange_order: string | null;
  hand_over: Generated<ReturnsHandOver>;
  pickup_problem: string | null;
}

export interface ReturnsTables {
  return_items: ReturnItemsTable;
  return_rules: ReturnRulesTable;
  returns: ReturnsTable;
}
