/**
 * Routes of one simulator look alike: who asks is found first, what is refused becomes the vendor's own error. What differs from
 * vendor to vendor is told once, and a route is then its name, address and work.
 */
import {
  refusing,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRefusal,
  type SimRequest,
  type SimRoute,
} from './simulator.ts';

/** What a route does once it is known whose call it is. */
export type Work<Behind = SimAccount, Said = SimAnswer> = (
  request: SimRequest,
  sim: SimContext,
  behind: Behind,
) => Said | Promise<Said>;

export type MakeRoute<Behind = SimAccount, Said = SimAnswer> = (
  name: string,
  method: SimRoute['method'],
  path: string,
  effect: SimRoute['effect'],
  work: Work<Behind, Said>,
  when?: SimRoute['when'],
) => SimRoute;

/** Whose call it is. @throws SimRefusal */
type FindBehind<Behind> = (request: SimRequest, sim: SimContext) => Behind;
type Refuse = (refusal: SimRefusal, request: SimRequest, context: SimContext) => SimAnswer;

/**
 * Routes whose work says only what is particular to a call.
 * @param answer puts it into the answer of the vendor @param below what every path begins with
 */
export const routesSaying =
  <Behind, Said>(
    behind: FindBehind<Behind>,
    refuse: Refuse,
    answer: (said: Said) => SimAnswer,
    below = '',
  ): MakeRoute<Behind, Said> =>
  (name, method, path, effect, work, when) => ({
    name,
    method,
    path: `${below}${path}`,
    effect,
    when,
    handle: refusing(async (request, sim) => answer(await work(request, sim, behind(request, sim))), refuse),
  });

/** Routes whose work makes the answer. @param below what every path begins with */
export const routesBehind = <Behind>(behind: FindBehind<Behind>, refuse: Refuse, below = ''): MakeRoute<Behind> =>
  routesSaying(behind, refuse, (said: SimAnswer) => said, below);

/** Routes that find out for themselves who asks. @param below what every path begins with */
export const routesOf = (refuse: Refuse, below = ''): MakeRoute<undefined> =>
  routesBehind(() => undefined, refuse, below);

export type MakeShopRoute<Shop> = (
  name: string,
  method: SimRoute['method'],
  path: string,
  work: (shop: Shop, request: SimRequest, sim: SimContext) => SimAnswer,
  /** When it is not what the method says: GET reads, everything else changes something. */
  effect?: SimRoute['effect'],
) => SimRoute;

/** Routes of a store platform, for whose work the shop comes first. @param below what every path begins with */
export const shopRoutes =
  <Shop>(shopBehind: FindBehind<Shop>, refuse: Refuse, below = ''): MakeShopRoute<Shop> =>
  (name, method, path, work, effect = method === 'GET' ? 'read' : 'effect') =>
    routesBehind(shopBehind, refuse, below)(name, method, path, effect, (request, sim, shop) =>
      work(shop, request, sim),
    );
