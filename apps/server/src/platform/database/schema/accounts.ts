/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export type ChallengesKind = 'sign_in' | 'passkey_sign_in' | 'passkey_add';

export type InvitationsLanguage = 'en' | 'fr';

export type MailedCodesPurpose = 'verify' | 'email' | 'reset';

export type SignInPoliciesSecondFactor = 'optional' | 'staff' | 'everyone';

export type SignInPoliciesSignUp = 'open' | 'invited';

export type SignInPoliciesSignUpPlan = 'Basic' | 'Standard' | 'Advanced';

export interface ChallengesTable {
  realm_id: string;
  id: string;
  kind: ChallengesKind;
  user_id: string | null;
  user_realm_id: string | null;
  host: Generated<string>;
  webauthn: string | null;
  methods: Generated<string>;
  code_hash: Bytes | null;
  misses: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface InvitationsTable {
  realm_id: string;
  id: string;
  tenant_id: string;
  role_id: string;
  email: string;
  email_key: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  language: Generated<InvitationsLanguage>;
  token_hash: Bytes;
  invited_by: string | null;
  sends: Generated<number>;
  sent_at: Timestamp;
  expires_at: Timestamp;
  accepted_at: Timestamp | null;
  accepted_by: string | null;
  withdrawn_at: Timestamp | null;
  created_at: Timestamp;
}

export interface MailedCodesTable {
  realm_id: string;
  user_id: string;
  purpose: MailedCodesPurpose;
  code_hash: Bytes | null;
  code_expires_at: Timestamp | null;
  token_hash: Bytes | null;
  token_expires_at: Timestamp | null;
  address: string;
  misses: Generated<number>;
  sends: Generated<number>;
  sent_at: Timestamp;
}

export interface NoticeChoicesTable {
  realm_id: string;
  user_id: string;
  kind: string;
  email: boolean;
  header: Generated<boolean>;
}

export interface OutboxMailsTable {
  realm_id: string;
  id: string;
  template: string;
  sender: string;
  recipient: string;
  subject: string;
  message_id: string;
  text_part: string;
  html_part: string;
  at: Timestamp;
}

export interface SignInAttemptsTable {
  realm_id: string;
  key: string;
  failures: number;
  window_ends_at: Timestamp;
  blocked_until: Timestamp | null;
}

export interface SignInPoliciesTable {
  realm_id: string;
  second_factor: Generated<SignInPoliciesSecondFactor>;
  sign_up: Generated<SignInPoliciesSignUp>;
  sign_up_plan: Generated<SignInPoliciesSignUpPlan>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface AccountsTables {
  challenges: ChallengesTable;
  invitations: InvitationsTable;
  mailed_codes: MailedCodesTable;
  notice_choices: NoticeChoicesTable;
  outbox_mails: OutboxMailsTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_policies: SignInPoliciesTable;
}
