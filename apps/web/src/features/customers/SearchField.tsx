import { TextInput } from '@mantine/core';
import { IconSearch } from '#icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}
const WAIT_MS = 350;

/** Searches a moment after the last key, or at once with Enter. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed from elsewhere (back, a cleared filter): the field follows.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onSearch(typed.trim());
    }, WAIT_MS);
  };
  /** Also when the field is left: a search that fired later would lead back from the page that was opened meanwhile. */
  const now = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(text.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    now();
  };
  return (
    <form role="search" className="list-search" aria-label={label} onSubmit={submit}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={now}
      />
    </form>
  );
}
