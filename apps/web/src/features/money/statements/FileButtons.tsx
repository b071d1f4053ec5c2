import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../../app/notify.ts';
import type { Format } from './statements-api.ts';

/** The paper as PDF or spreadsheet. */
export function FileButtons({ save }: { readonly save: (format: Format) => Promise<void> }) {
  const saving = useMutation({ mutationFn: save, onError: (error) => notify.error(error) });
  const busy = (format: Format) => saving.isPending && saving.variables === format;
  return (
    <div className="row">
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={busy('pdf')}
        disabled={saving.isPending}
        onClick={() => saving.mutate('pdf')}
      >
        <Trans>PDF</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={busy('xlsx')}
        disabled={saving.isPending}
        onClick={() => saving.mutate('xlsx')}
      >
        <Trans>Spreadsheet</Trans>
      </Button>
    </div>
  );
}
