/**
 * Closes what buys to people who have not agreed to the terms in force. What is in force is asked of the database once in a
 * few seconds, and who has agreed is not asked again, so that a purchase pays nothing for it.
 */
import { CLOSED_UNTIL_AGREED } from '@scanship/contracts/access/terms';
import type { Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { agreedTo, ownerOf, type Person } from './consents.ts';
import { inForceAt, type InForce, readDated } from './terms-rows.ts';

const KEPT_MS = 10_000;
const MOST_KEPT = 50_000;

export interface TermsGate {
  /** The route as it is, or closed to who has not agreed. */
  guard(route: Route): Route;
  /** After versions were changed by this process. */
  forget(): void;
}

export function createTermsGate({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): TermsGate {
  const inForce = new Map<string, { readonly until: number; readonly holds: InForce | undefined }>();
  const agreed = new Set<string>();
  const owners = new Map<string, { readonly until: number; readonly id: string | undefined }>();

  async function ownerIdOf(person: Person): Promise<string | undefined> {
    // A customer's people agree with their franchise, which is their realm.
    if (person.tenantKind === 'customer') return person.realmId;
    const key = `${person.tenantKind}/${person.role}`;
    const kept = owners.get(key);
    if (kept && kept.until > clock.now().getTime()) return kept.id;
    const id = (await ownerOf(db, person))?.id;
    owners.set(key, { id, until: clock.now().getTime() + KEPT_MS });
    return id;
  }

  async function inForceOf(ownerId: string): Promise<InForce | undefined> {
    const now = clock.now();
    const kept = inForce.get(ownerId);
    if (kept && kept.until > now.getTime()) return kept.holds;
    const rows = await db.tenant({ tenantId: ownerId }, (tx) => readDated(tx, ownerId), { readOnly: true });
    const holds = inForceAt(rows, now);
    if (inForce.size >= MOST_KEPT) inForce.clear();
    inForce.set(ownerId, { until: now.getTime() + KEPT_MS, holds });
    return holds;
  }

  async function isClosed(person: Person): Promise<boolean> {
    const ownerId = await ownerIdOf(person);
    if (ownerId === undefined) return false;
    const holds = await inForceOf(ownerId);
    if (!holds || holds.closesAt > clock.now()) return false;
    // Once a version is withdrawn, other consents are enough.
    const key = `${person.userId}/${holds.enough.join()}`;
    if (agreed.has(key)) return false;
    const at = await db.tenant({ tenantId: ownerId }, (tx) => agreedTo(tx, ownerId, person.userId, holds.enough), {
      readOnly: true,
    });
    if (at === undefined) return true;
    if (agreed.size >= MOST_KEPT) agreed.clear();
    agreed.add(key);
    return false;
  }

  async function refusal(person: Person | undefined): Promise<Outcome<never> | undefined> {
    if (!person) return undefined;
    try {
      return (await isClosed(person)) ? problem('terms_not_agreed') : undefined;
    } catch (error) {
      // Terms that cannot be read keep nobody from working; what they should have kept from is in the log.
      log.error({ err: error, userId: person.userId }, 'whether the terms were agreed to could not be read');
      return undefined;
    }
  }

  return {
    guard: (route) =>
      CLOSED_UNTIL_AGREED.has(route.call.id)
        ? { ...route, handle: async (incoming) => (await refusal(incoming.ctx)) ?? route.handle(incoming) }
        : route,
    forget: () => inForce.clear(),
  };
}
