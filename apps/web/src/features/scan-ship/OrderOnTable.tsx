/** The order that is packed: whom it goes to, what is in it and what of it was scanned, and what can be done now. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconHandStop, IconPackageExport, IconPlus, IconScale, IconX } from '#icons';
import type { ScannedItem, ScannedOrder, ScanQuote, ScanSettings } from '@scanship/contracts/printing/scan-ship';
import { cannotBeScanned, progressOf } from '@scanship/domain/scan-ship/scan-verification';
import { useState } from 'react';
import { useFormat } from '../../app/use-format.ts';
import { CarrierTile } from '../shipping/rates/CarrierTile.tsx';
import { carrierOf } from '../shipping/rates/rank-rates.ts';
import type { Station, TableView } from './model/station-types.ts';

interface Props {
  readonly station: Station;
  readonly table: TableView;
  readonly order: ScannedOrder;
  readonly settings: ScanSettings;
  readonly mayBuy: boolean;
}

export function OrderOnTable({ station, table, order, settings, mayBuy }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { setting } = settings;
  const to = order.destinationAddress;
  const verifies = (order.mustVerify || setting.verification !== 'off') && order.blocked === null;
  const progress = progressOf(order.items, table.counts);
  const isComplete = progress.packed === progress.needed;
  const isShipping = table.phase === 'shipping';
  const waitsForItems = verifies && !isComplete && (order.mustVerify || setting.verification === 'required');
  return (
    <section className="card" aria-label={t`Order ${order.ecomOrderNumber}`}>
      <div className="card-head">
        <div className="grow">
          <h2 className="scan-number">{order.ecomOrderNumber}</h2>
          <div className="dim">
            {order.storeName}
            {order.platformName && order.platformName !== order.storeName ? ` · ${order.platformName}` : ''}
          </div>
        </div>
        {verifies && (
          <div className="scan-count" data-complete={isComplete} data-testid="packed-count">
            <strong className="num">
              {progress.packed}/{progress.needed}
            </strong>{' '}
            <Trans>packed</Trans>
          </div>
        )}
      </div>
      <div className="card-body scan-columns">
        <address className="scan-address">
          <strong>{to.name || to.companyName}</strong>
          {to.name && to.companyName ? <span>{to.companyName}</span> : null}
          <span>{[to.address1, to.address2].filter(Boolean).join(', ')}</span>
          <span>{[to.city, to.provinceCode, to.zipcode].filter(Boolean).join(' ')}</span>
          <span>{to.countryCode}</span>
          {order.weightGrams !== null && <span className="dim">{format.weight(order.weightGrams)}</span>}
        </address>
        <ul className="scan-items" aria-label={t`Items`}>
          {order.items.map((item) => (
            <Item
              key={item.line}
              item={item}
              packed={verifies ? (table.counts.get(item.line) ?? 0) : undefined}
              onCount={() => station.countByHand(item.line)}
            />
          ))}
        </ul>
      </div>
      {(order.customerNote || order.internalNote) && (
        <p className="scan-note">{[order.customerNote, order.internalNote].filter(Boolean).join(' · ')}</p>
      )}
      {order.blocked === null && (
        <div className="scan-choices">
          {setting.shipMode === 'shipInBox' && settings.choices.packages.length > 0 && (
            <NativeSelect
              label={t`Box`}
              disabled={isShipping}
              value={table.details.packageId ?? ''}
              data={[
                { value: '', label: t`As usual` },
                ...settings.choices.packages.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => station.set({ packageId: event.currentTarget.value || null })}
            />
          )}
          {setting.shipMode === 'shipInBox' && (
            <Button
              variant="default"
              disabled={isShipping}
              leftSection={<IconScale size={18} aria-hidden />}
              onClick={() => station.weigh()}
            >
              {table.details.weightGrams === null ? t`Read the scale` : format.weight(table.details.weightGrams)}
            </Button>
          )}
          {setting.printMode === 'quoteByDetails' && <Quotes station={station} table={table} />}
        </div>
      )}
      {table.phase === 'countdown' && (
        <div className="scan-countdown" role="timer" data-testid="countdown">
          <strong className="num">{table.secondsLeft}</strong>
          <span className="grow">
            <Plural
              value={table.secondsLeft}
              one="The label prints in # second."
              other="The label prints in # seconds."
            />
          </span>
          <Button variant="default" onClick={() => station.stop()}>
            <Trans>Stop (Esc)</Trans>
          </Button>
        </div>
      )}
      <div className="scan-actions">
        <Button
          size="lg"
          leftSection={<IconPackageExport size={22} aria-hidden />}
          loading={isShipping}
          disabled={!mayBuy || order.blocked !== null || waitsForItems}
          onClick={() => station.command('print')}
        >
          <Trans>Ship and print</Trans>
        </Button>
        {waitsForItems && mayBuy && <Override station={station} />}
        <span className="grow" />
        <Button
          variant="default"
          disabled={isShipping || !mayBuy || order.hold !== null}
          leftSection={<IconHandStop size={18} aria-hidden />}
          onClick={() => station.command('hold')}
        >
          <Trans>Hold</Trans>
        </Button>
        <Button
          variant="default"
          disabled={isShipping}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => station.command('next-box')}
        >
          <Trans>Next box</Trans>
        </Button>
      </div>
    </section>
  );
}

function Item({
  item,
  packed,
  onCount,
}: {
  readonly item: ScannedItem;
  readonly packed: number | undefined;
  readonly onCount: () => void;
}) {
  const { t } = useLingui();
  const isDone = packed !== undefined && packed >= item.quantity;
  const facts = [item.sku, item.bin && t`Bin ${item.bin}`].filter(Boolean).join(' · ');
  const noCode = cannotBeScanned({ ...item, quantity: item.quantity });
  return (
    <li data-done={isDone} data-testid="scan-item">
      <span className="scan-quantity num">
        {packed === undefined ? `${item.quantity} ×` : `${packed}/${item.quantity}`}
      </span>
      <span className="grow">
        <span className="scan-item-title">{item.title}</span>
        {facts && <span className="dim small">{facts}</span>}
      </span>
      {packed !== undefined && noCode && !isDone && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t`Count one ${item.title} by hand`}
          onClick={onCount}
        >
          <Trans>By hand</Trans>
        </Button>
      )}
    </li>
  );
}

/** Ships without the scans, for a reason that is kept with the name of whoever did it. */
function Override({ station }: { readonly station: Station }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  if (!asked)
    return (
      <Button variant="subtle" color="gray" onClick={() => setAsked(true)}>
        <Trans>Ship anyway…</Trans>
      </Button>
    );
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') return;
        station.set({ override: reason.trim() });
        station.command('print');
      }}
    >
      <TextInput
        ref={(field) => field?.focus()}
        required
        maxLength={200}
        aria-label={t`Why it ships without all scans`}
        placeholder={t`Reason, kept with your name`}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={reason.trim() === ''}>
        <Trans>Ship anyway</Trans>
      </Button>
    </form>
  );
}

function Quotes({ station, table }: { readonly station: Station; readonly table: TableView }) {
  const { t } = useLingui();
  const { quotes } = table;
  if (quotes === 'asking')
    return (
      <p className="dim" role="status">
        <Trans>Asking the carriers…</Trans>
      </p>
    );
  if (!quotes)
    return (
      <Button variant="default" onClick={() => station.askQuotes()}>
        <Trans>Ask for quotes</Trans>
      </Button>
    );
  return (
    <div className="scan-quotes" role="radiogroup" aria-label={t`Service`}>
      {quotes.quotes.map((quote) => (
        <Quote
          key={quote.id}
          quote={quote}
          chosen={table.details.quote?.id === quote.id}
          onChoose={() => station.set({ quote })}
        />
      ))}
      {quotes.quotes.length === 0 && (
        <p className="danger">
          <Trans>No carrier offers anything for this order.</Trans>
        </p>
      )}
      {quotes.problems.map(({ carrierName, message }) => (
        <p key={carrierName + message} className="dim small">
          {message}
        </p>
      ))}
    </div>
  );
}

function Quote({
  quote,
  chosen,
  onChoose,
}: {
  readonly quote: ScanQuote;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const format = useFormat();
  return (
    <label className="scan-quote" data-chosen={chosen}>
      <input type="radio" name="scan-quote" checked={chosen} onChange={onChoose} />
      <CarrierTile name={carrierOf(quote)} id={quote.carriedBy?.carrier ?? quote.carrier} size={28} />
      <span className="grow">
        {quote.carrierName} {quote.serviceName}
        {quote.deliverBy && <span className="dim small"> {format.day(quote.deliverBy.slice(0, 10))}</span>}
      </span>
      <strong className="num nowrap">{format.money(quote.price)}</strong>
    </label>
  );
}
