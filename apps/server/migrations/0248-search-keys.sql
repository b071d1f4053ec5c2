-- Search keys of what was here before 0247. Rows are added beside those that are at work, so nobody waits for them; parcels that
-- have their tracking number are changed, which only who changes the same parcel would notice.
SELECT maintenance.backfill($$INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
  SELECT tenant_id, field, '<' || reverse(token), order_id, placed_at FROM order_tokens
  WHERE field IN ('tracking', 'phone') AND token !~ '^<' ON CONFLICT DO NOTHING$$, 'order_tokens', 0);

SELECT maintenance.backfill($$INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
  SELECT DISTINCT o.tenant_id, 'postal', left(w, 254), o.id, o.placed_at FROM orders o
    JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id,
    regexp_split_to_table(replace(replace(replace(lower(regexp_replace(normalize(d.ship_to ->> 'city', NFKD),
      '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae'), 'ø', 'o'), '[^[:alnum:]]+') AS w
  WHERE w <> '' ON CONFLICT DO NOTHING$$, 'order_tokens', 0);

SELECT maintenance.backfill($$INSERT INTO order_title_words (tenant_id, token, sku_key)
  SELECT DISTINCT i.tenant_id, left(w, 254), i.sku_key
  FROM (SELECT DISTINCT tenant_id, sku_key, title FROM order_items WHERE sku_key <> '') AS i,
    regexp_split_to_table(replace(replace(replace(lower(regexp_replace(normalize(i.title, NFKD),
      '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae'), 'ø', 'o'), '[^[:alnum:]]+') AS w
  WHERE length(w) >= 3 ON CONFLICT DO NOTHING$$, 'order_title_words', 0);

SELECT maintenance.backfill($$INSERT INTO order_tokens (tenant_id, field, token, order_id, placed_at)
  SELECT DISTINCT i.tenant_id, 'sku', '~' || left(w, 253), i.order_id, i.placed_at FROM order_items AS i,
    regexp_split_to_table(replace(replace(replace(lower(regexp_replace(normalize(i.title, NFKD),
      '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae'), 'ø', 'o'), '[^[:alnum:]]+') AS w
  WHERE i.sku_key = '' AND length(w) >= 3 ON CONFLICT DO NOTHING$$, 'order_tokens', 0);

SELECT maintenance.backfill($$UPDATE parcels SET tracking_end = reverse(tracking_key)
  WHERE tracking_key IS NOT NULL AND tracking_end IS NULL$$, 'parcels', 0);
