import '../products.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type { commitProductImport } from '@scanship/contracts/products/product-import';
import { notify } from '../../../app/notify.ts';
import { saveBlob } from '../../../lib/download.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { ImportFrame } from '../../imports/frame/ImportFrame.tsx';
import { useImportSteps } from '../../imports/frame/use-import-steps.ts';
import { productsChanged } from '../api/products-api.ts';
import { FillOrders } from '../components/FillOrders.tsx';
import { CheckStep } from './CheckStep.tsx';
import { MapStep } from './MapStep.tsx';
import { check, commit, fill, templateFile, upload } from './product-import-api.ts';

/** Products from a file. */
export function ProductImportPage() {
  const { t } = useLingui();
  const steps = useImportSteps({ upload, check, commit, changed: productsChanged });
  const { step } = steps;
  return (
    <ImportFrame title={t`Import products`} at={step.at} fileName={steps.fileName} error={steps.error}>
      {step.at === 'file' && <FileStep busy={steps.uploading} onFile={steps.upload} onCancel={steps.cancelUpload} />}
      {step.at === 'map' && (
        <MapStep
          file={step.file}
          mapping={step.mapping}
          busy={steps.checking}
          onChange={(mapping) => steps.setStep({ ...step, mapping })}
          onBack={steps.again}
          onNext={steps.check}
        />
      )}
      {step.at === 'check' && (
        <CheckStep
          importId={step.file.importId}
          result={step.result}
          busy={steps.committing}
          onBack={steps.backToColumns}
          onOtherFile={steps.again}
          onCommit={steps.commit}
        />
      )}
      {step.at === 'done' && <DoneStep result={step.result} onAgain={steps.again} />}
    </ImportFrame>
  );
}

interface FileStepProps {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
  readonly onCancel: () => void;
}
function FileStep({ busy, onFile, onCancel }: FileStepProps) {
  const { t } = useLingui();
  const template = useMutation({
    mutationFn: templateFile,
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'products-template.xlsx'),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="stack">
      <FileDrop
        label={t`Drop a CSV or XLSX file here`}
        hint={<Trans>The first row holds the column names. An export can be edited and imported again.</Trans>}
        button={t`Choose a file`}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        busy={busy}
        onFile={onFile}
        onCancel={onCancel}
      />
      <ul className="import-rules dim small">
        <li>
          <Trans>An empty cell changes nothing.</Trans>
        </li>
        <li>
          <Trans>A cell with only a hyphen (-) clears the value.</Trans>
        </li>
        <li>
          <Trans>A row is matched by its product ID, otherwise by its SKU; a new SKU creates a new product.</Trans>
        </li>
      </ul>
      <div className="row">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={template.isPending}
          onClick={() => template.mutate()}
        >
          <Trans>Download a template</Trans>
        </Button>
        <LinkButton to="/ecommerce/products" variant="subtle">
          <Trans>Back to the products</Trans>
        </LinkButton>
      </div>
    </div>
  );
}

function DoneStep({
  result,
  onAgain,
}: {
  readonly result: DataOf<typeof commitProductImport>;
  readonly onAgain: () => void;
}) {
  const [filled, setFilled] = useState(false);
  return (
    <div className="card">
      <div className="state" role="status">
        <IconCircleCheck className="state-icon" size={40} stroke={1.4} aria-hidden />
        <h2>
          <Plural
            value={result.created + result.changed}
            one="# product was imported"
            other="# products were imported"
          />
        </h2>
        <p className="dim">
          <Plural value={result.created} one="# is new" other="# are new" />,{' '}
          <Plural value={result.changed} one="# was changed" other="# were changed" />
          {result.skipped > 0 && (
            <>
              , <Plural value={result.skipped} one="# row was left out" other="# rows were left out" />
            </>
          )}
        </p>
        {!filled && (
          <FillOrders orders={result.openOrders} fill={() => fill(result.importId)} onDone={() => setFilled(true)} />
        )}
        <div className="row">
          <LinkButton to="/ecommerce/products">
            <Trans>Go to the products</Trans>
          </LinkButton>
          <Button variant="default" onClick={onAgain}>
            <Trans>Import another file</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}
