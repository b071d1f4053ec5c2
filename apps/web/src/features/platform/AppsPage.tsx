import './platform.css';
import '../customers/customers.css';
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { AppOffer, AppRegistration } from '@scanship/contracts/network/platform-apps';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { LazyConfirm } from '../customers/LazyConfirm.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { appOffersQuery, appsQuery, franchiseChoicesQuery, removeApp } from './platform-api.ts';

const AppDialog = lazy(() => import('./AppDialog.tsx'));
const route = getRouteApi('/inside/platform/apps');

export const APP_KIND_WORDS: Readonly<Record<AppRegistration['kind'], MessageDescriptor>> = {
  store: msg`Store platform`,
  carrier: msg`Carrier`,
  card: msg`Card provider`,
  mail: msg`E-mail`,
};
export const APP_MODE_WORDS: Readonly<Record<AppRegistration['mode'], MessageDescriptor>> = {
  live: msg`Live`,
  sandbox: msg`Sandbox`,
  simulator: msg`Simulator`,
};

/** Our registrations at stores, carriers, card provider and mail: the operator's, or a franchise's own, which wins. */
export function AppsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = useNavigate();
  const { franchise } = route.useSearch();
  const apps = useQuery(appsQuery(franchise));
  const offers = useQuery(appOffersQuery(franchise));
  const franchises = useQuery(franchiseChoicesQuery(''));
  const [editing, setEditing] = useState<AppRegistration>();
  const [begin, setBegin] = useState<AppOffer>();
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState<AppRegistration>();
  const [asking, setAsking] = useState(false);
  const loaded = useLoaded(open);
  const remove = useMutation({
    mutationFn: (which: AppRegistration) =>
      removeApp({ kind: which.kind, slug: which.slug, mode: which.mode }, franchise),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(appsQuery(franchise).queryKey, data);
      notify.success(successMessage ?? t`Registration removed.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => setAsking(false),
  });
  const start = (offer?: AppOffer) => {
    setEditing(undefined);
    setBegin(offer);
    setOpen(true);
  };
  const nameOf = ({ kind, slug }: Pick<AppRegistration, 'kind' | 'slug'>): string =>
    offers.data?.find((offer) => offer.kind === kind && offer.slug === slug)?.name ?? slug;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => start()}>
      <Trans>New registration</Trans>
    </Button>
  );
  const title = removing ? nameOf(removing) : '';
  return (
    <div className="page-narrow">
      <PageHead title={t`App registrations`} description={i18n._(PAGES.apps.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>App registrations</Trans>
          </h1>
          <p className="dim small">
            <Trans>
              Secrets are sealed and never shown again. A franchise’s own registration wins for its customers.
            </Trans>
          </p>
        </div>
        {add}
      </div>
      <div className="stack wide">
        <section className="card" aria-label={t`App registrations`}>
          <div className="list-tools">
            <NativeSelect
              label={t`Whose`}
              value={franchise ?? ''}
              data={[
                { value: '', label: t`The platform’s` },
                ...(franchises.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ to: '/platform/apps', search: value ? { franchise: value } : {} })
              }
            />
          </div>
          {apps.data ? (
            apps.data.registrations.length === 0 ? (
              <EmptyState title={t`No registration yet`} actions={add}>
                <Trans>Without one, only platforms of typed-in keys and sample carriers can be connected.</Trans>
              </EmptyState>
            ) : (
              <ul>
                {apps.data.registrations.map((app) => {
                  const slug = nameOf(app);
                  const missing = app.missing.join(', ');
                  return (
                    <li key={`${app.kind} ${app.slug} ${app.mode}`} className="app-row" data-testid="app">
                      <div className="grow">
                        <div className="row">
                          <span className="strong">{slug}</span>
                          <Badge>{i18n._(APP_KIND_WORDS[app.kind])}</Badge>
                          {app.mode === 'live' ? <Badge tone="good">{t`Live`}</Badge> : <TestBadge />}
                          {app.mode !== 'live' && <Badge outline>{i18n._(APP_MODE_WORDS[app.mode])}</Badge>}
                          {app.missing.length > 0 && <Badge tone="warn">{t`Not offered to sellers`}</Badge>}
                        </div>
                        {app.missing.length > 0 && (
                          <div className="small">
                            <Trans>Missing: {missing}</Trans>
                          </div>
                        )}
                        <div className="dim small">
                          {app.clientId && <Trans>Client id {app.clientId}</Trans>}
                          {app.clientId && ' · '}
                          {app.secretsSet.length > 0 ? (
                            <Trans>Secrets set: {app.secretsSet.join(', ')}</Trans>
                          ) : (
                            <Trans>No secrets set</Trans>
                          )}
                        </div>
                      </div>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t`Edit ${slug}`}
                        onClick={() => {
                          setEditing(app);
                          setOpen(true);
                        }}
                      >
                        <Trans>Edit</Trans>
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t`Remove ${slug}`}
                        onClick={() => {
                          setRemoving(app);
                          setAsking(true);
                        }}
                      >
                        <Trans>Remove</Trans>
                      </Button>
                    </li>
                  );
                })}
              </ul>
            )
          ) : apps.isError ? (
            <ErrorState error={apps.error} onRetry={() => void apps.refetch()} />
          ) : (
            <div className="card-body">
              <Skeletons rows={4} height={32} />
            </div>
          )}
        </section>
        <OpenOffers
          offers={(offers.data ?? []).filter(({ kind, slug }) =>
            apps.data?.registrations.every((app) => app.kind !== kind || app.slug !== slug || app.mode !== 'live'),
          )}
          inherits={franchise !== undefined}
          onStart={start}
        />
      </div>
      <LazyConfirm
        opened={asking}
        title={t`Remove ${title}?`}
        confirm={t`Remove`}
        danger
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        <Trans>Its secrets are destroyed. Stores and accounts that were connected with it stop working.</Trans>
      </LazyConfirm>
      {loaded && (
        <Suspense fallback={null}>
          <AppDialog opened={open} app={editing} begin={begin} franchiseId={franchise} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface OpenOffersProps {
  readonly offers: readonly AppOffer[];
  /** A franchise without its own registration works with the platform's. */
  readonly inherits: boolean;
  readonly onStart: (offer: AppOffer) => void;
}
/** Platforms and carriers without a live registration: sellers are not offered them. */
function OpenOffers({ offers, inherits, onStart }: OpenOffersProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  if (offers.length === 0) return null;
  return (
    <section className="card" aria-labelledby="open-offers">
      <div className="card-head">
        <div className="grow">
          <h2 id="open-offers">
            <Trans>Not live yet</Trans>
          </h2>
          <p className="dim small">
            {inherits ? (
              <Trans>
                This franchise’s customers connect these through the platform’s registration, where there is one.
              </Trans>
            ) : (
              <Trans>Sellers cannot connect these to real accounts until our app is registered there.</Trans>
            )}
          </p>
        </div>
      </div>
      <ul>
        {offers.map((offer) => {
          const { name } = offer;
          return (
            <li key={`${offer.kind} ${offer.slug}`} className="app-row" data-testid="app-offer">
              <div className="grow row">
                <span className="strong">{name}</span>
                <Badge>{i18n._(APP_KIND_WORDS[offer.kind])}</Badge>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t`Register ${name}`}
                onClick={() => onStart(offer)}
              >
                <Trans>Register</Trans>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
