/** One line about the shift: where, until when, how far, and what waits for the line. */
import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconCloudCheck, IconCloudOff } from '#icons';
import { useFormat } from '../../../app/use-format.ts';
import { useShift } from './shift-api.ts';
import type { ShiftHold } from './shift-hold.ts';

export function ShiftBar({ hold }: { readonly hold: ShiftHold }) {
  const format = useFormat();
  const { shift, orders, waiting, cutOff, refused, sending, trouble } = useShift(hold);
  if (!shift && waiting === 0 && refused.length === 0) return null;
  const packed = orders.filter(({ state }) => state === 'packed').length;
  const tone = refused.length > 0 || trouble !== undefined ? 'bad' : cutOff ? 'warn' : 'info';
  return (
    <div className="notice scan-shift" data-tone={tone} role="status">
      {cutOff ? <IconCloudOff size={17} aria-hidden /> : <IconCloudCheck size={17} aria-hidden />}
      <div className="grow">
        {shift && (
          <>
            <strong>{shift.stationName}</strong>{' '}
            <Trans>
              until {format.instant(shift.endsAt, 'short')} · {packed} of {orders.length} packed
            </Trans>{' '}
          </>
        )}
        {waiting > 0 && (
          <span>
            <Plural value={waiting} one="# action waits to be sent." other="# actions wait to be sent." />{' '}
          </span>
        )}
        {refused.length > 0 && (
          <span>
            <Plural value={refused.length} one="# action needs you." other="# actions need you." />{' '}
          </span>
        )}
        {trouble !== undefined && <strong>{trouble} </strong>}
        {cutOff && (
          <Trans>No connection: labels of this shift print from this browser, and everything is sent afterwards.</Trans>
        )}
      </div>
      {waiting > 0 && (
        <Button size="xs" variant="default" loading={sending} onClick={() => void hold.replay()}>
          <Trans>Send now</Trans>
        </Button>
      )}
    </div>
  );
}
