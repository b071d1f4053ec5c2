/**
 * Looks up what a seller's domain publishes and draws the conclusion. Its own key there proves the domain, and nothing else does; a
 * proved one whose key is gone is broken, and mails come from the franchise again. Where nobody answers nothing is decided for a while.
 */
import type { Dns } from '../../../platform/dns.ts';
import { violated } from '../../../platform/database/database.ts';
import { json } from '../../../platform/database/json-column.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { clearException, raiseException } from '../../exceptions/index.ts';
import { peopleWith } from '../../roles/index.ts';
import { appRegistrationOf, findDkim, findDmarc, findSpf } from '../../tenants/index.ts';
import { type KeptFinding, nextRecord, presentRecord, readRow, type SenderRow } from './sender-rows.ts';
import { dropSigningKeys } from './signing-keys.ts';
import { brokenCause, senderKey, type SenderMail, tellSender } from './tell-sender.ts';

export interface CheckDeps extends Pick<Services, 'db' | 'clock' | 'sealer'> {
  readonly dns: Dns;
  readonly mail: SenderMail;
  /** Mails of this seller are made with what is stored from now on. */
  readonly changed: (tenantId: string) => void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Whoever adds a record looks for it to be seen; later nobody waits any more. */
const EAGER_MS = 7 * DAY_MS;
/** Name servers that are silent for longer are no passing trouble: receivers cannot verify anything either. */
const SILENCE_MS = 3 * DAY_MS;
/** Presses in a row are one look-up. */
const FRESH_MS = 5_000;

/** Whose SPF record names the mail servers of the installation; undefined: the operator named none. */
export const spfHostOf = async (deps: Pick<Services, 'db' | 'sealer'>, tenantId: string): Promise<string | undefined> =>
  (await appRegistrationOf(deps, tenantId, 'mail', 'smtp', 'live'))?.settings['spfInclude'] || undefined;

async function lookUp(deps: CheckDeps, tenantId: string, row: SenderRow): Promise<readonly KeptFinding[]> {
  const { dns } = deps;
  const [spfHost, next] = [await spfHostOf(deps, tenantId), nextRecord(row)];
  return Promise.all([
    findDkim(dns, presentRecord(row)).then((found) => ({ what: 'dkim' as const, ...found })),
    ...(next ? [findDkim(dns, next).then((found) => ({ what: 'next-dkim' as const, ...found }))] : []),
    ...(spfHost === undefined
      ? []
      : [findSpf(dns, row.domain, spfHost).then((found) => ({ what: 'spf' as const, ...found }))]),
    findDmarc(dns, row.domain).then((found) => ({ what: 'dmarc' as const, ...found })),
  ]);
}

const isKey = ({ what }: KeptFinding): boolean => what === 'dkim' || what === 'next-dkim';

const stateAfter = (row: SenderRow, findings: readonly KeptFinding[], now: Date): SenderRow['state'] => {
  const keys = findings.filter(isKey);
  if (keys.some(({ state }) => state === 'found')) return 'proved';
  if (row.state !== 'proved') return row.state;
  const silent = keys.some(({ state }) => state === 'unanswered');
  return silent && now.getTime() - (row.found_at?.getTime() ?? 0) < SILENCE_MS ? 'proved' : 'broken';
};

/** What the row holds after a look-up that ends in a state. */
function rowAfter(row: SenderRow, findings: readonly KeptFinding[], state: SenderRow['state'], now: Date) {
  const { next_selector: selector, next_public_key: publicKey, next_secret_id: secretId } = row;
  const next = findings.find((each) => each.what === 'next-dkim' && each.state === 'found');
  // A broken one waits for its record since it was found last.
  const waitsSince = row.found_at ?? row.created_at;
  const eager = state !== 'proved' && now.getTime() - waitsSince.getTime() < EAGER_MS;
  const soon = eager || findings.some((each) => each.what === 'dkim' && each.state === 'unanswered');
  const kept = {
    state,
    checked_at: now,
    check_at: new Date(now.getTime() + (soon ? HOUR_MS : DAY_MS)),
    ...(findings.some((each) => isKey(each) && each.state === 'found') ? { found_at: now } : {}),
  };
  if (state !== 'proved' || !next || selector === null || publicKey === null || secretId === null)
    return { ...kept, findings: json(findings) };
  // The new key takes over; its finding is that of the present one from now on.
  return {
    ...kept,
    findings: json([{ ...next, what: 'dkim' as const }, ...findings.filter((each) => !isKey(each))]),
    selector,
    public_key: publicKey,
    secret_id: secretId,
    next_selector: null,
    next_public_key: null,
    next_secret_id: null,
    former_selector: row.selector,
    former_since: now,
  };
}

/** @param pressed by a person, who sees what comes of it: nobody is written to that it is well. Problem: `not_found`. */
export async function checkSender(deps: CheckDeps, tenantId: string, pressed: boolean): Promise<Outcome<void>> {
  const { db, clock } = deps;
  const row = await db.tenant({ tenantId }, (tx) => readRow(tx, tenantId));
  if (!row) return problem('not_found', { message: 'No address is set.', advice: 'Set one first.' });
  const now = clock.now();
  // A clock that was put back makes no look-up fresh for longer.
  if (pressed && row.checked_at !== null && Math.abs(now.getTime() - row.checked_at.getTime()) < FRESH_MS)
    return { ok: true, value: undefined };
  const findings = await lookUp(deps, tenantId, row);
  const state = stateAfter(row, findings, now);
  const company = state === row.state ? undefined : await peopleWith(db, tenantId, 'stores.manage');
  const origin = company && (await deps.mail.links.of(company.franchiseId, undefined));

  const settle = (taken: boolean) =>
    db.tenant({ tenantId }, async (tx): Promise<readonly JournalRef[]> => {
      const current = await readRow(tx, tenantId, true);
      // Another domain or key was set meanwhile, or another process was faster: what was looked up says nothing of it.
      const same =
        current?.domain === row.domain &&
        current.selector === row.selector &&
        current.next_selector === row.next_selector &&
        current.state === row.state;
      if (!current || !same) return [];
      const becomes = taken ? current.state : state;
      const after = { ...rowAfter(current, findings, becomes, now), taken };
      await tx.updateTable('sender_domains').set(after).where('tenant_id', '=', tenantId).execute();
      if ('secret_id' in after) await dropSigningKeys(tx, tenantId, [current.secret_id]);
      if (becomes === current.state || !company) return [];
      if (becomes === 'broken') await raiseException(tx, tenantId, brokenCause(current));
      else await clearException(tx, tenantId, senderKey);
      if (becomes === 'proved' && pressed) return [];
      return tellSender(deps.mail, tx, { tenantId, company, origin, row: current, state: becomes, now });
    });

  try {
    deps.mail.soon(await settle(false));
  } catch (error) {
    if (violated(error) !== 'sender_domains_proved') throw error;
    // The zone holds keys of two companies here; whoever was first keeps the domain.
    deps.mail.soon(await settle(true));
  }
  deps.changed(tenantId);
  return { ok: true, value: undefined };
}
