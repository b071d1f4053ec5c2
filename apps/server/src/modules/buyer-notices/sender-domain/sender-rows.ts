/** The row of a seller's own sender, and what the seller sees of it. */
import type { SenderDomain, SenderRecord } from '@scanship/contracts/stores/sender-domain';
import type { Tx } from '../../../platform/database/database.ts';
import { dkimRecord, type RecordFinding } from '../../tenants/index.ts';

export interface SenderRow {
  readonly address: string;
  readonly domain: string;
  readonly state: 'waiting' | 'proved' | 'broken';
  readonly selector: string;
  readonly public_key: string;
  readonly secret_id: string;
  readonly next_selector: string | null;
  readonly next_public_key: string | null;
  readonly next_secret_id: string | null;
  readonly former_selector: string | null;
  readonly former_since: Date | null;
  readonly findings: unknown;
  readonly taken: boolean;
  readonly checked_at: Date | null;
  readonly found_at: Date | null;
  readonly created_at: Date;
  readonly version: number;
}

export const readRow = (tx: Tx, tenantId: string, lock = false): Promise<SenderRow | undefined> => {
  const query = tx
    .selectFrom('sender_domains')
    .select([
      'address',
      'domain',
      'state',
      'selector',
      'public_key',
      'secret_id',
      'next_selector',
      'next_public_key',
      'next_secret_id',
      'former_selector',
      'former_since',
      'findings',
      'taken',
      'checked_at',
      'found_at',
      'created_at',
      'version',
    ])
    .where('tenant_id', '=', tenantId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

export type KeptFinding = Pick<SenderRecord, 'what'> & RecordFinding;

/** Mails that are still on their way were signed with it. */
const FORMER_MS = 7 * 86_400_000;

export const presentRecord = (row: SenderRow) => dkimRecord(row.domain, row.selector, row.public_key);
export const nextRecord = (row: SenderRow) =>
  row.next_selector === null || row.next_public_key === null
    ? undefined
    : dkimRecord(row.domain, row.next_selector, row.next_public_key);

const NONE = { address: null, domain: null, state: 'none', records: [], checkedAt: null, former: null, problem: null };

/** @param spfHost whose SPF record names the installation's mail servers; undefined: the operator named none */
export function viewOf(
  row: SenderRow | undefined,
  { insteadOf, spfHost }: { readonly insteadOf: string; readonly spfHost: string | undefined },
): SenderDomain {
  if (!row) return { ...NONE, state: 'none', records: [], insteadOf, version: 0 };
  const kept = row.findings as readonly KeptFinding[];
  const notChecked = (what: SenderRecord['what'], record: SenderRecord['record']): SenderRecord => {
    const needed = what === 'dkim' || what === 'next-dkim';
    // What was found of another key or host is no answer about this one.
    const found = kept.find((each) => each.what === what && (!needed || each.record.value === record.value));
    return found
      ? { ...found, needed }
      : {
          what,
          state: 'not-checked',
          needed,
          message: 'Not looked up yet. Add this record, then check.',
          record,
          stands: null,
        };
  };
  const { domain } = row;
  const next = nextRecord(row);
  return {
    address: row.address,
    domain,
    state: row.state,
    insteadOf,
    records: [
      notChecked('dkim', presentRecord(row)),
      ...(next ? [notChecked('next-dkim', next)] : []),
      ...(spfHost === undefined
        ? []
        : [notChecked('spf', { type: 'TXT', name: domain, value: `v=spf1 include:${spfHost} ~all` } as const)]),
      notChecked('dmarc', { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' }),
    ],
    checkedAt: row.checked_at?.toISOString() ?? null,
    former:
      row.former_selector === null || row.former_since === null
        ? null
        : {
            name: `${row.former_selector}._domainkey.${domain}`,
            removableFrom: new Date(row.former_since.getTime() + FORMER_MS).toISOString(),
          },
    problem: row.taken
      ? `Another company here sends from ${domain}. It has to give the domain up, or its record has to leave the zone, before you can.`
      : null,
    version: row.version,
  };
}
