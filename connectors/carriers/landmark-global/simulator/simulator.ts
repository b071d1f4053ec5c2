/** Simulator of Landmark Global's Mercury API v2: XML documents, refusals with status 200. */
import {
  createSimulator,
  refusing,
  type SimAccount,
  type SimContext,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { flagOf } from '@scanship/simulator-kit/xml-message';
import * as shipments from './shipments.ts';
import { answer, declined, opened, signedIn, type Document } from './wire.ts';

type Work = (content: unknown, sim: SimContext, account: SimAccount) => string[] | Promise<string[]>;

const route = (document: Document, effect: SimRoute['effect'], work: Work): SimRoute => ({
  name: document.toLowerCase(),
  method: 'POST',
  path: `/v2/${document}.php`,
  effect,
  handle: refusing(
    async (request, sim) => {
      const content = opened(request, document);
      const account = signedIn(content, sim);
      return answer(document, flagOf(content, 'Test'), await work(content, sim, account));
    },
    (refusal) => declined(document, refusal),
  ),
});

export const simulator = createSimulator({
  slug: 'landmark-global',
  name: 'Landmark Global',
  accounts: [
    {
      id: 'landmark-alpha',
      name: 'Alpha Test Shop',
      credentials: {
        username: 'alpha_api',
        password: 'landmark-alpha-1',
        clientId: '2181',
        accountNumber: 'L2181A',
        region: 'Landmark CMH',
      },
    },
    {
      id: 'landmark-beta',
      name: 'Beta Test Shop',
      credentials: { username: 'beta_api', password: 'landmark-beta-2', clientId: '2182' },
    },
  ],
  routes: [
    route('Ship', 'effect', shipments.make),
    route('Cancel', 'effect', shipments.cancel),
    route('Track', 'read', shipments.track),
  ],
});
