/** What was scanned in this session, newest first, with what became of it; and what still waits for the line. */
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowBackUp, IconCloudOff, IconPrinter } from '#icons';
import { useFormat } from '../../app/use-format.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { type Scan, type ScanState, shippedNumbers } from './model/journal.ts';
import type { Station, TableView } from './model/station-types.ts';

const STATES: Readonly<Record<ScanState, readonly [Tone, MessageDescriptor]>> = {
  waiting: ['warn', msg`Waits`],
  'waiting-to-ship': ['warn', msg`Waits to ship`],
  fulfilled: ['warn', msg`Already fulfilled`],
  missing: ['bad', msg`Not found`],
  failed: ['bad', msg`Not shipped`],
  open: ['info', msg`On the table`],
  blocked: ['bad', msg`Blocked`],
  left: ['plain', msg`Left`],
  held: ['warn', msg`On hold`],
  shipping: ['info', msg`Shipping`],
  buying: ['info', msg`Carrier answers late`],
  shipped: ['good', msg({ message: 'Shipped', context: 'one order' })],
  voiding: ['warn', msg`Being cancelled`],
  voided: ['plain', msg({ message: 'Cancelled', context: 'label' })],
};
const MOST_SHOWN = 60;

export function ScanList({
  station,
  table,
  mayVoid,
}: {
  readonly station: Station;
  readonly table: TableView;
  readonly mayVoid: boolean;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const rows = table.journal.toReversed().slice(0, MOST_SHOWN);
  const waiting = table.journal.filter(({ state }) => state === 'waiting' || state === 'waiting-to-ship').length;
  const shipped = shippedNumbers(table.journal).length;
  return (
    <section className="card scan-list" aria-label={t`Scanned orders`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Scanned</Trans>
        </h2>
        <span className="dim num">
          <Plural value={shipped} one="# shipped" other="# shipped" />
        </span>
      </div>
      {!table.online && (
        <div className="notice" data-tone="warn" role="status">
          <IconCloudOff size={17} aria-hidden />
          <div className="grow">
            <Plural
              value={waiting}
              one="No connection. # scan waits and is processed automatically when it is back."
              other="No connection. # scans wait and are processed in order when it is back."
            />
          </div>
        </div>
      )}
      {table.last && (
        <div className="scan-last">
          <div className="grow">
            <div className="strong">{t`Last: ${table.last.ecomOrderNumber}`}</div>
            <div className="dim small">
              {table.last.shipment.parcels
                .map(({ trackingNumber }) => trackingNumber)
                .filter(Boolean)
                .join(', ')}
            </div>
          </div>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => station.command('repeat')}
          >
            <Trans>Print again</Trans>
          </Button>
          {mayVoid && (
            <Button
              size="compact-md"
              variant="default"
              disabled={table.busy}
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => station.command('void-last')}
            >
              <Trans context="shipment">Undo</Trans>
            </Button>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        <p className="dim scan-none">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : (
        <ol className="scan-rows">
          {rows.map((scan) => (
            <Row
              key={scan.key}
              scan={scan}
              words={i18n._(STATES[scan.state][1])}
              time={format.instant(new Date(scan.at).toISOString(), 'time')}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ scan, words, time }: { readonly scan: Scan; readonly words: string; readonly time: string }) {
  return (
    <li data-testid="scan-row" data-state={scan.state}>
      <span className="dim num small">{time}</span>
      <span className="grow scan-row-number">{scan.number ?? scan.code}</span>
      <Badge tone={STATES[scan.state][0]}>{words}</Badge>
    </li>
  );
}
