-- Claims at carriers for what was lost or damaged. Evidence is read from where it lies, and not copied.
CREATE TABLE claims (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  shipment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('loss', 'damage', 'contents')),
  state text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'filed', 'accepted', 'refused', 'paid', 'dropped')),
  amount_minor int8 NOT NULL CHECK (amount_minor >= 0),
  currency char(3) NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
  reference text CHECK (length(reference) <= 100),
  answer text CHECK (length(answer) <= 1000),
  paid_minor int8 CHECK (paid_minor >= 0),
  paid_currency char(3),
  opened_by uuid,
  filed_at timestamptz,
  decided_at timestamptz,
  paid_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, shipment_id) REFERENCES shipments (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders ON DELETE CASCADE,
  CHECK ((paid_minor IS NULL) = (paid_currency IS NULL))
);
CREATE UNIQUE INDEX claims_open ON claims (tenant_id, shipment_id) WHERE state <> 'dropped';
CREATE INDEX claims_state ON claims (tenant_id, state, id);
SELECT maintenance.secure_table('claims');
