/** What the commands of this module are made with, and what a call says of who makes it. */
import type { ClaimedOrigin } from '../../platform/http/named-host.ts';
import type { SessionTokens } from '../../platform/http/session-token.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import type { Attempts } from './attempts.ts';
import type { KeyedHashes } from './keyed-hashes.ts';
import type { KnownDevices } from './known-device.ts';
import type { MailedCodes } from './mailed-codes.ts';

export interface AuthParts extends Pick<Services, 'db' | 'clock' | 'log' | 'sealer' | 'budgets'> {
  /** Living sessions of one person at most. */
  readonly sessionsPerPerson: number;
  readonly hosts: HostDirectory;
  readonly mail: MailModule;
  readonly tokens: SessionTokens;
  readonly hashes: KeyedHashes;
  readonly attempts: Attempts;
  readonly codes: MailedCodes;
  readonly devices: KnownDevices;
}

/** Where a call comes from. */
export interface Visitor {
  readonly host: string;
  /** As the browser names it; its host may be anything. */
  readonly origin: ClaimedOrigin | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly deviceCookie: string | undefined;
}

export interface Site {
  readonly franchiseId: string;
  readonly franchiseName: string;
  /** Where its visitors may have their account: the franchise's realm, then the platform's staff. */
  readonly realms: readonly string[];
  /** Nobody opens an account of a customer where there is no franchise yet. */
  readonly signUp: boolean;
}

/** Problems: `unknown_host`; `wrong_tenant` when the page names a franchise that is not the host's. */
export const siteOf = async (
  { hosts }: Pick<AuthParts, 'hosts'>,
  visitor: Pick<Visitor, 'host'>,
  tenantId?: string,
): Promise<Outcome<Site>> => {
  const franchise = await hosts.forSignIn(visitor.host, tenantId);
  if (!franchise) return problem('unknown_host');
  if (tenantId !== undefined && tenantId.toLowerCase() !== franchise.id) return problem('wrong_tenant');
  const platform = await hosts.platformId();
  return {
    ok: true,
    value: {
      franchiseId: franchise.id,
      franchiseName: franchise.name,
      realms: [...new Set([franchise.id, ...(platform === undefined ? [] : [platform])])],
      signUp: franchise.kind === 'franchise',
    },
  };
};

/**
 * Origin for links in mails. Asked before anything is known of the person, so that a missing setting tells nobody who has an
 * account. @throws in production where no address is proved and PUBLIC_ORIGIN is not set
 */
export const linkOrigin = async (
  { mail }: Pick<AuthParts, 'mail'>,
  site: Pick<Site, 'franchiseId'>,
  visitor: Pick<Visitor, 'origin'>,
): Promise<string> => {
  const origin = await mail.links.of(site.franchiseId, visitor.origin);
  if (origin === undefined)
    throw new Error('There is no address for links in mails: set PUBLIC_ORIGIN, or prove a host of the franchise.');
  return origin;
};

/** Answers no sooner than after `ms`, so that the time taken does not say what was found. */
export const atLeast = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const floor = new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
  try {
    return await work();
  } finally {
    await floor;
  }
};
