import './stores.css';
import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft, IconExternalLink } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { PlatformDetail, StoreDetail } from '@scanship/contracts/stores/stores';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf, isRetryable } from '../../lib/api-errors.ts';
import { CredentialInput } from '../connect/CredentialInput.tsx';
import { FormStep, KeySourceWords } from '../connect/FormStep.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useCredentials } from '../connect/use-credentials.ts';
import { ImportOnlyNotice } from './ImportOnlyNotice.tsx';
import { choice, forgetPending, rememberChoice } from './pending.ts';
import { connectStore, consentAddress, platformQuery, platformsQuery, reconnect, tookStore } from './stores-api.ts';

const route = getRouteApi('/inside/ecommerce/connect-store/$storeName');
/** Product-spec section 9: the message about a connected store comes after this. */
const MESSAGE_DELAY_MS = 2000;

/** Connecting one platform: by consent there, or with typed-in keys; also where a consent comes back to. */
export function ConnectStorePage() {
  const { t } = useLingui();
  const { storeName } = route.useParams();
  const { code, shop } = route.useSearch();
  const platforms = useQuery(platformsQuery);
  const entry = platforms.data?.platforms.find((platform) => platform.path === storeName);
  const platform = useQuery({ ...platformQuery(entry?.id ?? 0), enabled: entry !== undefined });
  const name = entry?.name ?? t`Store`;
  const problem = platforms.error ?? platform.error;
  return (
    <div className="page-narrow page-form">
      <PageHead title={t`Connect ${name}`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/connect-store" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Stores</Trans>
          </Link>
          <h1>
            <Trans>Connect {name}</Trans>
          </h1>
        </div>
      </div>
      <div className="card">
        <div className="card-body">
          {problem ? (
            <ErrorState
              error={problem}
              onRetry={() => void (platforms.isError ? platforms.refetch() : platform.refetch())}
            />
          ) : platforms.data && !entry ? (
            <EmptyState
              title={t`There is no such platform`}
              actions={
                <LinkButton to="/ecommerce/connect-store">
                  <Trans>All platforms</Trans>
                </LinkButton>
              }
            />
          ) : !platform.data ? (
            <Skeletons rows={4} />
          ) : (
            <ForCustomer say>
              {code ? (
                <Finish key={code} platform={platform.data} code={code} shop={shop} />
              ) : (
                <Begin key={platform.data.id} platform={platform.data} />
              )}
            </ForCustomer>
          )}
        </div>
      </div>
    </div>
  );
}

/** After a connection stands: what waited is forgotten, and the store's page opens. */
function useConnected() {
  const { t } = useLingui();
  const navigate = useNavigate();
  return async ({ data, successMessage }: { data: StoreDetail; successMessage: string | undefined }) => {
    forgetPending();
    tookStore(data);
    const sentence = successMessage ?? t`Store connected successfully.`;
    setTimeout(() => notify.success(sentence), MESSAGE_DELAY_MS);
    await navigate({
      to: '/ecommerce/store/$storeId',
      params: { storeId: data.id },
      search: data.missingAddressFields.length > 0 ? { tab: 'branding' } : {},
      replace: true,
    });
  };
}

/** What will be connected to what is asked before it is: a consent may have been begun by whoever sent a link. */
function Finish({
  platform,
  code,
  shop,
}: {
  readonly platform: PlatformDetail;
  readonly code: string;
  readonly shop: string | undefined;
}) {
  const connected = useConnected();
  const navigate = useNavigate();
  const { tenantName } = useProfile();
  const key = useRef(newIdempotencyKey());
  const finish = useMutation({
    mutationFn: () => {
      const { storeId, platformId } = choice();
      return storeId && platformId === platform.id
        ? reconnect({ id: storeId, code, ...(shop ? { shop } : {}) })
        : connectStore({ platformId: platform.id, code, ...(shop ? { shop } : {}), key: key.current });
    },
    onSuccess: connected,
    // Whoever could not be reached now may be in a moment, with the same code and for the same store.
    onError: (error) => isRetryable(error) || forgetPending(),
  });
  if (finish.isError)
    return (
      <div className="stack">
        <ErrorState
          compact
          error={finish.error}
          onRetry={isRetryable(finish.error) ? () => finish.mutate() : undefined}
        />
        <LinkButton to="/ecommerce/connect-store/$storeName" params={{ storeName: platform.path }} search={{}}>
          <Trans>Start again</Trans>
        </LinkButton>
      </div>
    );
  if (!finish.isIdle)
    return (
      <div role="status" className="stack">
        <p>
          <Trans>{platform.name} gave its consent. The store is being connected…</Trans>
        </p>
        <Skeletons rows={2} />
      </div>
    );
  const leave = () => {
    forgetPending();
    void navigate({ to: '/ecommerce/connect-store' });
  };
  return (
    <div className="stack">
      <h2>
        {shop && shop !== platform.path.replace(/-store$/, '') ? (
          <Trans>
            Connect {shop} at {platform.name} to {tenantName}?
          </Trans>
        ) : (
          <Trans>
            Connect your {platform.name} account to {tenantName}?
          </Trans>
        )}
      </h2>
      <p className="dim">
        <Trans>
          Its orders and products will be imported for {tenantName}, and it will be told what you ship. If you did not
          start this connection yourself, do not connect.
        </Trans>
      </p>
      <div className="row">
        <Button onClick={() => finish.mutate()}>
          <Trans>Connect</Trans>
        </Button>
        <Button variant="default" onClick={leave}>
          <Trans>Do not connect</Trans>
        </Button>
      </div>
    </div>
  );
}

function Begin({ platform }: { readonly platform: PlatformDetail }) {
  const { t } = useLingui();
  const connected = useConnected();
  const [mode, setMode] = useState(platform.modes[0] ?? 'live');
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(newIdempotencyKey());
  const redirects = platform.connect === 'redirect';
  const start = useMutation({
    mutationFn: async () => {
      if (!redirects)
        return connectStore({ platformId: platform.id, mode, credentials: credentials.given, key: key.current });
      rememberChoice(platform.id);
      const { url } = await consentAddress(platform.id, {
        mode,
        ...(credentials.given.account ? { shop: credentials.given.account.trim() } : {}),
      });
      location.assign(url);
      return undefined;
    },
    onSuccess: async (answer) => answer && connected(answer),
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const refused = fieldErrorsOf(start.error);
  const credentials = useCredentials(platform.fields, { refused });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (credentials.check(form)) start.mutate();
  };
  const first = platform.keys ? 1 : 0;
  const asks = platform.fields.length > 0 || platform.modes.length > 1;
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {platform.capabilities.fulfil !== true && <ImportOnlyNotice platformName={platform.name} />}
      {platform.keys && (
        <FormStep number={1} title={t`What you need`}>
          <KeySourceWords keys={platform.keys} />
        </FormStep>
      )}
      {asks && (
        <FormStep number={first + 1} title={redirects ? t`Name the shop` : t`Enter the keys`}>
          {platform.modes.length > 1 && (
            <NativeSelect
              label={t`Which shop`}
              value={mode}
              data={platform.modes.map((value) => ({
                value,
                label: { live: t`A real shop`, sandbox: t`A test shop of the platform`, simulator: t`TEST simulator` }[
                  value
                ],
              }))}
              onChange={(event) => setMode(platform.modes.find((m) => m === event.currentTarget.value) ?? mode)}
            />
          )}
          {credentials.asked.map((field) => (
            <CredentialInput
              key={field.name}
              field={field}
              given={credentials.given}
              error={credentials.errorOf(field) ?? (field.name === 'account' ? refused['shop'] : undefined)}
              onChange={credentials.set}
              onLeave={credentials.leave}
            />
          ))}
        </FormStep>
      )}
      <FormStep number={first + (asks ? 2 : 1)} title={redirects ? t`Allow access` : t`Test and connect`}>
        <p className="dim">{platform.help}</p>
        {platform.historyNote && <p className="dim small">{platform.historyNote}</p>}
        {start.error && <ErrorState compact error={start.error} />}
        <div className="row">
          <Button
            type="submit"
            loading={start.isPending || (redirects && start.isSuccess)}
            rightSection={redirects ? <IconExternalLink size={16} aria-hidden /> : undefined}
          >
            {redirects ? <Trans>Go to {platform.name}</Trans> : <Trans>Connect</Trans>}
          </Button>
        </div>
      </FormStep>
    </form>
  );
}
