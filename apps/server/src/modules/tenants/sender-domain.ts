/**
 * A franchise's own mail address: used only once its domain is proved to be the franchise's, lets our mail servers send
 * (SPF, RFC 7208) and publishes our signing key (DKIM, RFC 6376). What is expected stands in the app registration
 * `mail/smtp/live` of the franchise or the operator.
 */
import type { FranchiseSender } from '@scanship/contracts/network/franchises';
import type { Dns } from '../../platform/dns.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { appRegistrationOf, type Texts } from './app-registrations.ts';
import { missingProof, newProofToken } from './host-proof.ts';
import { dkimRecord, findDkim, findSpf } from './mail-records.ts';

type SenderDeps = Pick<Services, 'db' | 'clock' | 'sealer'> & { readonly dns: Dns };
type Check = FranchiseSender['checks'][number];

const NOT_SET_UP = 'The operator has not set up sending from own domains yet (app registration mail/smtp, live).';

const ownershipRecord = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_scanship.${domain}`,
  value: `scanship-mail=${token}`,
});

const checkOwnership = async (dns: Dns, domain: string, token: string): Promise<Check> => {
  const record = ownershipRecord(domain, token);
  const missing = await missingProof(dns, record);
  return { what: 'ownership', ok: missing === undefined, message: missing ?? `${domain} is yours.`, record };
};

const checkSpf = async (dns: Dns, domain: string, host: string | undefined): Promise<Check> => {
  if (!host) return { what: 'spf', ok: false, message: NOT_SET_UP, record: null };
  const { state, message, record } = await findSpf(dns, domain, host);
  return { what: 'spf', ok: state === 'found', message, record };
};

const checkDkim = async (
  dns: Dns,
  domain: string,
  { dkimSelector: selector, dkimPublicKey: publicKey }: Texts,
): Promise<Check> => {
  if (!selector || !publicKey) return { what: 'dkim', ok: false, message: NOT_SET_UP, record: null };
  const { state, message, record } = await findDkim(dns, dkimRecord(domain, selector, publicKey));
  return { what: 'dkim', ok: state === 'found', message, record };
};

const NONE: FranchiseSender = { address: null, domain: null, state: 'none', checkedAt: null, checks: [] };

export const readSender = async ({ db }: Pick<Services, 'db'>, franchiseId: string): Promise<FranchiseSender> => {
  const row = await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx
      .selectFrom('mail_senders')
      .select(['address', 'domain', 'token', 'state', 'checks', 'checked_at'])
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirst(),
  );
  if (!row) return NONE;
  const checks = row.checks as Check[];
  return {
    address: row.address,
    domain: row.domain,
    state: row.state,
    checkedAt: row.checked_at?.toISOString() ?? null,
    checks:
      checks.length > 0
        ? checks
        : [
            {
              what: 'ownership',
              ok: false,
              message: 'Not looked up yet. Add this record, then check.',
              record: ownershipRecord(row.domain, row.token),
            },
          ],
  };
};

/** Another address begins anew, unless its domain is the same; null takes the own address away. */
export const putSender = async (
  { db, clock }: SenderDeps,
  franchiseId: string,
  address: string | null,
): Promise<Outcome<void>> =>
  db.tenant({ tenantId: franchiseId }, async (tx): Promise<Outcome<void>> => {
    if (address === null) {
      await tx.deleteFrom('mail_senders').where('tenant_id', '=', franchiseId).execute();
      return { ok: true, value: undefined };
    }
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const now = clock.now();
    const current = await tx
      .selectFrom('mail_senders')
      .select('domain')
      .where('tenant_id', '=', franchiseId)
      .forUpdate()
      .executeTakeFirst();
    if (current?.domain === domain) {
      await tx
        .updateTable('mail_senders')
        .set({ address, updated_at: now })
        .where('tenant_id', '=', franchiseId)
        .execute();
      return { ok: true, value: undefined };
    }
    await tx.deleteFrom('mail_senders').where('tenant_id', '=', franchiseId).execute();
    await tx
      .insertInto('mail_senders')
      .values({ tenant_id: franchiseId, address, domain, token: newProofToken(), updated_at: now })
      .execute();
    return { ok: true, value: undefined };
  });

/** Looks everything up and keeps what was found. Problem: `not_found` when no address is set. */
export const verifySender = async (deps: SenderDeps, franchiseId: string): Promise<Outcome<void>> => {
  const { db, dns, clock } = deps;
  const row = await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx.selectFrom('mail_senders').select(['domain', 'token']).where('tenant_id', '=', franchiseId).executeTakeFirst(),
  );
  if (!row) return problem('not_found', { message: 'No mail address is set.', advice: 'Set one first.' });
  const wanted = (await appRegistrationOf(deps, franchiseId, 'mail', 'smtp', 'live'))?.settings ?? {};
  const checks = await Promise.all([
    checkOwnership(dns, row.domain, row.token),
    checkSpf(dns, row.domain, wanted['spfInclude']),
    checkDkim(dns, row.domain, wanted),
  ]);
  await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx
      .updateTable('mail_senders')
      .set({
        state: checks.every(({ ok }) => ok) ? 'verified' : 'failed',
        checks: json(checks),
        checked_at: clock.now(),
      })
      .where('tenant_id', '=', franchiseId)
      .where('token', '=', row.token)
      .execute(),
  );
  return { ok: true, value: undefined };
};

export interface Sender {
  readonly address: string;
  readonly name?: string;
  /** Signs for the domain; absent when no private key is registered, because the mail server signs itself. */
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };
}

/** The franchise's own sender, once its domain is verified; undefined: the operator's address is used. */
export const senderOf = async (
  deps: Pick<Services, 'db' | 'sealer'>,
  franchiseId: string,
): Promise<Sender | undefined> => {
  const found = await verifiedSender(deps, franchiseId);
  if (!found) return undefined;
  const app = await appRegistrationOf(deps, franchiseId, 'mail', 'smtp', 'live');
  const [privateKey, keySelector] = [app?.secrets['dkimPrivateKey'], app?.settings['dkimSelector']];
  const { domain: domainName, ...sender } = found;
  return privateKey && keySelector ? { ...sender, dkim: { domainName, keySelector, privateKey } } : sender;
};

const verifiedSender = ({ db }: Pick<Services, 'db'>, franchiseId: string) =>
  db.tenant({ tenantId: franchiseId }, async (tx) => {
    const row = await tx
      .selectFrom('mail_senders')
      .select(['address', 'domain'])
      .where('tenant_id', '=', franchiseId)
      .where('state', '=', 'verified')
      .executeTakeFirst();
    if (!row) return undefined;
    const brand = await tx
      .selectFrom('branding')
      .select(['sender_name', 'brand_name'])
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirst();
    const name = brand?.sender_name || brand?.brand_name;
    return name ? { ...row, name } : row;
  });
