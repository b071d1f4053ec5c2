-- When a version was withdrawn: whoever agreed to nothing else has a day from then on to read what is in force instead.
ALTER TABLE terms_versions ADD COLUMN withdrawn_at timestamptz;
