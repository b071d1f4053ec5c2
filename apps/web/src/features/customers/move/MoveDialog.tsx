import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CustomerMove, MovePreview } from '@scanship/contracts/network/customer-moves';
import type { CustomerDetail } from '@scanship/contracts/network/customers';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { move, previewQuery, tookMove } from './move-api.ts';

const PLANS = ['Basic', 'Standard', 'Advanced'] as const satisfies readonly CustomerDetail['plan'][];

interface Props {
  readonly opened: boolean;
  readonly customer: CustomerDetail;
  readonly franchises: CustomerMove['franchises'];
  readonly onClose: () => void;
}

/** Everything that goes and does not go is read before the name is typed. */
export default function MoveDialog({ opened, customer, franchises, onClose }: Props) {
  const { t } = useLingui();
  const [franchiseId, setFranchiseId] = useState('');
  const [plan, setPlan] = useState(customer.plan);
  const [name, setName] = useState('');
  const shown = useShownAfterMount(opened);
  const preview = useQuery(previewQuery(customer.id, franchiseId));
  const ask = useMutation({
    mutationFn: () => move(customer.id, { toFranchiseId: franchiseId, plan, name: name.trim() }),
    onSuccess: ({ data, successMessage }) => {
      tookMove(customer.id, data);
      onClose();
      notify.success(successMessage ?? t`The customer is being moved.`);
    },
  });
  const refused = fieldErrorsOf(ask.error);
  const complete = preview.data?.settle.length === 0 && name.trim() === customer.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) ask.mutate();
  };
  const own = customer.name;
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Move ${own}`} size="lg" closeOnClickOutside={!ask.isPending}>
      <form className="stack" onSubmit={submit}>
        {Boolean(ask.error) && <ErrorState compact error={ask.error} />}
        <NativeSelect
          label={t`Franchise`}
          required
          data-autofocus
          error={refused['toFranchiseId']}
          value={franchiseId}
          onChange={(event) => setFranchiseId(event.currentTarget.value)}
        >
          <option value="">{t`Choose a franchise`}</option>
          {franchises.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </NativeSelect>
        {preview.data ? (
          <Preview preview={preview.data} />
        ) : preview.isError ? (
          <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          franchiseId !== '' && <Skeletons rows={4} />
        )}
        <NativeSelect
          label={t`Plan there`}
          description={t`Prepaid at first, without a mark-up list, sales agent or group.`}
          value={plan}
          onChange={(event) => setPlan(PLANS.find((each) => each === event.currentTarget.value) ?? plan)}
          data={[...PLANS]}
        />
        <TextInput
          label={t`Name of the customer`}
          description={t`Type ${own}`}
          required
          autoComplete="off"
          maxLength={120}
          error={refused['name']}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="row end">
          <Button variant="default" disabled={ask.isPending} onClick={onClose}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button type="submit" loading={ask.isPending} disabled={!complete}>
            <Trans>Move the customer</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: MovePreview }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: Readonly<Record<MovePreview['goes'][number]['what'], string>> = {
    orders: t`Orders nobody has begun to ship`,
    products: t`Products`,
    packages: t`Packages`,
    addresses: t`Addresses of the address book`,
    places: t`Ship-from addresses`,
    rules: t`Rules and presets`,
    stores: t`Stores`,
    accounts: t`Carrier accounts of its own`,
    people: t`People, invited to set a password there`,
  };
  return (
    <div className="stack" data-testid="move-preview">
      {preview.settle.length > 0 && (
        <div className="notice" data-tone="warn">
          <Said title={t`To be settled first`} list={preview.settle} />
        </div>
      )}
      <div>
        <div className="strong small">
          <Trans>Goes along, with settings, tax numbers and pages of buyers</Trans>
        </div>
        <ul className="reason-list">
          {preview.goes
            .filter(({ count }) => count > 0)
            .map(({ what, count }) => {
              const [word, number] = [words[what], format.number(count)];
              return (
                <li key={what}>
                  <Trans>
                    {word}: {number}
                  </Trans>
                </li>
              );
            })}
        </ul>
      </div>
      {preview.left.length > 0 && <Said title={t`Does not go, or needs a hand`} list={preview.left} />}
      <p className="dim small">
        <Trans>
          Labels, parcels on their way, returns, invoices, payments and reports stay here. No return label is bought
          here any more, and stores are not told of what is voided or returned here later.
        </Trans>
      </p>
    </div>
  );
}

function Said({ title, list }: { readonly title: string; readonly list: MovePreview['left'] }) {
  return (
    <div>
      <div className="strong small">{title}</div>
      <ul className="reason-list">
        {list.map(({ message }) => (
          <li key={message} className="break-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
