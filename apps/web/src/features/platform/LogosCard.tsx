import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoUp } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LOGO_TYPES, type OwnLogo } from '@scanship/contracts/network/logos';
import { notify } from '../../app/notify.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { CarrierTile } from '../shipping/rates/CarrierTile.tsx';
import { ownLogosQuery, removeLogo, uploadLogo } from './branding-api.ts';
import { FileField } from '../../ui/FileField.tsx';

/** Below this many the filter would only be in the way. */
const MANY = 12;

/** Logos that the franchise may use; what has none keeps the mark we draw. */
export function LogosCard() {
  const { t } = useLingui();
  const logos = useQuery(ownLogosQuery);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = logos.data?.logos.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  return (
    <section className="card" aria-labelledby="logos">
      <div className="card-head">
        <div className="grow">
          <h2 id="logos">
            <Trans>Logos of carriers and stores</Trans>
          </h2>
          <p className="dim small">
            <Trans>
              Your customers see them beside rates, carriers and stores. Upload a logo only if its owner lets you use
              it. A square PNG or JPEG reads best.
            </Trans>
          </p>
        </div>
        {logos.data && logos.data.logos.length > MANY && (
          <TextInput
            aria-label={t`Find a carrier or store`}
            placeholder={t`Find a carrier or store`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </div>
      <div className="card-body">
        {logos.data ? (
          <ul className="logo-list">
            {found.map((logo) => (
              <LogoRow key={logo.key} logo={logo} />
            ))}
          </ul>
        ) : logos.isError ? (
          <ErrorState compact error={logos.error} onRetry={() => void logos.refetch()} />
        ) : (
          <Skeletons rows={4} height={40} />
        )}
        {logos.data && found.length === 0 && (
          <p className="dim">
            <Trans>No carrier or store of this name.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

function LogoRow({ logo: { key, name, code, kind, address } }: { readonly logo: OwnLogo }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadLogo(key, file),
    onSuccess: () => notify.success(t`Logo saved.`),
  });
  const remove = useMutation({
    mutationFn: () => removeLogo(key),
    onSuccess: () => notify.success(t`Logo removed.`),
  });
  const words = { carrier: t`Carrier`, courier: t`Own courier`, store: t`Store` }[kind];
  const failed = upload.error ?? remove.error;
  return (
    <li data-testid="logo">
      <div className="row">
        <CarrierTile name={name} id={code} size={36} />
        <span className="grow mark-words">
          <span className="strong">{name}</span>
          <span className="dim small">{words}</span>
        </span>
        <Button
          size="compact-sm"
          variant="default"
          loading={upload.isPending}
          leftSection={<IconPhotoUp size={15} aria-hidden />}
          aria-label={address === null ? t`Upload: ${name}` : t`Replace: ${name}`}
          onClick={() => input.current?.click()}
        >
          {address === null ? <Trans>Upload</Trans> : <Trans>Replace</Trans>}
        </Button>
        {address !== null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            aria-label={t`Remove: ${name}`}
            onClick={() => remove.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {failed && <ErrorState compact error={failed} />}
      <FileField
        ref={input}
        label={t`Logo of ${name}`}
        accept={LOGO_TYPES.join(',')}
        onFile={(file) => {
          remove.reset();
          upload.mutate(file);
        }}
      />
    </li>
  );
}
