import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openBooks } from './books.ts';
import { createCodeGrant, type CodeGrant } from './code-grant.ts';
import { newId, type SimContext } from './simulator.ts';
import { drawTestLabel } from './test-label.ts';

const dir = mkdtempSync(join(tmpdir(), 'code-grant-'));
afterAll(() => rmSync(dir, { recursive: true }));

let now = Date.parse('2026-11-21T12:00:00Z');
const contextOf = (file: string): SimContext => {
  const clock = (): Date => new Date(now);
  return {
    books: openBooks(join(dir, file), clock),
    accounts: [],
    now: clock,
    address: 'http://127.0.0.1:1/shop',
    drawLabel: drawTestLabel,
    newId,
  };
};
const make = (): CodeGrant =>
  createCodeGrant({
    codeSeconds: 60,
    accessSeconds: 3600,
    refreshSeconds: 86_400,
    prefixes: { access: 'a_', refresh: 'r_' },
  });
const to = { account: 'maple', clientId: 'app', scopes: ['read', 'write'] };

it('a code works once, soon, for its own app and store', () => {
  const grant = make();
  const context = contextOf('code.jsonl');
  const code = grant.issueCode(to, 'https://a.example', context);
  const redeem = (more: Partial<Parameters<CodeGrant['redeem']>[0]> = {}): string =>
    grant.redeem({ code, account: 'maple', clientId: 'app', ...more }, context).accessToken;
  expect(() => redeem({ account: 'birch' })).toThrow(/not found/);
  expect(() => redeem({ clientId: 'other' })).toThrow(/not found/);
  const token = redeem();
  expect(grant.holderOf(token, 'maple', context)).toMatchObject(to);
  expect(() => grant.holderOf(token, 'birch', context)).toThrow(/Invalid/);
  expect(() => redeem()).toThrow(/already used/);
  const late = grant.issueCode(to, 'https://a.example', context);
  now += 61_000;
  expect(() => redeem({ code: late })).toThrow(/not found/);
});

it('a refresh token stays good until the one that replaced it is used, and not longer', () => {
  const grant = make();
  const context = contextOf('refresh.jsonl');
  const first = grant.redeem({ code: grant.issueCode(to, 'x', context), account: 'maple', clientId: 'app' }, context);
  const renew = (refreshToken: string): ReturnType<CodeGrant['renew']> =>
    grant.renew({ refreshToken, account: 'maple', clientId: 'app' }, context);
  const lost = renew(first.refreshToken);
  const second = renew(first.refreshToken);
  expect(second.refreshToken).not.toBe(lost.refreshToken);
  const third = renew(second.refreshToken);
  expect(() => renew(first.refreshToken)).toThrow(/active refresh_token/);
  expect(grant.holderOf(third.accessToken, 'maple', context).scopes).toEqual(['read', 'write']);
  expect(grant.renewals('maple', context)).toBe(3);
  now += 3_601_000;
  expect(() => grant.holderOf(third.accessToken, 'maple', context)).toThrow(/Invalid/);
  const fourth = renew(third.refreshToken);
  now += 86_401_000;
  expect(() => renew(fourth.refreshToken)).toThrow(/active refresh_token/);
});

it('what was issued outlives the process, values stay out of the books, and all can be taken back', () => {
  const context = contextOf('restart.jsonl');
  const grant = make();
  const issued = grant.redeem({ code: grant.issueCode(to, 'x', context), account: 'maple', clientId: 'app' }, context);
  expect(JSON.stringify(context.books.all())).not.toContain(issued.refreshToken);
  context.books.close();
  const again = contextOf('restart.jsonl');
  const other = make();
  expect(other.holderOf(issued.accessToken, 'maple', again).clientId).toBe('app');
  const renewed = other.renew({ refreshToken: issued.refreshToken, account: 'maple', clientId: 'app' }, again);
  other.revoke('maple', 'app', again);
  expect(() => other.holderOf(renewed.accessToken, 'maple', again)).toThrow(/Invalid/);
  expect(() => other.renew({ refreshToken: renewed.refreshToken, account: 'maple', clientId: 'app' }, again)).toThrow();
});
