-- What the people of a franchise and of the operator should know and act on: told once by mail, in the header until it is over.
CREATE TABLE owner_notices (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- who is told
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('sign_up', 'credit_limit', 'carrier_down', 'expiring')),
  subject text COLLATE "C" NOT NULL,             -- the customer, the account, or the registration with the days that are left
  name text NOT NULL,
  amount int,                                    -- percent of the limit that is used, or days that are left
  day date NOT NULL,                             -- on which it began, in the zone of tenant_id
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX owner_notices_open ON owner_notices (tenant_id, kind, subject) WHERE closed_at IS NULL;
-- At most one about a subject on a day.
CREATE UNIQUE INDEX owner_notices_day ON owner_notices (tenant_id, kind, subject, day);
SELECT maintenance.secure_table('owner_notices');

-- Put away by one person.
CREATE TABLE owner_notice_reads (
  tenant_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, notice_id, user_id),
  FOREIGN KEY (tenant_id, notice_id) REFERENCES owner_notices ON DELETE CASCADE
);
SELECT maintenance.secure_table('owner_notice_reads');

-- Whether a kind of notice stands in the header of a person, beside whether it comes by mail.
ALTER TABLE notice_choices ADD COLUMN header boolean NOT NULL DEFAULT true;

-- When what the vendor gave stops working, as whoever registered it knows.
ALTER TABLE app_registrations ADD COLUMN expires_on date;
-- Whether it came by itself: the franchise is told of it.
ALTER TABLE franchise_customers ADD COLUMN signed_up boolean NOT NULL DEFAULT false;

SELECT maintenance.allow_system('app_registrations', 'tenant_id, id, kind, slug, mode, expires_on');
