/**
 * Codes and links sent by mail. A code has six digits and lives ten minutes; a link's token has 256 bits and lives longer.
 * Both are kept as hashes and compared in constant time. There is one living proof of each purpose per person: a new one
 * makes the old one void.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { sameBytes, type KeyedHashes } from './keyed-hashes.ts';

export const CODE_MINUTES = 10;
export const VERIFY_LINK_HOURS = 24;
export const RESET_MINUTES = 30;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 15 * 60;
/** The wait begins anew for somebody who comes back another day. */
const FORGET_MS = 24 * 3_600_000;
/** Wrong codes from all addresses together; each address has five (`CODE_AT_ADDRESS`). */
const MOST_MISSES = 25;

export type Purpose = 'verify' | 'email' | 'reset';

export interface CodeOwner {
  readonly realmId: string;
  readonly userId: string;
}

export interface IssuedCode {
  readonly code: string;
  readonly token: string;
  readonly resendInSeconds: number;
  readonly expiresInSeconds: number;
  readonly codeExpiresAt: Date;
}

export interface IssueOptions {
  readonly address: string;
  readonly tokenLifeMs: number;
}

const waitAfter = (sends: number): number => Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (sends - 1));
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export interface MailedCodes {
  /** Problem `wait_to_resend` when the last one was sent a moment ago: 60 s, then twice as long each time. */
  issue(tx: Tx, owner: CodeOwner, purpose: Purpose, options: IssueOptions, now: Date): Promise<Outcome<IssuedCode>>;
  /** Where the living one stands; undefined when there is none. */
  state(
    tx: Tx,
    owner: CodeOwner,
    purpose: Purpose,
    now: Date,
  ): Promise<
    | {
        readonly address: string;
        readonly sentAt: Date;
        readonly resendInSeconds: number;
        readonly expiresInSeconds: number;
      }
    | undefined
  >;
  /** Good once. Problems: `wrong_code`, `code_expired`. The answer is where it was sent. */
  useCode(
    tx: Tx,
    owner: CodeOwner,
    purpose: Purpose,
    code: string,
    now: Date,
  ): Promise<Outcome<{ readonly address: string }>>;
  /** Whether the token is the living one; stays until it expires or `forget`. */
  holdsToken(tx: Tx, owner: CodeOwner, purpose: Purpose, token: string, now: Date): Promise<boolean>;
  forget(tx: Tx, owner: CodeOwner, purpose: Purpose): Promise<void>;
}

export const createMailedCodes = (hashes: KeyedHashes): MailedCodes => {
  const hashOfCode = (owner: CodeOwner, purpose: Purpose, code: string): Buffer =>
    hashes.of(`code ${purpose}`, owner.realmId, owner.userId, code);
  const locked = (tx: Tx, { realmId, userId }: CodeOwner, purpose: Purpose) =>
    tx
      .selectFrom('mailed_codes')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .forUpdate()
      .executeTakeFirst();
  const change = (tx: Tx, { realmId, userId }: CodeOwner, purpose: Purpose) =>
    tx
      .updateTable('mailed_codes')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose);
  const secondsUntil = (at: number, now: Date): number => Math.max(0, Math.ceil((at - now.getTime()) / 1000));

  return {
    async issue(tx, owner, purpose, { address, tokenLifeMs }, now) {
      const held = await locked(tx, owner, purpose);
      const recent = held !== undefined && now.getTime() - held.sent_at.getTime() < FORGET_MS;
      if (held && recent) {
        const wait = secondsUntil(held.sent_at.getTime() + waitAfter(held.sends) * 1000, now);
        if (wait > 0) return problem('wait_to_resend', { retryAfterSeconds: wait });
      }
      const sends = held && recent ? held.sends + 1 : 1;
      const code = newCode();
      const token = randomBytes(32).toString('base64url');
      const codeExpiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
      const values = {
        code_hash: hashOfCode(owner, purpose, code),
        code_expires_at: codeExpiresAt,
        token_hash: hashOfToken(token),
        token_expires_at: new Date(now.getTime() + tokenLifeMs),
        address,
        misses: 0,
        sends,
        sent_at: now,
      };
      await tx
        .insertInto('mailed_codes')
        .values({ realm_id: owner.realmId, user_id: owner.userId, purpose, ...values })
        .onConflict((conflict) => conflict.columns(['realm_id', 'user_id', 'purpose']).doUpdateSet(values))
        .execute();
      return {
        ok: true,
        value: { code, token, codeExpiresAt, resendInSeconds: waitAfter(sends), expiresInSeconds: CODE_MINUTES * 60 },
      };
    },
    async state(tx, owner, purpose, now) {
      const held = await tx
        .selectFrom('mailed_codes')
        .select(['address', 'sent_at', 'sends', 'code_expires_at'])
        .where('realm_id', '=', owner.realmId)
        .where('user_id', '=', owner.userId)
        .where('purpose', '=', purpose)
        .executeTakeFirst();
      if (!held) return undefined;
      return {
        address: held.address,
        sentAt: held.sent_at,
        resendInSeconds: secondsUntil(held.sent_at.getTime() + waitAfter(held.sends) * 1000, now),
        expiresInSeconds: secondsUntil(held.code_expires_at?.getTime() ?? 0, now),
      };
    },
    async useCode(tx, owner, purpose, code, now) {
      const held = await locked(tx, owner, purpose);
      const living = held?.code_hash && held.code_expires_at && held.code_expires_at > now && held.misses < MOST_MISSES;
      const fits = sameBytes(held?.code_hash ?? Buffer.alloc(32), hashOfCode(owner, purpose, code));
      if (!held || !living) return problem('code_expired');
      if (!fits) {
        await change(tx, owner, purpose)
          .set({ misses: held.misses + 1 })
          .execute();
        return problem('wrong_code');
      }
      await change(tx, owner, purpose).set({ code_hash: null }).execute();
      return { ok: true, value: { address: held.address } };
    },
    async holdsToken(tx, owner, purpose, token, now) {
      const held = await locked(tx, owner, purpose);
      return (
        sameBytes(held?.token_hash ?? Buffer.alloc(32), hashOfToken(token)) &&
        held?.token_expires_at !== null &&
        held?.token_expires_at !== undefined &&
        held.token_expires_at > now
      );
    },
    async forget(tx, { realmId, userId }, purpose) {
      await tx
        .deleteFrom('mailed_codes')
        .where('realm_id', '=', realmId)
        .where('user_id', '=', userId)
        .where('purpose', '=', purpose)
        .execute();
    },
  };
};
