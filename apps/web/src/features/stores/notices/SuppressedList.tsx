import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { leaveAlone, suppressedQuery, writeAgain } from './notices-api.ts';
import { useNoticeWords } from './use-notice-words.ts';

const readAgain = () => queryClient.invalidateQueries({ queryKey: suppressedQuery.queryKey });

/** Addresses that get no notices, and why. */
export function SuppressedList() {
  const { t } = useLingui();
  const words = useNoticeWords();
  const format = useFormat();
  const [address, setAddress] = useState('');
  const listed = useInfiniteQuery(suppressedQuery);
  const list = listed.data?.pages.flatMap((page) => page.addresses) ?? [];
  const add = useMutation({
    mutationFn: () => leaveAlone(address.trim()),
    onSuccess: () => {
      setAddress('');
      return readAgain();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => writeAgain(id),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Removed.`);
      return readAgain();
    },
    onError: (error) => notify.error(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <section className="card">
      <form className="card-body row" onSubmit={submit}>
        <TextInput
          className="grow"
          type="email"
          label={t`E-mail`}
          value={address}
          maxLength={254}
          required
          error={fieldErrorsOf(add.error).address ?? (add.error ? add.error.message : undefined)}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mt={24} loading={add.isPending}>
          <Trans>Add to the list</Trans>
        </Button>
      </form>
      {listed.isPending ? (
        <div className="card-body">
          <Skeletons rows={4} />
        </div>
      ) : listed.isError && list.length === 0 ? (
        <ErrorState error={listed.error} onRetry={() => void listed.refetch()} />
      ) : list.length === 0 ? (
        <EmptyState title={t`No addresses`}>
          <Trans>Addresses that a mail server refuses, and buyers who unsubscribe, appear here.</Trans>
        </EmptyState>
      ) : (
        <TableWrap label={t`Addresses that get none`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`E-mail`}</th>
                <th scope="col">{t`Reason`}</th>
                <th scope="col">{t`Since`}</th>
                <th scope="col">
                  <span className="sr-only">{t`Actions`}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((each) => {
                const name = each.address ?? t`(erased)`;
                return (
                  <tr key={each.id}>
                    <th scope="row">{name}</th>
                    <td>
                      {words.reasons[each.reason]}
                      {each.serverWords && <div className="small dim">{each.serverWords}</div>}
                    </td>
                    <td>{format.instant(each.since, 'short')}</td>
                    <td className="end">
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={t`Remove ${name}`}
                        loading={remove.isPending && remove.variables === each.id}
                        onClick={() => remove.mutate(each.id)}
                      >
                        <Trans>Remove</Trans>
                      </Button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </TableWrap>
      )}
      {listed.hasNextPage && (
        <div className="card-body row">
          <Button variant="default" loading={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
            <Trans>Older ones</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
