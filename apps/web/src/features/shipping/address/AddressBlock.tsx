import { ActionIcon, Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconMapPin, IconPencil } from '#icons';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { addressLines, differences } from '../../address/address-model.ts';
import { AddressCompare } from './AddressCompare.tsx';

interface Props {
  readonly order: OrderDetail;
  /** In one line. */
  readonly compact?: boolean;
  /** Opens the dialog, which is not held here: the block changes its place while rates come. */
  readonly onEdit: () => void;
}

/** Where it goes: the address, what the check says of it, and the way to correct it. */
export function AddressBlock({ order, compact = false, onEdit }: Props) {
  const { t } = useLingui();
  const [first, ...rest] = addressLines(order.shipTo);
  const changed = order.shipToImported ? differences(order.shipToImported, order.shipTo) : [];
  return (
    <section className="ship-address" data-compact={compact || undefined} aria-label={t`Ship to`}>
      <div className={compact ? 'ship-sum' : 'row top'}>
        <IconMapPin size={17} aria-hidden className="ship-pin" />
        <address className="grow" title={compact ? addressLines(order.shipTo).join(', ') : undefined}>
          <span className="strong">{first}</span>
          {rest.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {order.shipTo.phone && <span className="dim">{order.shipTo.phone}</span>}
        </address>
        {compact ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t`Edit address`}
            title={t`Edit address`}
            onClick={onEdit}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={onEdit}
          >
            <Trans>Edit address</Trans>
          </Button>
        )}
      </div>
      {order.shipToProblems.map((problem) => (
        <div
          key={problem.code + problem.field}
          className="notice"
          data-tone={problem.severity === 'error' ? 'bad' : 'warn'}
        >
          <IconAlertTriangle size={16} aria-hidden />
          <div>{problem.message}</div>
        </div>
      ))}
      {order.shipToImported && changed.length > 0 && (
        <details>
          <summary className="small dim">
            <Trans>Corrected; the imported address is kept</Trans>
          </summary>
          <AddressCompare before={order.shipToImported} after={order.shipTo} />
        </details>
      )}
    </section>
  );
}
