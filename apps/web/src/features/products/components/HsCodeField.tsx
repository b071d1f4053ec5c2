import { type AutocompleteProps, TextInput } from '@mantine/core';
import { type ComponentType, useEffect, useRef, useState } from 'react';
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

export interface HsCodeSearchProps extends HsCodeFieldProps {
  /** Where somebody is typing already; undefined: nobody is. */
  readonly caret: number | undefined;
}

/** What alone becomes the code. */
export const isCodeText = (text: string): boolean => !/[^\d\s.-]/.test(text);

/** The look-up loads beside the page, once for all fields. */
let known: ComponentType<HsCodeSearchProps> | undefined;

/** An HS code: typed, or looked up by what the goods are called. It can be typed before the look-up has loaded. */
export function HsCodeField(props: HsCodeFieldProps) {
  const plain = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState({ Search: known, caret: undefined as number | undefined });
  useEffect(() => {
    if (known) return;
    const load = async (): Promise<void> => {
      // The field stands on pages of other areas, too, which have not loaded the words of products.
      const [{ default: Search }] = await Promise.all([import('./HsCodeSearch.tsx'), loadMessages('products')]);
      known = Search;
      const input = plain.current;
      const caret = input && input === document.activeElement ? (input.selectionStart ?? 0) : undefined;
      setLoaded({ Search, caret });
    };
    // Without the look-up the field takes codes.
    load().catch(() => undefined);
  }, []);
  const { Search, caret } = loaded;
  if (Search) return <Search {...props} caret={caret} />;
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
