-- Owners are told of labels that are not known here, and of accounts that wait for their word after a restore (decision 0375).
ALTER TABLE owner_notices DROP CONSTRAINT owner_notices_kind_check;
ALTER TABLE owner_notices ADD CONSTRAINT owner_notices_kind_check
  CHECK (kind IN ('sign_up', 'credit_limit', 'carrier_down', 'expiring', 'labels_unknown', 'labels_on_hold')) NOT VALID;
