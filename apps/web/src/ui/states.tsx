/** Empty, failing and waiting, the same everywhere: what happened, what to do next. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconInbox } from '#start-icons';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api-errors.ts';
import { sayError } from '../lib/error-words.ts';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
}
export function EmptyState({ title, children, actions, icon }: EmptyProps) {
  return (
    <div className="state">
      {icon ?? <IconInbox className="state-icon" size={36} stroke={1.4} aria-hidden />}
      <h2>{title}</h2>
      {children && <p className="dim">{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly compact?: boolean;
}
/** A failed load in place of its contents, with the reference to quote and a way to try again. */
export function ErrorState({ error, onRetry, compact = false }: ErrorProps) {
  const { i18n } = useI18n();
  const said = sayError(error, i18n);
  if (compact)
    return (
      <div className="notice" data-tone="bad" role="alert">
        <IconAlertTriangle size={17} aria-hidden />
        <div className="grow">
          <div className="strong">{said.title}</div>
          {said.advice && <div className="dim small">{said.advice}</div>}
          {lacksFunds(error) && (
            <a className="small" href="/account/billing">
              <Trans>Open Billing</Trans>
            </a>
          )}
          {said.reference && (
            <div className="dim small">
              <Trans>Reference: {said.reference}</Trans>
            </div>
          )}
        </div>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    );
  return (
    <div className="state" role="alert">
      <IconAlertTriangle className="state-icon" size={36} stroke={1.4} aria-hidden />
      <h2>{said.title}</h2>
      {said.advice && <p className="dim">{said.advice}</p>}
      {said.reference && (
        <p className="dim small">
          <Trans>Reference: {said.reference}</Trans>
        </p>
      )}
      {onRetry && (
        <div className="row">
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where more money is what helps; whoever may not see Billing is told so there. */
const lacksFunds = (error: unknown): boolean => error instanceof ApiError && error.code === 'insufficient_funds';

/** Grey lines in the shape of what is coming. */
export function Skeletons({ rows = 6, height = 18 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className="stack" aria-hidden>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton" style={{ height, width: `${92 - ((i * 17) % 38)}%` }} />
      ))}
    </div>
  );
}

/** Holds the focus in a popover while its contents load. */
export function PopoverWait({ rows }: { readonly rows: number }) {
  return (
    <div tabIndex={-1} data-autofocus>
      <Skeletons rows={rows} height={24} />
    </div>
  );
}
