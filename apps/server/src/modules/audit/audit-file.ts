/** Entries of the log as lines of CSV: when, who in whose name, what, about whom, what was and is, and how it ended. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import { streamCsv } from '@scanship/documents/tables/table-stream';
import type { TableValue } from '@scanship/documents/tables/table-writer';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type AuditFilter, listEntries } from './list-entries.ts';

const PAGE = 500;
const MOST = 50_000;

const HEADERS = {
  en: [
    'Time (UTC)',
    'Who',
    'On behalf of',
    'Act',
    'Summary',
    'About',
    'Details',
    'Reason',
    'Outcome',
    'Message',
    'Address',
    'Reference',
    'Seal',
  ],
  fr: [
    'Heure (UTC)',
    'Qui',
    'Au nom de',
    'Acte',
    'Résumé',
    'Sujet',
    'Détails',
    'Raison',
    'Résultat',
    'Message',
    'Adresse',
    'Référence',
    'Sceau',
  ],
} as const;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  return Object.entries(value)
    .map(([name, inner]) => [name, textOf(inner)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
};

const nameOf = (actor: AuditEntry['actors'][number] | undefined): string =>
  actor === undefined ? '' : `${actor.fullName} (${[actor.userName, actor.tenantName].filter(Boolean).join(', ')})`;

const lineOf = (entry: AuditEntry): readonly TableValue[] => {
  const { told, params, fields: _, ...others } = entry.details;
  return [
    entry.at,
    nameOf(entry.actors[0]),
    entry.impersonated ? nameOf(entry.actors.at(-1)) : '',
    entry.action,
    entry.summary,
    entry.subject ? `${entry.subject.kind} ${entry.subject.id}` : '',
    [textOf(told), textOf(params), textOf(others)].filter(Boolean).join('; '),
    entry.reason,
    entry.outcome,
    entry.message,
    entry.ip,
    entry.reference,
    entry.seal,
  ];
};

/** Page after page, so that a long log is never held. */
async function* lines(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'realmId' | 'timeZone'>,
  filter: Omit<AuditFilter, 'before' | 'size'>,
): AsyncGenerator<readonly TableValue[]> {
  let before: string | undefined;
  for (let written = 0; written < MOST; written += PAGE) {
    const page = await listEntries(db, ctx, { ...filter, before, size: PAGE });
    for (const entry of page.entries) yield lineOf(entry);
    if (page.next === null) return;
    before = page.next;
  }
}

export const auditFile = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'realmId' | 'timeZone' | 'locale'>,
  filter: Omit<AuditFilter, 'before' | 'size'>,
): AsyncGenerator<Uint8Array> => streamCsv(HEADERS[ctx.locale.startsWith('fr') ? 'fr' : 'en'], lines(db, ctx, filter));
