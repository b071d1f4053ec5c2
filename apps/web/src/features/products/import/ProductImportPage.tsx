import '../../imports/imports.css';
import '../products.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type {
  commitProductImport,
  ProductCheck,
  ProductMapping,
  uploadProducts,
} from '@scanship/contracts/product-import';
import { notify } from '../../../app/notify.ts';
import { saveBlob } from '../../../lib/download.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { productsChanged } from '../api/products-api.ts';
import { FillOrders } from '../components/FillOrders.tsx';
import { CheckStep } from './CheckStep.tsx';
import { MapStep } from './MapStep.tsx';
import { check, commit, fill, templateFile, upload } from './product-import-api.ts';

type Upload = DataOf<typeof uploadProducts>;
type Step =
  | { readonly at: 'file' }
  | { readonly at: 'map'; readonly file: Upload; readonly mapping: ProductMapping }
  | { readonly at: 'check'; readonly file: Upload; readonly mapping: ProductMapping; readonly result: ProductCheck }
  | { readonly at: 'done'; readonly result: DataOf<typeof commitProductImport> };
const ORDER: readonly Step['at'][] = ['file', 'map', 'check', 'done'];

/** File, columns, check, result. Nothing is changed before the last press. */
export function ProductImportPage() {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ at: 'file' });
  const uploading = useMutation({
    mutationFn: upload,
    onSuccess: ({ data }) => setStep({ at: 'map', file: data, mapping: data.mapping }),
  });
  const checking = useMutation({
    mutationFn: check,
    onSuccess: ({ data }, { mapping }) => {
      if (step.at === 'map' || step.at === 'check') setStep({ at: 'check', file: step.file, mapping, result: data });
    },
  });
  const committing = useMutation({
    mutationFn: commit,
    onSuccess: ({ data, successMessage }) => {
      productsChanged();
      if (successMessage) notify.success(successMessage);
      setStep({ at: 'done', result: data });
    },
  });
  const failed = step.at === 'file' ? uploading : step.at === 'map' ? checking : committing;
  // Each step begins at its top, and the focus comes along.
  const head = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    head.current?.focus({ preventScroll: true });
  }, [step.at]);
  const names = { file: t`File`, map: t`Columns`, check: t`Check`, done: t`Result` };
  const index = ORDER.indexOf(step.at);
  return (
    <div className="page-narrow">
      <PageHead title={t`Import products`} />
      <div className="page-head">
        <div className="grow">
          <h1 ref={head} tabIndex={-1} className="quiet-focus">
            <Trans>Import products</Trans>
          </h1>
          {(step.at === 'map' || step.at === 'check') && <p className="dim small">{step.file.fileName}</p>}
        </div>
        <ol className="steps" aria-label={t`Steps`}>
          {ORDER.map((at, i) => (
            <li
              key={at}
              data-state={i < index ? 'past' : i === index ? 'now' : 'next'}
              aria-current={i === index ? 'step' : undefined}
            >
              <span className="step-number" aria-hidden>
                {i + 1}
              </span>
              {names[at]}
            </li>
          ))}
        </ol>
      </div>
      {failed.isError && (
        <div className="import-problem">
          <ErrorState compact error={failed.error} />
        </div>
      )}
      {step.at === 'file' && <FileStep busy={uploading.isPending} onFile={(file) => uploading.mutate(file)} />}
      {step.at === 'map' && (
        <MapStep
          file={step.file}
          mapping={step.mapping}
          busy={checking.isPending}
          onChange={(mapping) => setStep({ ...step, mapping })}
          onBack={() => setStep({ at: 'file' })}
          onNext={() => checking.mutate({ id: step.file.importId, mapping: step.mapping })}
        />
      )}
      {step.at === 'check' && (
        <CheckStep
          importId={step.file.importId}
          result={step.result}
          busy={committing.isPending}
          onBack={() => setStep({ at: 'map', file: step.file, mapping: step.mapping })}
          onOtherFile={() => setStep({ at: 'file' })}
          onCommit={(skipBlocked) =>
            committing.mutate({
              id: step.file.importId,
              mapping: step.mapping,
              skipBlocked,
              expected: step.result.counts.new + step.result.counts.changed,
            })
          }
        />
      )}
      {step.at === 'done' && <DoneStep result={step.result} onAgain={() => setStep({ at: 'file' })} />}
    </div>
  );
}

function FileStep({ busy, onFile }: { readonly busy: boolean; readonly onFile: (file: File) => void }) {
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
      />
      <ul className="import-rules dim small">
        <li>
          <Trans>An empty cell changes nothing.</Trans>
        </li>
        <li>
          <Trans>A cell with only a hyphen (-) clears the value.</Trans>
        </li>
        <li>
          <Trans>A row is found by its product ID, else by its SKU; a new SKU makes a new product.</Trans>
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
            one="# product was taken over"
            other="# products were taken over"
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
