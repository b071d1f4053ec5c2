import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CatalogueCarrier } from '@scanship/contracts/carriers/carriers';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { CarrierTile } from '../../shipping/rates/CarrierTile.tsx';
import { catalogueQuery } from '../carriers-api.ts';
import { ConnectForm } from './ConnectForm.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}
/** A carrier is chosen from the catalogue, then connected step by step. */
export default function ConnectDialog({ opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const [chosen, setChosen] = useState<CatalogueCarrier | undefined>(undefined);
  const close = () => {
    onClose();
    setChosen(undefined);
  };
  return (
    <Dialog opened={shown} onClose={close} title={chosen ? t`Connect ${chosen.name}` : t`Connect a carrier`} size="lg">
      {chosen ? (
        <ConnectForm carrier={chosen} onBack={() => setChosen(undefined)} onDone={close} />
      ) : (
        <Catalogue onChoose={setChosen} />
      )}
    </Dialog>
  );
}

function Catalogue({ onChoose }: { readonly onChoose: (carrier: CatalogueCarrier) => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const catalogue = useQuery(catalogueQuery);
  const [text, setText] = useState('');
  const [country, setCountry] = useState('');
  if (catalogue.isError) return <ErrorState compact error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <Skeletons rows={5} height={36} />;
  const serves = (carrier: CatalogueCarrier): boolean =>
    country === '' || carrier.originCountries.includes('*') || carrier.originCountries.includes(country);
  const found = catalogue.data.carriers.filter(
    (c) => c.name.toLowerCase().includes(text.trim().toLowerCase()) && serves(c),
  );
  const names = new Intl.DisplayNames([i18n.locale], { type: 'region' });
  const countries = [...new Set(catalogue.data.carriers.flatMap((c) => c.originCountries))]
    .filter((code) => /^[A-Z]{2}$/.test(code))
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <div className="stack">
      {catalogue.data.carriers.length > 6 && (
        <div className="row">
          <TextInput
            className="grow"
            aria-label={t`Find a carrier`}
            placeholder={t`Find a carrier`}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            aria-label={t`Ships from`}
            value={country}
            onChange={(e) => setCountry(e.currentTarget.value)}
            data={[{ value: '', label: t`From any country` }, ...countries]}
          />
        </div>
      )}
      <ul className="catalogue">
        {found.map((carrier) => (
          <li key={carrier.id}>
            <button type="button" className="catalogue-item" onClick={() => onChoose(carrier)}>
              <CarrierTile name={carrier.name} id={carrier.id} size={36} />
              <span className="grow">
                <span className="strong">{carrier.name}</span>
                <span className="dim small">
                  {carrier.originCountries.length > 0 && !carrier.originCountries.includes('*') ? (
                    carrier.originCountries.slice(0, 8).join(', ')
                  ) : (
                    <Trans>Any country</Trans>
                  )}
                </span>
              </span>
              {carrier.maturity === 'own' && !carrier.sample && <Badge tone="good">{t`Your own courier`}</Badge>}
              {carrier.sample && <Badge outline>{t`Sample`}</Badge>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="dim">
          <Trans>No carrier of this name and country.</Trans>
        </p>
      )}
    </div>
  );
}
