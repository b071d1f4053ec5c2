import { Button, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  decideBillDifferences,
  previewBillDifferences,
  undoBillDifferences,
} from '@scanship/contracts/carriers/carrier-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { billsChanged } from './audit-api.ts';
import { DecisionPreview } from './DecisionPreview.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';

export type Action = 'accept' | 'absorb' | 'dispute' | 'undo';

interface DecideProps {
  readonly action: Action;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What moves money is shown first, and only what was shown is booked. */
export function DecideDialog({ action, ids, onClose, onDone }: DecideProps) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  // A refused attempt is over; the next is one of its own.
  const [key, setKey] = useState(newIdempotencyKey);
  const preview = useQuery({
    queryKey: ['carrier-bills', 'preview', action, ids],
    queryFn: async ({ signal }) => {
      if (action === 'dispute') return null;
      return (await api.call(previewBillDifferences, { body: { ids: [...ids], action }, signal })).data;
    },
    gcTime: 0,
  });
  const fingerprint = preview.data?.fingerprint;
  const decide = useMutation({
    mutationFn: async (): Promise<string> => {
      if (action === 'undo') {
        const body = { ids: [...ids], fingerprint: fingerprint ?? '' };
        const { data } = await api.call(undoBillDifferences, { body, idempotencyKey: key });
        return t`Reversed: ${data.undone}.`;
      }
      const { data } = await api.call(decideBillDifferences, {
        body: {
          ids: [...ids],
          action,
          note: note.trim(),
          ...(action === 'dispute' ? { claimUntil: until === '' ? null : until } : { fingerprint }),
        },
        idempotencyKey: key,
      });
      return t`Decided: ${data.decided}. Passed on: ${data.passedOn}.`;
    },
    onSuccess: (words) => {
      notify.success(words);
      void billsChanged();
      onDone();
    },
    onError: () => {
      setKey(newIdempotencyKey());
      void preview.refetch();
    },
  });
  const words = {
    accept: {
      title: t`Accept what the carrier billed?`,
      text: t`This is exactly what your rules book.`,
      button: t`Accept`,
    },
    absorb: {
      title: t`Bear it yourself?`,
      text: t`It is booked as your cost and nobody below is charged.`,
      button: t`Bear`,
    },
    dispute: {
      title: t`Dispute it with the carrier?`,
      text: t`It is kept apart until you state what the carrier said. Send your claim through the carrier’s own billing page.`,
      button: t`Dispute`,
    },
    undo: {
      title: t`Undo this decision?`,
      text: t`What was booked is reversed for everyone, what was announced is withdrawn, and it waits to be decided again.`,
      button: t`Undo decision`,
    },
  }[action];
  return (
    <Dialog opened onClose={onClose} title={words.title} size="md">
      <div className="stack">
        <p className="dim small">{words.text}</p>
        <Loaded query={preview}>{(data) => data && <DecisionPreview preview={data} undo={action === 'undo'} />}</Loaded>
        {action !== 'undo' && (
          <Textarea
            label={t`Note`}
            value={note}
            maxLength={1_000}
            autosize
            minRows={2}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        {action === 'dispute' && (
          <TextInput
            type="date"
            label={t`Last day for the claim`}
            description={t`Only needed where the carrier’s period is not known.`}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        )}
        {decide.isError && <ErrorState compact error={decide.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button
            loading={decide.isPending}
            disabled={action !== 'dispute' && (preview.isFetching || !preview.data || preview.data.count === 0)}
            onClick={() => decide.mutate()}
          >
            {words.button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
