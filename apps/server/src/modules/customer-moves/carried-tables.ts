/**
 * What belongs to a company and goes with it to another franchise, and what stays. A test holds both lists to the database: whoever adds a
 * table decides.
 */
import { type RawBuilder, sql } from 'kysely';

export interface CarryScope {
  /** Own carrier accounts that go along. */
  readonly accountIds: readonly string[];
  /** Its stores. Not read of their rows: those that were handed over are ended there. */
  readonly storeIds: readonly string[];
}

export interface CarriedTable {
  readonly name: string;
  /** Of the rows of `t`; absent: all. */
  readonly where?: (scope: CarryScope) => RawBuilder<unknown>;
  /** What a row has instead. */
  readonly instead?: Readonly<Record<string, unknown>>;
  /** Rows in a statement; fewer where they are large. */
  readonly atOnce?: number;
}

/** No row of it names an account that does not go along. */
export const namesNoOther =
  (...columns: readonly string[]) =>
  ({ accountIds }: CarryScope): RawBuilder<unknown> =>
    sql`NOT EXISTS (SELECT FROM account_grants g WHERE g.account_id <> ALL (${[...accountIds]}::uuid[])
      AND position(g.id::text IN ${sql.join(
        columns.map((column) => sql`coalesce(t.${sql.ref(column)}::text, '')`),
        sql` || `,
      )}) > 0)`;
const ofStores = ({ storeIds }: CarryScope) => sql`t.store_id = ANY (${[...storeIds]}::uuid[])`;
const ownStore = sql`t.platform_code IN ('manual', 'file')`;

/** In the order of their references; stores are connected nowhere until they are handed over. */
export const FIRST: readonly CarriedTable[] = [
  { name: 'roles', where: () => sql`NOT t.built_in` },
  { name: 'role_permissions', where: () => sql`t.role_id IN (SELECT id FROM roles WHERE NOT built_in)` },
  { name: 'locations', where: () => sql`t.store_id IS NULL`, instead: { return_location_id: null } },
  { name: 'stores', where: () => ownStore, instead: { location_id: null } },
  {
    name: 'stores',
    where: ({ storeIds }) => sql`t.id = ANY (${[...storeIds]}::uuid[]) AND NOT ${ownStore}`,
    instead: {
      state: 'disconnected',
      secret_id: null,
      location_id: null,
      registration_tenant_id: null,
      last_error: null,
      remarks: [],
      deleted_at: null,
    },
  },
  { name: 'locations', where: ofStores, instead: { return_location_id: null } },
];

/** With the stores there. */
export const THEN: readonly CarriedTable[] = [
  {
    name: 'blobs',
    where: () => sql`t.place = 'db' AND (EXISTS (SELECT FROM products p WHERE p.picture = t.sha256)
      OR EXISTS (SELECT FROM customer_settings c WHERE c.more ->> 'logo' = t.sha256)
      OR EXISTS (SELECT FROM buyer_page_settings b WHERE b.banner = t.sha256))`,
    instead: { may_move: false },
    atOnce: 5,
  },
  { name: 'packages' },
  { name: 'products' },
  { name: 'product_parts' },
  { name: 'product_tokens' },
  { name: 'order_title_words' },
  { name: 'product_aliases', where: ofStores },
  { name: 'kept_addresses', instead: { created_by: null } },
  { name: 'import_mappings' },
  { name: 'tax_ids' },
  { name: 'customer_settings' },
  { name: 'buyer_page_settings' },
  { name: 'buyer_notice_settings', where: (scope) => sql`(t.store_id IS NULL OR ${ofStores(scope)})` },
  { name: 'return_rules', where: namesNoOther('rules') },
  { name: 'rules', where: namesNoOther('conditions', 'actions') },
  { name: 'presets', where: namesNoOther('choice') },
  {
    name: 'service_mappings',
    where: (scope) => sql`${ofStores(scope)} AND ${namesNoOther('grant_id')(scope)}`,
  },
  { name: 'table_views', where: () => sql`t.user_id IS NULL`, instead: { created_by: null } },
  {
    name: 'rate_sheets',
    where: ({ accountIds }) => sql`t.account_id = ANY (${[...accountIds]}::uuid[])`,
    instead: { source_blob: null, created_by: null },
  },
];

/** Orders nobody has begun to ship, whose store goes along. */
export const openOrders = (
  scope: CarryScope,
) => sql`t.fulfillment = 'unfulfilled' AND t.cancelled_at IS NULL AND t.archived_at IS NULL
  AND t.import_state = 'ok' AND ${ofStores(scope)}
  AND NOT EXISTS (SELECT FROM order_items i WHERE i.tenant_id = t.tenant_id AND i.order_id = t.id
    AND (i.qty_allocated > 0 OR i.qty_shipped > 0))`;

/**
 * Orders of the stores that are done with here. Their store may still show them as open: it was not told (reports are off, it takes none,
 * one was refused), or they were cancelled or archived here alone. Read anew, such an order would come back and be shipped twice.
 */
export const doneWith = (scope: CarryScope) =>
  sql`${ofStores(scope)} AND t.import_state = 'ok' AND NOT (${openOrders(scope)})`;
/** Of those, orders with units their store was not told of. What it knows to be gone does not come back as open. */
export const untoldOf = sql`(NOT ${ownStore} AND EXISTS (SELECT FROM order_items i
    WHERE i.tenant_id = t.tenant_id AND i.order_id = t.id AND i.external_line_id IS NOT NULL
      AND CASE WHEN t.fulfillment = 'manual_fulfilled' OR t.cancelled_at IS NOT NULL OR t.archived_at IS NOT NULL
          THEN i.qty - i.qty_cancelled ELSE i.qty_allocated END
        > (SELECT coalesce(sum((l ->> 'quantity')::int), 0) FROM effects e, jsonb_array_elements(e.payload -> 'lines') l
          WHERE e.tenant_id = t.tenant_id AND e.subject_kind = 'order' AND e.subject_id = t.id AND e.kind = 'fulfilment_push'
            AND e.state = 'complete' AND (l ->> 'line')::int = i.line
            AND NOT EXISTS (SELECT FROM effects c WHERE c.tenant_id = t.tenant_id AND c.subject_kind = 'order' AND c.subject_id = t.id
              AND c.kind = 'fulfilment_cancel' AND c.state = 'complete' AND c.payload ->> 'pushId' = e.id::text)))
  AND NOT EXISTS (SELECT FROM order_details d WHERE d.tenant_id = t.tenant_id AND d.order_id = t.id
    AND d.imported ->> 'cancelledAt' IS NOT NULL))`;

/** An order's own row, then what hangs on it by `order_id`. */
export const ORDER: CarriedTable = {
  name: 'orders',
  where: openOrders,
  instead: { claimed_by: null, claimed_until: null, assigned_to: null, import_id: null, sends_again: null },
};
/** One that is done with stays so, whatever its store says. */
export const doneOrder = (now: Date): CarriedTable => ({
  name: 'orders',
  instead: { ...ORDER.instead, tab: 'archived', archived_at: now.toISOString() },
});
export const OF_ORDERS: readonly CarriedTable[] = [
  'order_details',
  'order_items',
  'order_tokens',
  'order_tags',
  'order_buyers',
].map((name) => ({ name }));

/** Moved by code of their own. */
const BY_HAND =
  'carrier_accounts account_grants secrets store_access sync_streams order_counts order_count_months state_changes';

/** What was bought, sold, billed, paid, sent and told: it happened under the former franchise, and is found there. */
const HISTORY = `adjusted_entries adjustments automation_decisions audit_events audit_leaves audit_pending audit_seals batch_items batch_parts
  batch_workers batches balance_changes balances accounts entries postings price_chain buyer_notices cheapest_offers choice_batches choice_changes
  claim_photos claims copies_to_erase disputes documents effect_steps effects exception_events exceptions invoice_entries invoice_lines
  invoice_papers invoices invoice_series invoice_earnings credit_notes label_days label_months lane_counts lane_days lane_gaps lane_sums
  manifest_items manifests manual_fulfilments number_series object_removals order_edit_heads order_edit_lines order_edits order_imports
  order_leases order_shipping_choices parcels pickups print_contents print_jobs product_imports purchases quotes rates
  refunds payments chargebacks return_items return_photos returns rollup_due scan_journal scan_shift_orders scan_shifts scan_ship_selections
  shipment_items shipments state_changes store_notices store_spells subscription_charges suppressed_addresses sync_runs
  terms_consents trackers tracking_events unread_orders usage_days usage_figures voids zone_days carrier_calls carrier_call_hours carrier_hooks
  carrier_consents recorded_calls traffic_recordings go_live_checks answer_readings reading_shifts label_findings label_run_labels label_runs
  quota_buckets account_facts idempotency_keys owner_notices owner_notice_reads announcement_reads notice_posts`;

/** Agreed with the former franchise, or of a franchise and an operator. */
const AGREED = `account_lendings accounting_names agent_links announcements app_registrations auto_top_ups bank_accounts bank_files bank_lines
  bank_mappings bank_matches bill_differences bill_files bill_mappings bill_settings bill_shipments bill_words branding card_customers
  card_payout_items card_payouts cards commission_payouts commission_plans commission_statements customer_erasures customer_export_parts
  customer_exports customer_groups customer_mails customer_moves customer_notes customer_tasks first_runs former_agents franchise_customers
  mail_senders markup_drafts markup_plans markup_rules markup_versions month_closes payment_promises plan_versions plans rate_sheet_drafts
  reminder_pauses reminder_settings reminder_steps reminders royalties royalty_terms statement_settings subscriptions
  tax_exemptions tax_places tax_registrations tenant_fx_rates terms_versions`;

/** Of a person or a machine, which sign in and are paired anew; or proved by an entry in the DNS, which one customer has at a time. */
const ANEW = `agents agent_pairings printers printer_settings scan_ship_settings saved_reports buyer_hosts sender_domains notice_webhooks`;

export const STAYS: ReadonlySet<string> = new Set([BY_HAND, HISTORY, AGREED, ANEW].join(' ').split(/\s+/));
