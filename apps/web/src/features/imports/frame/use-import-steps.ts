/** File, columns, check, result: the four steps of an import. Nothing is created before the last press. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { CANCELLED_BY_PERSON } from '../../../lib/api-errors.ts';

export const IMPORT_STEPS = ['file', 'map', 'check', 'done'] as const;
export type ImportStepName = (typeof IMPORT_STEPS)[number];

/** What was read of an uploaded file, whatever is imported. */
export interface UploadedFile<Mapping> {
  readonly importId: string;
  readonly fileName: string;
  readonly mapping: Mapping;
}
interface Answer<T> {
  readonly data: T;
  readonly successMessage?: string | undefined;
}

export type ImportStep<Upload, Mapping, Check, Done> =
  | { readonly at: 'file' }
  | { readonly at: 'map'; readonly file: Upload; readonly mapping: Mapping }
  | { readonly at: 'check'; readonly file: Upload; readonly mapping: Mapping; readonly result: Check }
  | { readonly at: 'done'; readonly result: Done; readonly check: Check };

interface Calls<Upload, Mapping, Check, Done> {
  readonly upload: (file: File, signal: AbortSignal) => Promise<Answer<Upload>>;
  readonly check: (input: { readonly id: string; readonly mapping: Mapping }) => Promise<Answer<Check>>;
  readonly commit: (input: {
    readonly id: string;
    readonly mapping: Mapping;
    readonly skipBlocked: boolean;
    readonly check: Check;
  }) => Promise<Answer<Done>>;
  /** Lists that show what was imported are read anew. */
  readonly changed: () => void;
}

export function useImportSteps<Upload extends UploadedFile<Mapping>, Mapping, Check, Done>(
  calls: Calls<Upload, Mapping, Check, Done>,
) {
  const [step, setStep] = useState<ImportStep<Upload, Mapping, Check, Done>>({ at: 'file' });
  // A large file takes a while to send and to read: whoever chose the wrong one need not wait for it.
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const stop = new AbortController();
      sending.current = stop;
      return calls.upload(file, stop.signal);
    },
    onSuccess: ({ data }) => setStep({ at: 'map', file: data, mapping: data.mapping }),
  });
  const checking = useMutation({
    mutationFn: calls.check,
    onSuccess: ({ data }, { mapping }) => {
      if (step.at === 'map' || step.at === 'check') setStep({ at: 'check', file: step.file, mapping, result: data });
    },
  });
  const committing = useMutation({
    mutationFn: calls.commit,
    onSuccess: ({ data, successMessage }, { check }) => {
      calls.changed();
      if (successMessage) notify.success(successMessage);
      setStep({ at: 'done', result: data, check });
    },
  });
  const failed =
    step.at === 'file'
      ? uploading
      : step.at === 'map' || (step.at === 'check' && checking.isError)
        ? checking
        : committing;
  return {
    step,
    setStep,
    fileName: step.at === 'map' || step.at === 'check' ? step.file.fileName : undefined,
    error: failed.error,
    uploading: uploading.isPending,
    checking: checking.isPending,
    committing: committing.isPending,
    upload: (file: File) => uploading.mutate(file),
    cancelUpload: () => sending.current?.abort(CANCELLED_BY_PERSON),
    check: () => {
      if (step.at === 'map') checking.mutate({ id: step.file.importId, mapping: step.mapping });
    },
    /** The same file read otherwise, without leaving the step. */
    checkAs: (mapping: Mapping) => {
      if (step.at === 'check') checking.mutate({ id: step.file.importId, mapping });
    },
    commit: (skipBlocked: boolean) => {
      if (step.at === 'check')
        committing.mutate({ id: step.file.importId, mapping: step.mapping, skipBlocked, check: step.result });
    },
    again: () => setStep({ at: 'file' }),
    backToColumns: () => {
      if (step.at === 'check') setStep({ at: 'map', file: step.file, mapping: step.mapping });
    },
  };
}
