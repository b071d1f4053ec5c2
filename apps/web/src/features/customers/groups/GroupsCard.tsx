import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPencil, IconTrash } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CustomerGroup } from '@scanship/contracts/network/customer-groups';
import { notify } from '../../../app/notify.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { addGroup, groupsChanged, groupsQuery, removeGroup, renameGroup } from './groups-api.ts';

/** Groups of customers that are priced alike: kept here, filled in the list of customers. */
export function GroupsCard({ onShow }: { readonly onShow: (groupId: string) => void }) {
  const { t } = useLingui();
  const groups = useQuery(groupsQuery);
  const [name, setName] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: addGroup,
    onSuccess: async ({ successMessage }) => {
      setName('');
      setKey(crypto.randomUUID());
      await groupsChanged();
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') add.mutate({ name: name.trim(), key });
  };
  return (
    <section className="card" aria-label={t`Customer groups`} data-testid="customer-groups">
      <div className="card-head">
        <h2>
          <Trans>Customer groups</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <p className="dim small">
          <Trans>Customers you price alike. A customer is in one group at most.</Trans>
        </p>
        {groups.data ? (
          groups.data.length > 0 && (
            <ul className="stack">
              {groups.data.map((group) => (
                <Group key={`${group.id} ${group.version}`} group={group} onShow={() => onShow(group.id)} />
              ))}
            </ul>
          )
        ) : groups.isError ? (
          <ErrorState compact error={groups.error} onRetry={() => void groups.refetch()} />
        ) : (
          <Skeletons rows={2} />
        )}
        <form className="row" onSubmit={submit}>
          <TextInput
            className="grow"
            aria-label={t`Name of the new group`}
            placeholder={t`Name of the new group`}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
            <Trans>Add group</Trans>
          </Button>
        </form>
        {add.error && <ErrorState compact error={add.error} />}
      </div>
    </section>
  );
}

/** The name is what there is to type. */
const focus = (field: HTMLInputElement | null): void => field?.focus();

function Group({ group, onShow }: { readonly group: CustomerGroup; readonly onShow: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useState<string>();
  const after = async ({ successMessage }: { readonly successMessage?: string | undefined }) => {
    await groupsChanged();
    notify.success(successMessage ?? t`Saved.`);
  };
  const rename = useMutation({
    mutationFn: (next: string) => renameGroup(group.id, { name: next, version: group.version }),
    onSuccess: after,
  });
  const remove = useMutation({ mutationFn: () => removeGroup(group.id), onSuccess: after });
  const error = rename.error ?? remove.error;
  return (
    <li className="stack tight" data-testid="customer-group">
      {name === undefined ? (
        <div className="row">
          <span className="strong break-anywhere">{group.name}</span>
          <span className="dim small grow">
            <Plural value={group.customers} _0="nobody in it" one="# customer" other="# customers" />
          </span>
          {group.markups === 'used' && <Badge tone="good">{t`Own mark-ups`}</Badge>}
          {group.markups === 'waits' && <Badge tone="info">{t`Mark-ups waiting`}</Badge>}
          <LinkButton variant="default" size="compact-sm" to="/customer" search={{ group: group.id }}>
            <Trans>Customers</Trans>
          </LinkButton>
          <Button variant="default" size="compact-sm" onClick={onShow}>
            <Trans>Mark-ups</Trans>
          </Button>
          <ActionIcon variant="subtle" aria-label={t`Rename ${group.name}`} onClick={() => setName(group.name)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red.9"
            aria-label={t`Remove ${group.name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ) : (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') rename.mutate(name.trim());
          }}
        >
          <TextInput
            className="grow"
            aria-label={t`Name of the group`}
            maxLength={80}
            value={name}
            ref={focus}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" onClick={() => setName(undefined)}>
            <Trans>Cancel</Trans>
          </Button>
        </form>
      )}
      {error && <ErrorState compact error={error} />}
    </li>
  );
}
