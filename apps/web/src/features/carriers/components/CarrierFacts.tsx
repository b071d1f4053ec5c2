import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconMinus } from '#icons';
import type { CatalogueCarrier } from '@scanship/contracts/carriers/carriers';
import { useFormat } from '../../../app/use-format.ts';
import { useOperationWords } from '../operation-words.ts';

/** What a carrier offers and what not, its limits, label formats and packagings. */
export function CarrierFacts({ carrier }: { readonly carrier: CatalogueCarrier }) {
  const { t } = useLingui();
  const format = useFormat();
  const words = useOperationWords();
  const { limits, packagings } = carrier;
  return (
    <section className="card" aria-label={t`What it offers`}>
      <div className="card-head">
        <h2>
          <Trans>What {carrier.name} offers</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <ul className="offer-list">
          {carrier.operations.map(({ operation, offered, why }) => (
            <li key={operation} className="row tight" data-offered={offered}>
              {offered ? <IconCheck size={15} aria-hidden /> : <IconMinus size={15} aria-hidden />}
              <span>
                <span className={offered ? undefined : 'dim'}>{words[operation]}</span>
                <span className="sr-only">{offered ? t`offered` : t`not offered`}</span>
                {why !== null && <span className="dim small block">{why}</span>}
              </span>
            </li>
          ))}
        </ul>
        <dl className="facts small">
          <dt>
            <Trans>Label formats</Trans>
          </dt>
          <dd>{carrier.labelFormats.map((one) => one.toUpperCase()).join(', ')}</dd>
          <dt>
            <Trans>Heaviest parcel</Trans>
          </dt>
          <dd>{format.weight(limits.maxGrams)}</dd>
          {limits.maxLengthMm !== null && (
            <>
              <dt>
                <Trans>Longest side</Trans>
              </dt>
              <dd>{format.length(limits.maxLengthMm)}</dd>
            </>
          )}
          {limits.maxLengthPlusGirthMm !== null && (
            <>
              <dt>
                <Trans>Length and girth together</Trans>
              </dt>
              <dd>{format.length(limits.maxLengthPlusGirthMm)}</dd>
            </>
          )}
          {carrier.contractVersion !== null && (
            <>
              <dt>
                <Trans>Written against</Trans>
              </dt>
              <dd>{carrier.contractVersion}</dd>
            </>
          )}
        </dl>
        {limits.dimensionsRequired && (
          <p className="dim small">
            <Trans>It needs the size of every parcel.</Trans>
          </p>
        )}
        {packagings.length > 0 && (
          <details>
            <summary>
              <Trans>Packagings of the carrier: {packagings.length}</Trans>
            </summary>
            <ul className="small">
              {packagings.map((one) => (
                <li key={one.code}>
                  {one.name} · {format.length(one.lengthMm)} × {format.length(one.widthMm)} ×{' '}
                  {format.length(one.heightMm)}
                  {one.maxGrams !== null && ` · ≤ ${format.weight(one.maxGrams)}`}
                  {one.flatRate && ` · ${t`one price`}`}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
