-- The PDF of an invoice as it was issued: drawn once, when its month is closed, and never again.
CREATE TABLE invoice_papers (
  tenant_id uuid NOT NULL,                       -- the seller
  invoice_id uuid NOT NULL,
  blob text COLLATE "C" NOT NULL,
  drawn_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, invoice_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs
);
CREATE INDEX invoice_papers_blob ON invoice_papers (tenant_id, blob);
SELECT maintenance.secure_table('invoice_papers', 'append');
