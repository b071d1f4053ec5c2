import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import type { ReactNode } from 'react';

interface Props {
  /** What the columns lack before the file can be checked. */
  readonly missing: ReactNode;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** The end of the step in which columns get their meaning. */
export function MapButtons({ missing, busy, onBack, onNext }: Props) {
  return (
    <>
      {missing && (
        <div className="notice" data-tone="warn" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <div>{missing}</div>
        </div>
      )}
      <div className="row end">
        <Button variant="default" onClick={onBack}>
          <Trans>Another file</Trans>
        </Button>
        <Button loading={busy} disabled={Boolean(missing)} onClick={onNext}>
          <Trans>Check the file</Trans>
        </Button>
      </div>
    </>
  );
}
