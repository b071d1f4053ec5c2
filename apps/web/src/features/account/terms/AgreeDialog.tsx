import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { agreeToTerms, type OwnTerms, type ShownTerms } from '@scanship/contracts/access/terms';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { isCode } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TermsText } from './TermsText.tsx';

interface Props {
  readonly opened: boolean;
  readonly own: OwnTerms | undefined;
  readonly onLater: () => void;
}

/** The terms in force, to be read and agreed to, or looked at later. */
export default function AgreeDialog({ opened, own, onLater }: Props) {
  const { t } = useLingui();
  const from = own?.terms?.from ?? '';
  return (
    <Dialog opened={opened} onClose={onLater} title={t`Terms of ${from}`} size="lg" closeOnClickOutside={false}>
      {own?.terms && <Form key={own.terms.hash} terms={own.terms} onLater={onLater} />}
    </Dialog>
  );
}

const KEY = ['terms', 'mine'];

function Form({ terms, onLater }: { readonly terms: ShownTerms; readonly onLater: () => void }) {
  const { t } = useLingui();
  const [agreed, setAgreed] = useState(false);
  const send = useMutation({
    mutationFn: () => api.call(agreeToTerms, { body: { id: terms.id, hash: terms.hash } }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(KEY, data);
      notify.success(successMessage ?? '');
    },
    onError: (error) => {
      // Another version came into force: it is shown instead.
      if (isCode(error, 'stale_version')) void queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {send.error && <ErrorState compact error={send.error} />}
      {terms.name !== '' && <p className="dim small">{terms.name}</p>}
      <TermsText terms={terms} />
      <Checkbox
        label={t`I have read the terms and agree to them`}
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <div className="row end">
        <Button variant="default" disabled={send.isPending} onClick={onLater}>
          <Trans>Later</Trans>
        </Button>
        <Button type="submit" disabled={!agreed} loading={send.isPending}>
          <Trans>Agree</Trans>
        </Button>
      </div>
    </form>
  );
}
