import './dispatch.css';
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileSpreadsheet, IconPrinter } from '#icons';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { notify } from '../../app/notify.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { locationsQuery } from '../settings/settings-api.ts';
import { type PickOf, pickQuery, printPick, savePick } from './dispatch-api.ts';

/** `ids`: chosen orders, joined by commas. */
export interface PickSearch {
  readonly due?: 'today';
  readonly place?: string;
  readonly ids?: string;
}
const route = getRouteApi('/inside/ecommerce/orders/pick-list');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Orders named in one row of the screen. */
const MOST_NAMED = 12;

/** The address is read with care: anybody may have typed it. */
function whichOf(search: PickSearch): PickOf {
  const ids = typeof search.ids === 'string' ? search.ids.split(',').filter((id) => UUID.test(id)) : [];
  return {
    due: search.due === 'today' ? 'today' : 'all',
    locationId: typeof search.place === 'string' && UUID.test(search.place) ? search.place : null,
    ids: ids.length > 0 ? ids : null,
  };
}

/** What to take off the shelves, in the order of the shelves. */
export function PickListPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const navigate = useNavigate();
  const which = whichOf({ ...route.useSearch() });
  const list = useQuery({ ...pickQuery(which), placeholderData: keepPreviousData });
  const places = useQuery(locationsQuery);
  const print = useMutation({ mutationFn: () => printPick(which), onError: (error) => notify.error(error) });
  const save = useMutation({ mutationFn: () => savePick(which), onError: (error) => notify.error(error) });
  const go = (change: Partial<Pick<PickOf, 'due' | 'locationId'>>) => {
    const { due, locationId } = { ...which, ...change };
    void navigate({
      to: '/ecommerce/orders/pick-list',
      search: { ...(due === 'today' ? { due } : {}), ...(locationId === null ? {} : { place: locationId }) },
      replace: true,
    });
  };
  const shown = list.data;
  const nothing = !shown || shown.lines.length === 0;
  return (
    <div className="page-narrow">
      <PageHead title={t`Pick list`} description={i18n._(PAGES.pickList.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Pick list</Trans>
          </h1>
          <p className="dim">
            {which.ids ? (
              <Plural value={which.ids.length} one="For # selected order." other="For # selected orders." />
            ) : (
              <Trans>For the orders that wait to be shipped; those on hold are left out.</Trans>
            )}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          disabled={nothing}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          XLSX
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={nothing}
          loading={print.isPending}
          onClick={() => print.mutate()}
        >
          <Trans>Print</Trans>
        </Button>
      </div>
      <div className="stack">
        {which.ids ? (
          <div>
            <LinkButton to="/ecommerce/orders/pick-list" search={{}} variant="default" size="compact-md">
              <Trans>All orders that wait</Trans>
            </LinkButton>
          </div>
        ) : (
          <div className="row">
            <NativeSelect
              aria-label={t`Which orders`}
              value={which.due}
              data={[
                { value: 'all', label: t`All that wait` },
                { value: 'today', label: t`Due by today` },
              ]}
              onChange={(e) => go({ due: e.currentTarget.value === 'today' ? 'today' : 'all' })}
            />
            {(places.data?.locations.length ?? 0) > 1 && (
              <NativeSelect
                aria-label={t`Ship-from address`}
                value={which.locationId ?? ''}
                data={[
                  { value: '', label: t`All ship-from addresses` },
                  ...(places.data?.locations ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(e) => go({ locationId: e.currentTarget.value || null })}
              />
            )}
          </div>
        )}
        {shown ? (
          <section className="card" aria-label={t`Pick list`}>
            {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
            {shown.lines.length === 0 ? (
              <EmptyState title={t`Nothing to pick`}>
                <Trans>No order that fits has anything left to ship.</Trans>
              </EmptyState>
            ) : (
              <>
                <div className="card-head">
                  <span className="grow num">
                    <Plural value={shown.lines.length} one="# line" other="# lines" />
                    {' · '}
                    <Plural value={shown.units} one="# unit" other="# units" />
                    {' · '}
                    <Plural value={shown.orders} one="# order" other="# orders" />
                  </span>
                  {shown.capped && (
                    <span className="danger small">
                      <Trans>Only the 5,000 most urgent orders are on this list.</Trans>
                    </span>
                  )}
                </div>
                <TableWrap label={t`Pick list`}>
                  <table className="plain-table">
                    <thead>
                      <tr>
                        <th>{t`Bin`}</th>
                        <th>{t`SKU`}</th>
                        <th>{t`Item`}</th>
                        <th className="end">{t`Qty`}</th>
                        <th>{t`Orders`}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {shown.lines.map((line) => (
                        <tr key={JSON.stringify([line.bin, line.sku, line.name])} data-testid="pick-line">
                          <td className="strong nowrap">{line.bin || <span className="dim">{t`No bin`}</span>}</td>
                          <td>{line.sku || '–'}</td>
                          <td>{line.name}</td>
                          <td className="end num strong">{format.number(line.quantity)}</td>
                          <td className="pick-orders">
                            {line.orders.slice(0, MOST_NAMED).map((order) => (
                              <Link
                                key={order.orderId}
                                to="/ecommerce/order/$orderId"
                                params={{ orderId: order.orderId }}
                                className="link nowrap"
                              >
                                {order.quantity === 1 ? order.number : `${order.number} ×${order.quantity}`}
                              </Link>
                            ))}
                            {line.orders.length > MOST_NAMED && (
                              <span className="dim">+{format.number(line.orders.length - MOST_NAMED)}</span>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </TableWrap>
              </>
            )}
          </section>
        ) : list.isError ? (
          <div className="card">
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          </div>
        ) : (
          <Skeletons rows={6} />
        )}
      </div>
    </div>
  );
}
