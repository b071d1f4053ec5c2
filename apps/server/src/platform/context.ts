/** Who is asking: derived once per request from the session and handed to every command and query. */
import type { PagePermission, RoleName, SessionLimit } from '@scanship/contracts/call';
import type { ActionRight } from '@scanship/contracts/access/rights';

/** Somebody who works as the user below them; `sessionId` is the session they parked for it. */
export interface Actor {
  readonly realmId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly fullName: string;
  readonly role: RoleName;
  readonly roleId: string;
  /** What their custom role lets them do now; absent for a built-in one. */
  readonly customRights?: readonly ActionRight[] | undefined;
  readonly tenantName: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly reason: string;
}

export interface RequestContext {
  readonly requestId: string;
  /** The tenant whose rows this request may touch: a customer, a franchise or the platform. */
  readonly tenantId: string;
  readonly tenantKind: 'platform' | 'franchise' | 'group' | 'customer';
  /** The tenant on whose host the person signed in; identity rows carry it. */
  readonly realmId: string;
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
  /** Present while somebody acts as this user. */
  readonly impersonatorId?: string | undefined;
  /** What keeps the session from making every call: the lock screen, a second factor that is due. Mostly empty. */
  readonly limits: ReadonlySet<SessionLimit>;
  readonly role: RoleName;
  readonly roleId: string;
  /** Name of a custom role; absent for a built-in one. */
  readonly customRole?: string | undefined;
  readonly permissions: ReadonlySet<PagePermission>;
  readonly rights: ReadonlySet<ActionRight>;
  /** Who acts as this user, outermost first; empty while nobody does. */
  readonly actors: readonly Actor[];
  readonly planName: 'Basic' | 'Standard' | 'Advanced';
  readonly timeZone: string;
  readonly locale: 'en-CA' | 'fr-CA';
  readonly currency: string;
}
