/** Ways to an address without typing it: a pasted block taken apart, and the customer's address book. */
import './address-tools.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { AddressDto } from '@scanship/contracts/common';
import {
  forgetAddress,
  keepAddress,
  type KeptAddress,
  listKeptAddresses,
  noteAddressUse,
  readAddressText,
} from '@scanship/contracts/orders/address-book';
import { useState } from 'react';
import { IconAddressBook, IconClipboardList, IconDeviceFloppy, IconTrash } from '#icons';
import { api, fetchData } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { addressLines, missingFields, toWire } from './address-model.ts';

const BOOK = ['address-book'] as const;
const bookQuery = (search: string) =>
  queryOptions({
    queryKey: [...BOOK, search],
    queryFn: ({ signal }) =>
      fetchData(listKeptAddresses, { query: { size: 8, ...(search ? { search } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });
const bookChanged = () => void queryClient.invalidateQueries({ queryKey: BOOK });

interface Props {
  readonly value: AddressDto;
  readonly onChange: (next: AddressDto) => void;
}

export function AddressTools({ value, onChange }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'paste' | 'book' | undefined>();
  const mayEdit = useProfile().rights.includes('orders.edit');
  const flip = (tool: 'paste' | 'book') => setOpen(open === tool ? undefined : tool);
  const keep = useMutation({
    mutationFn: () => api.call(keepAddress, { body: { address: toWire(value) } }),
    onSuccess: ({ successMessage }) => {
      bookChanged();
      notify.success(successMessage ?? t`Address kept.`);
    },
    onError: (error) => notify.error(error),
  });
  return (
    <div className="address-tools stack tight">
      <div className="row tight">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconClipboardList size={14} aria-hidden />}
          aria-expanded={open === 'paste'}
          onClick={() => flip('paste')}
        >
          <Trans>Paste an address</Trans>
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconAddressBook size={14} aria-hidden />}
          aria-expanded={open === 'book'}
          onClick={() => flip('book')}
        >
          <Trans>Address book</Trans>
        </Button>
        {mayEdit && missingFields(value).length === 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDeviceFloppy size={14} aria-hidden />}
            loading={keep.isPending}
            onClick={() => keep.mutate()}
          >
            <Trans>Save to address book</Trans>
          </Button>
        )}
      </div>
      {open === 'paste' && <Paste value={value} onChange={onChange} />}
      {open === 'book' && (
        <Book
          onTake={(address) => {
            onChange({ ...value, ...address });
            setOpen(undefined);
          }}
        />
      )}
    </div>
  );
}

function Paste({ value, onChange }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const read = useMutation({
    mutationFn: (block: string) =>
      fetchData(readAddressText, {
        body: { text: block.slice(0, 2_000), ...(value.countryCode ? { countryCode: value.countryCode } : {}) },
      }),
    onSuccess: ({ address }) =>
      onChange({ ...value, ...address, countryCode: address.countryCode || value.countryCode }),
    onError: (error) => notify.error(error),
  });
  const left = read.data?.left ?? [];
  return (
    <div className="stack tight">
      <Textarea
        label={t`Name and address, as they were written to you`}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2_000}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text.trim() === '' && pasted.trim() !== '') read.mutate(pasted);
        }}
      />
      <div>
        <Button
          size="compact-sm"
          variant="default"
          disabled={text.trim() === ''}
          loading={read.isPending}
          onClick={() => read.mutate(text)}
        >
          <Trans>Fill in the fields</Trans>
        </Button>
      </div>
      {left.length > 0 && (
        <div className="notice" data-tone="warn" role="status" data-testid="address-left">
          <div>
            <div className="strong">
              <Trans>Not understood; add it where it belongs:</Trans>
            </div>
            {left.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
        </div>
      )}
      {read.isSuccess && left.length === 0 && (
        <p className="dim small" role="status">
          <Trans>Everything was understood. Look over the fields below.</Trans>
        </p>
      )}
    </div>
  );
}

function Book({ onTake }: { readonly onTake: (address: AddressDto) => void }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 150);
  const book = useQuery(bookQuery(search));
  const mayEdit = useProfile().rights.includes('orders.edit');
  const forget = useMutation({
    mutationFn: (id: string) => api.call(forgetAddress, { params: { id } }),
    onSuccess: bookChanged,
    onError: (error) => notify.error(error),
  });
  const take = ({ id, address }: KeptAddress) => {
    // The order of the book may lag behind; the address is taken all the same.
    if (mayEdit) void api.call(noteAddressUse, { params: { id } }).then(bookChanged, () => undefined);
    onTake(address);
  };
  return (
    <div className="stack tight">
      <TextInput
        aria-label={t`Search the address book`}
        placeholder={t`Name, company, city, postal code, telephone`}
        value={text}
        data-autofocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {book.data ? (
        book.data.addresses.length === 0 ? (
          <p className="dim small">
            {search === '' ? (
              <Trans>Nothing is kept yet. Fill in an address and press Save to address book.</Trans>
            ) : (
              <Trans>No address matches.</Trans>
            )}
          </p>
        ) : (
          <ul className="kept-addresses">
            {book.data.addresses.map((kept) => {
              const [first = '', ...rest] = addressLines(kept.address);
              return (
                <li key={kept.id} className="row tight">
                  <button type="button" className="kept-address grow" onClick={() => take(kept)}>
                    <span className="strong">{kept.label ?? first}</span>
                    <span className="dim small">{(kept.label ? [first, ...rest] : rest).join(', ')}</span>
                  </button>
                  {mayEdit && (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={t`Take ${first} out of the address book`}
                      disabled={forget.isPending}
                      onClick={() => forget.mutate(kept.id)}
                    >
                      <IconTrash size={14} aria-hidden />
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )
      ) : book.isError ? (
        <ErrorState compact error={book.error} onRetry={() => void book.refetch()} />
      ) : (
        <Skeletons rows={3} />
      )}
      {book.data?.more && (
        <p className="dim small">
          <Trans>There are more; type some letters.</Trans>
        </p>
      )}
    </div>
  );
}
