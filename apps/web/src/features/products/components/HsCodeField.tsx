import { type AutocompleteProps, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';

/** The list that opens under it loads beside the page. */
const HsCodeSearch = lazy(() => import('./HsCodeSearch.tsx'));

export interface HsCodeFieldProps
  extends Pick<
    AutocompleteProps,
    'id' | 'className' | 'size' | 'label' | 'error' | 'description' | 'disabled' | 'inputWrapperOrder' | 'aria-label'
  > {
  readonly value: string;
  /** Digits, dots and blanks alone; words that are looked for never become the code. */
  readonly onChange: (value: string) => void;
}

/** An HS code: typed, or looked up by what the goods are called. */
export function HsCodeField(props: HsCodeFieldProps) {
  return (
    <Suspense fallback={<TextInput {...props} onChange={undefined} readOnly />}>
      <HsCodeSearch {...props} />
    </Suspense>
  );
}
