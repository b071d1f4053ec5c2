import { Button, Checkbox, NumberInput, Switch } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ReturnDetail, ReturnRefundOffer } from '@scanship/contracts/shipping/returns';
import { exponentOf } from '@scanship/domain/money/money';
import { mergeLines, type RefundChoice, refundSums } from '@scanship/domain/stores/refund';
import { useFormat } from '../../app/use-format.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { CONDITIONS } from './return-words.ts';
import { refund, refundOfferQuery, tookReturn } from './returns-api.ts';

interface Props {
  readonly detail: ReturnDetail;
  readonly storeName: string;
  readonly onClose: () => void;
}

/** What the store is told of a return: units, stock, money. Amounts are the store's own. */
export function RefundDialog({ detail, storeName, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(true);
  const offer = useQuery(refundOfferQuery(detail.id));
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Tell ${storeName}`} centered size="lg">
      {offer.data ? (
        <RefundForm detail={detail} offer={offer.data} storeName={storeName} onClose={onClose} />
      ) : offer.isError ? (
        <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
      ) : (
        <Skeletons rows={5} />
      )}
    </Dialog>
  );
}

type Lines = Readonly<Record<number, { readonly quantity: number; readonly restock: boolean }>>;

function RefundForm({ detail, offer, storeName, onClose }: Props & { readonly offer: ReturnRefundOffer }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { currency } = offer;
  const unit = 10 ** exponentOf(currency);
  const [lines, setLines] = useState<Lines>(() =>
    Object.fromEntries(
      // Nobody sells what came back broken.
      offer.lines.map(({ line, quantity, condition }) => [
        line,
        { quantity, restock: offer.restock && (condition === null || condition === 'as_new') },
      ]),
    ),
  );
  const [taxes, setTaxes] = useState(true);
  const [shipping, setShipping] = useState(false);
  const [withheldMinor, setWithheld] = useState(offer.refund ? (offer.labelMinor ?? 0) : 0);
  const [notifyBuyer, setNotify] = useState(true);
  const chosen = offer.lines.map(({ line }) => ({ line, quantity: 0, restock: false, ...lines[line] }));
  const choice: RefundChoice = {
    lines: mergeLines(
      offer.lines.map(({ line, storeLine }) => ({
        externalLineId: storeLine,
        ...(lines[line] ?? { quantity: 0, restock: false }),
      })),
    ),
    money: offer.refund,
    taxes,
    shipping,
    withheldMinor,
  };
  const made = refundSums(
    {
      currency,
      shipping: offer.shipping,
      mostMinor: offer.mostMinor,
      lines: offer.lines.map(({ storeLine, left, minor, taxMinor }) => ({
        externalLineId: storeLine,
        quantity: left,
        minor,
        taxMinor,
      })),
    },
    choice,
  );
  const total = 'sums' in made ? made.sums.totalMinor : undefined;
  const faults = {
    line: t`The store does not know one of these items any more.`,
    quantity: t`The store has fewer units of this item left to refund.`,
    withheld: t`More is kept back than would be refunded.`,
    'too-much': t`The payments of this order do not hold that much any more.`,
    nothing: t`Choose at least one item.`,
  };
  const send = useMutation({
    mutationFn: () =>
      refund(detail.id, { lines: chosen, taxes, shipping, withheldMinor, totalMinor: total ?? 0, notifyBuyer }),
    onSuccess: ({ data }) => {
      tookReturn(data);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (total !== undefined) send.mutate();
  };
  const change = (line: number, part: Partial<Lines[number]>) =>
    setLines((was) => ({ ...was, [line]: { quantity: 0, restock: false, ...was[line], ...part } }));
  const inMoney = (minor: number): string => format.money({ minor, currency });
  return (
    <form className="stack wide" onSubmit={submit}>
      {send.error && <ErrorState compact error={send.error} />}
      {offer.lines.length === 0 && (
        <p>
          <Trans>{storeName} has nothing of this return left to refund.</Trans>
        </p>
      )}
      <ul className="returns-items">
        {offer.lines.map((line) => (
          <li key={line.line} className="returns-refund">
            <div>
              <div className="strong">{line.title}</div>
              <div className="dim small">
                {offer.refund && (
                  <Trans>
                    {inMoney(Math.round(line.minor / Math.max(1, line.left)))} each at {storeName}
                  </Trans>
                )}
                {line.condition && ` · ${i18n._(CONDITIONS[line.condition])}`}
              </div>
            </div>
            <NumberInput
              label={t`Units of ${line.left}`}
              aria-description={line.title}
              min={0}
              max={Math.min(line.left, detail.items.find((item) => item.line === line.line)?.quantity ?? line.left)}
              allowDecimal={false}
              value={lines[line.line]?.quantity ?? 0}
              onChange={(value) => change(line.line, { quantity: Number(value) || 0 })}
            />
            {offer.restock && (
              <Checkbox
                label={t`Back into stock`}
                aria-description={line.title}
                checked={lines[line.line]?.restock ?? false}
                onChange={(event) => change(line.line, { restock: event.currentTarget.checked })}
              />
            )}
          </li>
        ))}
      </ul>
      {offer.refund && (
        <>
          <Switch label={t`Refund taxes`} checked={taxes} onChange={(e) => setTaxes(e.currentTarget.checked)} />
          {offer.shipping.minor > 0 && (
            <Switch
              label={t`Refund shipping (${inMoney(offer.shipping.minor)})`}
              checked={shipping}
              onChange={(event) => setShipping(event.currentTarget.checked)}
            />
          )}
          <NumberInput
            label={t`Kept back (${currency})`}
            description={
              offer.labelMinor === null ? undefined : t`The label, which the buyer bears: ${inMoney(offer.labelMinor)}.`
            }
            min={0}
            decimalScale={exponentOf(currency)}
            value={withheldMinor / unit}
            onChange={(value) => setWithheld(Math.round((Number(value) || 0) * unit))}
          />
          {offer.notifies && (
            <Switch
              label={t`The store writes to the buyer`}
              checked={notifyBuyer}
              onChange={(event) => setNotify(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      <p className="strong" role="status">
        {'fault' in made ? (
          faults[made.fault]
        ) : offer.refund ? (
          <Trans>The buyer gets {inMoney(made.sums.totalMinor)} back.</Trans>
        ) : (
          <Trans>No money moves; only the stock of {storeName} changes.</Trans>
        )}
      </p>
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={send.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={send.isPending} disabled={total === undefined}>
          {offer.refund ? <Trans>Refund {inMoney(total ?? 0)}</Trans> : <Trans>Restock</Trans>}
        </Button>
      </div>
    </form>
  );
}
