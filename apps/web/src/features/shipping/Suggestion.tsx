import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconMapPinCheck } from '@tabler/icons-react';
import type { AddressDto } from '@scanship/contracts/common';
import type { checkAddress } from '@scanship/contracts/orders';
import type { DataOf } from '@scanship/contracts/call';
import { useEffect, useRef } from 'react';
import { AddressCompare } from './AddressCompare.tsx';

interface Props {
  readonly typed: AddressDto;
  readonly suggestion: NonNullable<DataOf<typeof checkAddress>['suggestion']>;
  readonly automatic: boolean;
  /** Saving waits for an answer to it. */
  readonly waiting: boolean;
  readonly onTake: () => void;
}

/** What the check would write instead, field by field, and why. */
export function Suggestion({ typed, suggestion, automatic, waiting, onTake }: Props) {
  const take = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (waiting) take.current?.focus();
  }, [waiting]);
  const reasons = [...new Set(suggestion.differences.map((each) => each.reason))];
  return (
    <div className="notice" role="status" data-tone={waiting ? 'warn' : undefined} data-testid="suggestion">
      <IconMapPinCheck size={16} aria-hidden />
      <div className="grow">
        <div className="strong">
          {automatic ? <Trans>Saved as the check suggests:</Trans> : <Trans>The check suggests:</Trans>}
        </div>
        <AddressCompare before={typed} after={suggestion.address} />
        <ul className="dim small">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {waiting && (
          <p className="small">
            <Trans>Take it, or save what you typed.</Trans>
          </p>
        )}
      </div>
      {!automatic && (
        <Button ref={take} size="compact-sm" onClick={onTake}>
          <Trans>Take it over</Trans>
        </Button>
      )}
    </div>
  );
}
