import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type BuyerHost,
  getBuyerHost,
  putBuyerHost,
  removeBuyerHost,
  verifyBuyerHost,
} from '@scanship/contracts/stores/buyer-page';
import { api, fetchData } from '../../../app/api.ts';
import type { Tone } from '../../../ui/Badge.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { DnsRow } from '../../platform/DnsRow.tsx';
import { OwnNameCard } from './OwnNameCard.tsx';

export const buyerHostQuery = queryOptions({
  queryKey: ['buyer-host'],
  queryFn: ({ signal }) => fetchData(getBuyerHost, { signal }),
});

const STATES: Readonly<Record<BuyerHost['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  none: { word: msg({ message: 'None of your own', context: 'host' }), tone: 'plain' },
  waiting: { word: msg`Waiting for the record`, tone: 'warn' },
  proved: { word: msg`In use`, tone: 'good' },
};

/** The seller's own host for the pages of buyers. */
export function BuyerHostForm() {
  const host = useQuery(buyerHostQuery);
  return <Loaded query={host}>{(data) => <Form key={data.version} host={data} />}</Loaded>;
}

function Form({ host }: { readonly host: BuyerHost }) {
  const { t } = useLingui();
  const { proof, pointTo, state } = host;
  return (
    <OwnNameCard
      title={t`Address of the tracking page`}
      badge={STATES[state]}
      about={
        host.origin !== null && (
          <Trans>Buyers follow their orders at {host.origin}. Links that were sent before go on working.</Trans>
        )
      }
      name={host.host}
      checkedAt={host.checkedAt}
      field={{
        key: 'host',
        label: t`Your host`,
        description: t`Of a domain of yours, such as track.shop.example.com. Only pages of your buyers are there.`,
        maxLength: 253,
      }}
      queryKey={buyerHostQuery.queryKey}
      save={(typed) => api.call(putBuyerHost, { body: { host: typed, version: host.version } })}
      check={() => api.call(verifyBuyerHost, {})}
      remove={() => api.call(removeBuyerHost, {})}
      giveUp={{
        title: t`Give up your own host?`,
        words: <Trans>Links to it lead nowhere from now on. New ones lead to the host of your provider.</Trans>,
      }}
      replaces={(typed) => state === 'proved' && typed.toLowerCase().replace(/\.$/, '') !== host.host}
    >
      {host.finding !== null && <p className="card-body small break-anywhere">{host.finding}</p>}
      {state === 'waiting' && proof !== null && (
        <div className="card-body stack">
          <p className="small">
            <Trans>This record proves that the host is yours.</Trans>
          </p>
          <DnsRow record={proof} />
          {pointTo !== null && host.host !== null && (
            <>
              <p className="small">
                <Trans>This one points the host to us.</Trans>
              </p>
              <DnsRow record={{ type: 'CNAME', name: host.host, value: pointTo }} />
            </>
          )}
          <p className="dim small">
            <Trans>
              Ask your provider to set up the certificate of the host before you check: pages are there from then on.
            </Trans>
          </p>
        </div>
      )}
    </OwnNameCard>
  );
}
