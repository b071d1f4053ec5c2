import { Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { PlatformCarrier } from '@scanship/contracts/network/platform-apps';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { franchiseChoicesQuery, lend, platformCarriersQuery } from './platform-api.ts';

interface Props {
  readonly opened: boolean;
  readonly carrier: PlatformCarrier | undefined;
  readonly onClose: () => void;
}
/** Exactly the franchises that are ticked ship with the account. */
export default function LendDialog({ opened, carrier, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const name = carrier?.name ?? '';
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Lend ${name} to`}>
      {carrier && <Choice key={`${carrier.id} ${carrier.lentTo.length}`} carrier={carrier} onClose={onClose} />}
    </Dialog>
  );
}

function Choice({ carrier, onClose }: { readonly carrier: PlatformCarrier; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(carrier.lentTo.map((one) => one.franchiseId)),
  );
  const franchises = useQuery(franchiseChoicesQuery(text.trim()));
  const save = useMutation({
    mutationFn: () => lend(carrier.id, [...chosen]),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(platformCarriersQuery.queryKey, data);
      notify.success(successMessage ?? t`Saved.`);
      onClose();
    },
  });
  const lost = carrier.lentTo.filter((one) => !chosen.has(one.franchiseId));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <TextInput
        type="search"
        aria-label={t`Find a franchise`}
        placeholder={t`Find a franchise`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {franchises.data ? (
        <div className="choose-list" role="group" aria-label={t`Franchises`}>
          {franchises.data.map(({ id, name }) => (
            <Checkbox key={id} label={name} checked={chosen.has(id)} onChange={() => toggle(id)} />
          ))}
          {franchises.data.length === 0 && (
            <p className="dim">
              <Trans>No franchise matches</Trans>
            </p>
          )}
        </div>
      ) : franchises.isError ? (
        <ErrorState compact error={franchises.error} onRetry={() => void franchises.refetch()} />
      ) : (
        <Skeletons rows={3} />
      )}
      {lost.length > 0 && (
        <div className="notice" data-tone="warn" role="status">
          <Trans>Their customers lose it at once: {lost.map((one) => one.name).join(', ')}</Trans>
        </div>
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
