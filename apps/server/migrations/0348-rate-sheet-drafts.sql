-- A price list that is being prepared for an account, or waits for its day: one of each account. It becomes a version of
-- rate_sheets when it is published. Quotes take one whose day has come at once; a round of the server makes it the version.
CREATE TABLE rate_sheet_drafts (
  tenant_id uuid NOT NULL,                       -- the owner of the account
  account_id uuid NOT NULL,
  version int NOT NULL,                          -- of the draft
  based_on int NOT NULL,                         -- version in force when it was made
  name text NOT NULL,
  source_name text NOT NULL DEFAULT '',
  source_blob text COLLATE "C",
  sheet jsonb NOT NULL,
  restores int,                                  -- the former version it is
  note text NOT NULL DEFAULT '',
  starts_at timestamptz,                         -- published from then on; null: a draft
  published_by uuid,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES carrier_accounts,
  FOREIGN KEY (tenant_id, source_blob) REFERENCES blobs
);
CREATE INDEX rate_sheet_drafts_due ON rate_sheet_drafts (starts_at) WHERE starts_at IS NOT NULL;
SELECT maintenance.secure_table('rate_sheet_drafts');
SELECT maintenance.allow_system('rate_sheet_drafts', 'tenant_id, account_id, starts_at');

ALTER TABLE rate_sheets
  ADD COLUMN note text NOT NULL DEFAULT '',
  ADD COLUMN restores int;                       -- the former version it is again
