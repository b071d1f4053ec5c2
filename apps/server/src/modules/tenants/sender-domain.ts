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

/** "include:_spf.example.com" as a mechanism, compared without case and qualifier. */
const mechanisms = (record: string): string[] =>
  record
    .split(/\s+/)
    .slice(1)
    .map((term) => term.toLowerCase().replace(/^\+/, ''));

/** The text with the include put in front of its last word, `all` or `redirect=`. */
const withInclude = (record: string, include: string): string => {
  const terms = record.trim().split(/\s+/);
  const at = terms.findIndex((term) => /^[-~?+]?all$/i.test(term) || /^redirect=/i.test(term));
  return [...(at < 0 ? terms : terms.slice(0, at)), include, ...(at < 0 ? ['~all'] : terms.slice(at))].join(' ');
};

export const checkSpf = async (dns: Dns, domain: string, host: string | undefined): Promise<Check> => {
  if (!host) return { what: 'spf', ok: false, message: NOT_SET_UP, record: null };
  const include = `include:${host}`;
  const record = (value: string) => ({ type: 'TXT' as const, name: domain, value });
  const found = await dns.txt(domain);
  const fails = (message: string, value: string): Check => ({ what: 'spf', ok: false, message, record: record(value) });
  if (found === undefined)
    return fails(`The name servers of ${domain} did not answer; try again in a few minutes.`, `v=spf1 ${include} ~all`);
  const policies = found.filter((text) => /^v=spf1(\s|$)/i.test(text.trim()));
  const [only, ...more] = policies;
  if (only === undefined)
    return fails(`${domain} has no SPF record. Add one as a TXT record.`, `v=spf1 ${include} ~all`);
  if (more.length > 0)
    return fails(
      `${domain} has ${policies.length} SPF records, and receivers then ignore all of them. Make one of them.`,
      withInclude(`v=spf1 ${[...new Set(policies.flatMap(mechanisms))].join(' ')}`, include),
    );
  const terms = mechanisms(only);
  if (!terms.includes(include.toLowerCase()))
    return fails(`The SPF record of ${domain} does not name ${host}. Change it to this.`, withInclude(only, include));
  if (terms.includes('all'))
    return fails(
      `The SPF record of ${domain} ends in "+all", which lets anybody send in its name. End it in "~all" or "-all".`,
      only.trim().replace(/\+?all$/i, '~all'),
    );
  return { what: 'spf', ok: true, message: `${domain} lets our mail servers send.`, record: record(only.trim()) };
};

/** A public key without its frame and line breaks. */
const plainKey = (key: string): string => key.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');

export const checkDkim = async (
  dns: Dns,
  domain: string,
  { dkimSelector: selector, dkimPublicKey: publicKey }: Texts,
): Promise<Check> => {
  if (!selector || !publicKey) return { what: 'dkim', ok: false, message: NOT_SET_UP, record: null };
  const key = plainKey(publicKey);
  const record = {
    type: 'TXT' as const,
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${key}`,
  };
  const found = await dns.txt(record.name);
  const fails = (message: string): Check => ({ what: 'dkim', ok: false, message, record });
  if (found === undefined)
    return fails(`The name servers of ${record.name} did not answer; try again in a few minutes.`);
  if (found.length === 0) return fails(`There is no DKIM record at ${record.name}. Add it as a TXT record.`);
  const keys = found.map((text) =>
    Object.fromEntries(
      text.split(';').map((tag) => {
        const [name = '', ...value] = tag.split('=');
        return [name.trim().toLowerCase(), value.join('=').replace(/\s+/g, '')];
      }),
    ),
  );
  if (keys.some((tags) => tags['p'] === key))
    return { what: 'dkim', ok: true, message: 'Our signing key is published.', record };
  return keys.some((tags) => tags['p'] === '')
    ? fails(`The DKIM record at ${record.name} is empty, which means the key is withdrawn. Put ours there.`)
    : fails(`The DKIM record at ${record.name} holds another key. Change it to this.`);
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
