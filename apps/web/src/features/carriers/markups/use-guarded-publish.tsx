import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { MarkupPlan } from '@scanship/contracts/money/markups';
import { notify } from '../../../app/notify.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { tookPlan } from './markups-api.ts';

/** A call that publishes; with the code once the person has said yes. */
export type Publishing = (confirm: string | undefined) => Promise<{
  readonly data: MarkupPlan;
  readonly successMessage?: string | undefined;
}>;

interface GuardedPublish {
  readonly publish: (call: Publishing) => void;
  readonly busy: boolean;
  /** What went wrong, other than the question. */
  readonly error: unknown;
  /** Stays mounted. */
  readonly question: ReactNode;
}

interface Asked {
  readonly call: Publishing;
  readonly code: string;
  readonly cases: readonly string[];
}

const askedBy = (error: unknown, call: Publishing): Asked | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'below_cost') return undefined;
  const code = error.fields.find(({ field }) => field === 'confirm')?.code;
  if (code === undefined) return undefined;
  return { call, code, cases: error.fields.flatMap(({ field, message }) => (field === 'rules' ? [message] : [])) };
};

/** Publishes; where a price would fall below its cost, asks first and names the worst cases. */
export function useGuardedPublish(onDone: (plan: MarkupPlan) => void): GuardedPublish {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const run = useMutation({
    mutationFn: ({ call, confirm }: { readonly call: Publishing; readonly confirm?: string }) => call(confirm),
    onSuccess: ({ data, successMessage }) => {
      setOpened(false);
      tookPlan(data);
      notify.success(successMessage ?? t`Saved.`);
      onDone(data);
    },
    onError: (error, { call }) => {
      const question = askedBy(error, call);
      setAsked(question ?? asked);
      setOpened(question !== undefined);
    },
  });
  return {
    publish: (call) => run.mutate({ call }),
    busy: run.isPending,
    error: run.error && !askedBy(run.error, () => Promise.reject(run.error)) ? run.error : undefined,
    question: (
      <ConfirmDialog
        opened={opened}
        danger
        title={t`Labels would be sold below cost`}
        confirm={t`Publish below cost`}
        busy={run.isPending}
        onConfirm={() => asked && run.mutate({ call: asked.call, confirm: asked.code })}
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
