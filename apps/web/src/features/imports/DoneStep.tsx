import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconCircleCheck, IconDownload } from '#icons';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOrderProblems } from './CheckStep.tsx';

interface Props {
  readonly created: number;
  readonly skipped: number;
  readonly blocked: number;
  readonly importId: string;
  readonly onAgain: () => void;
}
export function DoneStep({ created, skipped, blocked, importId, onAgain }: Props) {
  const download = useOrderProblems(importId);
  return (
    <div className="card">
      <div className="state" role="status">
        <IconCircleCheck className="state-icon" size={40} stroke={1.4} aria-hidden />
        <h2>
          <Plural value={created} one="# order was created" other="# orders were created" />
        </h2>
        {skipped > 0 && (
          <p className="dim">
            <Plural value={skipped} one="# order was left out." other="# orders were left out." />
          </p>
        )}
        <div className="row">
          <LinkButton to="/ecommerce/orders" search={{ imports: [importId] }}>
            <Plural value={created} one="Show this order" other="Show these # orders" />
          </LinkButton>
          {blocked > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              <Trans>Download the rows left out</Trans>
            </Button>
          )}
          <Button variant="default" onClick={onAgain}>
            <Trans>Import another file</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}
