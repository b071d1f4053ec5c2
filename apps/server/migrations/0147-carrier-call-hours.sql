-- Calls of an account by the hour, added to as traces are written: figures of a week without reading a week of traces.
CREATE TABLE carrier_call_hours (
  tenant_id uuid NOT NULL REFERENCES tenants,  -- owner of the account
  account_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  calls int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  refused int NOT NULL DEFAULT 0,
  -- Calls by how long they took: up to so many milliseconds and more than the class before.
  ms_100 int NOT NULL DEFAULT 0, ms_250 int NOT NULL DEFAULT 0, ms_500 int NOT NULL DEFAULT 0, ms_1000 int NOT NULL DEFAULT 0,
  ms_2500 int NOT NULL DEFAULT 0, ms_5000 int NOT NULL DEFAULT 0, ms_10000 int NOT NULL DEFAULT 0, ms_30000 int NOT NULL DEFAULT 0,
  ms_more int NOT NULL DEFAULT 0,
  last_ok_at timestamptz,
  PRIMARY KEY (tenant_id, account_id, hour)
);
SELECT maintenance.secure_table('carrier_call_hours');
