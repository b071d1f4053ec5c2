import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';

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
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
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
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
