/** One search over everything a person may see. */
import { HITS, HITS_OF_ONE, LEAST_SEARCH, SEARCH_GROUPS, searchEverything } from '@scanship/contracts/network/search';
import { DatabaseError } from 'pg';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { soughtOf } from '../../platform/sought.ts';
import { NOTHING } from './hits.ts';
import { ownGroups, searchOwn } from './own.ts';
import { searchStaff, staffGroups } from './staff.ts';

const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

export const createSearchModule = (
  { db }: Pick<Services, 'db'>,
  parts: { readonly carrierName: (slug: string) => string },
): { readonly routes: readonly Route[] } => ({
  routes: [
    route(searchEverything, async ({ ctx, body }) => {
      const isOwn = ctx.tenantKind === 'customer';
      const allowed = isOwn ? ownGroups(ctx) : staffGroups(ctx);
      const searched = SEARCH_GROUPS.filter(
        (group) => allowed.includes(group) && (body.group === undefined || body.group === group),
      );
      if (body.text.length < LEAST_SEARCH || searched.length === 0) return data({ searched, found: NOTHING });
      const search = isOwn ? searchOwn : searchStaff;
      const limit = body.group === undefined ? HITS : HITS_OF_ONE;
      try {
        const found = await search({ db, carrierName: parts.carrierName }, ctx, soughtOf(body.text), searched, limit);
        return data({ searched, found: { ...NOTHING, ...found } });
      } catch (error) {
        if (isTimeout(error)) return problem('search_too_slow');
        throw error;
      }
    }),
  ],
});
