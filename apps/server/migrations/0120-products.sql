-- What people do with products: search, sort, archive, pictures, aliases and bundles, files.

ALTER TABLE products
  ADD COLUMN title_key text COLLATE "C" NOT NULL DEFAULT '',   -- the title as it is sorted: lower case, without accents
  ADD COLUMN barcode text COLLATE "C",
  ADD COLUMN picture text COLLATE "C",                         -- sha256 of one of the tenant's blobs, or an https address
  ADD COLUMN shelf text COLLATE "C" NOT NULL DEFAULT 'active'  -- alias: it means another product (product_parts)
    CHECK (shelf IN ('active', 'archived', 'alias'));

-- People change titles, so both keys are made anew by the program; this is for what was imported before.
SELECT maintenance.backfill($$UPDATE products SET title_key = lower(regexp_replace(normalize(left(title, 200), NFKD), '[\u0300-\u036f]', '', 'g')),
  barcode = imported ->> 'barcode',
  picture = CASE WHEN imported ->> 'imageUrl' ~ '^https://' THEN imported ->> 'imageUrl' END,
  shelf = CASE WHEN archived_at IS NULL THEN 'active' ELSE 'archived' END$$, 'products');

-- One index for each order of the list (a closed list), and for what a product can lack.
DROP INDEX products_newest;
CREATE INDEX products_newest ON products (tenant_id, shelf, created_at DESC, id DESC);
CREATE INDEX products_changed ON products (tenant_id, shelf, updated_at DESC, id DESC);
CREATE INDEX products_by_sku ON products (tenant_id, shelf, sku_key, id);
CREATE INDEX products_by_title ON products (tenant_id, shelf, title_key, id);
CREATE INDEX products_barcode ON products (tenant_id, barcode) WHERE barcode IS NOT NULL;
CREATE INDEX products_no_weight ON products (tenant_id, shelf, created_at DESC, id DESC) WHERE weight_g IS NULL;
CREATE INDEX products_no_hs_code ON products (tenant_id, shelf, created_at DESC, id DESC) WHERE hs_code IS NULL;
CREATE INDEX products_no_origin ON products (tenant_id, shelf, created_at DESC, id DESC) WHERE origin_country IS NULL;
CREATE INDEX products_no_value ON products (tenant_id, shelf, created_at DESC, id DESC) WHERE value_minor IS NULL;
CREATE INDEX product_aliases_store ON product_aliases (tenant_id, store_id, product_id);

-- Words of titles, SKUs (also those of aliases) and barcodes, found by their beginning (token ^@ 'abc').
CREATE TABLE product_tokens (
  tenant_id uuid NOT NULL,
  token text COLLATE "C" NOT NULL CHECK (token <> ''),
  product_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, token, product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX product_tokens_product ON product_tokens (tenant_id, product_id);
SELECT maintenance.secure_table('product_tokens');
INSERT INTO product_tokens (tenant_id, token, product_id)
  SELECT DISTINCT p.tenant_id, left(w, 200), p.id FROM products p,
    regexp_split_to_table(p.title_key || ' ' || p.sku_key || ' ' || coalesce(p.barcode, ''), '[^[:alnum:]]+') AS w WHERE w <> ''
  ON CONFLICT DO NOTHING;

-- What a product is made of. One part and shelf alias: a SKU that means another product; otherwise a bundle. Parts have no
-- parts of their own.
CREATE TABLE product_parts (
  tenant_id uuid NOT NULL,
  product_id uuid NOT NULL,
  part_id uuid NOT NULL,
  quantity int NOT NULL DEFAULT 1 CHECK (quantity > 0),
  PRIMARY KEY (tenant_id, product_id, part_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, part_id) REFERENCES products ON DELETE CASCADE
);
CREATE INDEX product_parts_part ON product_parts (tenant_id, part_id, product_id);
SELECT maintenance.secure_table('product_parts');

-- A file of products on its way in. The mapping of the newest import with the same headers is suggested again.
CREATE TABLE product_imports (
  tenant_id uuid NOT NULL REFERENCES tenants,
  id uuid NOT NULL,
  file_name text NOT NULL,
  sheet_name text,
  header_key text COLLATE "C" NOT NULL,        -- hash of the file's header row
  blob text COLLATE "C" NOT NULL,              -- sha256 of the file as uploaded
  mapping jsonb NOT NULL DEFAULT '{}',
  state text COLLATE "C" NOT NULL DEFAULT 'uploaded' CHECK (state IN ('uploaded', 'previewed', 'committed')),
  row_count int NOT NULL DEFAULT 0,
  preview_hash text COLLATE "C",               -- a commit that would do something else is refused
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  committed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, blob) REFERENCES blobs
);
CREATE INDEX product_imports_header ON product_imports (tenant_id, header_key, created_at DESC) WHERE state = 'committed';
SELECT maintenance.secure_table('product_imports');

-- Lines that only their store's own id finds.
CREATE INDEX order_items_external ON order_items (tenant_id, external_product_id) WHERE sku_key = '' AND external_product_id IS NOT NULL;
