-- Addresses whose mails came back for good after they were taken, and those whose owners called one spam.
ALTER TABLE suppressed_addresses DROP CONSTRAINT suppressed_addresses_reason_check;
ALTER TABLE suppressed_addresses ADD CONSTRAINT suppressed_addresses_reason_check
  CHECK (reason IN ('refused', 'unsubscribed', 'added', 'bounced', 'complained')) NOT VALID;
