/** A look at one order without leaving the list: items, addresses, notes, the last history, and what can be done. */
import { ActionIcon, Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink, IconX } from '#icons';
import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useFormat } from '../../../app/use-format.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { fullServiceName } from '../../shipping/rates/price-facts.ts';
import { addressLines } from '../../address/address-model.ts';
import { orderQuery } from '../api/orders-api.ts';
import { OrderSigns, StatusBadge } from '../components/OrderBadges.tsx';
import { targetOfRow } from '../components/use-actions.ts';
import type { ActionId, ActionTarget, OrderAction } from '../model/order-actions.ts';

interface Props {
  readonly orderId: string;
  readonly actionsFor: (target: ActionTarget) => readonly OrderAction[];
  readonly onAction: (action: OrderAction, target: ActionTarget) => void;
  readonly onClose: () => void;
}
/** At hand below the order. */
const QUICK: readonly string[] = ['ship', 'hold', 'release', 'tag', 'note', 'assign'] satisfies readonly ActionId[];
const LAST = 4;

export default function OrderPreview({ orderId, actionsFor, onAction, onClose }: Props) {
  const { t } = useLingui();
  const order = useQuery(orderQuery(orderId));
  return (
    <section className="order-preview" aria-label={t`Preview of the order`} data-testid="order-preview">
      <div className="preview-head">
        {order.data ? (
          <>
            <h2>{order.data.ecomOrderNumber}</h2>
            <span className="row tight grow">
              <StatusBadge order={order.data} />
              <OrderSigns order={order.data} />
            </span>
          </>
        ) : (
          <span className="grow" />
        )}
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t`Close the preview`} onClick={onClose}>
          <IconX size={17} aria-hidden />
        </ActionIcon>
      </div>
      {order.data ? (
        <Facts order={order.data} actionsFor={actionsFor} onAction={onAction} />
      ) : order.isError ? (
        <ErrorState compact error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Skeletons rows={5} />
      )}
    </section>
  );
}

function Facts({
  order,
  actionsFor,
  onAction,
}: { readonly order: OrderDetail } & Pick<Props, 'actionsFor' | 'onAction'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const target = targetOfRow(order);
  const quick = actionsFor(target).filter((action) => QUICK.includes(action.id));
  return (
    <>
      <div className="preview-facts">
        <div>
          <h3>
            <Trans>Items</Trans>
          </h3>
          <ul className="preview-items">
            {order.items.map((item) => (
              <li key={item.line}>
                <span className="num">{item.quantity} ×</span>
                <span className="grow">
                  {item.title} {item.sku && <span className="dim">{item.sku}</span>}
                </span>
                <span className="num dim">{item.weightGrams === null ? '' : format.weight(item.weightGrams)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>
            <Trans>Ship to</Trans>
          </h3>
          <address>
            {addressLines(order.shipTo).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {order.email && <p>{order.email}</p>}
          {order.shipToProblems[0] && <p className="small bad-text">{order.shipToProblems[0].message}</p>}
        </div>
        <div>
          <h3>
            <Trans>Ship from</Trans>
          </h3>
          {order.shipFrom ? (
            <address>
              <span className="strong">{order.shipFrom.name}</span>
              {addressLines(order.shipFrom.address)
                .slice(1, 4)
                .map((line) => (
                  <span key={line}>{line}</span>
                ))}
            </address>
          ) : (
            <p className="dim">
              <Trans>No ship-from address</Trans>
            </p>
          )}
        </div>
        {(order.label || order.requestedService) && (
          <div>
            <h3>
              <Trans>Shipping</Trans>
            </h3>
            {order.requestedService && <p>{t`Requested: ${order.requestedService}`}</p>}
            {order.label?.services.map(({ carrierName, serviceName }) => (
              <p key={`${carrierName} ${serviceName}`}>{fullServiceName(carrierName, serviceName)}</p>
            ))}
            {order.label && <p className="num">{order.label.trackingNumbers.join(', ')}</p>}
          </div>
        )}
        <div>
          <h3>
            <Trans>Notes and tags</Trans>
          </h3>
          {order.tags.length > 0 && <p>{order.tags.join(', ')}</p>}
          {order.customerNote && <p>{t`Customer: ${order.customerNote}`}</p>}
          {order.internalNote && <p>{t`Internal: ${order.internalNote}`}</p>}
          {!order.customerNote && !order.internalNote && order.tags.length === 0 && <p className="dim">–</p>}
        </div>
        <div>
          <h3>
            <Trans>Last changes</Trans>
          </h3>
          <ol className="preview-history">
            {order.history.slice(0, LAST).map((entry) => (
              <li key={entry.at + entry.what}>
                <span className="dim num">{format.instant(entry.at, 'short')}</span> {entry.what}{' '}
                <span className="dim">{entry.who}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="row tight preview-actions">
        {quick.map((action) => {
          const why = action.blocked(target);
          return (
            <Button
              key={action.id}
              size="compact-sm"
              variant={action.id === 'ship' ? 'filled' : 'default'}
              disabled={why !== undefined}
              title={why && i18n._(why)}
              onClick={() => onAction(action, target)}
            >
              {i18n._(action.name)}
            </Button>
          );
        })}
        <LinkButton
          to="/ecommerce/order/$orderId"
          params={{ orderId: order.id }}
          size="compact-sm"
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden />}
        >
          <Trans>Open the whole order</Trans>
        </LinkButton>
      </div>
    </>
  );
}
