import './claims.css';
import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ClaimDetail } from '@scanship/contracts/shipping/claims';
import { IconArrowLeft, IconFileDownload } from '#icons';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { saveBlob } from '../../lib/download.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { ClaimAct } from './ClaimAct.tsx';
import { ClaimForm } from './ClaimForm.tsx';
import { ClaimMoves } from './ClaimMoves.tsx';
import { ClaimPhotos } from './ClaimPhotos.tsx';
import { KINDS, STATES } from './claim-words.ts';
import { askCarrier, claimFile, claimQuery, tookClaim } from './claims-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/claims/$claimId');

/** One claim: what is asked for, where and until when, and what proves it. */
export function ClaimPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { claimId } = route.useParams();
  const found = useQuery(claimQuery(claimId));
  const claim = found.data;
  const paper = useMutation({
    mutationFn: () => claimFile(claimId),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'Claim.pdf'),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="page-narrow">
      <PageHead title={claim ? t`Claim for order ${claim.orderNumber}` : t`Claim`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/orders/claims" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Claims</Trans>
          </Link>
          <h1 className="row tight">
            {claim ? <Trans>Claim for order {claim.orderNumber}</Trans> : <Trans>Claim</Trans>}
            {claim && <Badge tone={STATES[claim.state].tone}>{i18n._(STATES[claim.state].words)}</Badge>}
          </h1>
        </div>
        {claim && (
          <Button
            variant="default"
            leftSection={<IconFileDownload size={16} aria-hidden />}
            loading={paper.isPending}
            onClick={() => paper.mutate()}
          >
            <Trans>Claim with evidence (PDF)</Trans>
          </Button>
        )}
      </div>
      {claim ? (
        <div className="stack">
          <Where claim={claim} />
          <Standing claim={claim} />
          <Evidence claim={claim} />
        </div>
      ) : found.isError ? (
        <div className="card">
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : (
        <Skeletons rows={8} />
      )}
    </div>
  );
}

/** Where it stands, and what can be done about it. */
function Standing({ claim }: { readonly claim: ClaimDetail }) {
  const [tried, setTried] = useState(false);
  const mayChange = useProfile().rights.includes('labels.settle');
  const missing: Readonly<Record<string, string>> = tried
    ? Object.fromEntries((claim.filing?.missing ?? []).map(({ field, message }) => [field, message]))
    : {};
  const act = claim.act?.state;
  const held = act === 'unknown' || act === 'under-way';
  const draft = claim.state === 'draft' && !held;
  const form = (
    <ClaimForm key={`${claim.id} ${claim.state}`} claim={claim} missing={missing} onMissing={() => setTried(true)} />
  );
  const moves = held ? null : <ClaimMoves key={claim.version} claim={claim} />;
  return (
    <>
      <ClaimAct key={`act ${claim.version}`} claim={claim} />
      {!draft && moves}
      {draft ? form : <Facts claim={claim} />}
      <ClaimPhotos claim={claim} missing={missing['photos']} mayChange={mayChange && !held} />
      {draft && moves}
    </>
  );
}

function Where({ claim }: { readonly claim: ClaimDetail }) {
  const format = useFormat();
  if (claim.state !== 'draft') return null;
  return (
    <div className="notice" data-tone="info" role="note">
      <div>
        {claim.until ? (
          <p className="strong">
            {claim.from ? (
              <Trans>
                {claim.carrierName} takes it from {format.day(claim.from)} until {format.day(claim.until)}.
              </Trans>
            ) : (
              <Trans>
                {claim.carrierName} takes it until {format.day(claim.until)}.
              </Trans>
            )}
          </p>
        ) : (
          <p className="strong">
            <Trans>Ask {claim.carrierName} until when it takes claims; your contract says.</Trans>
          </p>
        )}
        {claim.where && (
          <a className="link" href={claim.where} target="_blank" rel="noreferrer noopener">
            <Trans>File it at {claim.carrierName}</Trans>
          </a>
        )}
      </div>
    </div>
  );
}

function Facts({ claim }: { readonly claim: ClaimDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const mayChange = useProfile().rights.includes('labels.settle');
  const facts: readonly (readonly [string, string | null])[] = [
    [t`What happened`, i18n._(KINDS[claim.kind])],
    [t`Amount claimed`, format.money(claim.amount)],
    [t`Carrier’s number of it`, claim.reference],
    [t`Description`, claim.note || null],
    [t`Filed`, claim.filedAt && format.instant(claim.filedAt, 'short')],
    [t`The carrier’s answer`, claim.answer],
    [t`Answered`, claim.decidedAt && format.instant(claim.decidedAt, 'short')],
    [t`The carrier pays`, claim.approved && format.money(claim.approved)],
    [t`Asked last`, claim.askedAt && format.instant(claim.askedAt, 'short')],
    [t`Paid`, claim.paid && format.money(claim.paid)],
  ];
  const asking = useMutation({
    mutationFn: () => askCarrier(claim.id),
    onSuccess: ({ data }) => tookClaim(data),
    onError: (error) => notify.error(error),
  });
  return (
    <section className="card" aria-label={t`The claim`}>
      <div className="card-body stack">
        <dl className="facts">
          {facts.flatMap(([name, value]) =>
            value === null ? [] : [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>],
          )}
        </dl>
        {claim.mayAsk && mayChange && (
          <div className="row">
            <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
              <Trans>Ask {claim.carrierName} now</Trans>
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function Evidence({ claim }: { readonly claim: ClaimDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { evidence } = claim;
  return (
    <section className="card" aria-label={t`Evidence`}>
      <div className="card-head">
        <h2>
          <Trans>Evidence</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <dl className="facts">
          <dt>
            <Trans>Order</Trans>
          </dt>
          <dd>
            <Link to="/ecommerce/order/$orderId" params={{ orderId: claim.orderId }} className="link">
              {claim.orderNumber}
            </Link>
          </dd>
          <dt>
            <Trans>Value of the contents</Trans>
          </dt>
          <dd>{format.money(evidence.value)}</dd>
          {evidence.postage && (
            <>
              <dt>
                <Trans>Postage</Trans>
              </dt>
              <dd>{format.money(evidence.postage)}</dd>
            </>
          )}
          {evidence.insured && (
            <>
              <dt>
                <Trans>Insured for</Trans>
              </dt>
              <dd>{format.money(evidence.insured)}</dd>
            </>
          )}
        </dl>
        <TableWrap label={t`What the carrier reported`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`Time`}</th>
                <th scope="col">{t`What the carrier reported`}</th>
                <th scope="col">{t`Place`}</th>
              </tr>
            </thead>
            <tbody>
              {evidence.scans.length === 0 && (
                <tr>
                  <td colSpan={3} className="dim">
                    <Trans>The carrier reported nothing.</Trans>
                  </td>
                </tr>
              )}
              {evidence.scans.map((scan) => (
                <tr key={`${scan.at} ${scan.said}`}>
                  <td>{format.instant(scan.at, 'short')}</td>
                  <td>{scan.said}</td>
                  <td>{scan.place}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
        {evidence.said.map((each) => (
          <p key={`${each.at} ${each.said}`}>
            <span className="dim small">{format.instant(each.at, 'short')}</span> {each.said}
          </p>
        ))}
      </div>
    </section>
  );
}
