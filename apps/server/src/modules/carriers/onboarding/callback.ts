/**
 * The neutral callback of carriers: the one address each knows. It checks our signed state, keeps what the carrier sent out
 * of sight, and sends the browser to the page of the franchise that began. Works signed in and out; the account is made by
 * the person who is signed in there.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Arrival, arrivalOf, arrive, type ConsentBrowsers } from '../../../platform/http/consent-browser.ts';
import type { Services } from '../../../platform/services.ts';
import type { HostDirectory } from '../../../platform/hosts.ts';
import { BROUGHT, callbackPath, type OnboardingDeps, returnPath } from './onboarding.ts';

type Wrong = 'carrier' | 'state' | 'browser' | 'used';
export interface CallbackDeps extends Pick<OnboardingDeps, 'db' | 'sealer' | 'clock' | 'states' | 'registry'> {
  readonly hosts: HostDirectory;
  readonly browsers: ConsentBrowsers;
}

/** Address of the browser's next page, and why where it went wrong (for the log, never a value). */
export interface NextPage {
  readonly location: string;
  readonly wrong?: Wrong;
}

export function registerOnboardingCallback(app: FastifyInstance, deps: CallbackDeps, log: Services['log']): void {
  const answer = (sentOn: boolean) => async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const { carrier } = request.params;
    const next = await nextPage(deps, carrier, textsOf(request.query), arrivalOf(request, sentOn));
    if (next.wrong !== undefined) log.warn({ carrier, why: next.wrong }, 'a return from a carrier was refused');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(next.location, 303);
  };
  app.get<Asked>(callbackPath(':carrier'), answer(false));
  app.get<Asked>(returnPath(':carrier'), answer(true));
}
interface Asked {
  readonly Params: { readonly carrier: string };
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
  deps: CallbackDeps,
  slug: string,
  query: Readonly<Record<string, string>>,
  arrival: Arrival,
): Promise<NextPage> {
  const wrong = (why: Wrong, origin = '', home = '/carrier-manager/connected'): NextPage => ({
    location: `${origin}${home}?problem=${why}`,
    wrong: why,
  });
  if (!deps.registry.find(slug)) return wrong('carrier');
  const state = deps.states.read(query.state ?? '', deps.clock.now());
  if (!state || state.slug !== slug) return wrong('state');
  const arrived = await arrive(deps, state, arrival, returnPath(slug));
  if (arrived.kind === 'onward') return arrived;
  if (arrived.kind === 'stranger') return wrong('browser');
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
  if (kept.numUpdatedRows === 0n) return wrong('used', arrived.home, state.home);
  return { location: `${arrived.home}${state.home}?consent=${state.consentId}` };
}
