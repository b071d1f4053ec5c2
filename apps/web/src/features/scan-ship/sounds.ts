/** Tones of the packing table, made in code (Web Audio): each outcome has its own melody, so that nobody needs to look. */

export type Tone = 'ok' | 'done' | 'wrong' | 'fulfilled' | 'missing';

interface Note {
  readonly hertz: number;
  readonly seconds: number;
  readonly shape: OscillatorType;
}
const note = (hertz: number, seconds: number, shape: OscillatorType = 'sine'): Note => ({ hertz, seconds, shape });
const MELODIES: Readonly<Record<Tone, readonly Note[]>> = {
  /** One short high note: taken. */
  ok: [note(1_320, 0.08)],
  /** Rising: a label is on its way. */
  done: [note(880, 0.09), note(1_175, 0.09), note(1_568, 0.16)],
  /** Two low buzzes: stop. */
  wrong: [note(160, 0.18, 'sawtooth'), note(0, 0.06), note(160, 0.26, 'sawtooth')],
  /** Twice the same middle note: was done before. */
  fulfilled: [note(587, 0.12, 'triangle'), note(0, 0.05), note(587, 0.12, 'triangle')],
  /** Falling: nothing there. */
  missing: [note(494, 0.14, 'square'), note(370, 0.24, 'square')],
};

let context: AudioContext | undefined;

/** @param volume per cent; 0 is silent. Never throws: a machine without sound packs, too. */
export function playTone(tone: Tone, volume: number): void {
  document.documentElement.dataset.scanTone = tone;
  if (volume <= 0 || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    void context.resume();
    const gain = context.createGain();
    gain.gain.value = (volume / 100) ** 2 * 0.5;
    gain.connect(context.destination);
    let at = context.currentTime;
    for (const { hertz, seconds, shape } of MELODIES[tone]) {
      if (hertz > 0) {
        const voice = context.createOscillator();
        voice.type = shape;
        voice.frequency.value = hertz;
        voice.connect(gain);
        voice.start(at);
        voice.stop(at + seconds);
      }
      at += seconds;
    }
  } catch {
    // No sound device.
  }
}
