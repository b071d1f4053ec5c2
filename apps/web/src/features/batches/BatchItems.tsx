/** Orders of a batch with the choice made for each and what became of it. */
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BATCH_CAUSES, BATCH_ITEM_STATES, type Batch, type BatchItem } from '@scanship/contracts/shipping/batches';
import { useFormat } from '../../app/use-format.ts';
import { saySentence } from '../../lib/error-sentence.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { fullServiceName } from '../shipping/rates/price-facts.ts';
import { CAUSE_WORDS, ITEM_TONES, ITEM_WORDS } from './batch-words.ts';
import { isMoving, itemsQuery, type ItemFilter } from './batches-api.ts';

interface Props {
  readonly batch: Batch;
  readonly filter: ItemFilter;
  readonly onFilter: (filter: ItemFilter) => void;
}
export function BatchItems({ batch, filter, onFilter }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const list = useInfiniteQuery(itemsQuery(batch.id, filter, isMoving(batch)));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="card" aria-label={t`Orders of this batch`} id="batch-orders">
      <div className="card-head">
        <h2 className="grow">
          <Trans>Orders</Trans>
        </h2>
        <NativeSelect
          size="xs"
          aria-label={t`Show`}
          value={filter.cause ? `cause ${filter.cause}` : filter.state ? `state ${filter.state}` : ''}
          data={[
            { value: '', label: t`All orders` },
            ...BATCH_ITEM_STATES.map((state) => ({ value: `state ${state}`, label: i18n._(ITEM_WORDS[state]) })),
            ...BATCH_CAUSES.map((cause) => ({ value: `cause ${cause}`, label: i18n._(CAUSE_WORDS[cause]) })),
          ]}
          onChange={(event) => {
            const [kind, name] = event.currentTarget.value.split(' ');
            const state = kind === 'state' ? BATCH_ITEM_STATES.find((each) => each === name) : undefined;
            const cause = kind === 'cause' ? BATCH_CAUSES.find((each) => each === name) : undefined;
            onFilter({ ...(state ? { state } : {}), ...(cause ? { cause } : {}) });
          }}
        />
      </div>
      {list.data ? (
        items.length === 0 ? (
          <EmptyState title={t`No orders match`} />
        ) : (
          <>
            <TableWrap label={t`Orders of this batch`}>
              <table className="plain-table batch-items">
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Order</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Service</Trans>
                    </th>
                    <th scope="col" className="end">
                      <Trans>Price</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Outcome</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((item) => (
                    <ItemRow key={item.position} item={item} />
                  ))}
                </tbody>
              </table>
            </TableWrap>
            {list.hasNextPage && (
              <div className="card-body">
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  <Trans>Show more</Trans>
                </Button>
              </div>
            )}
          </>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={6} />
        </div>
      )}
    </section>
  );
}

function ItemRow({ item }: { readonly item: BatchItem }) {
  const { i18n } = useI18n();
  const format = useFormat();
  const { choice } = item;
  const price = item.paid ?? choice?.price;
  return (
    <tr>
      <td>
        <Link className="link strong" to="/ecommerce/order/$orderId" params={{ orderId: item.orderId }}>
          {item.orderNumber}
        </Link>
        <div className="dim small">{item.recipient}</div>
      </td>
      <td>
        {choice && (
          <>
            <div className="row tight">
              <span>{fullServiceName(choice.carrierName, choice.serviceName)}</span>
              {choice.test && <TestBadge />}
            </div>
            <div className="dim small">{choice.reason}</div>
          </>
        )}
      </td>
      <td className="end num">
        {price && format.money(price)}
        {choice?.deliverBy && <div className="dim small">{format.day(choice.deliverBy)}</div>}
      </td>
      <td>
        <Badge tone={ITEM_TONES[item.state]}>{i18n._(ITEM_WORDS[item.state])}</Badge>
        {item.message && <div className="small batch-message">{saySentence(item.message, i18n)}</div>}
        {item.trackingNumbers.length > 0 && <div className="dim small num">{item.trackingNumbers.join(', ')}</div>}
        {item.nextTryAt && (
          <div className="dim small">
            <Trans>next try at {format.instant(item.nextTryAt, 'time')}</Trans>
          </div>
        )}
      </td>
    </tr>
  );
}
