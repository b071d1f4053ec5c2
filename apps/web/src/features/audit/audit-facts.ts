/** What an entry holds beside its sentence, as pairs of texts. */
import type { AuditEntry } from '@scanship/contracts/access/audit';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${textOf(inner)}`)
    .join(', ');
}

const pairsOf = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, inner]) => [name, textOf(inner)])
    : [];

/**
 * What was said, about what, and which fields were sent, by their names as the log keeps them; nothing empty. The log
 * nests the first two under `told` and `params`.
 */
export function factsOf({ subject, details }: Pick<AuditEntry, 'subject' | 'details'>): readonly [string, string][] {
  const { told, params, ...others } = details;
  const facts = [...pairsOf(told), ...pairsOf(params), ...pairsOf(others)];
  const known = facts.some(([, value]) => value === subject?.id);
  const about: [string, string][] = subject && !known ? [[subject.kind, subject.id]] : [];
  return [...about, ...facts].filter(([, value]) => value !== '');
}

/** Whom or what an act was about, where it named it: an address, a name, a host. */
export function namedIn({ details }: Pick<AuditEntry, 'details'>): string | undefined {
  const told = new Map(pairsOf(details['told']));
  return ['email', 'administratorEmail', 'name', 'brandName', 'host', 'username']
    .map((key) => told.get(key))
    .find(Boolean);
}
