/** The answer to the last scan, readable from two metres: words, colour and a sign; spoken to those who do not see it. */
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconAlertOctagon, IconBarcode, IconCircleCheck, IconClockPause, IconInfoCircle, type Icon } from '#icons';
import type { ScanShipped } from '@scanship/contracts/printing/scan-ship';
import { useFormat } from '../../app/use-format.ts';
import { sayError } from '../../lib/error-words.ts';
import { SCALE_WORDS } from '../shipping/scale/scale-words.ts';
import { NotOfThisShift } from './offline/shift-station-calls.ts';
import { type Colour, colourOf, type Feedback } from './model/feedback.ts';

interface Words {
  readonly title: string;
  readonly more?: string | undefined;
}

const SIGNS: Readonly<Record<Colour, Icon>> = {
  good: IconCircleCheck,
  bad: IconAlertOctagon,
  warn: IconClockPause,
  info: IconInfoCircle,
};

function useWords(): (feedback: Feedback) => Words {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const shippedBy = ({ shipment, prints }: ScanShipped): string => {
    const printers = [...new Set(prints.flatMap(({ printName }) => printName ?? []))].join(', ');
    const service = `${shipment.carrierName} ${shipment.serviceName} · ${format.money(shipment.price)}`;
    return printers === '' ? service : t`${service} · printing on ${printers}`;
  };
  return (feedback) => {
    switch (feedback.kind) {
      case 'found':
        return { title: t`Order ${feedback.number}` };
      case 'several':
        return { title: t`${feedback.count} orders have this number`, more: t`Choose the store below.` };
      case 'fulfilled':
        return { title: t`This order number is already fulfilled`, more: feedback.code };
      case 'missing':
        return { title: t`No orders found for shipping please enter valid order number`, more: feedback.code };
      case 'blocked':
        return { title: t`Order ${feedback.number} cannot be shipped`, more: feedback.why };
      case 'packed':
        return {
          title:
            feedback.packed === feedback.needed
              ? t`Everything is packed`
              : t`${feedback.packed} of ${feedback.needed} packed`,
          more: feedback.title,
        };
      case 'wrong-item':
        return { title: t`Wrong item`, more: t`${feedback.code} is not in this order. Put it back.` };
      case 'too-many':
        return { title: t`One too many`, more: t`All units of “${feedback.title}” are packed already.` };
      case 'incomplete':
        return {
          title: t`Scan the items first`,
          more: t`${feedback.packed} of ${feedback.needed} are packed.`,
        };
      case 'shipped': {
        const { shipment, ecomOrderNumber } = feedback.shipped;
        if (shipment.state !== 'partly_bought')
          return { title: t`Order ${ecomOrderNumber} shipped`, more: shippedBy(feedback.shipped) };
        const bought = shipment.parcels.filter(({ hasLabel }) => hasLabel).length;
        return {
          title: t`Only ${bought} of ${shipment.parcels.length} labels of order ${ecomOrderNumber} were bought`,
          more: t`Open the order to buy the rest, or take the shipment back.`,
        };
      }
      case 'still-buying':
        return {
          title: t`${feedback.shipped.shipment.carrierName} has not answered yet`,
          more: t`The label of order ${feedback.shipped.ecomOrderNumber} comes by itself. Go on with the next order.`,
        };
      case 'refused': {
        const said = feedback.shipped.shipment.problems[0];
        return {
          title: t`Order ${feedback.shipped.ecomOrderNumber} was not shipped`,
          more: said?.vendorMessage ?? said?.message,
        };
      }
      case 'failed': {
        if (feedback.error instanceof NotOfThisShift)
          return {
            title: t`Order ${feedback.error.code} is not of this shift`,
            more: t`There is no connection to look it up. Put it aside until it is back.`,
          };
        const said = sayError(feedback.error, i18n);
        return { title: said.title, more: [said.advice, said.reference].filter(Boolean).join(' · ') };
      }
      case 'papers-failed':
        return {
          title: t`The label is bought, but a document did not come`,
          more: sayError(feedback.error, i18n).title,
        };
      case 'not-weighed':
        return { title: t`The parcel was not weighed`, more: i18n._(SCALE_WORDS[feedback.why]) };
      case 'stopped':
        return { title: t`Stopped`, more: t`Nothing was bought for order ${feedback.number}.` };
      case 'queued':
        return {
          title: t`No connection`,
          more: t`${feedback.code} waits and is processed automatically, in the order of the scans.`,
        };
      case 'voiding':
        return { title: t`Taking order ${feedback.number} back at the carrier…` };
      case 'voided':
        return {
          title: t`The label of order ${feedback.number} is cancelled`,
          more: {
            none: t`Nothing was charged for it.`,
            pending: t`The refund is on its way.`,
            received: t`The price was refunded.`,
            refused: t`The carrier does not refund it.`,
          }[feedback.refund],
        };
      case 'void-goes-on':
        return {
          title: t`The carrier has not answered yet`,
          more: t`The label of order ${feedback.number} is being cancelled; the order shows the outcome.`,
        };
      case 'held':
        return { title: t`Order ${feedback.number} is on hold`, more: t`Release it on its page.` };
      case 'cleared':
        return { title: t`The table is clear`, more: t`Scan the next order.` };
      case 'repeating':
        return { title: t`Documents of order ${feedback.number} once more` };
      case 'choose-quote':
        return { title: t`Choose a service first` };
      case 'nothing-on-table':
        return { title: t`There is no order on the table`, more: t`Scan one first.` };
      case 'nothing-to-void':
        return { title: t`There is no shipment to take back` };
      case 'nothing-to-repeat':
        return { title: t`Nothing was shipped here yet` };
    }
  };
}

export function FeedbackBanner({
  feedback,
  busy,
}: {
  readonly feedback: Feedback | undefined;
  readonly busy: boolean;
}) {
  const { t } = useLingui();
  const wordsOf = useWords();
  const words: Words = feedback
    ? wordsOf(feedback)
    : { title: t`Scan an order`, more: t`Number, packing slip or tracking number; wherever the cursor is.` };
  const colour = feedback ? colourOf(feedback) : 'none';
  const Sign = feedback ? SIGNS[colourOf(feedback)] : IconBarcode;
  return (
    <section className="scan-banner" data-colour={colour} data-kind={feedback?.kind ?? 'empty'} data-busy={busy}>
      <Sign className="scan-sign" size={52} stroke={1.5} aria-hidden />
      <div className="grow" role="status" aria-live="assertive" aria-atomic="true">
        <div className="scan-title">{words.title}</div>
        {words.more && <div className="scan-more">{words.more}</div>}
      </div>
    </section>
  );
}
