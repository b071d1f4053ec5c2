/** The rates as a table: the few worth looking at first, then all others; walked with the arrows or J and K. */
import './rates.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { type FocusEvent, Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { arrivalDay, onTimeShare, type Punctuality } from './rank-rates.ts';
import type { Mark, RateView, ViewRow } from './rate-view.ts';
import { RateRow } from './RateRow.tsx';

interface Props {
  readonly view: RateView;
  /** Rates before the filter. */
  readonly all: number;
  readonly current: RateDto | undefined;
  readonly shipDate: string | undefined;
  /** What the usual choice is called: the rule that names it, for instance. */
  readonly usual: string;
  /** What all rates wait for, which stands above them. */
  readonly said: readonly string[];
  readonly punctuality: Punctuality;
  /** Rates that arrived while the table was in use. */
  readonly waiting: number;
  /** Carriers that still answer. */
  readonly answering: number;
  readonly onShow: () => void;
  /** A row is under the pointer, or the keyboard is in the table. */
  readonly onUse: (inUse: boolean) => void;
  readonly onChoose: (id: string) => void;
  /** Enter on the chosen rate; false where it cannot be bought. */
  readonly onGoOn: () => boolean;
}

export function RateTable(props: Props) {
  const { view, all, current, shipDate, usual, punctuality, waiting, answering, onShow, onUse, onChoose } = props;
  const { said, onGoOn } = props;
  const { t } = useLingui();
  const format = useFormat();
  const group = useId();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const use = useRef({ pointer: false, keys: false });
  const entered = useRef('');
  const tell = (change: Partial<typeof use.current>) => {
    use.current = { ...use.current, ...change };
    onUse(use.current.pointer || use.current.keys);
  };
  // A table that is gone is used by nobody.
  useEffect(() => () => onUse(false), [onUse]);
  // Here rather than among the shortcuts: those rest in a dialog, and on a narrow screen the panel is one.
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    tell({ keys: true });
    const radio = event.target instanceof HTMLInputElement ? event.target : undefined;
    if (!radio || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'enter' && radio.value === current?.id) {
      if (!onGoOn()) return;
    } else if (key === 'j' || key === 'k') {
      const radios = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=radio]')];
      const next = radios[radios.indexOf(radio) + (key === 'j' ? 1 : -1)];
      next?.focus();
      next?.click();
    } else return;
    event.preventDefault();
  };
  // For the list of keys.
  useShortcuts([
    { keys: ['j'], group: t`Shipping`, label: t`Next rate`, run: () => false },
    { keys: ['k'], group: t`Shipping`, label: t`Previous rate`, run: () => false },
    { keys: ['Enter'], group: t`Shipping`, label: t`From the rate to its purchase`, run: () => false },
  ]);
  const best = (rate: RateDto) => {
    const day = arrivalDay(rate, shipDate);
    return day ? t`Best by ${format.day(day)}` : t`Best value`;
  };
  const wordOf = (mark: Mark, rate: RateDto): string =>
    ({ cheapest: t`Cheapest`, fastest: t`Fastest`, best: best(rate), usual, requested: t`Requested` })[mark];
  const against = current?.compare?.minor;
  const line = (rate: RateDto, row: ViewRow, also: boolean) => (
    <RateRow
      key={rate.id}
      rate={rate}
      id={`${group}-${rate.id}`}
      group={group}
      chosen={rate.id === current?.id}
      against={against}
      arrives={arrivalDay(rate, shipDate)}
      marks={also ? '' : row.marks.map((mark) => wordOf(mark, rate)).join(' · ')}
      also={also}
      said={said}
      onTime={onTimeShare(punctuality, rate)}
      more={
        !also && row.also.length > 0 ? (
          <button
            type="button"
            className="rate-others"
            aria-expanded={isOpen(row)}
            aria-label={t`Other prices of ${rate.serviceName}: ${row.also.length}`}
            onClick={() =>
              setOpened((now) =>
                now.has(row.first.id)
                  ? new Set([...now].filter((id) => id !== row.first.id))
                  : new Set([...now, row.first.id]),
              )
            }
          >
            +{row.also.length}
          </button>
        ) : undefined
      }
      onChoose={onChoose}
    />
  );
  // A chosen rate is always to be seen.
  const isOpen = (row: ViewRow) => opened.has(row.first.id) || row.also.some(({ id }) => id === current?.id);
  const lines = (rows: readonly ViewRow[]) =>
    rows.map((row) => (
      <Fragment key={row.first.id}>
        {line(row.first, row, false)}
        {isOpen(row) && row.also.map((rate) => line(rate, row, true))}
      </Fragment>
    ));
  return (
    // What the pointer does here chooses nothing: it only keeps the rows where they are.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      className="rate-table"
      data-testid="rates"
      onPointerEnter={({ clientX, clientY }) => (entered.current = `${clientX} ${clientY}`)}
      onPointerMove={({ clientX, clientY, pointerType }) => {
        // A pointer that rests where the table has just been drawn points at nothing.
        if (use.current.pointer || pointerType !== 'mouse' || entered.current === `${clientX} ${clientY}`) return;
        tell({ pointer: true });
      }}
      onPointerLeave={() => tell({ pointer: false })}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (!isQuiet(event)) tell({ keys: true });
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) tell({ keys: false });
      }}
    >
      <caption className="sr-only">
        <Trans>Rates</Trans>
      </caption>
      <colgroup>
        {['service', 'day', 'price', 'facts'].map((name) => (
          <col key={name} className={`rate-col-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="rate-count">
            {view.count === all ? (
              <Plural value={all} one="# rate" other="# rates" />
            ) : (
              <Trans>
                {view.count} of {all} rates
              </Trans>
            )}
            {answering > 0 && (
              <span className="dim">
                {' · '}
                <Plural value={answering} one="# carrier still answering" other="# carriers still answering" />
              </span>
            )}
            {waiting > 0 && (
              <Button size="compact-xs" variant="light" onClick={onShow}>
                <Plural value={waiting} one="Show # new rate" other="Show # new rates" />
              </Button>
            )}
          </th>
          <th scope="col">
            <Trans>Arrives</Trans>
          </th>
          <th scope="col" className="rate-price">
            <Trans>Price</Trans>
          </th>
          <th scope="col" aria-label={t`What makes the price`} />
        </tr>
      </thead>
      {view.picks.length > 0 && <tbody aria-label={t`Best choices`}>{lines(view.picks)}</tbody>}
      {view.others.length > 0 && (
        <tbody className="rate-rest" aria-label={t`Other rates`}>
          {lines(view.others)}
        </tbody>
      )}
    </table>
  );
}

/** The panel moved the focus here by itself (`focusRates`): nobody walks the rows yet. */
const isQuiet = (event: FocusEvent): boolean =>
  event.target instanceof HTMLElement && event.target.dataset['quietly'] !== undefined;

/** Gives the chosen rate the focus without holding back the rates that are still to come. */
export function focusQuietly(radio: HTMLElement): void {
  radio.dataset['quietly'] = '';
  radio.focus();
  delete radio.dataset['quietly'];
}
