import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { decideFiling, tookClaim } from './claims-api.ts';

/** What became of filing it with the carrier, while it is not simply filed. */
export function ClaimAct({ claim }: { readonly claim: ClaimDetail }) {
  const { act, carrierName } = claim;
  if (!act || act.state === 'filed') return null;
  if (act.state === 'unknown') return <Unknown claim={claim} act={act} />;
  const refused = act.state === 'refused';
  if (refused && claim.state !== 'draft') return null;
  return (
    <div className="notice" data-tone={refused ? 'bad' : 'info'} role={refused ? 'alert' : 'status'}>
      <div>
        <p className="strong">
          {refused ? (
            <Trans>{carrierName} did not take it.</Trans>
          ) : (
            <Trans>It is being filed with {carrierName}.</Trans>
          )}
        </p>
        {act.problem && <p>{act.problem}</p>}
        {act.canTakeBack && <TakeBack claim={claim} />}
      </div>
    </div>
  );
}

/** What cannot begin holds the claim up: it is filed another way, or later. */
function TakeBack({ claim }: { readonly claim: ClaimDetail }) {
  const mayDecide = useProfile().rights.includes('labels.settle');
  const take = useMutation({
    mutationFn: () => decideFiling(claim.id, { decision: 'take-back', claimNumber: null }),
    onSuccess: ({ data }) => tookClaim(data),
  });
  return (
    <div className="stack tight">
      <p>
        <Trans>Nothing was sent yet. It is tried again by itself.</Trans>
      </p>
      {take.error && <ErrorState compact error={take.error} />}
      {mayDecide && (
        <div className="row">
          <Button variant="default" loading={take.isPending} onClick={() => take.mutate()}>
            <Trans context="claim">Take it back</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Nobody knows whether the carrier has it: a person looks there and says so. */
function Unknown({ claim, act }: { readonly claim: ClaimDetail; readonly act: NonNullable<ClaimDetail['act']> }) {
  const { t } = useLingui();
  const mayDecide = useProfile().rights.includes('labels.settle');
  const [number, setNumber] = useState('');
  const decide = useMutation({
    mutationFn: (decision: 'exists' | 'absent' | 'ask-again') =>
      decideFiling(claim.id, { decision, claimNumber: decision === 'exists' ? number.trim() || null : null }),
    onSuccess: ({ data }) => tookClaim(data),
  });
  const fields = fieldErrorsOf(decide.error);
  const asks = decide.isPending ? decide.variables : undefined;
  return (
    <section className="card" aria-label={t`Does the carrier have it?`}>
      <div className="card-head">
        <h2>
          <Trans>Does the carrier have it?</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <p>
          <Trans>
            The claim was sent, and the answer of {claim.carrierName} was lost. It is not sent again. Look there for
            parcel {act.trackingNumber}, then say what you found.
          </Trans>
        </p>
        {act.problem && <p className="dim small">{act.problem}</p>}
        {!act.canDecide && (
          <p className="dim small">
            <Trans>The carrier may still answer; deciding is possible after its time.</Trans>
          </p>
        )}
        {decide.error && Object.keys(fields).length === 0 && <ErrorState compact error={decide.error} />}
        {mayDecide && (
          <>
            <div className="fields">
              <TextInput
                className="w6"
                label={t`Carrier’s number of it`}
                maxLength={100}
                value={number}
                error={fields['claimNumber']}
                onChange={(event) => setNumber(event.currentTarget.value)}
              />
            </div>
            <div className="row">
              {act.canAsk && (
                <Button variant="default" loading={asks === 'ask-again'} onClick={() => decide.mutate('ask-again')}>
                  <Trans>Ask the carrier again</Trans>
                </Button>
              )}
              <Button disabled={!act.canDecide} loading={asks === 'exists'} onClick={() => decide.mutate('exists')}>
                <Trans>The carrier has it</Trans>
              </Button>
              <Button
                variant="default"
                disabled={!act.canDecide}
                loading={asks === 'absent'}
                onClick={() => decide.mutate('absent')}
              >
                <Trans>The carrier has none</Trans>
              </Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
