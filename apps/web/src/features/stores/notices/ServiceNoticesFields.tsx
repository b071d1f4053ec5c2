import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { MOST_NOTICE_SERVICES, type ServiceNotices } from '@scanship/contracts/stores/buyer-notices';
import { NOTICE_KINDS, type NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { optionsQuery } from '../../automation/automation-api.ts';
import { ServiceSelect } from '../../automation/ServiceFields.tsx';
import { useNoticeWords } from './use-notice-words.ts';

interface Props {
  /** What is switched on. */
  readonly kinds: readonly NoticeKind[];
  readonly value: readonly ServiceNotices[];
  readonly onChange: (value: ServiceNotices[]) => void;
}

/** What is not sent for parcels of some services, although it is switched on. */
export function ServiceNoticesFields({ kinds, value, onChange }: Props) {
  const { t } = useLingui();
  const words = useNoticeWords();
  const options = useQuery(optionsQuery);
  const [account] = options.data?.accounts ?? [];
  if (!options.data || (!account && value.length === 0)) return null;
  // Settings name no account: a service is the same whoever pays for it.
  const choices = {
    ...options.data,
    accounts: [...new Map(options.data.accounts.map((each) => [each.carrier, each])).values()],
  };
  const change = (at: number, to: Partial<ServiceNotices>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...to } : each)));
  return (
    <div className="stack" role="group" aria-label={t`By service`}>
      <div>
        <div className="strong">
          <Trans>By service</Trans>
        </div>
        <p className="dim small">
          <Trans>What is checked here is not sent for parcels of the service, such as letters without scans.</Trans>
        </p>
      </div>
      {value.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
        <div key={at} className="stack notice-editor">
          <div className="row">
            <div className="grow">
              <ServiceSelect
                label={t`Service ${at + 1}`}
                options={choices}
                value={{ carrier: each.carrier, grantId: null, service: each.service }}
                onChange={(chosen) => chosen && change(at, { carrier: chosen.carrier, service: chosen.service })}
              />
            </div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t`Remove service ${at + 1}`}
              onClick={() => onChange(value.toSpliced(at, 1))}
            >
              <IconX size={15} aria-hidden />
            </Button>
          </div>
          <div className="row">
            {NOTICE_KINDS.filter((kind) => kinds.includes(kind) || each.leftOut.includes(kind)).map((kind) => (
              <Checkbox
                key={kind}
                label={words.kinds[kind].name}
                checked={each.leftOut.includes(kind)}
                onChange={(event) =>
                  change(at, {
                    leftOut: event.currentTarget.checked
                      ? [...each.leftOut, kind]
                      : each.leftOut.filter((other) => other !== kind),
                  })
                }
              />
            ))}
          </div>
        </div>
      ))}
      {account && value.length < MOST_NOTICE_SERVICES && (
        <div className="row">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...value, { carrier: account.carrier, service: null, leftOut: [] }])}
          >
            <Trans>Add a service</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
