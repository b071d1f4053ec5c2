/** What came of an action on orders: how many, which were refused and why, and the way back. */
import { ActionIcon, Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { Done } from './commands.ts';

interface Props {
  readonly done: Done;
  readonly busy: boolean;
  readonly onUndo: (undo: () => Promise<Done>) => void;
  readonly onShow: (orderIds: readonly string[]) => void;
  readonly onClose: () => void;
}
/** How long the way back is offered; refused orders stay until they are put away. */
const SHOWN_MS = 12_000;

export function OutcomeBar({ done, busy, onUndo, onShow, onClose }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [listed, setListed] = useState(false);
  const { undo, refused, problems } = done;
  useEffect(() => {
    if (refused > 0) return undefined;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refused, onClose]);
  return (
    <div className="bulk" data-testid="outcome" role="group" aria-label={t`Outcome`}>
      <span role="status">
        {i18n._(done.words)}{' '}
        {refused > 0 && (
          <Plural value={refused} one="# order was left as it is." other="# orders were left as they are." />
        )}
      </span>
      {refused > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setListed(true)}>
          <Trans>Why</Trans>
        </Button>
      )}
      {undo && (
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => onUndo(undo)}>
          <Trans>Undo</Trans>
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Close`} onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      <Dialog opened={listed} onClose={() => setListed(false)} title={t`Left as they are`} size="lg">
        <div className="stack">
          <ul className="problem-list">
            {problems.map((problem) => (
              <li key={problem.orderId + problem.code}>
                <Link to="/ecommerce/order/$orderId" params={{ orderId: problem.orderId }}>
                  {problem.orderNumber}
                </Link>
                <span>{problem.message}</span>
              </li>
            ))}
          </ul>
          {refused > problems.length && (
            <p className="dim small">
              <Trans>The first {problems.length} are listed.</Trans>
            </p>
          )}
          {problems.length > 0 && (
            <div className="row end">
              <Button
                variant="default"
                onClick={() => {
                  setListed(false);
                  onShow(problems.map((problem) => problem.orderId));
                }}
              >
                <Trans>Show these orders</Trans>
              </Button>
            </div>
          )}
        </div>
      </Dialog>
    </div>
  );
}
