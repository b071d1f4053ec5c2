import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '#icons';
import { useRef, useState } from 'react';

interface Props {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  /** A closed list to choose from; absent: anything can be typed. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly invalid?: boolean;
}

/** Several words: chosen from a list, or typed and added with Enter or a comma. */
export function ValuesField({ label, values, onChange, choices, invalid = false }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const wordOf = (value: string) => choices?.find((each) => each.value === value)?.label ?? value;
  const add = (text: string) => {
    const fresh = text
      .split(/[,\n;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    setTyped('');
    if (fresh.length > 0) onChange([...new Set([...values, ...fresh])]);
  };
  const remove = (value: string) => {
    onChange(values.filter((each) => each !== value));
    input.current?.focus();
  };
  const missing = invalid && values.length === 0 ? t`At least one is needed.` : undefined;
  return (
    <div className="stack tight grow">
      {values.length > 0 && (
        <ul className="chips" aria-label={label}>
          {values.map((value) => (
            <li key={value} className="chip">
              <span>{wordOf(value)}</span>
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t`Remove ${wordOf(value)}`}
                onClick={() => remove(value)}
              >
                <IconX size={13} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {choices ? (
        <NativeSelect
          ref={input}
          aria-label={label}
          value=""
          error={missing}
          data={[
            { value: '', label: values.length === 0 ? t`Choose…` : t`Add another…` },
            ...choices.filter((each) => !values.includes(each.value)),
          ]}
          onChange={(e) => {
            if (e.currentTarget.value) onChange([...values, e.currentTarget.value]);
          }}
        />
      ) : (
        <div className="row tight top">
          <TextInput
            ref={input}
            className="grow"
            aria-label={label}
            value={typed}
            error={missing}
            placeholder={t`Type and press Enter`}
            onChange={(e) => {
              const { value } = e.currentTarget;
              if (/[,;\n]/.test(value)) add(value);
              else setTyped(value);
            }}
            onBlur={() => add(typed)}
            onKeyDown={(e) => {
              if (e.key !== 'Enter') return;
              e.preventDefault();
              add(typed);
            }}
          />
          <Button variant="default" size="sm" onClick={() => add(typed)} disabled={typed.trim() === ''}>
            <Trans>Add</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
