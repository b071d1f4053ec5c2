/**
 * Hashes of the log. A leaf is the hash of one event as it is stored; a seal's root is the hash of its place in the chain,
 * the root before it and its leaves in the order of their events. Pure.
 */
import { createHash } from 'node:crypto';

export interface StoredEvent {
  readonly tenant_id: string;
  readonly id: string;
  readonly actors: unknown;
  readonly action: string;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly before_hash: string | null;
  readonly after_hash: string | null;
  readonly details: unknown;
  readonly request_id: string | null;
  readonly ip: string | null;
  /** Microseconds since 1970 as PostgreSQL keeps them, as text. */
  readonly at_us: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** JSON with keys in order: the same value has the same text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, child: unknown) =>
    child !== null && typeof child === 'object' && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : child,
  );

export const leafOf = (event: StoredEvent): string =>
  sha256(
    `audit event 1\n${canonical([
      event.tenant_id,
      event.id,
      event.actors,
      event.action,
      event.subject_kind,
      event.subject_id,
      event.before_hash,
      event.after_hash,
      event.details,
      event.request_id,
      event.ip,
      event.at_us,
    ])}`,
  );

/** Leaf of an event that was gone before it could be sealed: that too is on record. */
export const GONE = sha256('audit event 1\ngone');

export interface Leaf {
  readonly eventId: string;
  readonly hash: string;
}

/** @param leaves in any order; they are taken by event id */
export const rootOf = (seal: {
  readonly tenantId: string;
  readonly no: number;
  readonly previous: string | null;
  readonly leaves: readonly Leaf[];
}): string =>
  sha256(
    [
      'audit seal 1',
      seal.tenantId,
      String(seal.no),
      seal.previous ?? '',
      ...seal.leaves
        .toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
        .map(({ eventId, hash }) => `${eventId} ${hash}`),
    ].join('\n'),
  );
