import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CheckStep } from './CheckStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { FileStep } from './FileStep.tsx';
import { ImportFrame } from './frame/ImportFrame.tsx';
import { useImportSteps } from './frame/use-import-steps.ts';
import { check, commit, upload } from './import-api.ts';
import { MapStep } from './MapStep.tsx';

/** Orders from a file. */
export function ImportPage() {
  const { t } = useLingui();
  const client = useQueryClient();
  const steps = useImportSteps({
    upload,
    check,
    commit,
    changed: () => void client.invalidateQueries({ queryKey: ['orders'] }),
  });
  const { step } = steps;
  return (
    <ImportFrame title={t`Import orders`} at={step.at} fileName={steps.fileName} error={steps.error}>
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
          mapping={step.mapping}
          checking={steps.checking}
          onMapping={steps.checkAs}
          result={step.result}
          busy={steps.committing}
          onBack={steps.backToColumns}
          onOtherFile={steps.again}
          onCommit={steps.commit}
        />
      )}
      {step.at === 'done' && (
        <DoneStep
          created={step.result.created}
          skipped={step.result.skipped}
          importId={step.result.importId}
          blocked={step.check.blockedCount}
          onAgain={steps.again}
        />
      )}
    </ImportFrame>
  );
}
