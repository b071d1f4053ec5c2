import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPhotoUp } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PICTURE_TYPES } from '@scanship/contracts/network/franchises';
import type { DefaultSettings } from '@scanship/contracts/network/settings';
import { notify } from '../../app/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import { dropLogo, logoQuery, saveLogo } from './settings-api.ts';
import { FileField } from '../../ui/FileField.tsx';

/** The seller's own mark: buyers and customs read it on what lies in the package. */
export function LogoCard({ settings }: { readonly settings: DefaultSettings }) {
  const { t } = useLingui();
  const { hasLogo = false } = settings;
  const input = useRef<HTMLInputElement>(null);
  const logo = useQuery({ ...logoQuery, enabled: hasLogo });
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!logo.data || !hasLogo) {
      setShown(undefined);
      return undefined;
    }
    const url = URL.createObjectURL(logo.data);
    setShown(url);
    return () => URL.revokeObjectURL(url);
  }, [logo.data, hasLogo]);
  const save = useMutation({ mutationFn: saveLogo, onSuccess: () => notify.success(t`Logo saved.`) });
  const drop = useMutation({ mutationFn: dropLogo, onSuccess: () => notify.success(t`Logo removed.`) });
  return (
    <section className="card" aria-label={t`Your documents`}>
      <div className="card-head">
        <h2>
          <Trans>Your documents</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <p className="dim small">
          <Trans>
            Packing slips, lists and commercial invoices carry your company’s name, or this logo. A store’s own name is
            set under Stores.
          </Trans>
        </p>
        {shown && <img className="logo-shown" src={shown} alt={t`Your logo`} />}
        {save.isError && <ErrorState compact error={save.error} />}
        {drop.isError && <ErrorState compact error={drop.error} />}
        <div className="row">
          <Button
            size="compact-sm"
            variant="default"
            loading={save.isPending}
            leftSection={<IconPhotoUp size={15} aria-hidden />}
            onClick={() => input.current?.click()}
          >
            {hasLogo ? <Trans>Replace logo</Trans> : <Trans>Upload logo</Trans>}
          </Button>
          {hasLogo && (
            <Button size="compact-sm" variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
              <Trans>Remove logo</Trans>
            </Button>
          )}
        </div>
        <FileField
          ref={input}
          label={t`Logo of your documents`}
          accept={PICTURE_TYPES.filter((type) => !type.includes('icon')).join(',')}
          onFile={(file) => save.mutate(file)}
        />
      </div>
    </section>
  );
}
