/** One menu for all rows: it opens at the button that was pressed, or at the active row by its key. */
import { useLingui } from '@lingui/react/macro';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { lazy, Suspense, useMemo } from 'react';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { ActionTarget, OrderAction } from '../model/order-actions.ts';
import { loadMenu } from './BulkBar.tsx';
import { targetOfRow } from './use-actions.ts';

const ActionMenu = lazy(loadMenu);

export interface RowMenuAt {
  readonly row: OrderRow;
  readonly button: HTMLElement;
  readonly opened: boolean;
}
interface Props {
  readonly at: RowMenuAt | undefined;
  readonly actionsFor: (target: ActionTarget) => readonly OrderAction[];
  readonly onAction: (action: OrderAction, target: ActionTarget) => void;
  readonly onClose: () => void;
}

export function RowMenu({ at, actionsFor, onAction, onClose }: Props) {
  const { t } = useLingui();
  const loaded = useLoaded(at !== undefined);
  const target = useMemo(() => at && targetOfRow(at.row), [at]);
  if (!loaded || !at || !target) return null;
  return (
    <Suspense fallback={null}>
      <ActionMenu
        anchor={at.button}
        opened={at.opened}
        label={t`Actions for order ${at.row.ecomOrderNumber}`}
        actions={actionsFor(target)}
        target={target}
        onChange={(opened) => !opened && onClose()}
        onAction={onAction}
      />
    </Suspense>
  );
}
