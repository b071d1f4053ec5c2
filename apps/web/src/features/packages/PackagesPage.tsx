import './packages.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPackages, IconPencil, IconPlus, IconTrash } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { deletePackage, type PackageEntry } from '@scanship/contracts/products/packages';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { BoxPicture } from './BoxPicture.tsx';
import { packagesChanged, packagesQuery, volumeOf } from './packages-api.ts';
import { SizeText } from './SizeText.tsx';

const PackageDialog = lazy(() => import('./PackageDialog.tsx').then((m) => ({ default: m.PackageDialog })));
const PackagingsDialog = lazy(() => import('./PackagingsDialog.tsx').then((m) => ({ default: m.PackagingsDialog })));

/** Boxes the customer ships in. */
export function PackagesPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayEdit = useProfile().rights.includes('packages.edit');
  const list = useQuery(packagesQuery);
  // What the dialog showed last stays in it while it closes.
  const [chosen, setChosen] = useState<PackageEntry>();
  const [editing, setEditing] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [leaving, setLeaving] = useState<PackageEntry>();
  const dialogLoaded = useLoaded(editing);
  const packagingsLoaded = useLoaded(choosing);
  const packages = list.data?.packages ?? [];
  const edit = (entry: PackageEntry | undefined) => {
    setChosen(entry);
    setEditing(true);
  };
  const actions = mayEdit && (
    <>
      <Button variant="default" leftSection={<IconPackages size={16} aria-hidden />} onClick={() => setChoosing(true)}>
        <Trans>From a carrier</Trans>
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(undefined)}>
        <Trans>Add a package</Trans>
      </Button>
    </>
  );
  return (
    <div className="page-narrow">
      <PageHead title={t`Packages`} description={i18n._(PAGES.packages.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Packages</Trans>
          </h1>
          <p className="dim">
            <Trans>The boxes you ship in. Orders are suggested the cheapest one everything fits into.</Trans>
          </p>
        </div>
        {packages.length > 0 && actions}
      </div>
      {list.data ? (
        packages.length === 0 ? (
          <div className="card">
            <EmptyState title={t`No package yet`} actions={actions}>
              <Trans>Enter the sizes of your boxes once; parcels then get their size and weight automatically.</Trans>
            </EmptyState>
          </div>
        ) : (
          <ul className="packages" aria-label={t`Packages`}>
            {packages.map((entry) => (
              <PackageCard
                key={entry.id}
                entry={entry}
                largest={Math.max(...packages.map(volumeOf))}
                actions={
                  mayEdit && <CardActions entry={entry} onEdit={() => edit(entry)} onDelete={() => setLeaving(entry)} />
                }
              />
            ))}
          </ul>
        )
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={72} />
      )}
      <Suspense>
        {dialogLoaded && (
          <PackageDialog
            opened={editing}
            entry={chosen}
            first={packages.length === 0}
            onClose={() => setEditing(false)}
          />
        )}
        {packagingsLoaded && <PackagingsDialog opened={choosing} onClose={() => setChoosing(false)} />}
      </Suspense>
      <DeleteQuestion entry={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  );
}

interface CardProps {
  readonly entry: PackageEntry;
  readonly largest: number;
  readonly actions: ReactNode;
}
function PackageCard({ entry, largest, actions }: CardProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <li className="card package">
      <BoxPicture size={entry.outer} largest={largest} />
      <div className="grow">
        <div className="row tight">
          <span className="strong package-name">{entry.name}</span>
          {entry.isDefault && <Badge tone="info">{t`Default`}</Badge>}
          {entry.carrierName !== null && <Badge>{entry.carrierName}</Badge>}
        </div>
        <dl className="package-facts">
          <Fact name={t`Outside`}>
            <SizeText size={entry.outer} />
          </Fact>
          {entry.inner && (
            <Fact name={t`Inside`}>
              <SizeText size={entry.inner} />
            </Fact>
          )}
          <Fact name={t`Empty`}>{format.weight(entry.tareGrams)}</Fact>
          {entry.maxGrams !== null && <Fact name={t`At most`}>{format.weight(entry.maxGrams)}</Fact>}
          {entry.cost && <Fact name={t`Cost`}>{format.money(entry.cost)}</Fact>}
        </dl>
      </div>
      {actions}
    </li>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface ActionsProps {
  readonly entry: PackageEntry;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}
function CardActions({ entry, onEdit, onDelete }: ActionsProps) {
  const { t } = useLingui();
  const { name } = entry;
  return (
    <div className="row tight">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPencil size={14} aria-hidden />}
        aria-label={t`Edit ${name}`}
        onClick={onEdit}
      >
        <Trans>Edit</Trans>
      </Button>
      <Button
        variant="default"
        size="compact-md"
        aria-label={t`Delete ${name}`}
        onClick={onDelete}
        className="package-delete"
      >
        <IconTrash size={15} aria-hidden />
      </Button>
    </div>
  );
}

function DeleteQuestion({
  entry,
  onClose,
}: {
  readonly entry: PackageEntry | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState(entry);
  if (entry && entry !== shown) setShown(entry);
  const remove = useMutation({
    mutationFn: (id: string) => api.call(deletePackage, { params: { id } }),
    onSuccess: async ({ successMessage }) => {
      await packagesChanged();
      notify.success(successMessage ?? t`The package was deleted.`);
      onClose();
    },
  });
  const name = shown?.name ?? '';
  return (
    <ConfirmDialog
      opened={entry !== undefined}
      title={t`Delete ${name}?`}
      confirm={t`Delete`}
      danger
      busy={remove.isPending}
      onConfirm={() => entry && remove.mutate(entry.id)}
      onClose={onClose}
    >
      <p>
        <Trans>It can no longer be chosen. Parcels that were sent in it keep it.</Trans>
      </p>
      {remove.isError && <ErrorState compact error={remove.error} />}
    </ConfirmDialog>
  );
}
