// The sounds, made here: nothing is loaded. Quiet, and at most 300 ms long.

import { settings } from "../settings.ts";

interface Note {
  /** Seconds after the beginning, and how long. */
  at?: number;
  lasts: number;
  /** Hertz, and where it goes. */
  from: number;
  to?: number;
  loud: number;
  shape?: OscillatorType | "noise";
}

const SOUNDS: Record<string, Note[]> = {
  // A wooden piece on a wooden board: a knock, and what the board says to it.
  place: [
    { lasts: 0.09, from: 190, to: 120, loud: 0.5 },
    { lasts: 0.03, from: 1900, loud: 0.22, shape: "noise" },
  ],
  step: [
    { lasts: 0.1, from: 900, to: 500, loud: 0.14, shape: "noise" },
    { at: 0.05, lasts: 0.06, from: 160, loud: 0.35 },
  ],
  exchange: [
    { lasts: 0.09, from: 420, to: 560, loud: 0.2, shape: "triangle" },
    { at: 0.08, lasts: 0.12, from: 560, to: 740, loud: 0.2, shape: "triangle" },
  ],
  // Something far away.
  capture: [
    { lasts: 0.3, from: 240, to: 60, loud: 0.6, shape: "noise" },
    { lasts: 0.28, from: 70, to: 34, loud: 0.5 },
  ],
  refuse: [{ lasts: 0.12, from: 150, to: 110, loud: 0.22, shape: "triangle" }],
  win: [
    { lasts: 0.12, from: 392, loud: 0.18, shape: "triangle" },
    { at: 0.09, lasts: 0.2, from: 587, loud: 0.18, shape: "triangle" },
  ],
  draw: [{ lasts: 0.26, from: 392, loud: 0.18, shape: "triangle" }],
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Browsers allow sounds after a first gesture; before that nothing is heard. */
export function listenForSounds(board: HTMLElement): void {
  const wake = () => {
    if (!settings().sounds) return;
    context ??= new AudioContext();
    void context.resume();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake);
  board.addEventListener("board-sound", (event) =>
    play((event as CustomEvent<{ name: string }>).detail.name),
  );
}

export function play(name: string): void {
  if (context?.state !== "running" || !settings().sounds || document.hidden) return;
  for (const note of SOUNDS[name] ?? []) sound(context, note);
}

function sound(audio: AudioContext, note: Note): void {
  const { at = 0, lasts, from, to = from, loud, shape = "sine" } = note;
  const start = audio.currentTime + at;
  const end = start + lasts;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);
  const glide = (pitch: AudioParam) => {
    pitch.setValueAtTime(from, start);
    pitch.exponentialRampToValueAtTime(to, end);
  };
  let source: AudioScheduledSourceNode;
  if (shape === "noise") {
    const filter = audio.createBiquadFilter();
    filter.type = "lowpass";
    glide(filter.frequency);
    const noise = audio.createBufferSource();
    noise.buffer = hiss ??= noiseOf(audio);
    noise.connect(filter).connect(gain);
    source = noise;
  } else {
    const tone = audio.createOscillator();
    tone.type = shape;
    glide(tone.frequency);
    tone.connect(gain);
    source = tone;
  }
  source.start(start);
  source.stop(end);
}

function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate * 0.3, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  return buffer;
}
