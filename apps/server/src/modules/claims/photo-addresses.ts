/**
 * Addresses at which a carrier's people open the photos of a claim (decision 0450): signed, for one claim, good for thirty days and no
 * longer than the claim is under way. Whoever has one sees that photo and nothing else.
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import type { Clock } from '../../platform/clock.ts';
import { signedStates } from '../../platform/crypto/signed-state.ts';
import type { Database } from '../../platform/database/database.ts';
import { tooMany, withoutCookies } from '../../platform/http/open-doors.ts';
import { networkOf } from '../../platform/network-of.ts';
import { PICTURE_POLICY } from '../../platform/outside-pictures/picture-answer.ts';
import { OPEN_ACTS } from './filing.ts';

const LIFE_MS = 30 * 86_400_000;
const PATH = '/claim-photos/';
const LONGEST = 500;

type Named = { readonly tenantId: string; readonly claimId: string; readonly photoId: string };

export interface PhotoAddresses {
  /** Path of a photo on the host of the franchise. */
  pathOf(photo: Named): string;
  extend(app: FastifyInstance): Promise<void>;
}

export function createPhotoAddresses(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly budgets: Budgets;
  /** Signs; another one makes all addresses void. */
  readonly secret: string;
}): PhotoAddresses {
  const { db, clock, budgets } = deps;
  const keys = signedStates<Named>(deps.secret, 'photos of claims', LIFE_MS);

  async function read(key: string): Promise<Buffer | undefined> {
    const named = key.length <= LONGEST ? keys.read(key, clock.now()) : undefined;
    if (!named) return undefined;
    const { tenantId, claimId, photoId } = named;
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{ png: Buffer }>`SELECT p.png FROM claim_photos AS p
        JOIN claims AS c ON c.tenant_id = p.tenant_id AND c.id = p.claim_id
        JOIN effects AS e ON e.tenant_id = c.tenant_id AND e.id = c.effect_id
          AND (c.state = 'filed' OR c.state = 'draft' AND e.state = ANY (${[...OPEN_ACTS]}))
        WHERE p.tenant_id = ${tenantId} AND p.claim_id = ${claimId} AND p.id = ${photoId}`.execute(tx),
      { readOnly: true },
    );
    return rows[0]?.png;
  }

  return {
    pathOf: (photo) => `${PATH}${keys.sign({ ...photo }, clock.now())}`,
    async extend(app) {
      await app.register((scope, _options, done) => {
        scope.addHook('onRequest', async (request, reply) => {
          const spent = await budgets.take([{ budget: 'page-pictures/address', by: networkOf(request.ip) }]);
          return spent && tooMany(reply, spent).send();
        });
        withoutCookies(scope);
        scope.get<{ Params: { key: string } }>(`${PATH}:key`, async (request, reply) => {
          void reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' });
          const png = await read(request.params.key);
          return png
            ? reply.type('image/png').header('content-security-policy', PICTURE_POLICY).send(png)
            : reply.code(404).send();
        });
        done();
      });
    },
  };
}
