import { Plural, Trans } from '@lingui/react/macro';
import type { CustomerDashboard, FranchiseDashboard } from '@scanship/contracts/network/dashboard';
import { useFormat } from '../../app/use-format.ts';

interface Props {
  /** With how their parcels arrived, where that is told. */
  readonly carriers: CustomerDashboard['carriers'] | FranchiseDashboard['carriers'];
  readonly currency: string;
  readonly seesMoney: boolean;
}
/** Which carriers the labels went to; each bar is that carrier's part of all labels. */
export function CarrierShares({ carriers, currency, seesMoney }: Props) {
  const format = useFormat();
  const all = carriers.reduce((sum, carrier) => sum + carrier.labels, 0);
  const part = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Carriers</Trans>
        </h2>
      </div>
      {carriers.length === 0 ? (
        <p className="card-body dim">
          <Trans>No labels in these days.</Trans>
        </p>
      ) : (
        <ul className="shares">
          {carriers.map(({ carrier, name, labels, spendMinor, ...more }) => (
            <li key={carrier}>
              <div className="row between">
                <span className="strong">{name}</span>
                <span className="num">{part.format(all === 0 ? 0 : labels / all)}</span>
              </div>
              <div className="dim small">
                <Plural value={labels} one="# label" other="# labels" />
                {seesMoney && spendMinor !== null && ` · ${format.money({ minor: spendMinor, currency })}`}
              </div>
              {'delivery' in more && more.delivery.promised > 0 && (
                <div className="dim small">
                  <Trans>
                    {part.format(more.delivery.onTime / more.delivery.promised)} on time,{' '}
                    {format.number(more.delivery.averageDays ?? 0)} days
                  </Trans>
                </div>
              )}
              <div className="share-track" aria-hidden>
                <span style={{ width: `${all === 0 ? 0 : (labels / all) * 100}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
