-- What a seller decides of the pages of buyers.
CREATE TABLE buyer_page_settings (
  tenant_id uuid NOT NULL REFERENCES tenants,
  life_days int NOT NULL CHECK (life_days BETWEEN 30 AND 365),   -- after the last delivery
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
SELECT maintenance.secure_table('buyer_page_settings');
