-- A buyer that has not paid by the day it had promised is a notice to owners, by mail and in the header.
ALTER TABLE owner_notices DROP CONSTRAINT owner_notices_kind_check;
ALTER TABLE owner_notices ADD CONSTRAINT owner_notices_kind_check CHECK (kind IN ('sign_up', 'credit_limit', 'promise_broken',
  'carrier_down', 'expiring', 'labels_unknown', 'labels_on_hold')) NOT VALID;
