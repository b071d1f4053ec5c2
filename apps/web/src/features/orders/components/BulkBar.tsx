/** What can be done with the chosen orders; it holds only what exists. */
import { ActionIcon, Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileText, IconPrinter, IconX } from '@tabler/icons-react';
import { usePrintJobs } from '../../shipping/use-print-jobs.ts';

interface Props {
  readonly ids: ReadonlySet<string>;
  readonly onClear: () => void;
}
export function BulkBar({ ids, onClear }: Props) {
  const { t } = useLingui();
  const { slips, labels } = usePrintJobs();
  if (ids.size === 0) return null;
  const list = [...ids];
  return (
    <div className="bulk" role="toolbar" aria-label={t`Chosen orders`}>
      <span className="strong num" role="status">
        <Plural value={ids.size} one="# order chosen" other="# orders chosen" />
      </span>
      <Button
        leftSection={<IconFileText size={16} aria-hidden />}
        variant="default"
        loading={slips.isPending}
        onClick={() => slips.mutate(list)}
      >
        <Trans>Packing slips</Trans>
      </Button>
      <Button
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={labels.isPending}
        onClick={() => labels.mutate(list)}
      >
        <Trans>Print labels</Trans>
      </Button>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t`Choose none`} onClick={onClear}>
        <IconX size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}
