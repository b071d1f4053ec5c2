import './obstacles.css';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconRefresh } from '#icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  OBSTACLE_AREAS,
  type ObstacleLine,
  type Obstacles,
  VERDICTS,
  type Verdict,
} from '@scanship/contracts/network/obstacles';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saySentence } from '../../../lib/error-sentence.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { mendLink } from './mend-link.ts';
import { AREA_WORDS, LINK_WORDS, MENDER_WORDS, VERDICT_WORDS } from './obstacle-words.ts';

/** Everything that was looked at: what blocks first, then what is worth a look, then what is fine. */
export function ObstacleWalk({ walk }: { readonly walk: UseQueryResult<Obstacles> }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { data } = walk;
  if (!data)
    return walk.isError ? (
      <div className="card">
        <ErrorState error={walk.error} onRetry={() => void walk.refetch()} />
      </div>
    ) : (
      <Skeletons rows={8} />
    );
  const grave = (lines: readonly ObstacleLine[]): number =>
    Math.max(...lines.map(({ verdict }) => VERDICTS.indexOf(verdict)));
  const areas = OBSTACLE_AREAS.map((area) => ({ area, lines: data.lines.filter((line) => line.area === area) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted((a, b) => grave(b.lines) - grave(a.lines));
  return (
    <div className="stack">
      {walk.isError && <ErrorState compact error={walk.error} onRetry={() => void walk.refetch()} />}
      <Summary walked={data} />
      <div className="row">
        <span className="dim small grow">
          <Trans>Carriers were not asked for this. Looked at: {format.instant(data.asOf, 'short')}</Trans>
        </span>
        <Button
          variant="default"
          size="xs"
          loading={walk.isFetching}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void walk.refetch()}
        >
          <Trans>Look again</Trans>
        </Button>
      </div>
      {areas.map(({ area, lines }) => (
        <section key={area} className="card" aria-label={i18n._(AREA_WORDS[area])}>
          <h2 className="card-head">{i18n._(AREA_WORDS[area])}</h2>
          <ul className="obstacles" aria-label={t`What was looked at`}>
            {lines.map((line, index) => (
              <Line key={index} line={line} customer={data.customer} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const TONES: Readonly<Record<Verdict, 'good' | 'warn' | 'bad'>> = { fine: 'good', warning: 'warn', blocks: 'bad' };

function Summary({ walked }: { readonly walked: Obstacles }) {
  const blocks = walked.lines.filter(({ verdict }) => verdict === 'blocks').length;
  const warnings = walked.lines.filter(({ verdict }) => verdict === 'warning').length;
  const Icon =
    walked.verdict === 'blocks' ? IconAlertOctagon : walked.verdict === 'warning' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className="notice" role="status" data-tone={TONES[walked.verdict]}>
      <Icon size={17} aria-hidden />
      <div className="strong">
        {blocks > 0 ? (
          <Plural
            value={blocks}
            one="One thing keeps labels from being bought."
            other="# things keep labels from being bought."
          />
        ) : warnings > 0 ? (
          <Plural
            value={warnings}
            one="Labels can be bought. One thing needs attention."
            other="Labels can be bought. # things need attention."
          />
        ) : (
          <Trans>Nothing is in the way.</Trans>
        )}
      </div>
    </div>
  );
}

function Line({ line, customer }: { readonly line: ObstacleLine; readonly customer: Obstacles['customer'] }) {
  const { i18n } = useI18n();
  const kind = kindOf(useProfile());
  const { word, tone } = VERDICT_WORDS[line.verdict];
  const link = mendLink(line, customer, kind);
  const self = line.mend?.by === kind;
  return (
    <li data-code={`${line.area}/${line.code}`} data-verdict={line.verdict}>
      <Badge tone={tone}>{i18n._(word)}</Badge>
      <div>
        {line.about && <div className="strong break-anywhere">{line.about}</div>}
        <div className="break-anywhere">{saySentence(line.message, i18n)}</div>
        {line.nextStep && <div className="dim small break-anywhere">{saySentence(line.nextStep, i18n)}</div>}
        {line.mend && !link && !self && <div className="dim small">{i18n._(MENDER_WORDS[line.mend.by])}</div>}
      </div>
      <div className="obstacle-mend">
        {link && (
          <Link to={link.href} className="link">
            {i18n._(LINK_WORDS[link.leads])}
            <span className="sr-only">: {line.about ?? saySentence(line.message, i18n)}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
