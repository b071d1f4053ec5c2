-- A franchise's own list of the mails to people of its customers, written as they are queued. The mails stay with the customer; a
-- franchise could not look through the tables of hundreds of them, and an index on the large table would lock it while it is made.
CREATE TABLE customer_mails (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- the franchise
  id uuid NOT NULL,                              -- of the customer's effect
  customer_id uuid NOT NULL REFERENCES tenants,
  template text COLLATE "C" NOT NULL,
  recipient text NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'unknown', 'expired')),
  problem text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX customer_mails_state ON customer_mails (tenant_id, state, id);
CREATE INDEX customer_mails_customer ON customer_mails (tenant_id, customer_id, id);
SELECT maintenance.secure_table('customer_mails');
