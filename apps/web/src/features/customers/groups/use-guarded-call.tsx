import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

/** A call that changes prices; with the code once the person has said yes. */
export type GuardedCall<T> = (confirm: string | undefined) => Promise<{
  readonly data: T;
  readonly successMessage?: string | undefined;
}>;

interface Guarded<T> {
  readonly run: (call: GuardedCall<T>) => void;
  readonly busy: boolean;
  /** What went wrong, other than the question. */
  readonly error: unknown;
  /** Stays mounted. */
  readonly question: ReactNode;
}

interface Asked<T> {
  readonly call: GuardedCall<T>;
  readonly code: string;
  readonly cases: readonly string[];
}

function askedBy<T>(error: unknown, call: GuardedCall<T>): Asked<T> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'below_cost') return undefined;
  const code = error.fields.find(({ field }) => field === 'confirm')?.code;
  if (code === undefined) return undefined;
  return { call, code, cases: error.fields.flatMap(({ field, message }) => (field === 'rules' ? [message] : [])) };
}

/**
 * Makes a change of prices; where a label would be sold below its cost, asks first and names the worst cases.
 * @param confirm word of the button that goes on
 */
export function useGuardedCall<T>(confirm: string, onDone: (data: T) => void): Guarded<T> {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked<T>>();
  const [opened, setOpened] = useState(false);
  const run = useMutation({
    mutationFn: ({ call, code }: { readonly call: GuardedCall<T>; readonly code?: string }) => call(code),
    onSuccess: ({ data, successMessage }) => {
      setOpened(false);
      notify.success(successMessage ?? t`Saved.`);
      onDone(data);
    },
    onError: (error, { call }) => {
      const question = askedBy(error, call);
      setAsked(question ?? asked);
      setOpened(question !== undefined);
    },
  });
  const isQuestion = run.error instanceof ApiError && run.error.code === 'below_cost';
  return {
    run: (call) => run.mutate({ call }),
    busy: run.isPending,
    error: run.error && !isQuestion ? run.error : undefined,
    question: (
      <ConfirmDialog
        opened={opened}
        danger
        title={t`Labels would be sold below cost`}
        confirm={confirm}
        busy={run.isPending}
        onConfirm={() => asked && run.mutate({ call: asked.call, code: asked.code })}
        onClose={() => setOpened(false)}
      >
        <p>
          <Trans>With these mark-ups you lose money on labels. The worst cases of the last 30 days:</Trans>
        </p>
        <ul className="stack small" aria-label={t`Worst cases`}>
          {(asked?.cases ?? []).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </ConfirmDialog>
    ),
  };
}
