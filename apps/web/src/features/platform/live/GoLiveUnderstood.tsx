import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GoLiveFile, GoLiveStep, GoLiveUnderstood as Understood } from '@scanship/contracts/carriers/go-live';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { TRACKING_TONES, TRACKING_WORDS } from '../../shipping/tracking-words.ts';
import { adviceOf, REFUND_WORDS } from './go-live-words.ts';

type Of<K extends Understood['of']> = Extract<Understood, { readonly of: K }>;

/** What came of a step: what the connector read, why it failed and what to do, or why there was nothing to do. */
export function GoLiveUnderstood({ step }: { readonly step: GoLiveStep }) {
  const { i18n } = useI18n();
  const { problem, understood, why, state } = step;
  const advice = adviceOf(step);
  return (
    <div className="stack tight">
      {understood?.of === 'rate' && <Rates rates={understood} />}
      {understood?.of === 'buy' && <Label label={understood} />}
      {understood?.of === 'track' && <Tracking tracking={understood} />}
      {understood?.of === 'void' && <span>{i18n._(REFUND_WORDS[understood.refund])}</span>}
      {problem && (
        <>
          <span className="danger">{problem.message}</span>
          <VendorWords problem={problem} />
          {advice && <span className="dim">{i18n._(advice)}</span>}
        </>
      )}
      {state === 'cut' && (
        <span className="dim">
          <Trans>The process ended meanwhile: nobody knows how far this came.</Trans>
        </span>
      )}
      {why !== null && <span className="dim">{why}</span>}
    </div>
  );
}

function VendorWords({ problem }: { readonly problem: NonNullable<GoLiveStep['problem']> }) {
  const { vendorCode, vendorMessage, message } = problem;
  if (vendorMessage !== null && vendorMessage !== message && !message.includes(vendorMessage))
    return vendorCode === null ? (
      <Trans>It said: “{vendorMessage}”</Trans>
    ) : (
      <Trans>
        It said: “{vendorMessage}” ({vendorCode})
      </Trans>
    );
  return vendorCode === null ? null : <Trans>Its code: {vendorCode}</Trans>;
}

function Rates({ rates }: { readonly rates: Of<'rate'> }) {
  const { offers, more, problems } = rates;
  const format = useFormat();
  const [cheapest] = offers;
  const count = offers.length + more;
  return (
    <>
      <span>
        <Plural value={count} one="# rate" other="# rates" />
        {cheapest && (
          <>
            {', '}
            <Trans>
              cheapest {format.money(cheapest.total)}, {cheapest.serviceName}
            </Trans>
          </>
        )}
      </span>
      {offers.length > 0 && (
        <details>
          <summary>
            <Trans>Every rate with its lines</Trans>
          </summary>
          <ul>
            {offers.map((offer) => (
              <Offer key={`${offer.service} ${offer.serviceName} ${offer.total.minor}`} offer={offer} />
            ))}
          </ul>
          {more > 0 && (
            <p className="dim">
              <Plural value={more} one="and # more expensive one" other="and # more expensive ones" />
            </p>
          )}
        </details>
      )}
      <Said sentences={problems} />
    </>
  );
}

function Offer({ offer }: { readonly offer: Of<'rate'>['offers'][number] }) {
  const format = useFormat();
  const { serviceName, total, lines, transitDays, deliverBy, remarks } = offer;
  return (
    <li>
      <strong>{serviceName}</strong> <span className="num">{format.money(total)}</span>
      {transitDays !== null && (
        <>
          {' · '}
          <Plural value={transitDays} one="# day" other="# days" />
        </>
      )}
      {deliverBy !== null && ` · ${format.day(deliverBy)}`}
      <div className="dim">{lines.map(({ label, amount }) => `${label} ${format.money(amount)}`).join(' + ')}</div>
      <Said sentences={remarks} />
    </li>
  );
}

function Label({ label }: { readonly label: Of<'buy'> }) {
  const { trackingNumbers, files, charged, remarks } = label;
  const format = useFormat();
  const numbers = trackingNumbers.join(', ');
  return (
    <>
      <span>
        {numbers === '' ? (
          <Trans>No tracking number</Trans>
        ) : (
          <Plural
            value={trackingNumbers.length}
            one={`Tracking number ${numbers}`}
            other={`Tracking numbers ${numbers}`}
          />
        )}
      </span>
      {files.length === 0 && (
        <span className="danger">
          <Trans>No file came with it.</Trans>
        </span>
      )}
      {files.map((file, at) => (
        // Files have no name of their own, and never change.
        // oxlint-disable-next-line react/no-array-index-key
        <File key={at} file={file} />
      ))}
      {charged && (
        <span>
          <Trans>Charged: {format.money(charged.total)}</Trans>
        </span>
      )}
      <Said sentences={remarks} />
    </>
  );
}

function File({ file }: { readonly file: GoLiveFile }) {
  const { t } = useLingui();
  const { pages, widthMm, heightMm, bytes } = file;
  const words: Readonly<Record<string, string>> = {
    label: t`Label`,
    'customs-invoice': t`Commercial invoice`,
    'return-label': t`Return label`,
    receipt: t`Receipt`,
  };
  const name = words[file.document] ?? file.document;
  if (bytes === null)
    return (
      <span>
        <Trans>{name}, drawn here</Trans>
      </span>
    );
  const format = file.format.toUpperCase();
  if (pages === null)
    return (
      <span className="danger">
        <Trans>
          {name}, {format}: the file cannot be opened.
        </Trans>
      </span>
    );
  return (
    <span>
      {`${name}, ${format}, `}
      <Plural value={pages} one="# page" other="# pages" />
      {widthMm !== null && heightMm !== null && (
        <>
          {', '}
          <Trans>
            {widthMm} × {heightMm} mm
          </Trans>
        </>
      )}
    </span>
  );
}

function Tracking({ tracking }: { readonly tracking: Of<'track'> }) {
  const format = useFormat();
  const { i18n } = useI18n();
  return tracking.parcels.map(({ trackingNumber, events, estimatedDelivery, problems }) => (
    <div key={trackingNumber} className="stack tight">
      {tracking.parcels.length > 1 && <span className="strong">{trackingNumber}</span>}
      {events.length === 0 && (
        <span>
          <Trans>No event yet</Trans>
        </span>
      )}
      {events.map((event) => (
        <span key={`${event.at} ${event.code} ${event.text}`}>
          <Badge tone={TRACKING_TONES[event.status]} outline>
            {i18n._(TRACKING_WORDS[event.status])}
          </Badge>{' '}
          {[format.instant(event.at, 'short'), event.text, event.place].filter(Boolean).join(' · ')}
        </span>
      ))}
      {estimatedDelivery !== null && (
        <span>
          <Trans>Expected {format.day(estimatedDelivery.slice(0, 10))}</Trans>
        </span>
      )}
      <Said sentences={problems} />
    </div>
  ));
}

const Said = ({ sentences }: { readonly sentences: readonly string[] }) =>
  sentences.map((sentence) => (
    <span key={sentence} className="dim">
      {sentence}
    </span>
  ));
