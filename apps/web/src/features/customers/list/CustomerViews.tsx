import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MOST_OWN_VIEWS } from '@scanship/contracts/orders/table-views';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { CustomersSearch } from '../customers-search.ts';
import {
  type CustomerView,
  customerViewsQuery,
  isView,
  keepViews,
  readViews,
  viewable,
  withView,
} from './customer-views.ts';

interface Props {
  readonly search: CustomersSearch;
  readonly onChange: (next: CustomersSearch) => void;
}

/** The views of the list that the person keeps: one is chosen, saved under a name or deleted. */
export default function CustomerViews({ search, onChange }: Props) {
  const { t } = useLingui();
  const kept = useQuery(customerViewsQuery);
  const [naming, setNaming] = useState(false);
  const views = readViews(kept.data?.filterList ?? '[]');
  const active = views.find((view) => isView(view, search));
  const keep = useMutation({
    mutationFn: (next: readonly CustomerView[]) => keepViews(next, kept.data?.version ?? 0),
    onSuccess: () => setNaming(false),
    onError: async (error) => {
      notify.error(error);
      // Another tab changed them: show its views, so that the next press builds on them.
      await queryClient.invalidateQueries({ queryKey: customerViewsQuery.queryKey });
    },
  });
  return (
    <>
      {views.length > 0 && (
        <NativeSelect
          aria-label={t`View`}
          value={active?.name ?? ''}
          data={[{ value: '', label: t`Choose a view` }, ...views.map(({ name }) => name)]}
          onChange={({ currentTarget: { value } }) => onChange(views.find(({ name }) => name === value)?.filters ?? {})}
        />
      )}
      {active ? (
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() => keep.mutate(views.filter((view) => view !== active))}
        >
          <Trans>Delete view</Trans>
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          disabled={!kept.data || views.length >= MOST_OWN_VIEWS}
          onClick={() => setNaming(true)}
        >
          <Trans>Save view</Trans>
        </Button>
      )}
      <NameDialog
        opened={naming}
        busy={keep.isPending}
        onClose={() => setNaming(false)}
        onName={(name) => keep.mutate(withView(views, { name, filters: viewable(search) }))}
      />
    </>
  );
}

interface NameDialogProps {
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

function NameDialog({ opened, busy, onClose, onName }: NameDialogProps) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name.trim());
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Save the view`} centered size="sm">
      <form className="stack wide" onSubmit={submit}>
        <TextInput
          label={t`Name`}
          description={t`Search, filters and order of the list; a view of the same name is replaced.`}
          maxLength={60}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className="row end">
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            <Trans>Save view</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
