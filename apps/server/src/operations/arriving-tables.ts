/**
 * What becomes of each table of a customer that comes from another installation (decision 0490). Nothing of it acts by itself here: what a
 * worker would find by its time comes without one. A test holds the lists to the database, so whoever adds a table decides.
 */

interface Changed {
  /** SQL of what a column has instead; `line` is the row as JSON. */
  readonly columns: Readonly<Record<string, string>>;
  /** What is told of it; absent where nothing that anybody misses changes. */
  readonly why?: string;
}

const NONE = 'NULL';
const text = (column: string): string => `line ->> '${column}'`;
const when = (condition: string, value: string, column: string): string =>
  `CASE WHEN ${condition} THEN ${value} ELSE ${text(column)} END`;
const oneOf = (column: string, ...values: readonly string[]): string =>
  `${text(column)} IN (${values.map((value) => `'${value}'`).join(', ')})`;
/** The moment of the import. */
const NOW = `to_jsonb(now()) ->> 0`;
const REST: Changed = { columns: { due_at: NONE, lease_until: NONE } };
/** Stores without a platform behind them need no access. */
const OWN_STORE = oneOf('platform_code', 'manual', 'file');
const NOTICES_REST: Changed = {
  columns: {
    ...REST.columns,
    reason: when(oneOf('state', 'waiting', 'held', 'sending'), `'switched-off'`, 'reason'),
    state: when(oneOf('state', 'waiting', 'held', 'sending'), `'suppressed'`, 'state'),
  },
  why: 'what was still to be sent is sent by the installation it comes from',
};

export const CHANGED: Readonly<Record<string, Changed>> = {
  account_grants: {
    columns: {
      valid_to: when(
        `${text('owner_tenant_id')} <> ${text('tenant_id')}`,
        `coalesce(${text('valid_to')}, ${NOW})`,
        'valid_to',
      ),
    },
    why: 'accounts that were lent there are lent no more; this franchise lends its own',
  },
  adjustments: REST,
  // No machine knows it: it is paired anew.
  agents: {
    columns: {
      token_hash: `'\\x' || encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')`,
    },
    why: 'print agents are paired again',
  },
  batch_items: { columns: { due_at: NONE, worker_id: NONE } },
  batches: REST,
  bill_files: REST,
  blobs: { columns: { place: `'db'`, object_key: NONE } },
  buyer_hosts: {
    columns: { state: `'waiting'`, checked_at: NONE },
    why: 'the host is proved again, when its record leads here',
  },
  buyer_notices: NOTICES_REST,
  carrier_accounts: {
    columns: {
      secret_id: NONE,
      registration_tenant_id: NONE,
      state: when(`NOT (${oneOf('state', 'removed')})`, `'paused'`, 'state'),
    },
    why: 'paused, without keys: the keys are entered again',
  },
  claims: { columns: { ask_at: NONE }, why: 'claims filed at carriers are looked after where they were filed' },
  effects: REST,
  label_runs: {
    columns: {
      ...REST.columns,
      ended_at: when(oneOf('state', 'running'), NOW, 'ended_at'),
      state: when(oneOf('state', 'running'), `'failed'`, 'state'),
    },
  },
  notice_posts: NOTICES_REST,
  pickups: {
    columns: { released_at: `coalesce(${text('released_at')}, ${NOW})` },
    why: 'drivers that were booked are called off where they were booked',
  },
  print_jobs: {
    columns: { ...REST.columns, state: when(oneOf('state', 'queued', 'leased'), `'expired'`, 'state') },
    why: 'what waited for a printer is not printed here',
  },
  purchases: REST,
  rate_sheet_drafts: { columns: { starts_at: NONE }, why: 'a price list that waited for its day is a draft' },
  returns: REST,
  saved_reports: {
    columns: { schedule: NONE, due_at: NONE, due_day: NONE },
    why: 'reports are mailed again when somebody sets their days',
  },
  stores: {
    columns: {
      secret_id: NONE,
      registration_tenant_id: NONE,
      state: when(`NOT (${OWN_STORE})`, `'disconnected'`, 'state'),
    },
    why: 'stores are disconnected: their access is given again',
  },
  subscription_charges: {
    columns: {
      key: `${text('seller_id')} || '/' || (${text('key')})`,
      settled_at: `coalesce(${text('settled_at')}, ${NOW})`,
    },
    why: 'fees that were open are between it and its former seller',
  },
  sync_streams: { columns: { ...REST.columns, cursor: NONE, wanted: NONE } },
  trackers: {
    columns: {
      ...REST.columns,
      watch_at: NONE,
      refresh_after: NONE,
      // A push of the carrier finds parcels by it, and would have them followed again and buyers told twice.
      owner_tenant_id: NONE,
      account_id: NONE,
      stopped: `coalesce(${text('stopped')}, 'no-account')`,
    },
    why: 'parcels under way are followed where their labels were bought',
  },
  voids: {
    columns: {
      ...REST.columns,
      refund_check_at: NONE,
      refund_due_at: when(oneOf('refund_state', 'pending'), NONE, 'refund_due_at'),
      refund_state: when(oneOf('refund_state', 'pending'), `'none'`, 'refund_state'),
    },
    why: 'refunds that were to come are credited where the labels were bought',
  },
};

/** What its installation needs and this one does not; each with why. */
export const NOT_TAKEN: Readonly<Record<string, string>> = {
  agent_pairings: 'codes that hold for minutes',
  batch_workers: 'processes of the installation it comes from',
  carrier_consents: 'sign-ins at carriers that were under way',
  carrier_hooks: 'addresses that carriers push to: registered again with the account',
  label_run_labels: 'half a comparison with a carrier: made anew',
  notice_webhooks: 'its signing key does not leave an installation: enter the address again',
  object_removals: 'files to remove from the bucket of the installation it comes from',
  order_leases: 'packing stations of the installation it comes from',
  recorded_calls: 'sealed',
  rollup_due: 'figures come as they were counted',
  sender_domains: 'its signing keys do not leave an installation: prove the domain again',
  store_access: 'sealed: given again with the store',
  subscriptions: 'the plan begins anew when the customer is given access',
  traffic_recordings: 'what they recorded is sealed',
  unread_orders: 'sealed: read again from the store',
};

/** Kept by triggers of other tables: they come with those. */
export const MADE_ANEW: ReadonlySet<string> = new Set(['adjusted_entries', 'label_months']);

/** Of sellers and operators; a customer's archive has no row in them, and one that has is refused: workers go by such rows for others. */
export const OF_SELLERS: ReadonlySet<string> = new Set(
  `account_lendings accounting_names agent_links announcement_reads announcements app_registrations auto_top_ups bank_accounts bank_files
  bank_lines bank_mappings bank_matches card_customers card_payout_items card_payouts cards chargebacks commission_payouts commission_plans
  commission_statements credit_notes customer_erasures customer_exports customer_groups customer_mails customer_moves customer_notes
  customer_tasks former_agents franchise_customers invoice_earnings invoice_entries invoice_papers invoice_series invoices lane_days lane_sums
  mail_senders markup_drafts markup_plans markup_rules markup_versions month_closes payment_promises payments plan_versions plans
  reading_shifts refunds reminder_pauses reminder_settings reminder_steps reminders royalties royalty_terms statement_settings tax_exemptions
  tax_places tax_registrations terms_consents terms_versions`.split(/\s+/),
);

/** Sealed with the log, by the role that seals. */
export const OF_THE_LOG: ReadonlySet<string> = new Set(['audit_leaves', 'audit_pending', 'audit_seals']);

/** Record by record. */
export const AS_IT_IS: ReadonlySet<string> = new Set(
  `accounts answer_readings audit_events automation_decisions balance_changes balances batch_parts bill_differences bill_mappings bill_settings
  bill_shipments bill_words branding buyer_notice_settings buyer_page_settings carrier_call_hours carrier_calls cheapest_offers choice_batches
  choice_changes claim_photos copies_to_erase customer_settings disputes documents effect_steps entries exception_events exceptions first_runs
  go_live_checks import_mappings invoice_lines kept_addresses label_days label_findings lane_counts lane_gaps locations manifest_items manifests
  manual_fulfilments number_series order_buyers order_count_months order_counts order_details order_edit_heads order_edit_lines order_edits
  order_imports order_items order_shipping_choices order_tags order_title_words order_tokens orders owner_notice_reads owner_notices packages
  parcels postings presets price_chain print_contents printer_settings printers product_aliases product_imports product_parts product_tokens
  products quotes rate_sheets rates return_items return_photos return_rules role_permissions roles rules scan_journal scan_shift_orders
  scan_shifts scan_ship_selections scan_ship_settings service_mappings shipment_items shipments state_changes store_notices store_spells
  suppressed_addresses sync_runs table_views tax_ids tenant_fx_rates tracking_events usage_days usage_figures zone_days`.split(
    /\s+/,
  ),
);

/** Where tables refer to each other in a circle: set when both are there. */
export const LINKS = [
  ['locations', 'store_id'],
  ['manifests', 'document_id'],
] as const;

/** Companies that rows name inside of JSON: SQL of their ids. The application works in their name later. */
export const NAMED_INSIDE: readonly { readonly table: string; readonly ids: string }[] = [
  { table: 'invoice_lines', ids: `jsonb_path_query(line, '$.suggestions[*].tenantId') #>> '{}'` },
  { table: 'adjustments', ids: `jsonb_path_query(line, '$.levels[*]') #>> '{}'` },
];

const UNSETTLED = ['planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed'] as const;

/** What only the installation it comes from can bring to its end: nobody would know here what a carrier, a store or a bank answered. */
export const UNDER_WAY: readonly { readonly table: string; readonly where: string; readonly what: string }[] = [
  {
    table: 'purchases',
    where: oneOf('state', ...UNSETTLED),
    what: 'labels being bought, or of which nobody knows whether they were',
  },
  {
    table: 'voids',
    where: oneOf('state', ...UNSETTLED),
    what: 'labels being voided, or of which nobody knows whether they were',
  },
  {
    table: 'effects',
    where: `${oneOf('state', ...UNSETTLED)} AND line #>> '{payload,superseded}' IS NULL AND line #>> '{payload,handled}' IS NULL`,
    what: 'stores, carriers or people that are yet to be told of something',
  },
  {
    table: 'batches',
    where: oneOf('state', 'planning', 'running', 'paused'),
    what: 'batches of labels that are not finished',
  },
  { table: 'returns', where: `${text('due_at')} IS NOT NULL`, what: 'returns that wait for their labels' },
  { table: 'bill_files', where: oneOf('state', 'reading', 'auditing'), what: 'carriers’ bills being read' },
  { table: 'manifests', where: oneOf('state', 'closing', 'unknown'), what: 'days being closed at a carrier' },
  { table: 'adjustments', where: oneOf('state', 'notice', 'disputed'), what: 'differences that are not decided' },
  {
    table: 'order_leases',
    where: `(${text('lease_until')})::timestamptz > now()`,
    what: 'orders with packing stations that work without a line',
  },
];
