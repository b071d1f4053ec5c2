import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconMapPinCheck } from '#icons';
import type { checkAddress } from '@scanship/contracts/orders/orders';
import type { DataOf } from '@scanship/contracts/call';
import { useEffect, useRef } from 'react';
import { ChangeTable } from './AddressCompare.tsx';

interface Props {
  readonly suggestion: NonNullable<DataOf<typeof checkAddress>['suggestion']>;
  readonly automatic: boolean;
  /** Saving waits for an answer to it. */
  readonly waiting: boolean;
  readonly onTake: () => void;
}

/** What the check would write instead, field by field, and why. */
export function Suggestion({ suggestion, automatic, waiting, onTake }: Props) {
  const take = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (waiting) take.current?.focus();
  }, [waiting]);
  return (
    <div className="notice" role="status" data-tone={waiting ? 'warn' : undefined} data-testid="suggestion">
      <IconMapPinCheck size={16} aria-hidden />
      <div className="grow">
        <div className="strong">
          {automatic ? <Trans>Saved as the check suggests:</Trans> : <Trans>The check suggests:</Trans>}
        </div>
        <ChangeTable
          changes={suggestion.differences.map(({ field, from, to, reason }) => ({
            field,
            before: from,
            after: to,
            reason,
          }))}
        />
        {waiting && (
          <p className="small">
            <Trans>Use it, or save what you typed.</Trans>
          </p>
        )}
      </div>
      {!automatic && (
        <Button ref={take} size="compact-sm" onClick={onTake}>
          <Trans>Use it</Trans>
        </Button>
      )}
    </div>
  );
}
