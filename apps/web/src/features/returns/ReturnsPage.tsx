import './returns.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { ReturnRow } from '@scanship/contracts/shipping/returns';
import { RETURN_STATES, type ReturnState } from '@scanship/domain/shipping/returns';
import { IconArrowBackUp, IconSearch } from '#icons';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TabNav } from '../../ui/TabNav.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { STATES, WISHES } from './return-words.ts';
import { decide, returnsChanged, returnsQuery } from './returns-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/returns');

/** What buyers want to send back: decided here, one by one or many at once, and followed until it is done. */
export function ReturnsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const profile = useProfile();
  const { state } = route.useSearch();
  const [typed, setTyped] = useState('');
  const order = useDeferredValue(typed.trim());
  const list = useInfiniteQuery({
    ...returnsQuery({ ...(state ? { state } : {}), ...(order ? { order } : {}) }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.pages.flatMap((page) => page.returns) ?? [];
  const counts = list.data?.pages[0]?.counts;
  return (
    <div className="page-narrow">
      <PageHead title={t`Returns`} description={i18n._(PAGES.returns.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Returns</Trans>
          </h1>
          <p className="dim small">
            <Trans>Buyers ask on the tracking page of their order; you decide, and the label is bought for them.</Trans>
          </p>
        </div>
        {mayOpen(PAGES.billing, profile) && profile.rights.includes('money.view') && (
          <LinkButton to="/account/billing/spend" search={{ days: 'weeks' }} variant="default">
            <Trans>Reasons by product</Trans>
          </LinkButton>
        )}
        {mayOpen(PAGES.returnRules, profile) && (
          <LinkButton to="/ecommerce/orders/returns/rules" variant="default">
            <Trans>Rules</Trans>
          </LinkButton>
        )}
      </div>
      <TabNav label={t`Which returns`}>
        <Choice word={t`All`} current={state === undefined} />
        {RETURN_STATES.map((each) => (
          <Choice
            key={each}
            state={each}
            word={i18n._(STATES[each].words)}
            current={state === each}
            count={each === 'done' || each === 'refused' ? undefined : counts?.[each]}
          />
        ))}
      </TabNav>
      <section className="card tab-body" aria-label={t`Returns`}>
        <div className="card-body">
          <TextInput
            aria-label={t`Order number`}
            placeholder={t`Order number`}
            leftSection={<IconSearch size={16} aria-hidden />}
            maw={320}
            value={typed}
            maxLength={100}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        {list.isError && rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data ? (
          <List key={`${state ?? ''} ${order}`} rows={rows} filtered={state !== undefined || order !== ''} />
        ) : (
          <div className="card-body">
            <Skeletons rows={5} height={40} />
          </div>
        )}
        {list.hasNextPage && (
          <div className="card-body row">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              <Trans>Older ones</Trans>
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

function Choice({
  state,
  word,
  current,
  count,
}: {
  readonly state?: ReturnState;
  readonly word: string;
  readonly current: boolean;
  readonly count?: number | undefined;
}) {
  return (
    <Link
      to="/ecommerce/orders/returns"
      search={state ? { state } : {}}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {word}
      {count !== undefined && count > 0 && <span className="count">{count}</span>}
    </Link>
  );
}

function List({ rows, filtered }: { readonly rows: readonly ReturnRow[]; readonly filtered: boolean }) {
  const { t } = useLingui();
  const mayDecide = useProfile().rights.includes('labels.buy');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [refusing, setRefusing] = useState(false);
  const open = rows.filter(({ state }) => state === 'asked');
  const chosen = open.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const act = useMutation({
    mutationFn: decide,
    onSuccess: ({ data }) => {
      setRefusing(false);
      setSelected(new Set());
      const count = data.decided.length;
      notify.success(t`${count} decided.`);
      void returnsChanged();
    },
    onError: (error) => notify.error(error),
  });
  if (rows.length === 0)
    return (
      <EmptyState
        title={filtered ? t`No returns match` : t`No returns yet`}
        icon={<IconArrowBackUp className="state-icon" size={36} stroke={1.4} aria-hidden />}
      >
        {!filtered && (
          <Trans>Open returns under Rules, and buyers can ask for one on the tracking page of their order.</Trans>
        )}
      </EmptyState>
    );
  const toggle = (id: string) =>
    setSelected((was) => (was.has(id) ? new Set([...was].filter((each) => each !== id)) : new Set([...was, id])));
  return (
    <>
      {mayDecide && open.length > 0 && (
        <div className="card-body row returns-bulk">
          <Checkbox
            label={t`Select all to decide`}
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={() => setSelected(chosen.length === open.length ? new Set() : new Set(open.map(({ id }) => id)))}
          />
          <span className="grow" />
          {chosen.length > 0 && (
            <>
              <Button
                size="compact-md"
                loading={act.isPending && act.variables.approve}
                onClick={() => act.mutate({ ids: chosen, approve: true })}
              >
                <Plural value={chosen.length} one="Approve #" other="Approve #" />
              </Button>
              <Button size="compact-md" variant="default" onClick={() => setRefusing(true)}>
                <Plural value={chosen.length} one="Refuse #" other="Refuse #" />
              </Button>
            </>
          )}
        </div>
      )}
      <ul className="returns-list">
        {rows.map((row) => (
          <li key={row.id} data-testid="return" data-state={row.state}>
            {mayDecide && open.length > 0 && (
              <Checkbox
                aria-label={t`Select return ${row.number}`}
                disabled={row.state !== 'asked'}
                checked={selected.has(row.id) && row.state === 'asked'}
                onChange={() => toggle(row.id)}
              />
            )}
            <Row row={row} />
          </li>
        ))}
      </ul>
      <RefuseDialog
        opened={refusing}
        count={chosen.length}
        busy={act.isPending}
        onRefuse={(answer) => act.mutate({ ids: chosen, approve: false, answer })}
        onClose={() => setRefusing(false)}
      />
    </>
  );
}

function Row({ row }: { readonly row: ReturnRow }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const { words, tone } = STATES[row.state];
  return (
    <Link to="/ecommerce/orders/returns/$returnId" params={{ returnId: row.id }} className="returns-row">
      <span className="row tight">
        <span className="strong">{row.number}</span>
        <Badge tone={tone}>{i18n._(words)}</Badge>
        {row.test && <TestBadge />}
        <span className="grow" />
        <span className="dim small">{format.instant(row.askedAt, 'short')}</span>
      </span>
      <span>
        <Plural value={row.units} one="# item" other="# items" /> · {row.reason} · {i18n._(WISHES[row.wish])}
      </span>
      {row.problem && <span className="small returns-problem">{row.problem}</span>}
    </Link>
  );
}
