/** Runs a whole question to a store platform on recorded answers, as `answered.ts` does for carriers. */
import { FieldProblem } from '../answers/json-reader.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { ConnectorError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import { httpOf, orderInWords, problemInWords, type Recorded } from './answered.ts';
import type { StoreSamples } from './store-conformance-harness.ts';

/** @param given what the conformance suite has of the connector anyway */
export function answeredByStore(
  store: Store,
  given: Pick<StoreSamples, 'settings' | 'app' | 'account' | 'credentials'>,
) {
  const env = (recorded: readonly Recorded[]): StoreEnv => ({
    mode: 'simulator',
    credentials: given.credentials ?? { accessToken: 'recorded' },
    settings: given.settings,
    app: given.app,
    externalAccount: given.account,
    access: { get: () => Promise.resolve('recorded'), refused: () => Promise.resolve('recorded') },
    tokens: createTokenCache({ now: () => new Date('2026-01-01T00:00:00Z') }).of('recorded'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    pause: () => Promise.resolve(),
    http: httpOf(store.manifest.name, recorded),
  });
  return {
    /** The first page: its orders as lines, then what could not be read. */
    async orders(...recorded: readonly Recorded[]): Promise<readonly string[]> {
      try {
        const page = await store.orders?.({}, env(recorded));
        return page
          ? [...page.items.flatMap(orderInWords), ...page.problems.map(({ message }) => message)]
          : ['not offered'];
      } catch (error) {
        if (error instanceof ConnectorError) return problemInWords(error);
        if (error instanceof FieldProblem) return [error.message];
        throw error;
      }
    },
  };
}
