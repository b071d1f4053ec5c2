-- What the operator tells franchises (and everybody below them), and a franchise its customers: news, planned work, problems.
CREATE TABLE announcements (
  tenant_id uuid NOT NULL REFERENCES tenants,    -- who says it
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('news', 'maintenance', 'problem')),
  state text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'withdrawn')),
  title_en text NOT NULL DEFAULT '',
  title_fr text NOT NULL DEFAULT '',
  text_en text NOT NULL DEFAULT '',
  text_fr text NOT NULL DEFAULT '',
  shown_from timestamptz NOT NULL,
  shown_until timestamptz NOT NULL,
  work_from timestamptz,                         -- of planned maintenance: when the work is done
  work_until timestamptz,
  -- below: whom the level sells to; everybody: and their customers; plans, chosen: some of those it sells to.
  audience text COLLATE "C" NOT NULL CHECK (audience IN ('below', 'everybody', 'plans', 'chosen')),
  plans jsonb NOT NULL DEFAULT '[]',              -- codes
  chosen jsonb NOT NULL DEFAULT '[]',             -- ids of those it sells to
  by_mail boolean NOT NULL DEFAULT false,
  mail_due_at timestamptz,                       -- mails are still to be queued from then on
  mail_after uuid,                               -- the last company whose people have theirs
  mailed int NOT NULL DEFAULT 0,
  repeated_at timestamptz,                       -- shown again then to whoever had put it away
  version int NOT NULL DEFAULT 1,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  published_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (shown_from < shown_until),
  CHECK (work_from < work_until),
  CHECK ((kind = 'maintenance') = (work_from IS NOT NULL AND work_until IS NOT NULL)),
  -- Never shown without words: one language is enough, the other is shown then.
  CHECK (state = 'draft' OR (title_en <> '' AND text_en <> '') OR (title_fr <> '' AND text_fr <> ''))
);
CREATE INDEX announcements_shown ON announcements (tenant_id, shown_until) WHERE state = 'published';
CREATE INDEX announcements_mail_due ON announcements (mail_due_at) WHERE mail_due_at IS NOT NULL;
SELECT maintenance.secure_table('announcements');
SELECT maintenance.allow_system('announcements', 'tenant_id, id, mail_due_at');

-- Who has read or put away what; a row of whoever says it, about a person who may be of another realm (another distribution key, hence
-- no foreign key to users).
CREATE TABLE announcement_reads (
  tenant_id uuid NOT NULL,
  announcement_id uuid NOT NULL,
  realm_id uuid NOT NULL,
  user_id uuid NOT NULL,
  company_id uuid NOT NULL REFERENCES tenants,   -- for which they worked
  read_at timestamptz NOT NULL,
  put_away_at timestamptz,
  PRIMARY KEY (tenant_id, announcement_id, realm_id, user_id),
  FOREIGN KEY (tenant_id, announcement_id) REFERENCES announcements ON DELETE CASCADE
);
CREATE INDEX announcement_reads_person ON announcement_reads (realm_id, user_id);
SELECT maintenance.secure_table('announcement_reads');
