-- Papers that carriers give beside labels, and papers sent to them for customs.
ALTER TABLE documents DROP CONSTRAINT documents_kind_check;
ALTER TABLE documents ADD CONSTRAINT documents_kind_check CHECK (kind IN ('label', 'return_label', 'packing_slip', 'packing_list',
  'pick_list', 'custom_invoice', 'customs_form', 'receipt', 'manifest', 'pickup', 'invoice', 'statement', 'export', 'merged',
  'proof_of_delivery', 'trade_document'));
ALTER TABLE documents DROP CONSTRAINT documents_format_check;
ALTER TABLE documents ADD CONSTRAINT documents_format_check CHECK (format IN ('pdf', 'zpl', 'png', 'gif', 'jpg', 'xlsx'));
