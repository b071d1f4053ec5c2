/** Reading the scale for a parcel: one reading at a time, dropped when the form goes away. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../announce.ts';
import { type Units, weightText } from '../form/draft.ts';
import { browserHid, readScale, type ScaleReading } from './scale.ts';

export interface Scale {
  /** Key of the parcel whose weight is being read. */
  readonly reading: number | undefined;
  readonly last: { readonly key: number; readonly result: ScaleReading } | undefined;
  /** For the parcel with this key; only from a key press or a click. Without effect while one is under way. */
  readonly read: (key: number) => void;
}

/** @param onWeight takes the weight as text of the weight field, for the parcel that was asked for */
export function useScale(units: Units, onWeight: (key: number, weight: string) => void): Scale {
  const { t } = useLingui();
  const [reading, setReading] = useState<number | undefined>(undefined);
  const [last, setLast] = useState<Scale['last']>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const put = (key: number, result: ScaleReading) => {
    setReading(undefined);
    setLast({ key, result });
    if (result.kind !== 'weight') return;
    const weight = weightText(result.grams, units);
    onWeight(key, weight);
    announce(t`Weighed: ${weight} ${units.weight}`);
  };
  // A person may type on while the scale comes to rest: the weight goes into what there is then.
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );
  const run = async (key: number, control: AbortController) => {
    const result = await readScale(browserHid(), control.signal);
    if (control.signal.aborted) return;
    running.current = undefined;
    latest.current(key, result);
  };
  const read = (key: number) => {
    if (running.current) return;
    running.current = new AbortController();
    setReading(key);
    setLast(undefined);
    void run(key, running.current);
  };
  return { reading, last, read };
}
