/** The total and the button that spends it. One press, one label: the key of a purchase stays until its outcome is known. */
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPrinter } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';
import { useFormat } from '../../app/use-format.ts';
import { ApiError, TransportError } from '../../lib/api-errors.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ErrorState } from '../../ui/states.tsx';
import { orderChanged } from '../orders/api/orders-api.ts';
import { awaitOutcome } from './await-outcome.ts';
import { keepFocus } from './keep-focus.ts';
import { priceFacts } from './rates/price-facts.ts';
import { clearRatesOf } from './rates/rates-store.ts';
import { ServiceSold } from './rates/ServiceSold.tsx';
import { buyLabel } from './shipping-api.ts';
import { openAfterPurchase } from './printing/use-print-jobs.ts';

interface Props {
  readonly order: OrderDetail;
  readonly rate: RateDto;
  readonly quoteId: string;
  readonly additional: boolean;
  /** The customer skips the summary: one press buys. */
  readonly quick: boolean;
  /** To the button, or over it where one press buys; false where nothing can be bought. */
  readonly go: Ref<() => boolean>;
  readonly onStale: () => void;
  readonly onBought: () => void;
}

export function BuyBar({ order, rate, quoteId, additional, quick, go, onStale, onBought }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const mayBuy = useProfile().rights.includes('labels.buy');
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('ship-foot')), []);
  const button = useRef<HTMLButtonElement>(null);
  // One key for each rate; kept when no answer came, so that asking again can never buy twice.
  const keys = useRef(new Map<string, string>());

  const buy = useMutation({
    mutationKey: ['print', 'buy'],
    mutationFn: () => {
      const key = keys.current.get(rate.id) ?? newIdempotencyKey();
      keys.current.set(rate.id, key);
      return buyLabel({ orderId: order.id, quoteId, rateId: rate.id, additional, key });
    },
    onSuccess: async ({ data, successMessage }) => {
      clearRatesOf(order.id);
      onBought();
      void queryClient.invalidateQueries({ queryKey: ['exceptions'] });
      const refreshed = orderChanged(order.id);
      if (data.shipment.state === 'bought') {
        notify.success(successMessage ?? t`Shipment created successfully.`);
        await openAfterPurchase(order.id, data);
      } else void awaitOutcome(order.id, data);
      await refreshed;
      requestAnimationFrame(keepFocus);
    },
    onError: (error) => {
      // A refusal is an outcome; no answer is not, and its key stays.
      if (error instanceof ApiError && error.status < 500) keys.current.delete(rate.id);
      if (
        error instanceof ApiError &&
        ['already_allocated', 'order_claimed', 'order_not_shippable'].includes(error.code ?? '')
      )
        void orderChanged(order.id);
    },
  });
  // What the carrier would refuse the purchase for; it stands beside the price as well.
  const { missing = [] } = rate;
  const expired = buy.error instanceof ApiError && buy.error.code === 'rate_expired';
  const unclear = buy.error instanceof TransportError || (buy.error instanceof ApiError && buy.error.status >= 500);
  const goOn = () => {
    if (!mayBuy || !quoteId || buy.isPending || missing.length > 0) return false;
    // The total is looked at before it is spent, unless the customer chose otherwise.
    if (quick) buy.mutate();
    else button.current?.focus();
    return true;
  };
  useImperativeHandle(go, () => goOn);
  useShortcuts([
    {
      keys: ['b'],
      group: t`Shipping`,
      label: quick ? t`Buy the label of the chosen rate` : t`To the total and the button that buys`,
      run: goOn,
    },
  ]);
  if (!place) return null;
  const { saving } = priceFacts(rate);
  return createPortal(
    <div className="buy-bar">
      {buy.isError && (
        <div className="buy-problem">
          <ErrorState compact error={buy.error} onRetry={expired ? onStale : undefined} />
          {unclear && (
            <p className="dim small">
              <Trans>
                It is not known yet whether the label was bought. Pressing the button again asks for the same purchase
                and never buys twice.
              </Trans>
            </p>
          )}
        </div>
      )}
      {missing.length > 0 && (
        <div className="buy-problem notice" data-tone="warn" role="status">
          <div>
            <Trans>Before this label can be bought:</Trans> {missing.map(({ message }) => message).join(' ')}
          </div>
        </div>
      )}
      <div className="grow">
        <div className="buy-sold">
          <div className="buy-total num" data-testid="buy-total">
            {format.money(rate.price)}
          </div>
          <div className="dim small buy-service">
            <ServiceSold
              carrierName={rate.carrierName}
              serviceName={rate.serviceName}
              through={(rate.carriedBy ?? null) !== null}
            />
          </div>
        </div>
        {/* What makes the total, before it is spent (ux.md line 21). */}
        {!quick && (
          <div className="dim small num buy-lines">
            {rate.priceLines.length > 1 &&
              rate.priceLines.map((line) => `${line.label} ${format.money(line.amount)}`).join(' · ')}
            {saving && (
              <>
                {rate.priceLines.length > 1 && ' · '}
                <Trans>you save {format.money(saving)}</Trans>
              </>
            )}
          </div>
        )}
      </div>
      {mayBuy ? (
        <Button
          ref={button}
          leftSection={<IconPrinter size={17} aria-hidden />}
          loading={buy.isPending}
          disabled={!quoteId || missing.length > 0}
          onClick={() => buy.mutate()}
          data-testid="buy"
        >
          {unclear ? <Trans>Check again</Trans> : <Trans>Buy label</Trans>}
        </Button>
      ) : (
        <p className="dim small">
          <Trans>Your role cannot buy labels.</Trans>
        </p>
      )}
    </div>,
    place,
  );
}
