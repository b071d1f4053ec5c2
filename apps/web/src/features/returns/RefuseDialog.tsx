import { Button, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';

/** Why returns are refused; the buyer reads it. */
export function RefuseDialog({
  opened,
  count,
  busy,
  onRefuse,
  onClose,
}: {
  readonly opened: boolean;
  readonly count: number;
  readonly busy: boolean;
  readonly onRefuse: (answer: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const [answer, setAnswer] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.trim() !== '') onRefuse(answer.trim());
  };
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Refuse the return?`} centered size="md">
      <form className="stack wide" onSubmit={submit}>
        <p>
          <Plural value={count} one="# buyer reads your answer." other="# buyers read your answer." />
        </p>
        <Textarea
          label={t`Answer to the buyer`}
          required
          maxLength={500}
          autosize
          minRows={3}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          data-autofocus
        />
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" color="red.9" loading={busy}>
            <Trans>Refuse</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
