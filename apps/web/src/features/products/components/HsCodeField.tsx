import { type AutocompleteProps, TextInput } from '@mantine/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadMessages } from '../../../lib/i18n.ts';

export interface HsCodeFieldProps
  extends Pick<
    AutocompleteProps,
    'id' | 'className' | 'size' | 'label' | 'error' | 'description' | 'disabled' | 'inputWrapperOrder' | 'aria-label'
  > {
  readonly value: string;
  /** Digits, dots and blanks alone; words that are looked for never become the code. */
  readonly onChange: (value: string) => void;
}

type Selection = readonly [start: number, end: number];

export interface HsCodeSearchProps extends HsCodeFieldProps {
  /** What is marked in the field somebody is typing in already; undefined: nobody is. */
  readonly selection: Selection | undefined;
}

/** What alone becomes the code. */
export const isCodeText = (text: string): boolean => !/[^\d\s.-]/.test(text);

/** The look-up loads beside the page, once for all fields. */
let known: ComponentType<HsCodeSearchProps> | undefined;

/** An HS code: typed, or looked up by what the goods are called. It can be typed before the look-up has loaded. */
export function HsCodeField(props: HsCodeFieldProps) {
  const plain = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState({ Search: known, selection: undefined as Selection | undefined });
  useEffect(() => {
    if (known) return;
    const load = async (): Promise<void> => {
      // The field stands on pages of other areas, too, which have not loaded the words of products.
      const [{ default: Search }] = await Promise.all([import('./HsCodeSearch.tsx'), loadMessages('products')]);
      known = Search;
      const input = plain.current;
      const selection: Selection | undefined =
        input && input === document.activeElement ? [input.selectionStart ?? 0, input.selectionEnd ?? 0] : undefined;
      // At once: a key or a click between this look and the change would go to a field that is gone.
      flushSync(() => setLoaded({ Search, selection }));
    };
    // Without the look-up the field takes codes.
    load().catch(() => undefined);
  }, []);
  const { Search, selection } = loaded;
  if (Search) return <Search {...props} selection={selection} />;
  return (
    <TextInput
      {...props}
      ref={plain}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => {
        if (isCodeText(value)) props.onChange(value);
      }}
    />
  );
}
