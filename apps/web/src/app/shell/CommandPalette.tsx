import { Modal, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '#icons';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { LEAST_SEARCH, SEARCH_GROUPS, type SearchGroup } from '@scanship/contracts/network/search';
import { loadMessages } from '../../lib/i18n.ts';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { kindOf, useProfile } from '../profile.ts';
import { router } from '../router.ts';
import { useFormat } from '../use-format.ts';
import { paletteActions } from './palette-entries.ts';
import { GROUP_WORDS, hitEntries } from './palette-hits.ts';
import { matching, type PaletteEntry } from './palette-match.ts';
import { type Search, useSearch } from './palette-search.ts';

const NumberHint = lazy(async () => {
  const [hint] = await Promise.all([import('../../features/tracking/NumberHint.tsx'), loadMessages('stores')]);
  return hint;
});
/**
 * Finds pages, actions and everything the person may see (ux.md line 4). Pages and actions are there at once and stand first,
 * so nothing moves away under the finger when what was found comes.
 */
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
  const [wide, setWide] = useState<SearchGroup>();
  const search = useSearch(text, wide);
  const format = useFormat();
  useEffect(() => {
    if (!opened) setText('');
    setWide(undefined);
  }, [opened, text]);

  const entries: readonly PaletteEntry[] = [
    ...matching(paletteActions(profile, i18n), text),
    ...(search.found
      ? hitEntries(search.found, {
          i18n,
          kind: kindOf(profile),
          day: (iso) => format.instant(iso, 'day'),
          open: (href) => void router.navigate({ href }),
          widen: setWide,
        })
      : []),
  ];
  const chosen = Math.min(index, entries.length - 1);
  // Whoever walks beyond the edge of the list sees where they are.
  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    if (!entry.stays) onClose();
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
      <Modal.Content aria-label={t`Search and commands`}>
        <TextInput
          ref={input}
          data-autofocus
          variant="unstyled"
          className="palette-input"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[chosen] ? `${listId}-${chosen}` : undefined}
          aria-label={t`Find anything: orders, packages, people, pages`}
          placeholder={t`Find anything: orders, packages, people, pages`}
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
        </div>
        <Beneath text={text.trim()} search={search} nothing={entries.length === 0} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface BeneathProps {
  readonly text: string;
  readonly search: Search;
  readonly nothing: boolean;
}

/** What is said under the entries: that the search goes on, that it failed, or what was looked through in vain. */
function Beneath({ text, search, nothing }: BeneathProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { searched, found } = search;
  const missing = found !== undefined && SEARCH_GROUPS.every((group) => found[group].hits.length === 0);
  if (search.error)
    return <div className="palette-none dim" role="status">{t`The search failed. Keep typing, or try again.`}</div>;
  if (search.waiting) return <div className="palette-none dim" role="status">{t`Searching…`}</div>;
  if (!missing && !(nothing && text.length < LEAST_SEARCH)) return null;
  const kinds = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(
    searched.map((group) => i18n._(GROUP_WORDS[group]).toLocaleLowerCase(i18n.locale)),
  );
  return (
    <div className="palette-none dim" role="status">
      {t`Nothing found for “${text}”.`} {kinds !== '' && t`Searched: ${kinds}.`}
      <Suspense fallback={null}>
        {' '}
        <NumberHint text={text} />
      </Suspense>
    </div>
  );
}
