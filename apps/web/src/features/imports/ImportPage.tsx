import './imports.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type { commitImport, ImportCheck, ImportMapping, uploadOrders } from '@scanship/contracts/order-import';
import { useQueryClient } from '@tanstack/react-query';
import { notify } from '../../app/notify.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { check, commit, upload } from './import-api.ts';
import { CheckStep } from './CheckStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FileStep } from './FileStep.tsx';
import { MapStep } from './MapStep.tsx';
import { newIdempotencyKey } from '../../app/api.ts';

type Upload = DataOf<typeof uploadOrders>;
type Step =
  | { readonly at: 'file' }
  | { readonly at: 'map'; readonly file: Upload; readonly mapping: ImportMapping }
  | { readonly at: 'check'; readonly file: Upload; readonly mapping: ImportMapping; readonly result: ImportCheck }
  | { readonly at: 'done'; readonly result: DataOf<typeof commitImport>; readonly blocked: number };
const ORDER: readonly Step['at'][] = ['file', 'map', 'check', 'done'];

/** File, columns, check, result. Nothing is created before the last press (no partial surprise). */
export function ImportPage() {
  const { t } = useLingui();
  const client = useQueryClient();
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
      void client.invalidateQueries({ queryKey: ['orders'] });
      if (successMessage) notify.success(successMessage);
      setStep({ at: 'done', result: data, blocked: step.at === 'check' ? step.result.blockedCount : 0 });
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
      <PageHead title={t`Import orders`} />
      <div className="page-head">
        <div className="grow">
          <h1 ref={head} tabIndex={-1} className="quiet-focus">
            <Trans>Import orders</Trans>
          </h1>
          {step.at !== 'file' && step.at !== 'done' && <p className="dim small">{step.file.fileName}</p>}
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
              expectedReady: step.result.readyCount,
              key: newIdempotencyKey(),
            })
          }
        />
      )}
      {step.at === 'done' && (
        <DoneStep
          created={step.result.created}
          skipped={step.result.skipped}
          importId={step.result.importId}
          blocked={step.blocked}
          onAgain={() => setStep({ at: 'file' })}
        />
      )}
    </div>
  );
}
