/** What can be done with the chosen orders. It holds what the registry offers: some in the bar, the rest behind "More". */
import { ActionIcon, Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDots, IconX } from '#icons';
import { lazy, memo, Suspense } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { useLayer } from '../../../ui/use-layer.ts';
import { withWords } from '../api/with-words.ts';
import type { ActionTarget, OrderAction } from '../model/order-actions.ts';
import { iconOf } from './action-icons.ts';

export const loadMenu = withWords(() => import('../later/ActionMenu.tsx'));
const ActionMenu = lazy(loadMenu);

interface Props {
  readonly target: ActionTarget | undefined;
  readonly actionsFor: (target: ActionTarget) => readonly OrderAction[];
  readonly onAction: (action: OrderAction, target: ActionTarget) => void;
  /** Set where the whole page is chosen and more match. */
  readonly more: { readonly total: number; readonly capped: boolean } | undefined;
  /** A panel stands beside the list. */
  readonly narrow: boolean;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

export const BulkBar = memo(function BulkBar({ target, actionsFor, onAction, more, narrow, onAll, onClear }: Props) {
  const { t } = useLingui();
  const phone = useMedia(PHONE);
  const { i18n } = useI18n();
  const format = useFormat();
  const layer = useLayer(loadMenu, 'menu');
  if (!target) return null;
  const actions = actionsFor(target);
  // A phone has room for the first one, and so has the list beside a panel.
  const stands = (action: OrderAction) => action.bar !== undefined && ((!phone && !narrow) || action.bar === 1);
  const inBar = actions.filter(stands).toSorted((a, b) => (a.bar ?? 0) - (b.bar ?? 0));
  const behind = actions.filter((action) => !stands(action) && action.single === undefined);
  return (
    <div className="bulk" role="toolbar" aria-label={t`Selected orders`}>
      <span className="strong num" role="status">
        {target.capped ? (
          <Trans>All {format.number(target.count)}+ orders selected</Trans>
        ) : (
          <Plural value={target.count} one="# order selected" other="# orders selected" />
        )}
      </span>
      {more && (
        <button type="button" className="link small" onClick={onAll}>
          {more.capped ? (
            <Trans>Select all that match ({format.number(more.total)}+)</Trans>
          ) : (
            <Trans>Select all {format.number(more.total)} that match</Trans>
          )}
        </button>
      )}
      {inBar.map((action, at) => {
        const Icon = iconOf(action.id);
        const why = action.blocked(target);
        return (
          <Button
            key={action.id}
            variant={at === 0 ? 'filled' : 'default'}
            leftSection={<Icon size={16} aria-hidden />}
            aria-disabled={why !== undefined}
            data-disabled={why !== undefined || undefined}
            title={why && i18n._(why)}
            onClick={() => why === undefined && onAction(action, target)}
          >
            {i18n._(action.name)}
          </Button>
        );
      })}
      {behind.length > 0 && (
        <Button {...layer.button} variant="default" leftSection={<IconDots size={16} aria-hidden />}>
          {t({ message: 'More', context: 'actions' })}
        </Button>
      )}
      {layer.loaded && (
        <Suspense fallback={null}>
          <ActionMenu
            anchor={layer.anchor}
            opened={layer.opened}
            label={t`More actions`}
            actions={behind}
            target={target}
            onChange={layer.setOpened}
            onAction={onAction}
          />
        </Suspense>
      )}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t`Clear selection`} onClick={onClear}>
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
});
