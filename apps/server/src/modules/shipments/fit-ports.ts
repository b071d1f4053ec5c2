/** Fits the real modules to the ports of this one. */
import { labelPdf } from '@scanship/documents/labels/label-pdf';
import { labelZpl } from '@scanship/documents/labels/label-zpl';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { QuotesModule } from '../quotes/index.ts';
import { mayShip } from '../restrictions/index.ts';
import { mayBuyLabels } from '../subscriptions/index.ts';
import type {
  FundsPort,
  GrantsPort,
  LabelDrawing,
  LoadedRate,
  PeoplePort,
  RatesPort,
  ShipmentFollower,
  ShipmentPorts,
} from './ports.ts';

export function fitPorts(deps: {
  readonly db: Database;
  readonly carriers: Pick<CarriersModule, 'grants' | 'registry' | 'allotSerials'>;
  readonly quotes: Pick<QuotesModule, 'load' | 'read'>;
  readonly renderer: TypstRenderer;
  readonly followers: readonly ShipmentFollower[];
  readonly clock: Clock;
  /** Test labels cost and count like real ones: demo installations have no others. Elsewhere they are free. */
  readonly withTest: boolean;
  readonly funds?: FundsPort | undefined;
}): ShipmentPorts {
  return {
    funds: deps.funds,
    plans: {
      async mayBuy(tx, tenantId, labels) {
        const free = await mayShip(tx, tenantId);
        if (!free.ok) return free;
        return mayBuyLabels(tx, tenantId, labels, { now: deps.clock.now(), withTest: deps.withTest });
      },
    },
    grants: grantsPort(deps.carriers),
    rates: ratesPort(deps.quotes, deps.withTest),
    labels: labelDrawing(deps.renderer),
    people: peoplePort(deps.db),
    followers: deps.followers,
  };
}

/**
 * Labels that are bought through one account within this time share one opening of it: a batch has two dozen of them in hand, and
 * what was stored is opened even for accounts that were paused since. Milliseconds.
 */
const SHARED_MS = 1_000;

function sharedOpening(grants: CarriersModule['grants']) {
  const opened = new Map<string, ReturnType<typeof grants.open>>();
  return (tenantId: string, grantId: string): ReturnType<typeof grants.open> => {
    const key = `${tenantId}/${grantId}`;
    const known = opened.get(key);
    if (known) return known;
    const opening = grants.open({ tenantId }, { only: [grantId], toSettle: true });
    opened.set(key, opening);
    const forget = (): void => void opened.delete(key);
    opening.then((found) => (found.length > 0 ? setTimeout(forget, SHARED_MS).unref() : forget()), forget);
    return opening;
  };
}

const grantsPort = (
  carriers: Pick<CarriersModule, 'grants' | 'registry' | 'allotSerials'>,
  opened = sharedOpening(carriers.grants),
): GrantsPort => ({
  async open(tenantId, grantId, subject) {
    const [grant] = await opened(tenantId, grantId);
    if (!grant) return problem('no_carrier', { message: 'The carrier account this was bought with is gone.' });
    return {
      ok: true,
      value: {
        carrier: await grant.load(),
        manifest: grant.manifest,
        displayName: grant.carrierName,
        ownerTenantId: grant.ownerTenantId,
        accountId: grant.accountId,
        test: grant.test,
        unaskedSince: grant.unaskedSince,
        env: await grant.environment(subject),
      },
    };
  },
  describe(slug) {
    const entry = carriers.registry.find(slug);
    return entry && { manifest: entry.manifest };
  },
  allotSerials: (tenantId, grantId, count) => carriers.allotSerials(tenantId, grantId, count),
});

/** A test label costs nobody anything: nobody sells it, so no book, limit or statement knows of it. */
const unsold = (rate: LoadedRate): LoadedRate => ({
  ...rate,
  price: { ...rate.price, minor: 0 },
  priceLines: [],
  chain: [],
});

const ratesPort = (quotes: Pick<QuotesModule, 'load' | 'read'>, withTest: boolean): RatesPort => {
  const sold = (rate: Outcome<LoadedRate>): Outcome<LoadedRate> =>
    rate.ok && rate.value.test && !withTest ? { ok: true, value: unsold(rate.value) } : rate;
  return {
    async read(tx, actor, refs, meanwhile) {
      const rateOf = await quotes.read(tx, actor.tenantId, refs, meanwhile);
      return (ref) => sold(rateOf(ref));
    },
    load: async (actor, quoteId, rateId, options) => sold(await quotes.load(actor.tenantId, quoteId, rateId, options)),
  };
};

export const labelDrawing = (renderer: TypstRenderer): LabelDrawing => ({
  async draw(model, format) {
    return format === 'pdf' ? labelPdf([model], renderer) : new TextEncoder().encode(await labelZpl(model, renderer));
  },
  fromPicture: (bytes, format, picture) =>
    renderer.paper('labelPicture', { bytes, format, picture: picture ?? { dotsPerInch: 203 } }),
  stampTest: (bytes, format) => renderer.paper('stampTest', { bytes, format }),
});

const peoplePort = (db: Database): PeoplePort => ({
  async nameOf(realmId, userId) {
    const user = await db.identity({ realmId }, (tx) =>
      tx
        .selectFrom('users')
        .select(['first_name', 'last_name', 'username'])
        .where('realm_id', '=', realmId)
        .where('id', '=', userId)
        .executeTakeFirst(),
    );
    if (!user) return null;
    return `${user.first_name} ${user.last_name}`.trim() || user.username;
  },
});
