/**
 * The neutral callback of carriers: the one address each knows. It checks our signed state, keeps what the carrier sent out
 * of sight, and sends the browser to the page of the franchise that began. Works signed in and out; the account is made by
 * the person who is signed in there.
 */
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { BROUGHT, type OnboardingDeps } from './onboarding.ts';

/** Address of the browser's next page, and why where it went wrong (for the log, never a value). */
export interface NextPage {
  readonly location: string;
  readonly wrong?: 'carrier' | 'state' | 'used';
}

export function registerOnboardingCallback(app: FastifyInstance, deps: OnboardingDeps, log: Services['log']): void {
  app.get<{ Params: { carrier: string } }>('/connect/carriers/:carrier/callback', async (request, reply) => {
    const next = await nextPage(deps, request.params.carrier, textsOf(request.query));
    if (next.wrong !== undefined)
      log.warn({ carrier: request.params.carrier, why: next.wrong }, 'a return from a carrier was refused');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(next.location, 303);
  });
}

/** Parameters as texts; one that is given twice is left out, since no carrier does so. */
const textsOf = (query: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((query ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** Longer than any carrier's code; the rest of the address is of no use. */
const MOST_TEXT = 8_000;

export async function nextPage(
  deps: Pick<OnboardingDeps, 'db' | 'sealer' | 'clock' | 'states' | 'registry'>,
  slug: string,
  query: Readonly<Record<string, string>>,
): Promise<NextPage> {
  const wrong = (why: 'carrier' | 'state' | 'used', origin = '', home = '/carrier-manager/connected'): NextPage => ({
    location: `${origin}${home}?problem=${why}`,
    wrong: why,
  });
  if (!deps.registry.find(slug)) return wrong('carrier');
  const state = deps.states.read(query.state ?? '', deps.clock.now());
  if (!state || state.slug !== slug) return wrong('state');
  const { state: _, ...brought } = query;
  const texts = Object.fromEntries(Object.entries(brought).map(([name, value]) => [name, value.slice(0, MOST_TEXT)]));
  const { sealed } = deps.sealer.sealJson(state.tenantId, state.consentId, BROUGHT, texts);
  // The first return counts: a second one, with the same state, changes nothing.
  const kept = await deps.db.tenant({ tenantId: state.tenantId }, (tx) =>
    tx
      .updateTable('carrier_consents')
      .set({ brought: sealed, returned_at: deps.clock.now() })
      .where('tenant_id', '=', state.tenantId)
      .where('id', '=', state.consentId)
      .where('returned_at', 'is', null)
      .where('expires_at', '>', deps.clock.now())
      .executeTakeFirst(),
  );
  if (kept.numUpdatedRows === 0n) return wrong('used', state.origin, state.home);
  return { location: `${state.origin}${state.home}?consent=${state.consentId}` };
}
