import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { addPackage, type CarrierPackagingDto } from '@scanship/contracts/products/packages';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { packagesChanged, packagingsQuery } from './packages-api.ts';
import { SizeText } from './SizeText.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Boxes, envelopes and bags that the customer's carriers hand out, to be taken over with one press. */
export function PackagingsDialog({ opened, onClose }: Props) {
  const { t } = useLingui();
  const list = useQuery({ ...packagingsQuery, enabled: opened });
  const packagings = list.data?.packagings ?? [];
  const carriers = [...new Set(packagings.map(({ carrierName }) => carrierName))];
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Packagings of your carriers`} size="lg">
      {list.data ? (
        packagings.length === 0 ? (
          <EmptyState title={t`None of your carriers has packagings of its own here`}>
            <Trans>Connect a carrier, or add the box with its sizes.</Trans>
          </EmptyState>
        ) : (
          <div className="stack wide">
            {carriers.map((name) => (
              <section key={name} className="stack tight" aria-label={name}>
                <h3>{name}</h3>
                <ul className="card">
                  {packagings
                    .filter(({ carrierName }) => carrierName === name)
                    .map((packaging) => (
                      <PackagingRow key={packaging.presetCode} packaging={packaging} />
                    ))}
                </ul>
              </section>
            ))}
          </div>
        )
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeletons rows={5} height={34} />
      )}
    </Dialog>
  );
}

function PackagingRow({ packaging }: { readonly packaging: CarrierPackagingDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const add = useMutation({
    mutationFn: () =>
      api.call(addPackage, {
        body: { carrier: packaging.carrier, presetCode: packaging.presetCode, isDefault: false },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: async ({ successMessage }) => {
      await packagesChanged();
      notify.success(successMessage ?? t`The package was saved.`);
    },
  });
  const { name, services } = packaging;
  return (
    <li className="packaging-row">
      <div className="grow">
        <div className="row tight">
          <span className="strong">{name}</span>
          {packaging.flatRate && <Badge tone="info">{t`Flat rate`}</Badge>}
        </div>
        <div className="dim small">
          <SizeText size={packaging.outer} />
          {packaging.maxGrams !== null && <Trans>, up to {format.weight(packaging.maxGrams)}</Trans>}
        </div>
        {services.length > 0 && (
          <div className="dim small" title={services.join(', ')}>
            <Plural value={services.length} one="with # service only" other="with # services only" />
          </div>
        )}
        {add.isError && <ErrorState compact error={add.error} />}
      </div>
      {packaging.added ? (
        <span className="row tight dim small">
          <IconCheck size={15} aria-hidden />
          <Trans>Added</Trans>
        </span>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={14} aria-hidden />}
          loading={add.isPending}
          aria-label={t`Add ${name}`}
          onClick={() => add.mutate()}
        >
          <Trans>Add</Trans>
        </Button>
      )}
    </li>
  );
}
