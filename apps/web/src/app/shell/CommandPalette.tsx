import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { listOrders } from '@scanship/contracts/orders/order-list';
import { loadMessages } from '../../lib/i18n.ts';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { fetchData } from '../api.ts';
import { useProfile } from '../profile.ts';
import { router } from '../router.ts';
import { mayOpen, PAGES } from '../routes/pages.ts';
import { paletteActions } from './palette-entries.ts';
import { matching, type PaletteEntry } from './palette-match.ts';

const NumberHint = lazy(async () => {
  const [hint] = await Promise.all([import('../../features/tracking/NumberHint.tsx'), loadMessages('stores')]);
  return hint;
});
/** A look-up waits for this pause of typing, so that results stand within 300 ms of the last key. */
const PAUSE_MS = 120;
const FOUND = 6;
/** Shorter texts fit too many orders to be looked up. */
const LEAST = 3;

/** Finds pages, actions, orders and tracking numbers; only what this person may open (ux.md line 4). */
export default function CommandPalette({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const profile = useProfile();
  const shown = useShownAfterMount(opened);
  const listId = useId();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const orders = useOrders(text, mayOpen(PAGES.orders, profile));
  useEffect(() => {
    if (!opened) setText('');
  }, [opened]);

  const entries: readonly PaletteEntry[] = [
    ...matching(paletteActions(profile, i18n), text),
    ...orders.rows.map((row) => ({
      id: row.id,
      group: t`Orders`,
      title: row.ecomOrderNumber,
      hint: [row.recipient, row.city].filter(Boolean).join(', '),
      run: () => void router.navigate({ href: `/ecommerce/order/${row.id}` }),
    })),
  ];
  const chosen = Math.min(index, entries.length - 1);
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setIndex((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(entries[chosen]);
    }
  };

  return (
    <Modal.Root opened={shown} onClose={onClose} padding={0} size={560} yOffset="12vh">
      <Modal.Overlay />
      {/* Named here: what the whole modal is given stands on an element that may have no name. */}
      <Modal.Content aria-label={t`Find and do`}>
        <TextInput
          ref={input}
          data-autofocus
          variant="unstyled"
          className="palette-input"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[chosen] ? `${listId}-${chosen}` : undefined}
          aria-label={t`Find an order, a tracking number, a page or an action`}
          placeholder={t`Find an order, a tracking number, a page or an action`}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="palette-list" id={listId} role="listbox" aria-label={t`Found`}>
          {entries.map((entry, at) => (
            <div key={entry.id} role="presentation">
              {entry.group !== entries[at - 1]?.group && (
                <div className="menu-heading" role="presentation">
                  {entry.group}
                </div>
              )}
              <div
                id={`${listId}-${at}`}
                role="option"
                aria-selected={at === chosen}
                tabIndex={-1}
                className="palette-entry"
                onMouseMove={() => setIndex(at)}
                onClick={() => run(entry)}
                onKeyDown={() => undefined}
              >
                <span className="grow">{entry.title}</span>
                {entry.hint && <span className="dim small">{entry.hint}</span>}
              </div>
            </div>
          ))}
          {entries.length === 0 && (
            <div className="palette-none dim" role="presentation">
              {orders.waiting
                ? t`Searching…`
                : orders.failed
                  ? t`Orders could not be searched. Try again.`
                  : t`Nothing found.`}
              {!orders.waiting && (
                <Suspense fallback={null}>
                  {' '}
                  <NumberHint text={text} />
                </Suspense>
              )}
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Orders by number, and by tracking number where the text looks like one. */
function useOrders(text: string, allowed: boolean) {
  const [value] = useDebouncedValue(text.trim(), PAUSE_MS);
  const search = (key: 'orderNumber' | 'trackingNumber', enabled: boolean) => ({
    queryKey: ['palette', key, value],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchData(listOrders, { query: { page: 1, size: 10 }, body: { search: { key, value } }, signal }),
    enabled: allowed && enabled,
    staleTime: 15_000,
  });
  const byNumber = useQuery(search('orderNumber', value.length >= LEAST));
  const byTracking = useQuery(search('trackingNumber', value.length >= 8 && /\d{6}/.test(value)));
  const seen = new Map([...(byNumber.data?.orders ?? []), ...(byTracking.data?.orders ?? [])].map((o) => [o.id, o]));
  return {
    rows: value.length < LEAST ? [] : [...seen.values()].slice(0, FOUND),
    waiting: byNumber.isFetching || byTracking.isFetching || value !== text.trim(),
    failed: byNumber.isError,
  };
}
