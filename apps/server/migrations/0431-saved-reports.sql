-- Reports that people keep under a name, and have sent by mail.
CREATE TABLE saved_reports (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  user_id uuid NOT NULL,                         -- whose it is
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (lower(btrim(name))) STORED,
  settings jsonb NOT NULL,                       -- tables, days and what they are compared with, currency
  schedule text COLLATE "C" CHECK (schedule IN ('daily', 'weekly', 'monthly')),  -- null: not sent
  on_day int CHECK (on_day BETWEEN 1 AND 31),    -- 1 is Monday, or the day of the month; where it has fewer, its last
  format text COLLATE "C" NOT NULL CHECK (format IN ('csv', 'xlsx')),
  to_users jsonb NOT NULL DEFAULT '[]',           -- ids of the company's people
  -- The next sending, of the day due_day where the company is. Taken by moving it on in the transaction that queues the mails.
  due_day date,
  due_at timestamptz,
  told_day date,                                 -- the last that was due
  told text COLLATE "C" CHECK (told IN ('sent', 'nobody', 'failed', 'missed')),
  told_people int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((schedule IS NULL) = (due_at IS NULL) AND (schedule IS NULL) = (due_day IS NULL))
);
CREATE UNIQUE INDEX saved_reports_name ON saved_reports (tenant_id, user_id, name_key);
CREATE INDEX saved_reports_due ON saved_reports (due_at) WHERE due_at IS NOT NULL;
SELECT maintenance.secure_table('saved_reports');
SELECT maintenance.allow_system('saved_reports', 'tenant_id, id, due_at');
