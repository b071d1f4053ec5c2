-- Reminders of overdue invoices by steps, promises to pay, and whom a seller does not remind. All under the seller's tenant id.
CREATE TABLE reminder_settings (
  tenant_id uuid PRIMARY KEY REFERENCES tenants,
  is_on boolean NOT NULL DEFAULT false,
  steps jsonb NOT NULL,                        -- [{days, kind}]: days after the due day, ascending
  least_minor int8 NOT NULL DEFAULT 0,         -- less than this overdue in a currency is not worth a mail
  note_en text NOT NULL DEFAULT '',
  note_fr text NOT NULL DEFAULT '',
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT maintenance.secure_table('reminder_settings', 'keep');

-- A mail to a buyer about all its overdue invoices, written in the transaction that queues it. One a day at the most.
CREATE TABLE reminders (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the seller
  id uuid NOT NULL,
  buyer_id uuid NOT NULL REFERENCES tenants,
  day date NOT NULL,                           -- in the seller's time zone
  days int NOT NULL,                           -- of its step
  stopped boolean NOT NULL,                    -- shipping was stopped with it
  invoices jsonb NOT NULL,                     -- [{number, dueDay, open: {minor, currency}}] as they were told
  people int NOT NULL,                         -- to how many
  sent_by uuid,                                -- null: by itself
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX reminders_day ON reminders (tenant_id, buyer_id, day);
SELECT maintenance.secure_table('reminders', 'append');

-- Which steps an invoice has had: each once, known by its days.
CREATE TABLE reminder_steps (
  tenant_id uuid NOT NULL,
  invoice_id uuid NOT NULL,
  days int NOT NULL,
  reminder_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, invoice_id, days),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, reminder_id) REFERENCES reminders
);
CREATE INDEX reminder_steps_reminder ON reminder_steps (tenant_id, reminder_id);
SELECT maintenance.secure_table('reminder_steps', 'append');

CREATE TABLE payment_promises (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- the seller
  id uuid NOT NULL,
  buyer_id uuid NOT NULL REFERENCES tenants,
  promised_on date NOT NULL,                   -- reminders rest until this day is over
  amount_minor int8,                           -- null: all of it
  currency char(3),
  open_minor int8,                             -- what was open of `covers` when an amount was promised
  covers jsonb NOT NULL,                       -- ids of the invoices it is about
  note text NOT NULL DEFAULT '',
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'broken', 'withdrawn')),
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX payment_promises_open ON payment_promises (tenant_id, buyer_id) WHERE state = 'open';
CREATE INDEX payment_promises_buyer ON payment_promises (tenant_id, buyer_id, made_at DESC);
SELECT maintenance.secure_table('payment_promises', 'keep');

-- Buyers that are not reminded, and why.
CREATE TABLE reminder_pauses (
  tenant_id uuid NOT NULL REFERENCES tenants,
  buyer_id uuid NOT NULL REFERENCES tenants,
  reason text NOT NULL,
  paused_by uuid NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, buyer_id)
);
SELECT maintenance.secure_table('reminder_pauses');

-- A restriction until paid that a reminder set ends when no invoice that was due by this day is open; null: when everything owed at
-- restricted_at is paid. A process of the release before waits for the latter, which is later and never sooner.
ALTER TABLE tenants ADD COLUMN restricted_due_until date;
