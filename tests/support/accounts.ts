/** People for the tests of accounts: mails out of the outbox, new companies and their people, and codes of an authenticator app. */
import { createHmac, randomUUID } from 'node:crypto';
import { signUp, verifyAccount } from '@scanship/contracts/access/auth';
import { getOutbox, getOutboxMail, type MailTemplate } from '@scanship/contracts/network/mail-outbox';
import { invitePerson } from '@scanship/contracts/access/people';
import { uiInit } from '@scanship/contracts/network/start-up';
import type { Lane } from './lane.ts';
import { type Seller, signInAs } from './seller.ts';

export const PASSWORD = 'a parcel for Priya 2026';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** Waits for the newest mail of a kind to an address; `nth` when more than one is expected. */
export async function mailTo(caller: Seller, address: string, template: MailTemplate, nth = 1): Promise<Mail> {
  const until = Date.now() + 45_000;
  while (Date.now() < until) {
    const { mails } = await caller.must(getOutbox);
    const found = mails.filter((mail) => mail.to === address && mail.template === template);
    const newest = found[0];
    if (newest && found.length >= nth) return caller.must(getOutboxMail, { params: { id: newest.id } });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${nth}. mail "${template}" to ${address} within 15 s`);
}

const firstOf = (pattern: RegExp, text: string): string => {
  const found = pattern.exec(text)?.[0];
  if (found === undefined) throw new Error(`nothing like ${String(pattern)} in: ${text}`);
  return found;
};
export const codeIn = (mail: Mail): string => firstOf(/\b\d{6}\b/, mail.text);
export const linkIn = (mail: Mail): URL => new URL(firstOf(/https?:\/\/\S+/, mail.text));

export const newName = (stem: string): string => `${stem}-${randomUUID().slice(0, 8)}`;
export const addressOf = (userName: string): string => `${userName}@example.com`;

export interface NewCompany {
  readonly userName: string;
  readonly email: string;
  /** Its administrator. */
  readonly admin: Seller;
}

/** A customer that signed up by itself, so that a test changes nobody else's company. */
export async function newCompany(lane: Lane, language: 'en' | 'fr' = 'en'): Promise<NewCompany> {
  const origin = lane.origin('localhost');
  const caller = await lane.seller('aurora');
  const userName = newName('boss');
  const email = addressOf(userName);
  const { tenantId } = await caller.must(uiInit, { query: { host: 'localhost' } });
  await caller.must(signUp, {
    query: { tenantId },
    body: { userName, email, password: PASSWORD, firstName: 'Bea', lastName: 'Boss', companyName: userName, language },
  });
  const mail = await mailTo(caller, email, 'verify_account');
  await caller.must(verifyAccount, { query: { username: userName, value: codeIn(mail) } });
  return { userName, email, admin: await signInAs({ origin, userName, password: PASSWORD }) };
}

export interface NewPerson {
  readonly userName: string;
  readonly email: string;
}

/** Invited by the company's administrator and signed up by the mailed link. */
export async function newPerson(company: NewCompany, roleId: string): Promise<NewPerson> {
  const userName = newName('person');
  const email = addressOf(userName);
  const { admin } = company;
  await admin.must(invitePerson, { body: { email, roleId }, idempotencyKey: randomUUID() });
  const invitation = linkIn(await mailTo(admin, email, 'invitation')).searchParams.get('invitation') ?? '';
  const { tenantId } = await admin.must(uiInit, { query: { host: 'localhost' } });
  await admin.must(signUp, {
    query: { tenantId },
    body: { userName, email, password: PASSWORD, firstName: 'Pat', lastName: 'Person', invitation },
  });
  return { userName, email };
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code an authenticator app shows for this secret (RFC 6238: SHA-1, 30 s, six digits), made without the server's library. */
export function totpCode(secret: string, at = Date.now()): string {
  const bits = [...secret.replaceAll(/[\s=]/g, '')].map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
