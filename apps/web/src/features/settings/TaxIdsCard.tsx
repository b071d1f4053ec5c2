import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { removeTaxId, type TaxIdDto } from '@scanship/contracts/money/tax-ids';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { useFormat } from '../../app/use-format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { taxIdsQuery } from './settings-api.ts';
import { TaxIdForm } from './TaxIdForm.tsx';
import { useTaxIdWords } from './use-tax-id-words.ts';

/** Tax and customs numbers of the company, and which parcels each goes with. */
export function TaxIdsCard() {
  const { t } = useLingui();
  const words = useTaxIdWords();
  const { locale } = useFormat();
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const numbers = useQuery(taxIdsQuery);
  const [editing, setEditing] = useState<TaxIdDto | 'new' | undefined>(undefined);
  const [leaving, setLeaving] = useState<TaxIdDto>();
  const list = numbers.data?.taxIds ?? [];
  const add = (
    <Button
      variant={list.length === 0 ? 'filled' : 'default'}
      size={list.length === 0 ? 'sm' : 'compact-md'}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => setEditing('new')}
    >
      <Trans>Add a number</Trans>
    </Button>
  );
  return (
    <section className="card" aria-label={t`Tax numbers`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Tax numbers</Trans>
        </h2>
        {list.length > 0 && add}
      </div>
      {numbers.data ? (
        list.length === 0 ? (
          <EmptyState title={t`No tax number yet`} actions={add}>
            <Trans>
              Customs asks who is shipping. Carriers receive the numbers that each shipment needs, and the commercial
              invoice shows them.
            </Trans>
          </EmptyState>
        ) : (
          <ul className="locations" aria-label={t`Tax numbers`}>
            {list.map((each) => (
              <li key={each.id} className="row top between">
                <div className="grow">
                  <div className="row tight">
                    <span className="strong">{words.names[each.kind]}</span>
                    <span className="tax-number">{each.number}</span>
                    <span className="dim small">{countries.of(each.countryCode) ?? each.countryCode}</span>
                  </div>
                  <div className="dim small">{words.uses[each.kind]}</div>
                  {each.problem !== null && (
                    <div className="row tight top small danger">
                      <IconAlertTriangle size={14} aria-hidden />
                      <span className="grow">{each.problem}</span>
                    </div>
                  )}
                </div>
                <div className="row tight">
                  <Button
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconPencil size={14} aria-hidden />}
                    aria-label={t`Edit ${each.number}`}
                    onClick={() => setEditing(each)}
                  >
                    <Trans>Edit</Trans>
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t`Remove ${each.number}`}
                    onClick={() => setLeaving(each)}
                  >
                    <IconTrash size={14} aria-hidden />
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )
      ) : numbers.isError ? (
        <ErrorState error={numbers.error} onRetry={() => void numbers.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={3} />
        </div>
      )}
      <Dialog
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === 'new' ? t`Add a tax number` : t`Change the tax number`}
      >
        {editing && <TaxIdForm taxId={editing === 'new' ? undefined : editing} onDone={() => setEditing(undefined)} />}
      </Dialog>
      <Removal taxId={leaving} onClose={() => setLeaving(undefined)} />
    </section>
  );
}

function Removal({ taxId, onClose }: { readonly taxId: TaxIdDto | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const remove = useMutation({
    mutationFn: ({ id, version }: TaxIdDto) => api.call(removeTaxId, { params: { id }, query: { version } }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(taxIdsQuery.queryKey, data);
      notify.success(successMessage ?? t`The number was removed.`);
    },
    onError: (error) => {
      notify.error(error);
      void queryClient.invalidateQueries({ queryKey: taxIdsQuery.queryKey });
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={taxId !== undefined}
      title={t`Remove this number?`}
      confirm={t`Remove`}
      danger
      busy={remove.isPending}
      onConfirm={() => taxId && remove.mutate(taxId)}
      onClose={onClose}
    >
      <Trans>No parcel bears “{taxId?.number}” any more. Shipments that were bought with it keep it.</Trans>
    </ConfirmDialog>
  );
}
