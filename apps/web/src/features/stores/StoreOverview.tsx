import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';
import { Link } from '@tanstack/react-router';
import type { StoreDetail, SyncStream } from '@scanship/contracts/stores/stores';
import { useFormat } from '../../app/use-format.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { ImportOnlyNotice } from './ImportOnlyNotice.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';

export const STREAM_WORDS = {
  orders: msg`Orders`,
  products: msg`Products`,
  locations: msg`Locations`,
  reconcile: msg`Nightly count`,
  webhooks: msg`Notifications`,
} as const satisfies Record<SyncStream, unknown>;

type StreamState = StoreDetail['streams'][number]['state'];
const TONES: Readonly<Record<StreamState, Tone>> = {
  idle: 'good',
  running: 'violet',
  waiting: 'plain',
  failing: 'bad',
  off: 'plain',
};

export function StoreOverview({ store }: { readonly store: StoreDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const words: Readonly<Record<StreamState, string>> = {
    idle: t`Up to date`,
    running: t`Running`,
    waiting: t`Waiting`,
    failing: t`Failing`,
    off: t`Off`,
  };
  const { counts } = store;
  const toldOfShipments = store.capabilities.fulfil === true;
  return (
    <>
      <dl className="store-facts card">
        <Fact name={t`Orders as of`} value={store.lastOkAt ? format.instant(store.lastOkAt, 'short') : t`not yet`} />
        <Fact name={t`Orders`} value={format.number(counts.orders)} />
        <Fact name={t`To ship`} value={format.number(counts.unfulfilled)} />
        <Fact name={t`Products`} value={format.number(counts.products)} />
        {toldOfShipments && (
          <>
            <Fact name={t`Fulfilments on their way`} value={format.number(counts.pushesOpen)} />
            <Fact
              name={t`Fulfilments that failed`}
              value={format.number(counts.pushesFailed)}
              bad={counts.pushesFailed > 0}
            />
          </>
        )}
        <Fact name={t`Imports that failed`} value={format.number(counts.importFailed)} bad={counts.importFailed > 0} />
      </dl>
      {(counts.pushesFailed > 0 || counts.importFailed > 0 || counts.eventsFailed > 0) && (
        <p className="small">
          <Link className="link" to="/ecommerce/orders/exceptions">
            <Trans>See what failed, and why, among the exceptions</Trans>
          </Link>
        </p>
      )}
      {!toldOfShipments && <ImportOnlyNotice platformName={store.platformName} />}
      {store.remarks.map((remark) => (
        <div key={remark} className="notice" data-tone="warn">
          <IconInfoCircle size={17} aria-hidden />
          <div>{remark}</div>
        </div>
      ))}
      <section className="card">
        <div className="card-head">
          <h2>
            <Trans>What is synced</Trans>
          </h2>
        </div>
        <TableWrap label={t`What is synced`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`What`}</th>
                <th scope="col">{t`State`}</th>
                <th scope="col">{t`Last good answer`}</th>
                <th scope="col">{t({ message: 'Next', context: 'run' })}</th>
              </tr>
            </thead>
            <tbody>
              {store.streams.map((stream) => (
                <tr key={stream.stream}>
                  <th scope="row">{i18n._(STREAM_WORDS[stream.stream])}</th>
                  <td>
                    <Badge tone={TONES[stream.state]}>{words[stream.state]}</Badge>
                    {stream.problem && <div className="small danger">{stream.problem}</div>}
                  </td>
                  <td>{stream.lastOkAt ? format.instant(stream.lastOkAt, 'short') : '–'}</td>
                  <td>{stream.nextAt ? format.instant(stream.nextAt, 'short') : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      </section>
      {store.historyNote && <p className="dim small">{store.historyNote}</p>}
    </>
  );
}

function Fact({ name, value, bad = false }: { readonly name: string; readonly value: string; readonly bad?: boolean }) {
  return (
    <div className="store-fact">
      <dt className="dim small">{name}</dt>
      <dd className={bad ? 'danger num' : 'num'}>{value}</dd>
    </div>
  );
}
