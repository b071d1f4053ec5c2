import { afterEach, describe, expect, test, vi } from 'vitest';
import { NO_STATION, stationChoice, stationOf } from './station.ts';

const machine = (machineId: string, online: boolean) => ({ machineId, online });

describe('the machine of this browser', () => {
  test('is the chosen one, online or not, while it is there', () => {
    const machines = [machine('a', true), machine('b', false)];
    expect(stationOf(machines, 'b')?.machineId).toBe('b');
    expect(stationOf(machines, 'gone')?.machineId).toBe('a');
  });
  test('without a choice is the only one that is online, and none where it could be either', () => {
    expect(stationOf([machine('a', false), machine('b', true)], undefined)?.machineId).toBe('b');
    expect(stationOf([machine('a', true), machine('b', true)], undefined)).toBeUndefined();
    expect(stationOf([machine('a', false)], undefined)).toBeUndefined();
  });
  test('is none when somebody chose so', () => {
    expect(stationOf([machine('a', true)], NO_STATION)).toBeUndefined();
  });
});

describe('the choice', () => {
  afterEach(() => stationChoice.set(undefined));
  test('is kept, told to whoever listens, and forgotten', () => {
    const heard = vi.fn();
    const stop = stationChoice.subscribe(heard);
    stationChoice.set('a');
    expect(stationChoice.get()).toBe('a');
    stationChoice.set(undefined);
    expect(stationChoice.get()).toBeUndefined();
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    stationChoice.set('b');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
