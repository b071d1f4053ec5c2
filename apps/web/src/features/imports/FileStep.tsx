import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../app/notify.ts';
import { saveBlob } from '../../lib/download.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { templateFile } from './import-api.ts';

interface Props {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  readonly onCancel: () => void;
}
export function FileStep({ busy, onFile, onCancel }: Props) {
  const { t } = useLingui();
  const template = useMutation({
    mutationFn: templateFile,
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'OrderTemplate.csv'),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="stack">
      <FileDrop
        label={t`Drop a CSV or XLSX file here`}
        hint={
          <Trans>
            The first row holds the column names. Several rows with one order number are the lines of one order.
          </Trans>
        }
        button={t`Choose a file`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        busy={busy}
        onFile={onFile}
        onCancel={onCancel}
      />
      <div className="row">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={template.isPending}
          onClick={() => template.mutate()}
        >
          <Trans>Download a template</Trans>
        </Button>
        <span className="dim small">
          <Trans>Any file of orders will do: you say what each column means in the next step.</Trans>
        </span>
      </div>
    </div>
  );
}
