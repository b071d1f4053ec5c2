/**
 * OAuth 2 authorisation code (RFC 6749 section 4.1) with access that expires and refresh tokens that rotate. What was
 * issued is in the books as fingerprints, so that a store stays connected when the simulator is started again.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BookEntry, Books } from './books.ts';
import { SimRefusal, type SimContext } from './simulator.ts';

export interface CodeGrantOptions {
  readonly codeSeconds: number;
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
  /** Beginnings of the values, as the platform has them ("shpat_"). */
  readonly prefixes: { readonly access: string; readonly refresh: string };
}

/** Whom access is for. */
export interface Grantee {
  /** The store, in the books' `account`. */
  readonly account: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface IssuedAccess extends Grantee {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface CodeGrant {
  issueCode(to: Grantee, redirectUri: string, context: SimContext): string;
  /** @throws SimRefusal 400 for a code that is unknown, used, too old or another app's */
  redeem(
    given: { readonly code: string; readonly account: string; readonly clientId: string },
    context: SimContext,
  ): IssuedAccess;
  /**
   * New access for a refresh token. The token given stays good until the one it was replaced by is used for the first time.
   * @throws SimRefusal 401
   */
  renew(
    given: { readonly refreshToken: string; readonly account: string; readonly clientId: string },
    context: SimContext,
  ): IssuedAccess;
  /** @throws SimRefusal 401 for an access token that is unknown, expired or taken back */
  holderOf(accessToken: string, account: string, context: SimContext): Grantee;
  /** Takes all access of one store and app back (the app was removed). */
  revoke(account: string, clientId: string, context: SimContext): void;
  /** How often access was renewed. */
  renewals(account: string, context: SimContext): number;
}

interface Refresh extends Grantee {
  readonly until: number;
  /** The token this one replaced. */
  readonly before: string | undefined;
  dead: boolean;
}

interface State {
  /** Entries read so far. */
  at: number;
  readonly codes: Map<string, Grantee & { readonly until: number; used: boolean }>;
  readonly access: Map<string, Grantee & { readonly until: number; dead: boolean }>;
  readonly refresh: Map<string, Refresh>;
  readonly renewals: Map<string, number>;
}

const fingerprint = (value: string): string => createHash('sha256').update(value).digest('base64url').slice(0, 22);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const words = (value: unknown): string[] => (text(value) === '' ? [] : text(value).split(','));

function read(state: State, entry: BookEntry): void {
  const { data } = entry;
  if (entry.kind !== 'note' || typeof data.oauth !== 'string') return;
  const to = { account: entry.account, clientId: text(data.clientId), scopes: words(data.scopes) };
  const until = (name: string): number => Date.parse(text(data[name]));
  if (data.oauth === 'code') state.codes.set(entry.id, { ...to, until: until('until'), used: false });
  if (data.oauth === 'revoked')
    for (const one of [...state.access.values(), ...state.refresh.values()])
      if (one.account === to.account && one.clientId === to.clientId) one.dead = true;
  if (data.oauth !== 'access') return;
  const code = state.codes.get(text(data.code));
  if (code) code.used = true;
  const before = data.before === undefined ? undefined : text(data.before);
  const used = before === undefined ? undefined : state.refresh.get(before);
  // The first use of a token ends the one it had replaced.
  const older = used?.before === undefined ? undefined : state.refresh.get(used.before);
  if (older) older.dead = true;
  if (before !== undefined) state.renewals.set(to.account, (state.renewals.get(to.account) ?? 0) + 1);
  state.access.set(entry.id, { ...to, until: until('accessUntil'), dead: false });
  state.refresh.set(text(data.refresh), { ...to, until: until('refreshUntil'), before, dead: false });
}

export function createCodeGrant(options: CodeGrantOptions): CodeGrant {
  const states = new WeakMap<Books, State>();
  const stateOf = ({ books }: SimContext): State => {
    const known = states.get(books) ?? {
      at: 0,
      codes: new Map(),
      access: new Map(),
      refresh: new Map(),
      renewals: new Map(),
    };
    states.set(books, known);
    const all = books.all();
    for (; known.at < all.length; known.at += 1) {
      const entry = all[known.at];
      if (entry) read(known, entry);
    }
    return known;
  };
  const later = (seconds: number, context: SimContext): string =>
    new Date(context.now().getTime() + seconds * 1000).toISOString();
  const issue = (to: Grantee, why: { readonly code?: string; readonly before?: string }, context: SimContext) => {
    const accessToken = options.prefixes.access + randomBytes(16).toString('hex');
    const refreshToken = options.prefixes.refresh + randomBytes(16).toString('hex');
    context.books.append({
      kind: 'note',
      id: fingerprint(accessToken),
      account: to.account,
      data: {
        oauth: 'access',
        ...why,
        clientId: to.clientId,
        scopes: to.scopes.join(','),
        refresh: fingerprint(refreshToken),
        accessUntil: later(options.accessSeconds, context),
        refreshUntil: later(options.refreshSeconds, context),
      },
    });
    return { account: to.account, clientId: to.clientId, scopes: to.scopes, accessToken, refreshToken };
  };
  return {
    issueCode(to, redirectUri, context) {
      const code = randomBytes(16).toString('hex');
      context.books.append({
        kind: 'note',
        id: fingerprint(code),
        account: to.account,
        data: {
          oauth: 'code',
          clientId: to.clientId,
          scopes: to.scopes.join(','),
          redirectUri,
          until: later(options.codeSeconds, context),
        },
      });
      return code;
    },
    redeem(given, context) {
      const id = fingerprint(given.code);
      const code = stateOf(context).codes.get(id);
      const good =
        code &&
        !code.used &&
        code.account === given.account &&
        code.clientId === given.clientId &&
        code.until > context.now().getTime();
      if (!good)
        throw new SimRefusal(400, 'invalid_request', 'The authorization code was not found or was already used');
      return issue(code, { code: id }, context);
    },
    renew(given, context) {
      const id = fingerprint(given.refreshToken);
      const refresh = stateOf(context).refresh.get(id);
      const good =
        refresh &&
        !refresh.dead &&
        refresh.account === given.account &&
        refresh.clientId === given.clientId &&
        refresh.until > context.now().getTime();
      if (!good) throw new SimRefusal(401, 'invalid_request', 'This request requires an active refresh_token');
      return issue(refresh, { before: id }, context);
    },
    holderOf(accessToken, account, context) {
      const access = stateOf(context).access.get(fingerprint(accessToken));
      if (!access || access.dead || access.account !== account || access.until <= context.now().getTime())
        throw new SimRefusal(401, 'unauthorized', 'Invalid API key or access token');
      return access;
    },
    revoke(account, clientId, context) {
      context.books.append({
        kind: 'note',
        id: context.newId('revoked_'),
        account,
        data: { oauth: 'revoked', clientId },
      });
    },
    renewals: (account, context) => stateOf(context).renewals.get(account) ?? 0,
  };
}
