/** Storing an effect with its sealed request, and waiting for effects as long as a person at the screen would. */
import { createHash, randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type { Sealer } from '../crypto/sealer.ts';
import type { Database, Tx } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import { json } from '../database/json-column.ts';
import type { EffectsKind } from '../database/schema/carriers-shipments-purchases.ts';
import type { JournalRef } from './handler.ts';
import type { Journal } from './journal.ts';
import { recordChange, REQUEST_SEAL } from './journal-store.ts';

/** Crockford's letters: no I, L, O or U to be misread or to spell something. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 16 characters that fit every vendor's reference field; 80 random bits. */
export const newCarrierReference = (): string => Array.from(randomBytes(16), (byte) => LETTERS[byte % 32]).join('');

/** Tells one request under a key from another. */
export const requestHash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

export interface NewEffect {
  readonly tenantId: string;
  /** Absent: a fresh one. */
  readonly id?: string | undefined;
  readonly kind: EffectsKind;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Unique within the tenant: the same intent is stored once. */
  readonly intentKey: string;
  readonly requestHash?: string | undefined;
  /** What `handler.open` gets; sealed. */
  readonly request: Json;
  /** What may be read without opening the seal. */
  readonly payload?: JsonObject | undefined;
  readonly by: { readonly userId: string | null; readonly sessionId: string | null };
}

/** Stores what is intended; the journal begins it when it is woken, or with its next sweep. */
export async function storeEffect(tx: Tx, sealer: Sealer, effect: NewEffect): Promise<JournalRef> {
  const id = effect.id ?? newId();
  const { tenantId } = effect;
  await tx
    .insertInto('effects')
    .values({
      tenant_id: tenantId,
      id,
      kind: effect.kind,
      subject_kind: effect.subject.kind,
      subject_id: effect.subject.id,
      intent_key: effect.intentKey,
      request_hash: effect.requestHash ?? null,
      payload: json(effect.payload ?? {}),
      due_at: sql<Date>`clock_timestamp()`,
      sealed: sealer.sealJson(tenantId, id, REQUEST_SEAL, effect.request).sealed,
      created_by: effect.by.userId,
    })
    .execute();
  await recordChange(tx, tenantId, { kind: 'effect', id }, null, 'planned', effect.by);
  return { table: 'effects', tenantId, id };
}

/** How often rows are read while another process may be working on them. */
const LOOK_MS = 500;
const MOVING = ['planned', 'reserved', 'sending', 'confirmed'] as const;

/** Resolves when none of the effects moves by itself any more (an unknown outcome takes its time), or after `ms`. */
export async function awaitEffects(
  deps: { readonly db: Database; readonly journal: Journal },
  refs: readonly JournalRef[],
  ms: number,
): Promise<void> {
  const [first] = refs;
  if (!first) return;
  const until = Date.now() + ms;
  for (;;) {
    const moving = await deps.db.tenant({ tenantId: first.tenantId }, (tx) =>
      tx
        .selectFrom('effects')
        .select('id')
        .where('tenant_id', '=', first.tenantId)
        .where(
          'id',
          'in',
          refs.map((ref) => ref.id),
        )
        .where('state', 'in', [...MOVING])
        .execute(),
    );
    const left = until - Date.now();
    if (moving.length === 0 || left <= 0) return;
    const ids = new Set(moving.map(({ id }) => id));
    await deps.journal.nextChange(
      refs.filter((ref) => ids.has(ref.id)),
      Math.min(left, LOOK_MS),
    );
  }
}

/** Words of a stored problem for people: ours, and the other side's where they say more. */
export const problemWords = (problem: {
  readonly message: string;
  readonly vendorMessage?: string | undefined;
}): string =>
  problem.vendorMessage && problem.vendorMessage !== problem.message
    ? `${problem.message} It said: "${problem.vendorMessage}"`
    : problem.message;
