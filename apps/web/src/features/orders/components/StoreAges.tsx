/** How old the orders of each store are, and which store needs a person, where the seller looks all day (ux.md line 16). */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconRefresh } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { StoreSummary } from '@scanship/contracts/stores/stores';
import { useLive } from '../../../app/live.ts';
import { useProfile } from '../../../app/profile.ts';
import { mayOpen, PAGES } from '../../../app/routes/pages.ts';
import { ageOf } from '../../../lib/format.ts';
import { storesQuery } from '../../settings/settings-api.ts';

/** More healthy stores than these are told as a number; those in trouble are always named. */
const NAMED = 3;
/** Ages are worth a look this often; failures come by the live stream at once. */
const MINUTE_MS = 60_000;

const WATCHED: ReadonlySet<StoreSummary['state']> = new Set(['connected', 'stale', 'needs_consent', 'pending']);

export function StoreAges() {
  const { t } = useLingui();
  const stores = useQuery({ ...storesQuery, refetchInterval: MINUTE_MS, meta: { quiet: true } });
  const { refetch } = stores;
  useLive(({ type }) => {
    if (type === 'stores' || type === 'reload') void refetch();
  });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const watched = (stores.data?.stores ?? []).filter(({ state }) => WATCHED.has(state));
  const ill = watched.filter(({ problem, state }) => problem !== null || state !== 'connected');
  const well = watched.filter((store) => !ill.includes(store));
  if (watched.length === 0) return null;
  return (
    <div className="store-ages-place">
      <ul className="store-ages" data-ill={ill.length > 0} aria-label={t`Age of the orders, by store`}>
        {ill.map((store) => (
          <StoreAge key={store.id} store={store} now={now} ill />
        ))}
        {well.length <= NAMED ? (
          well.map((store) => <StoreAge key={store.id} store={store} now={now} ill={false} />)
        ) : (
          <li className="dim small">
            <Plural value={well.length} one="# store up to date" other="# stores up to date" />
          </li>
        )}
      </ul>
    </div>
  );
}

interface Props {
  readonly store: StoreSummary;
  readonly now: number;
  readonly ill: boolean;
}
function StoreAge({ store, now, ill }: Props) {
  const { i18n } = useLingui();
  const opens = mayOpen(PAGES.stores, useProfile());
  const { name, problem, lastOkAt } = store;
  const age = lastOkAt === null ? undefined : ageOf(lastOkAt, now, i18n.locale);
  const words = (
    <>
      {ill ? <IconAlertTriangle size={14} aria-hidden /> : <IconRefresh size={13} aria-hidden />}
      <span className="store-age-name">{name}</span>
      <span>{age ?? <Trans>no orders yet</Trans>}</span>
      {problem && (
        <span className="store-age-problem">
          {problem.message} {problem.nextStep}
        </span>
      )}
    </>
  );
  return (
    <li className="store-age small" data-ill={ill} data-testid="store-age">
      {opens ? (
        <Link to="/ecommerce/store/$storeId" params={{ storeId: store.id }}>
          {words}
        </Link>
      ) : (
        <span>{words}</span>
      )}
    </li>
  );
}
