/** What the connected carriers' address services say about the address that is being written. */
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AddressDto } from '@scanship/contracts/common';
import { type CarrierAddressAnswer, checkAddressWithCarriers } from '@scanship/contracts/shipping/quotes';
import { api } from '../../../app/api.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { differences } from '../../address/address-model.ts';

interface Props {
  readonly address: AddressDto;
  readonly onTake: (address: AddressDto) => void;
}

const TONES: Readonly<Record<CarrierAddressAnswer['verdict'], Tone>> = {
  confirmed: 'good',
  corrected: 'info',
  ambiguous: 'warn',
  unknown: 'bad',
  failed: 'warn',
};

export default function CarrierAddressCheck({ address, onTake }: Props) {
  const { t } = useLingui();
  const ask = useMutation({
    mutationFn: (asked: AddressDto) => api.call(checkAddressWithCarriers, { body: { address: asked } }),
  });
  const words: Readonly<Record<CarrierAddressAnswer['verdict'], string>> = {
    confirmed: t`confirmed`,
    corrected: t`corrected`,
    ambiguous: t`ambiguous`,
    unknown: t`not found`,
    failed: t`no answer`,
  };
  // What was said about another spelling says nothing about this one.
  const same = JSON.stringify(ask.variables) === JSON.stringify(address);
  const answers = same ? ask.data?.data.answers : undefined;
  return (
    <div className="stack tight">
      <div>
        <Button size="compact-sm" variant="default" loading={ask.isPending} onClick={() => ask.mutate(address)}>
          <Trans>Ask the carriers</Trans>
        </Button>
      </div>
      {ask.isError && <ErrorState compact error={ask.error} onRetry={() => ask.mutate(address)} />}
      {answers?.length === 0 && (
        <p className="dim small">
          <Trans>None of the connected carriers checks addresses.</Trans>
        </p>
      )}
      {answers?.map((answer) => (
        <div key={answer.grantId} className="notice" role="status">
          <div className="grow stack tight">
            <div className="row tight">
              <span className="strong">{answer.carrierName}</span>
              <Badge tone={TONES[answer.verdict]}>{words[answer.verdict]}</Badge>
              {answer.level === 'city' && answer.verdict === 'confirmed' && (
                <span className="dim small">
                  <Trans>city and postal code only</Trans>
                </span>
              )}
              {answer.residential !== null && (
                <span className="dim small">{answer.residential ? t`residential` : t`business`}</span>
              )}
            </div>
            {answer.messages.map((message) => (
              <p key={message} className="small">
                {message}
              </p>
            ))}
            {answer.suggestions
              .filter((suggestion) => differences(address, suggestion).length > 0)
              .slice(0, 5)
              .map((suggestion) => (
                <div key={JSON.stringify(suggestion)} className="row between">
                  <span className="small">
                    {[
                      suggestion.address1,
                      suggestion.address2,
                      suggestion.city,
                      suggestion.provinceCode,
                      suggestion.zipcode,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                  <Button size="compact-sm" variant="default" onClick={() => onTake({ ...address, ...suggestion })}>
                    <Trans>Take it</Trans>
                  </Button>
                </div>
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}
