import { Button, Switch } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconRefresh } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { askServices, servicesQuery, switchService, tookAccount } from '../carriers-api.ts';

/** Services of an account, switched one by one; what the carrier lists is asked for where it can be. */
export function ServicesCard({ account }: { readonly account: CarrierAccount }) {
  const { t } = useLingui();
  const format = useFormat();
  const customer = kindOf(useProfile()) === 'customer';
  const known = useQuery(servicesQuery(account.id));
  const flip = useMutation({
    mutationFn: switchService,
    onSuccess: ({ data }) => tookAccount(data),
    onError: (error) => notify.error(error),
  });
  const ask = useMutation({
    // A franchise and the operator have no place of their own to ship from: the country their accounts are mostly used in.
    mutationFn: () =>
      askServices(
        account.id,
        customer ? {} : { countryCode: 'CA', provinceCode: 'ON', city: 'Toronto', zipcode: 'M5H 2M5' },
      ),
    onSuccess: ({ data }) => {
      tookAccount(data.account);
      void known.refetch();
    },
  });
  const added = new Set(ask.data?.data.added);
  const gone = ask.data?.data.gone.length ?? 0;
  return (
    <section className="card" aria-label={t`Services`}>
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Services</Trans>
          </h2>
          {known.data?.askedAt && (
            <div className="dim small">
              <Trans>Listed by the carrier {format.instant(known.data.askedAt, 'short')}</Trans>
            </div>
          )}
        </div>
        {known.data?.canAsk && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={ask.isPending}
            onClick={() => ask.mutate()}
          >
            <Trans>Ask the carrier</Trans>
          </Button>
        )}
      </div>
      {ask.isError && (
        <div className="card-body">
          <ErrorState compact error={ask.error} />
        </div>
      )}
      {ask.data && (
        <p className="card-body small" role="status">
          {added.size === 0 && gone === 0 ? (
            <Trans>Nothing new.</Trans>
          ) : (
            <>
              <Plural value={added.size} one="# new service." other="# new services." />{' '}
              {gone > 0 && <Plural value={gone} one="# is no longer listed." other="# are no longer listed." />}
            </>
          )}
        </p>
      )}
      {account.services.length === 0 ? (
        <p className="card-body dim">
          {account.carrier === 'rate-sheet' ? (
            <Trans>The services come with the rate sheet. Upload one first.</Trans>
          ) : (
            <Trans>This account has no services.</Trans>
          )}
        </p>
      ) : (
        <ul className="services">
          {account.services.map((service) => (
            <li key={service.code} className="row between">
              <span>
                <span className="strong">{service.name}</span> <span className="dim small">{service.code}</span>{' '}
                {added.has(service.code) && <Badge tone="good">{t`New`}</Badge>}
                {service.listed === false && <Badge tone="warn">{t`Not listed for this account`}</Badge>}
                {service.known === false && <Badge outline>{t`Known to the carrier only`}</Badge>}
              </span>
              <Switch
                aria-label={t`Offer ${service.name}`}
                checked={
                  flip.isPending && flip.variables.serviceId === service.code ? flip.variables.enabled : service.enabled
                }
                disabled={flip.isPending}
                onChange={(event) =>
                  flip.mutate({ id: account.id, serviceId: service.code, enabled: event.currentTarget.checked })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
